"""A position of Maudits Criquets as a row of floats for learning, compiled.

What stands where is told by `MauditsCriquetsState.observation_tensor`. Only fields of the record are
read; no rule is known here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import encoding_of
from jardinet.games.maudits_criquets.rules import BIDS, KINDS, OVER

Row = NDArray[np.float32]  # shape Game.observation_tensor_shape(), C-contiguous

# What the counts are divided by, so that they lie in 0..1: a crop's cards, all locusts, the box's tokens (MC-1).
CROP_CARDS = 13
MOST_OF_A_KIND = 14
TOKENS = 24
LOOT = 3


@compiled
def _encode(state: Any, player: int, out: Row) -> None:
    players = int(state["players"])
    at = 0
    for k in range(players):
        at = _seat(state, (player + k) % players, out, at)
    for kind in range(KINDS):
        out[at + kind] = int(state["loot"][kind]) / MOST_OF_A_KIND
        out[at + KINDS + kind] = int(state["pile"][kind]) / MOST_OF_A_KIND
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
        out[at + kind] = int(state["reserve"][seat, kind]) / CROP_CARDS
    at += KINDS
    hand = int(state["hand"][seat])
    bid = int(state["bid"][seat])
    for card in range(BIDS):
        out[at + card] = (hand >> card) & 1
        out[at + BIDS + card] = card == bid
    at += 2 * BIDS
    out[at] = min(1.0, int(state["tokens"][seat]) / TOKENS)
    out[at + 1] = (int(state["takers"]) >> seat) & 1
    out[at + 2] = seat == state["player"]
    return at + 3


ENCODING = encoding_of(globals())
