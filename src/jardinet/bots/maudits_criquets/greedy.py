"""Greedy bot of Maudits Criquets: it looks one turn ahead, and mixes its bids at random so that nobody can read them.

What a kind is worth to a seat is counted in tokens: harvests at once, progress towards the next one, the interim
scoring, and the danger that locusts are to the whole reserve. For a bid, this turn is simulated over and over: every
seat bids at random, more and more often the bids it regrets not having made (regret matching, Hart and Mas-Colell,
Econometrica 2000). This converges to a mixture that no seat can exploit much; the bot draws its bid from it.

Legality is read from the record (`hand`, `legal`) and never worked out here. How an imagined turn
ends is an estimate, not a rule.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Game
from jardinet.games.compiled import compiled
from jardinet.games.kernels import count_bits
from jardinet.games.maudits_criquets.rules import (
    BIDDING,
    BIDS,
    CROPS,
    KINDS,
    LOCUST,
    PICK,
    SEATS,
    crops_in,
    takers_of,
)

# Everything is weighed in tokens. From self-play of two, at least 2,000 games a comparison, noise 0.01: half the
# PRICE has a share of victories 0.11 lower; half the MAJORITY, no DENIAL or no WHIM moves it by 0.013 at most.
PROGRESS = np.array([0.0, 0.25, 0.6])  # one or two cards of a crop in reserve
DANGER = np.array([0.0, 0.15, 0.4])  # the share of that progress which one or two locusts are expected to cost
UNEASE = np.array([0.0, 0.05, 0.2])  # their further cost: picks that are no longer free
MAJORITY = 0.4  # value of the interim scoring's token, if it is sure: less than 1, since kept cards are not harvested
DENIAL = 0.3  # weight of what a kind is worth to the seats that pick after us
# What keeping a bid card for a later turn is worth: 1 to 6, A, X.
PRICE = np.array([0.0, 0.06, 0.14, 0.24, 0.36, 0.5, 0.8, 0.2])

IMAGINED = 40  # turns a decision
# Random bonus of a bid, up to this much, drawn anew for each decision, seat and card: cards of nearly equal value are
# mixed even where the least one would always do (Harsanyi's purification, 1973).
WHIM = 0.1
SURPRISE = 0.06  # the share of bids that are drawn from the whole hand, so that none is ever ruled out

# Computed once per decision, so that an imagined turn costs a few additions.
THOUGHT = np.dtype(
    [
        ("gain", "f8", (SEATS, KINDS)),  # the value of taking that kind alone for each seat
        ("gain_all", "f8", (SEATS,)),  # … and the whole loot
        ("loot", "i8"),  # bit k: kind k lies there
        ("patience", "f8"),  # how much later turns of this round count, 0 to 1
        ("bid", "i8", (SEATS,)),  # of the imagined turn
        ("regret", "f8", (SEATS, BIDS)),
        ("whim", "f8", (SEATS, BIDS)),
        ("mixture", "f8", (BIDS,)),  # how often we bid each card, summed over the imagined turns
        ("value", "f8", (BIDS,)),
        ("cards", "i8", (KINDS,)),
    ],
    align=True,
)
Thought = Any  # one record of it


class GreedyBot:
    """Greedy bot: it looks one turn ahead; its bids are random, its picks are not."""

    name = "greedy"

    def __init__(self, game: Game) -> None:
        """Play `game`, a Maudits Criquets with any parameters."""

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`."""
        actions = np.empty(len(seats), np.int64)
        decide_all(observations, seats, generator, actions)
        return actions


@compiled
def decide_all(
    observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator, actions: NDArray[np.int64]
) -> None:
    """Fill `actions[k]` with the bid or pick of `seats[k]`, which acts now, in `observations[k]`."""
    thoughts = np.zeros(1, THOUGHT)
    for k in range(len(seats)):
        record = observations[k]
        _study(record, thoughts[0])
        if record["phase"] == BIDDING:
            actions[k] = _bid(record, seats[k], generator, thoughts[0])
        else:
            actions[k] = _pick(record, seats[k], thoughts[0])


@compiled
def _pick(record: Any, seat: int, thought: Thought) -> int:
    """The kind of the most value to us and, with less weight, to the seats that pick next (MC-2.6)."""
    most = -1e9
    choice = -1
    for kind in range(KINDS):
        if not (int(record["legal"]) >> (PICK + kind)) & 1:
            continue
        value = float(thought["gain"][seat, kind])
        envied = 0.0
        for other in range(int(record["players"])):
            if other != seat and (int(record["takers"]) >> other) & 1:
                envied = max(envied, float(thought["gain"][other, kind]))
        value += DENIAL * envied
        if value > most:
            most = value
            choice = PICK + kind
    return choice


# Bids ----------------------------------------------------------------------------------------


@compiled
def _bid(record: Any, seat: int, generator: np.random.Generator, thought: Thought) -> int:
    """A card of the hand, drawn from the mixture of the imagined turns."""
    regret = thought["regret"]
    mixture = thought["mixture"]
    hand = int(record["hand"][seat])
    for card in range(BIDS):
        mixture[card] = 0.0
        for other in range(SEATS):
            regret[other, card] = 0.0
            thought["whim"][other, card] = WHIM * generator.random()
    for _ in range(IMAGINED):
        for other in range(int(record["players"])):
            thought["bid"][other] = _drawn(int(record["hand"][other]), regret[other], generator.random())
        for other in range(int(record["players"])):
            _learn(record, other, thought)
        total = 0.0
        for card in range(BIDS):
            total += regret[seat, card]
        if total > 0:
            for card in range(BIDS):
                mixture[card] += regret[seat, card] / total
    if generator.random() < SURPRISE:
        mixture[:] = 0.0
    return _drawn(hand, mixture, generator.random())


