"""A position of Lucky Numbers as a row of floats for learning, compiled.

`layout` tells the order of its parts, from seat `player` on (default: the seat whose turn it is).
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
from jardinet.games.lucky_numbers.rules import CELLS, NUMBERS, OVER, SEATS, SIDE

Row = NDArray[np.float32]  # shape Game.observation_tensor_shape(), C-contiguous

# Looked up, as forty divisions take longer than all the rest.
AS_SHARE = (np.arange(NUMBERS + 1) / NUMBERS).astype(np.float32)  # of a number: number/20
OF_PLAYERS = (np.arange(SEATS + 1) / np.maximum(np.arange(SEATS + 1), 1)[:, None]).astype(
    np.float32
)  # [players, count]


def layout(parameters: Mapping[str, int | str]) -> tuple[Part, ...]:
    """The parts of the tensor of a game with these parameters; seat by seat means from the own seat on."""
    players = int(parameters["players"])
    parts = (
        Part("boards", players * CELLS, "number / 20", "cells a1 to d4, row by row, seat by seat; 0: free", ("board",)),
        Part("hands", players * SIDE, "number / 20", "tiles to place in the set-up, seat by seat; 0: none", ("hand",)),
        Part("pile", NUMBERS, "count / players", "hidden tiles of the numbers 1 to 20", ("pile",)),
        Part("table", NUMBERS, "count / players", "tiles of the numbers 1 to 20 on the table", ("table",)),
        Part("tile", NUMBERS, "one-hot", "the number that is being placed, 1 to 20; all 0: none", ("tile",)),
        Part("turn", players, "one-hot", "whose turn it is, seat by seat", ("seat",)),
        Part("first", players, "one-hot", "who began, seat by seat", ("first",)),
        Part("phase", OVER + 1, "one-hot", "what kind of action comes next, as rules.py numbers them", ("phase",)),
        Part("taken", 1, "0 or 1", "the tile that is being placed was taken from the table", ("taken", "tile")),
        Part("takes", 1, "count / stall limit", "takes in a row", ("takes_in_a_row", "stall_limit")),
    )
    if not parameters["bruno"]:
        return parts
    meaning = "cell by cell, the numbers 1 to 20 whose replay the turn has had there"
    return (*parts, Part("replays", CELLS * NUMBERS, "0 or 1", meaning, ("earned",)))


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
