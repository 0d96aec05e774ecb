"""The compiled part of VectorEnv: whose action it is in each of many games, and what may be played there.

These kernels read only what every game's record has (see `Rules` in games/api.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import SIMULTANEOUS, TERMINAL
from jardinet.games.compiled import compiled

Indices = NDArray[np.int64]


@compiled
def first_illegal(legal: Indices, actions: Indices) -> int:
    """The first k whose action is none of the bits of `legal[k]`; -1: there is none."""
    for k in range(len(legal)):
        if actions[k] < 0 or actions[k] > 62 or not (legal[k] >> actions[k]) & 1:
            return k
    return -1


@compiled
def sort_out(
    states: NDArray[Any],
    places: Indices,
    seats: Indices,
    actions: Indices,
    waiting: Indices,
    alone: Indices,
    chosen: Indices,
    together: Indices,
) -> tuple[int, int]:
    """Tell the games in which an action is played now from those in which it waits for other seats'.

    Args:
        states: shape (n,); only `player` is read.
        places: shape (k,): the games in which somebody chose.
        seats: shape (n,): who did; afterwards who acts next where all move at once, and 0 elsewhere.
        actions: shape (k,): theirs.
        waiting: shape (n, players): the actions of a joint move so far.
        alone: filled with the games whose action is to be played.
        chosen: filled with these actions.
        together: filled with the games whose joint move is complete.

    Returns:
        how many there are of `alone` and of `together`.
    """
    single = 0
    joint = 0
    players = waiting.shape[1]
    for k in range(len(places)):
        i = places[k]
        seat = seats[i]
        seats[i] = 0
        if states[i]["player"] != SIMULTANEOUS:
            alone[single] = i
            chosen[single] = actions[k]
            single += 1
            continue
        waiting[i, seat] = actions[k]
        if seat + 1 < players:
            seats[i] = seat + 1
        else:
            together[joint] = i
            joint += 1
    return single, joint


@compiled
def find_seats(states: NDArray[Any], seats: Indices) -> bool:
    """Fill in who acts next; where all move at once that is known already. Returns whether a game is over."""
    is_over = False
    for i in range(len(states)):
        player = int(states[i]["player"])
        if player >= 0:
            seats[i] = player
        elif player == TERMINAL:
            is_over = True
    return is_over


@compiled
def spread(legal: Indices, mask: NDArray[np.int8]) -> None:
    """Element [k, a] of `mask`: bit a of `legal[k]`."""
    for k in range(len(legal)):
        for action in range(mask.shape[1]):
            mask[k, action] = (legal[k] >> action) & 1
