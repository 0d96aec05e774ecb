"""A position of Maudits Criquets as a row of floats for learning, compiled.

`layout` tells the order of its parts, from seat `player` on (default: the one to move, or seat 0).
Only fields of the record are read; no rule is known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import encoding_of
from jardinet.games.layout import Part
from jardinet.games.maudits_criquets.rules import BIDS, KINDS, OVER

Row = NDArray[np.float32]  # shape Game.observation_tensor_shape(), C-contiguous

# Counts are divided by a crop's cards, or by all locusts (MC-1), so that they lie in 0..1; looked up, as dividing
# takes longer than all the rest.
CROP_CARDS = 13
MOST_OF_A_KIND = 14
OF_A_CROP = (np.arange(MOST_OF_A_KIND + 1) / CROP_CARDS).astype(np.float32)
OF_A_KIND = (np.arange(MOST_OF_A_KIND + 1) / MOST_OF_A_KIND).astype(np.float32)
LOOT = 3
BOX_TOKENS = 24  # MC-1.3; they never run out, and a game can hand out more


def most_tokens(parameters: Mapping[str, int | str]) -> int:
    """An upper bound of a seat's tokens in a game with these parameters; never below 24, the bound of a default game of two.

    A seat gets a token for three cards of a crop (MC-4.3) and one a round (MC-5.1); a round has as many turns as there
    are bid cards. At most one turn in which nobody takes precedes each turn that uses cards up: a second one in a row
    discards the loot (MC-3.2), which uses cards up too. So there are at most two turns for each that uses cards up.
    With three players and more such a turn may use a single card. With two, either both take a card or more, or the
    whole loot goes (MC-2.4 to 2.7): `shared` counts the turns of the first kind, which leave a card to the other seat;
    all others use up a full loot, except the last.
    """
    crops, copies, loot = (int(parameters[name]) for name in ("crops", "copies", "loot"))
    cards = crops * copies + int(parameters["locusts"])
    turns_a_round = int(parameters["numbers"]) + 2 * bool(parameters["specials"])
    is_duel = int(parameters["players"]) == 2
    most = BOX_TOKENS
    for shared in range(cards // 2 + 1 if is_duel else 1):
        harvests = min(crops * (copies // 3), (cards - shared) // 3)
        alone = (cards - 1 - 2 * shared) // loot if is_duel else cards - 1
        turns = 2 * (max(0, alone) + shared + 1)
        most = max(most, harvests + -(-turns // turns_a_round))
    return most


def layout(parameters: Mapping[str, int | str]) -> tuple[Part, ...]:
    """The parts of the tensor of a game with these parameters; `[k]` is the seat k places after one's own."""
    parts: list[Part] = []
    for k in range(int(parameters["players"])):
        parts += (
            Part(
                f"reserve[{k}]", KINDS, f"count / {CROP_CARDS}", "cards in reserve by kind, locusts last", ("reserve",)
            ),
            Part(f"hand[{k}]", BIDS, "0 or 1", "bid cards in hand: 1 to 6, A, X", ("hand",)),
            Part(f"bid[{k}]", BIDS, "one-hot", "the bid card played last in this round; all 0: none", ("bid",)),
            Part(f"tokens[{k}]", 1, "count / most_tokens", "tokens", ("tokens", "most_tokens")),
            Part(f"takes[{k}]", 1, "0 or 1", "has still to take in this turn", ("takers",)),
            Part(f"moves[{k}]", 1, "0 or 1", "picks a kind now", ("player",)),
        )
    parts += (
        Part("loot", KINDS, f"count / {MOST_OF_A_KIND}", "cards in the loot by kind, locusts last", ("loot",)),
        Part("pile", KINDS, f"count / {MOST_OF_A_KIND}", "hidden cards by kind, locusts last", ("pile",)),
        Part("phase", OVER + 1, "one-hot", "what kind of action comes next, as rules.py numbers them", ("phase",)),
        Part("to_lay_out", 1, f"count / {LOOT}", "cards that chance has still to lay out", ("to_lay_out",)),
        Part("impasse", 1, "0 or 1", "the turn before brought an impasse", ("impasses",)),
        Part("has_taken", 1, "0 or 1", "somebody took something in this turn", ("has_taken",)),
        Part("beginner", 1, "0 or 1", "the rules for beginners are agreed", ("beginner",)),
        Part("shares_majority", 1, "0 or 1", "equal majorities all get a token", ("shares_majority",)),
    )
    return tuple(parts)


@compiled
def _encode(state: Any, player: int, out: Row) -> None:
    players = int(state["players"])
    at = 0
    seat = player
    for _ in range(players):
        at = _seat(state, seat, out, at)
        seat = seat + 1 if seat + 1 < players else 0
    for kind in range(KINDS):
        out[at + kind] = OF_A_KIND[state["loot"][kind]]
        out[at + KINDS + kind] = OF_A_KIND[state["pile"][kind]]
    at += 2 * KINDS
    for phase in range(OVER + 1):
        out[at + phase] = phase == state["phase"]
    at += OVER + 1
    out[at] = int(state["to_lay_out"]) / LOOT
    out[at + 1] = state["impasses"]
    out[at + 2] = state["has_taken"]
    out[at + 3] = state["beginner"]
    out[at + 4] = state["shares_majority"]


@compiled
def _seat(state: Any, seat: int, out: Row, at: int) -> int:
    """One seat's cards and tokens from place `at` on; returns where the next seat begins."""
    for kind in range(KINDS):
        out[at + kind] = OF_A_CROP[state["reserve"][seat, kind]]
    at += KINDS
    hand = int(state["hand"][seat])
    bid = int(state["bid"][seat])
    for card in range(BIDS):
        out[at + card] = (hand >> card) & 1
        out[at + BIDS + card] = card == bid
    at += 2 * BIDS
    out[at] = int(state["tokens"][seat]) / int(state["most_tokens"])
    out[at + 1] = (int(state["takers"]) >> seat) & 1
    out[at + 2] = seat == state["player"]
    return at + 3


ENCODING = encoding_of(globals())