@compiled
def _drawn(hand: int, weights: NDArray[np.float64], chance: float) -> int:
    """A card of the hand in proportion to `weights`, all equally where these are 0; `chance` is 0 to 1."""
    total = 0.0
    cards = 0
    for card in range(BIDS):
        if (hand >> card) & 1:
            total += weights[card]
            cards += 1
    rest = chance * (total if total > 0 else float(cards))
    choice = -1
    for card in range(BIDS):
        if not (hand >> card) & 1:
            continue
        weight = weights[card] if total > 0 else 1.0
        if weight > 0:
            choice = card
            if rest < weight:
                break
            rest -= weight
    return choice


@compiled
def _learn(record: Any, seat: int, thought: Thought) -> None:
    """Update the seat's regret for each card that it did not bid, given the others' bids; never below 0."""
    bids = thought["bid"]
    value = thought["value"]
    made = 0 + bids[seat]
    hand = int(record["hand"][seat])
    for card in range(BIDS):
        if (hand >> card) & 1:
            bids[seat] = card
            price = float(thought["patience"]) * PRICE[card]
            value[card] = _outcome(record, seat, thought) - price + float(thought["whim"][seat, card])
    bids[seat] = made
    regret = thought["regret"][seat]
    for card in range(BIDS):
        if (hand >> card) & 1:
            regret[card] = max(0.0, regret[card] + value[card] - value[made])


@compiled
def _outcome(record: Any, seat: int, thought: Thought) -> float:
    """The value of the imagined turn for the seat: its own gain less the mean of the others'."""
    players = int(record["players"])
    bids = thought["bid"]
    winner, takers, _ = takers_of(bids, players, bool(record["beginner"]))
    if winner >= 0:
        return _share(thought["gain_all"][winner], winner, seat, players)
    total = 0.0
    loot = int(thought["loot"])
    while takers != 0 and loot != 0:  # numbers in falling order (MC-2.6)
        taker = -1
        for other in range(players):
            if (takers >> other) & 1 and (taker < 0 or bids[other] > bids[taker]):
                taker = other
        takers ^= 1 << taker
        best = -1
        for kind in range(KINDS):
            if (loot >> kind) & 1 and (best < 0 or thought["gain"][taker, kind] > thought["gain"][taker, best]):
                best = kind
        loot ^= 1 << best
        total += _share(thought["gain"][taker, best], taker, seat, players)
    return total


@compiled
def _share(gain: float, taker: int, seat: int, players: int) -> float:
    return gain if taker == seat else -gain / (players - 1)


# What cards are worth ------------------------------------------------------------------------


@compiled
def _study(record: Any, thought: Thought) -> None:
    """Fill in the value of the loot for each seat."""
    loot = 0
    for kind in range(KINDS):
        if record["loot"][kind] > 0:
            loot |= 1 << kind
    thought["loot"] = loot
    turns_left = _turns_left(record)
    thought["patience"] = min(1.0, turns_left / 3)
    for seat in range(int(record["players"])):
        for kind in range(KINDS):
            thought["gain"][seat, kind] = 0.0
        now, _ = _worth(record, seat, 0, turns_left, thought)
        for kind in range(KINDS):
            if (loot >> kind) & 1:
                then, tokens = _worth(record, seat, 1 << kind, turns_left, thought)
                thought["gain"][seat, kind] = tokens + then - now
        then, tokens = _worth(record, seat, loot, turns_left, thought)
        thought["gain_all"][seat] = tokens + then - now


@compiled
def _turns_left(record: Any) -> int:
    """How many more turns this round has after this one, if the pile goes on shrinking by two cards a turn."""
    cards = count_bits(int(record["hand"][0]))
    if record["phase"] == BIDDING:  # the card for this turn is still in hand
        cards -= 1
    return max(0, min(cards, (int(record["pile_size"]) + 1) // 2))


@compiled
def _worth(record: Any, seat: int, taken: int, turns_left: int, thought: Thought) -> tuple[float, int]:
    """The value of the seat's reserve after it took some kinds of the loot, and the tokens got for them at once.

    `taken`, bit k: kind k is taken.
    """
    cards = thought["cards"]
    for kind in range(KINDS):
        cards[kind] = record["reserve"][seat, kind]
        if (taken >> kind) & 1:
            cards[kind] += record["loot"][kind]
    if cards[LOCUST] >= 3:  # MC-4.2
        for kind in range(KINDS):
            cards[kind] = 0
    tokens = 0
    crops = 0
    progress = 0.0
    for crop in range(CROPS):
        tokens += cards[crop] // 3
        cards[crop] %= 3
        crops += cards[crop]
        elsewhere = int(record["pile"][crop])
        if not (taken >> crop) & 1:
            elsewhere += int(record["loot"][crop])
        progress += PROGRESS[cards[crop]] * min(1.0, elsewhere / (3.0 * (3 - cards[crop])))
    locusts = cards[LOCUST]
    lead = _lead(record, seat, crops)
    majority = min(1.0, max(0.0, 0.5 + 0.5 * lead / (1.0 + turns_left))) if crops or turns_left else 0.0  # MC-5.2
    return progress * (1 - DANGER[locusts]) - UNEASE[locusts] + MAJORITY * majority, tokens


@compiled
def _lead(record: Any, seat: int, crops: int) -> int:
    """By how many crop cards the seat would lead, or trail, with `crops` of them (MC-5.1)."""
    most = 0
    for other in range(int(record["players"])):
        if other != seat:
            most = max(most, crops_in(record["reserve"][other]))
    return crops - most
