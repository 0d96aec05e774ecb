"""A position of Lucky Numbers as a row of floats for learning, compiled.

In this order, float32 in 0..1, n players, from seat `player` on (default: whose turn it is):

    (n × 16)  boards, seat by seat: number/20, 0 where a cell is free
    (n × 4)   set-up hands, likewise
    (20, 20)  how many of each number are hidden, and lie on the table: divided by n
    (20)      which number is being placed, one-hot
    (n, n)    whose turn it is, and who began: one-hot
    (7)       the phase, one-hot
    (2)       whether the tile was taken; the takes in a row as a share of the stall limit
    (16 × 20) with Bruno's variant only: which replays the turn has had

Only fields of the record are read; no rule is known here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import encoding_of
from jardinet.games.lucky_numbers.rules import CELLS, NUMBERS, OVER, SEATS, SIDE

Row = NDArray[np.float32]  # shape Game.observation_tensor_shape(), C-contiguous

# Looked up, as forty divisions take longer than all the rest.
AS_SHARE = (np.arange(NUMBERS + 1) / NUMBERS).astype(np.float32)  # of a number: number/20
OF_PLAYERS = (np.arange(SEATS + 1) / np.maximum(np.arange(SEATS + 1), 1)[:, None]).astype(
    np.float32
)  # [players, count]


@compiled
def _encode(state: Any, player: int, out: Row) -> None:
    players = int(state["players"])
    tile = int(state["tile"])
    at = _boards_and_hands(state, player, out)
    pile = state["pile"]
    table = state["table"]
    share = OF_PLAYERS[players]
    for k in range(NUMBERS):
        out[at + k] = share[pile[k + 1]]
        out[at + NUMBERS + k] = share[table[k + 1]]
    at += 2 * NUMBERS
    out[at:] = 0
    if tile > 0:
        out[at + tile - 1] = 1
    at += NUMBERS
    turn = int(state["seat"]) - player  # without a division, which takes longer than all of this
    out[at + turn + (players if turn < 0 else 0)] = 1
    at += players
    began = int(state["first"]) - player
    out[at + began + (players if began < 0 else 0)] = 1
    at += players
    out[at + int(state["phase"])] = 1
    at += OVER + 1
    if state["taken"] and tile > 0:
        out[at] = 1
    out[at + 1] = int(state["takes_in_a_row"]) / int(state["stall_limit"])
    if state["bruno"]:
        _replays(state["earned"], out[at + 2 :])


@compiled
def _boards_and_hands(state: Any, player: int, out: Row) -> int:
    """All boards, then all hands, own seat first; returns where the rest begins."""
    players = int(state["players"])
    hands = players * CELLS
    seat = player
    for k in range(players):
        board = state["board"][seat]
        hand = state["hand"][seat]
        for cell in range(CELLS):
            out[k * CELLS + cell] = AS_SHARE[board[cell]]
        for place in range(SIDE):
            out[hands + k * SIDE + place] = AS_SHARE[hand[place]]
        seat = seat + 1 if seat + 1 < players else 0
    return hands + players * SIDE


@compiled
def _replays(earned: Any, out: Row) -> None:
    for cell in range(CELLS):
        numbers = int(earned[cell])
        for number in range(1, NUMBERS + 1):
            out[cell * NUMBERS + number - 1] = (numbers >> number) & 1


ENCODING = encoding_of(globals())
