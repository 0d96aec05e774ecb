"""The rules of Maudits Criquets as compiled functions on an array of states.

The rules are known only here. Read it beside rules/maudits-criquets.md: `MC-2.5` is its
clause 2.5. Names, texts and checks for people are in game.py, what a seat sees in view.py.

The kernels here are this game's own, on one record; `RULES` at the end has all kernels, on an array of records.
A move is an *action*, a small number:

    0–5 bid 1–6 · 6 bid A · 7 bid X · 8–12 pick strawberry, corn, broccoli, blackberry, locust
    and where chance moves: 8–12 reveals a card of that kind

All players bid at once (`_apply_joint`); nobody's bid is in a state before all are. All effects of a move are written
into the record's `log`, a line of four numbers each, so that code that explains a turn repeats no rule.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import CHANCE, SIMULTANEOUS, TERMINAL, rules_of

SEATS = 4
CROPS = 4
KINDS = 5  # the crops, then locusts
LOCUST = 4
INVADING = 3  # locusts in a reserve (MC-4.2)

ACE = 6
X = 7
BIDS = 8
PICK = 8  # PICK + kind
NUM_ACTIONS = 13

# phase: what kind of action comes next
FILLING = 0  # chance lays a card out (MC-2.1, 3.1)
BIDDING = 1  # all players choose a bid card (MC-2.2)
PICKING = 2  # a player picks a kind (MC-2.6)
OVER = 3

# end: what ended the game; there is one way only (MC-6.1)
RUNNING = 0
ALL_CARDS_USED = 1

# log: what happened, as (WHAT, seat, kind or bid, how many)
NOTHING = 0
BID = 1  # a seat's card is revealed
CANCELLED = 2  # it is equal to another (MC-2.3)
TOOK = 3  # a seat takes all cards of a kind
INVASION = 4  # its reserve of so many cards is discarded (MC-4.2)
HARVEST = 5  # so many tokens for a crop (MC-4.3)
IMPASSE = 6  # nobody took anything, the how-manieth in a row (MC-3)
LOOT_DISCARDED = 7  # so many cards (MC-3.2)
ROUND_OVER = 8  # all bid cards are played, or the game ends (MC-5.1, 6.2)
MAJORITY = 9  # a seat gets a token for so many crop cards in reserve (MC-5.1)
ACE_TAKES = 10  # a seat takes the whole loot with its A (MC-2.4)
X_TAKES = 11  # … with its X beside an A (MC-2.5)
ALONE = 12  # … as the only one of two players to take (MC-2.7)
LINES = 48

STATE = np.dtype(
    [
        # agreed before the game
        ("players", "i1"),
        ("beginner", "?"),
        ("shares_majority", "?"),
        ("crops", "i1"),
        ("copies", "i1"),
        ("locusts", "i1"),
        ("numbers", "i1"),
        ("specials", "?"),
        ("loot_size", "i1"),
        ("most_tokens", "i2"),  # no rule reads it: see encoding.py
        # whose action comes next: a seat, CHANCE, SIMULTANEOUS or TERMINAL
        ("player", "i1"),
        ("phase", "i1"),
        # the cards
        ("pile", "i1", (KINDS,)),
        ("pile_size", "i1"),
        ("loot", "i1", (KINDS,)),
        ("to_lay_out", "i1"),  # how many cards chance has still to lay out
        ("hand", "i2", (SEATS,)),  # bit b: bid card b is in hand
        ("bid", "i1", (SEATS,)),  # the card each seat played last, -1: none in this round
        ("takers", "i1"),  # bit s: seat s has still to take in this turn
        ("has_taken", "?"),  # somebody took something this turn
        ("impasses", "i1"),  # in a row (MC-3.2)
        ("reserve", "i1", (SEATS, KINDS)),
        ("tokens", "i2", (SEATS,)),
        ("rounds", "i2"),  # how many rounds are over
        ("end", "i1"),
        ("winners", "i1"),  # bit s: seat s wins
        ("log", "i1", (LINES, 4)),  # what the last move brought about
        ("lines", "i1"),
        ("legal", "i8"),  # bit a: action a is legal for `player`; where all bid see `_legal_word`
    ],
    align=True,
)

KEY = np.dtype(  # what decides the future: see _write_key
    [
        ("phase", "i1"),
        ("pile", "i1", (KINDS,)),
        ("loot", "i1", (KINDS,)),
        ("to_lay_out", "i1"),
        ("impasses", "i1"),
        ("order", "i1", (SEATS,)),  # 1: takes first; 0: does not take in this turn
        ("hand", "i2", (SEATS,)),
        ("reserve", "i1", (SEATS, KINDS)),
        ("tokens", "i2", (SEATS,)),
        ("end", "i1"),
        ("winners", "i1"),
    ]
)

State = Any  # one record of STATE


@partial(compiled, is_inlined=True)
def takers_of(bids: Any, players: int, is_for_beginners: bool) -> tuple[int, int, int]:
    """The seats that take, by MC-2.3 to 2.7: equal bids cancel each other out first, then A and X, then numbers.

    Args:
        bids: shape (players,) or more: a card of each seat, 0 to BIDS - 1.
        players: how many.
        is_for_beginners: whether X takes nothing beside an A (MC-7.1).

    Returns:
        the seat that takes the whole loot, or -1; if none does, the seats that take one kind each, as bits, the highest
        number first; and the seats whose bids are cancelled, as bits.
    """
    once = 0
    twice = 0
    for seat in range(players):
        card = 1 << int(bids[seat])
        twice |= once & card
        once |= card
    standing = 0
    cancelled = 0
    ace = -1
    cross = -1
    for seat in range(players):
        bid = int(bids[seat])
        if (twice >> bid) & 1:
            cancelled |= 1 << seat
        elif bid == ACE:
            ace = seat
        elif bid == X:
            cross = seat
        else:
            standing |= 1 << seat
    if ace >= 0:  # MC-2.4, 2.5, 7.1
        return (cross if cross >= 0 and not is_for_beginners else ace), 0, cancelled
    if players == 2 and cross >= 0 and standing:  # MC-2.7
        return 1 - cross, 0, cancelled
    return -1, standing, cancelled


@compiled
def crops_in(kinds: Any) -> int:
    """How many crop cards lie in a loot or a reserve, shape (KINDS,)."""
    return _cards(kinds) - int(kinds[LOCUST])


@compiled
def _start(state: State) -> None:
    """Set up a game whose agreed fields are filled in, up to the first chance (MC-1, 2.1)."""
    size = 0
    for kind in range(KINDS):
        count = int(state["locusts"])
        if kind != LOCUST:
            count = int(state["copies"]) if kind < state["crops"] else 0
        state["pile"][kind] = count
        state["loot"][kind] = 0
        size += count
    state["pile_size"] = size
    for seat in range(SEATS):
        state["tokens"][seat] = 0
        for kind in range(KINDS):
            state["reserve"][seat, kind] = 0
    state["takers"] = 0
    state["has_taken"] = False
    state["impasses"] = 0
    state["rounds"] = 0
    state["end"] = RUNNING
    state["winners"] = 0
    state["lines"] = 0
    _deal_bid_cards(state)
    state["to_lay_out"] = _missing(state)
    _lay_out(state)


@compiled
def _apply(state: State, action: int) -> bool:
    """Play `action` of chance or of one player; False, and nothing changed, where it is illegal."""
    if action < 0 or action >= NUM_ACTIONS or not (int(state["legal"]) >> action) & 1:
        return False
    state["lines"] = 0
    if state["phase"] == FILLING:
        kind = action - PICK
        state["pile"][kind] -= 1
        state["pile_size"] -= 1
        state["loot"][kind] += 1
        state["to_lay_out"] -= 1
        _lay_out(state)
    else:
        _take(state, int(state["player"]), action - PICK)
        _let_pick(state)
    return True


@compiled
def _apply_joint(state: State, actions: NDArray[np.int64]) -> bool:
    """Play the bids of all players, seat by seat; False, and nothing changed, where one is illegal."""
    players = int(state["players"])
    if state["phase"] != BIDDING or len(actions) != players:
        return False
    for seat in range(players):
        bid = actions[seat]
        if bid < 0 or bid >= BIDS or not (int(state["hand"][seat]) >> bid) & 1:
            return False
    state["lines"] = 0
    for seat in range(players):
        state["hand"][seat] ^= 1 << actions[seat]
        state["bid"][seat] = actions[seat]
        _tell(state, BID, seat, actions[seat], 0)
    _resolve(state)
    return True


# A turn ------------------------------------------------------------------------------------


@compiled
def _missing(state: State) -> int:
    """How many cards fill the loot up to three, as far as the pile goes (MC-2.1)."""
    return max(0, min(int(state["loot_size"]) - _cards(state["loot"]), int(state["pile_size"])))


@compiled
def _lay_out(state: State) -> None:
    """Chance lays out the cards that are due; then all bid, after a new round has begun if need be."""
    if state["to_lay_out"] == 0 and state["hand"][0] == 0:
        _score_round(state)
        _deal_bid_cards(state)
        state["to_lay_out"] = _missing(state)
    if state["to_lay_out"] == 0:
        state["phase"] = BIDDING
        state["player"] = SIMULTANEOUS
        state["legal"] = 0
        return
    legal = 0
    for kind in range(KINDS):
        if state["pile"][kind] > 0:
            legal |= 1 << (PICK + kind)
    state["phase"] = FILLING
    state["player"] = CHANCE
    state["legal"] = legal


@compiled
def _resolve(state: State) -> None:
    """The seats that take cards, in order, after a joint bid; see `takers_of`."""
    bids = state["bid"]
    taker, standing, cancelled = takers_of(bids, int(state["players"]), bool(state["beginner"]))
    for seat in range(int(state["players"])):
        if (cancelled >> seat) & 1:
            _tell(state, CANCELLED, seat, int(bids[seat]), 0)
    state["has_taken"] = False
    state["takers"] = standing
    if taker >= 0:
        bid = int(bids[taker])
        _tell(state, X_TAKES if bid == X else ACE_TAKES if bid == ACE else ALONE, taker, bid, 0)
        _take_all(state, taker)
    _let_pick(state)


@compiled
def _let_pick(state: State) -> None:
    """MC-2.6: the highest number still to take picks a kind; if there is no choice it takes at once."""
    while state["takers"] != 0:
        seat = -1
        for other in range(int(state["players"])):
            if (int(state["takers"]) >> other) & 1 and (seat < 0 or state["bid"][other] > state["bid"][seat]):
                seat = other
        kinds = 0
        legal = 0
        for kind in range(KINDS):
            if state["loot"][kind] > 0:
                kinds += 1
                legal |= 1 << (PICK + kind)
        if kinds > 1:
            state["phase"] = PICKING
            state["player"] = seat
            state["legal"] = legal
            return
        if kinds == 0:
            state["takers"] = 0
        else:
            _take_all(state, seat)
    _end_turn(state)


@compiled
def _take_all(state: State, seat: int) -> None:
    """Let a seat take the whole loot; only after that an invasion or a harvest is worked out, once (MC-4.2)."""
    for kind in range(KINDS):
        _gain(state, seat, kind)
    _settle(state, seat)


@compiled
def _take(state: State, seat: int, kind: int) -> None:
    _gain(state, seat, kind)
    _settle(state, seat)


@compiled
def _gain(state: State, seat: int, kind: int) -> None:
    count = int(state["loot"][kind])
    if count > 0:
        state["reserve"][seat, kind] += count
        state["loot"][kind] = 0
        _tell(state, TOOK, seat, kind, count)


@compiled
def _settle(state: State, seat: int) -> None:
    """After a gain: invasion before harvest (MC-4.2, 4.3); the seat is done for this turn."""
    state["has_taken"] = True
    state["takers"] &= ~(1 << seat)
    reserve = state["reserve"][seat]
    if reserve[LOCUST] >= INVADING:
        _tell(state, INVASION, seat, LOCUST, _cards(reserve))
        for kind in range(KINDS):
            reserve[kind] = 0
        return
    for crop in range(CROPS):
        harvested = int(reserve[crop]) // 3
        if harvested > 0:
            reserve[crop] -= 3 * harvested
            state["tokens"][seat] += harvested
            _tell(state, HARVEST, seat, crop, harvested)


@compiled
def _end_turn(state: State) -> None:
    """After all takes are settled: an impasse, the end of the game, or the cards to be laid out next."""
    state["to_lay_out"] = 0
    if state["has_taken"]:
        state["impasses"] = 0
    else:
        state["impasses"] += 1
        _tell(state, IMPASSE, -1, 0, int(state["impasses"]))
        if state["impasses"] == 1:  # MC-3.1, and 3.3: also on the last card, before the round ends
            state["to_lay_out"] = min(1, int(state["pile_size"]))
        else:
            _discard_loot(state)
    if state["pile_size"] == 0 and _cards(state["loot"]) == 0:  # MC-6.1
        _score_round(state)
        _finish(state)
        return
    if state["impasses"] == 0 and state["hand"][0] != 0:
        state["to_lay_out"] = _missing(state)
    _lay_out(state)


@compiled
def _discard_loot(state: State) -> None:
    """MC-3.2: the second impasse in a row; the count starts afresh."""
    _tell(state, LOOT_DISCARDED, -1, 0, _cards(state["loot"]))
    for kind in range(KINDS):
        state["loot"][kind] = 0
    state["impasses"] = 0


# Rounds and the end --------------------------------------------------------------------------


@compiled
def _deal_bid_cards(state: State) -> None:
    """MC-1.1: everybody has all bid cards in hand."""
    cards = (1 << int(state["numbers"])) - 1
    if state["specials"]:
        cards |= 1 << ACE | 1 << X
    for seat in range(SEATS):
        state["hand"][seat] = cards if seat < state["players"] else 0
        state["bid"][seat] = -1


@compiled
def _score_round(state: State) -> None:
    """MC-5.1, 5.2: a token for the most crop cards in reserve."""
    players = int(state["players"])
    state["rounds"] += 1
    _tell(state, ROUND_OVER, -1, 0, int(state["rounds"]) & 127)
    most = 0
    how_many = 0
    for seat in range(players):
        crops = crops_in(state["reserve"][seat])
        if crops > most:
            most = crops
            how_many = 0
        if crops == most:
            how_many += 1
    if most == 0 or (how_many > 1 and not state["shares_majority"]):
        return
    for seat in range(players):
        if crops_in(state["reserve"][seat]) == most:
            state["tokens"][seat] += 1
            _tell(state, MAJORITY, seat, 0, most)


@compiled
def _finish(state: State) -> None:
    """MC-6.3: most tokens, then fewest locusts, then a shared victory."""
    best = -1
    for seat in range(int(state["players"])):
        rank = int(state["tokens"][seat]) * SEATS - int(state["reserve"][seat, LOCUST]) + 2
        if rank > best:
            best = rank
            state["winners"] = 0
        if rank == best:
            state["winners"] |= 1 << seat
    state["end"] = ALL_CARDS_USED
    state["phase"] = OVER
    state["player"] = TERMINAL
    state["legal"] = 0


@compiled
def _cards(kinds: Any) -> int:
    """How many cards lie in a loot or a reserve."""
    count = 0
    for kind in range(KINDS):
        count += int(kinds[kind])
    return count


@compiled
def _tell(state: State, what: int, seat: int, kind: int, count: int) -> None:
    line = int(state["lines"])
    if line < LINES:
        state["log"][line, 0] = what
        state["log"][line, 1] = seat
        state["log"][line, 2] = kind
        state["log"][line, 3] = count
        state["lines"] = line + 1


# What kernels.py makes everything else of ------------------------------------------------------


@compiled
def _legal_word(state: State, player: int, word: int) -> int:
    """Bit a: `player` (or CHANCE) may play action a now; all actions are in one word."""
    if state["phase"] == BIDDING:
        return int(state["hand"][player]) if 0 <= player < state["players"] else 0
    return int(state["legal"]) if player == int(state["player"]) else 0


@compiled
def _chance_weight(state: State, action: int) -> int:
    """How many cards of the kind that chance reveals are in the pile."""
    return int(state["pile"][action - PICK])


@compiled
def _reveal(state: State, generator: np.random.Generator) -> int:
    """The action that reveals a card drawn blindly from the pile; nothing is changed."""
    pile = state["pile"]
    rest = int(generator.random() * int(state["pile_size"]))
    kind = 0
    passed = 0
    for k in range(KINDS - 1):
        passed += int(pile[k])
        kind += passed <= rest
    return PICK + kind


@compiled
def _write_key(state: State, key: Any) -> None:
    """Write all that the rest of the game depends on.

    Left out: the log; how many rounds are over, as every round counts alike; whose turn it is to pick, which follows
    from the bids. Of the bids only the order counts in which the takers pick. While they pick, it is settled that
    somebody takes, so the impasses do not count. At the end the hands do not count.
    """
    phase = int(state["phase"])
    players = int(state["players"])
    key["phase"] = phase
    for kind in range(KINDS):
        key["pile"][kind] = state["pile"][kind]
        key["loot"][kind] = state["loot"][kind]
        for seat in range(players):
            key["reserve"][seat, kind] = state["reserve"][seat, kind]
    for seat in range(players):
        key["tokens"][seat] = state["tokens"][seat]
    if phase == OVER:
        key["end"] = state["end"]
        key["winners"] = state["winners"]
        return
    for seat in range(players):
        key["hand"][seat] = state["hand"][seat]
    if phase != PICKING:
        key["to_lay_out"] = state["to_lay_out"]
        key["impasses"] = state["impasses"]
        return
    takers = int(state["takers"])
    for seat in range(players):
        if (takers >> seat) & 1:
            for other in range(players):
                is_before = (takers >> other) & 1 == 1 and state["bid"][other] >= state["bid"][seat]
                key["order"][seat] += is_before


RULES = rules_of(globals())
