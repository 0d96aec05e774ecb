"""A position of Maudits Criquets as a row of floats for learning, compiled.

In this order, float32 in 0..1, n players, from seat `player` on (default: the one to move, or seat 0):

    (n × 24)  seat by seat: reserve by kind (5, divided by 13), bid cards in hand (8) and the card played last
              (8, one-hot), tokens (divided by `most_tokens`), whether it has still to take, whether it moves
    (5, 5)    loot, pile by kind, divided by 14
    (4)       the phase, one-hot
    (5)       cards still to be laid out (divided by 3), impasses, whether anybody took, beginners, shared majority

Only fields of the record are read; no rule is known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import encoding_of
from jardinet.games.maudits_criquets.rules import BIDS, KINDS, OVER

Row = NDArray[np.float32]  # shape Game.observation_tensor_shape(), C-contiguous

# Counts are divided by a crop's cards, or by all locusts (MC-1), so that they lie in 0..1; looked up, as dividing
# takes longer than all the rest.
OF_A_CROP = (np.arange(15) / 13).astype(np.float32)
OF_A_KIND = (np.arange(15) / 14).astype(np.float32)
LOOT = 3
BOX_TOKENS = 24  # MC-1.3; they never run out, and a game can hand out more


def most_tokens(parameters: Mapping[str, int | str]) -> int:
    """What no seat's tokens exceed in a game with these parameters, nor 24, which a default game of two cannot.

    A seat gets a token for three cards of a crop (MC-4.3) and one a round (MC-5.1), whose turns are as many as
    there are bid cards. Turns in which nobody takes come at most alternately, one before each turn that uses
    cards up, or one of them discards the loot (MC-3.2); so there are two turns for each that uses cards up. With
    three players and more such a turn may use a single card. With two, either both take a card or more, or the
    whole loot goes (MC-2.4 to 2.7): `shared` are the turns of the first kind, which leave a card to the
    other seat, and all others use up a full loot, but the last.
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
