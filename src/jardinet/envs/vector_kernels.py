"""The compiled part of VectorEnv: the acting seat in each of many games, and its legal actions.

These kernels only read fields that every game's record has (see `Rules` in games/api.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import CHANCE, NO_ACTION, SIMULTANEOUS, TERMINAL, WORD_BITS

Indices = NDArray[np.int64]


@compiled
def first_illegal(legal: Indices, places: Indices, actions: Indices) -> int:
    """The first k whose action is not among the bits of the words `legal[places[k]]`; -1: there is none."""
    for k in range(len(places)):
        action = actions[k]
        if action < 0 or action >= legal.shape[1] * WORD_BITS:
            return k
        if not (legal[places[k], action // WORD_BITS] >> (action % WORD_BITS)) & 1:
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
    """Separate the games in which an action is played now from those in which it waits for those of other seats.

    Args:
        states: shape (n,); only `player` is read.
        places: shape (k,): the games in which a seat chose.
        seats: shape (n,): the seats that did; afterwards, where all move at once, the seats that act next, and 0
            elsewhere.
        actions: shape (k,): their actions.
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
def find_seats(
    states: NDArray[Any],
    places: Indices,
    seats: Indices,
    restarts: NDArray[np.bool_],
    is_taken: NDArray[np.bool_],
    is_over: NDArray[np.bool_],
    ended: Indices,
    waiting: Indices,
    asked: Indices,
    taken: int,
) -> tuple[int, int, int]:
    """Fill in the seats that act next, and list the games that are to be reset, wait for chance, or ask a bot.

    Args:
        states: shape (n,); only `player` is read.
        places: the games to look at.
        seats: shape (n,): the seats that act next; where all move at once that is known already.
        restarts: shape (n,): whether a game is reset once it is over.
        is_taken: shape (n, players): whether a bot has the seat.
        is_over: shape (n,): becomes True for a game that is over and is not reset.
        ended: filled with the games that are reset.
        waiting: filled with these, and with those that wait for chance; may be the same memory as `places`.
        asked: filled from `taken` on with the games in which a bot has to choose; may be the same memory too, from 0
            on.
        taken: how many are known already.

    Returns:
        how many there are of `ended`, of `waiting` and of `asked`.
    """
    over = 0
    later = 0
    for place in places:
        i = np.uintp(place)  # for signed indices Numba checks whether they count from the end
        player = int(states[i]["player"])
        if player == CHANCE:
            waiting[later] = place
            later += 1
            continue
        if player == TERMINAL:
            if restarts[i]:
                ended[over] = place
                over += 1
                waiting[later] = place
                later += 1
            else:
                is_over[i] = True
            continue
        if player >= 0:
            seats[i] = player
        if is_taken[i, np.uintp(seats[i])]:
            asked[taken] = place
            taken += 1
    return over, later, taken


@compiled
def part_games(
    legal: Indices,
    actions: Indices,
    is_over: NDArray[np.bool_],
    played: Indices,
    chosen: Indices,
    beginning: Indices,
    is_illegal: NDArray[np.bool_],
) -> tuple[int, int]:
    """Separate the games in which an action is to be played from those that are over, and from those in which it is not legal.

    Args:
        legal: shape (n, words): the legal actions, as bits.
        actions: shape (n,): the choice in each game; not read if the game is over.
        is_over: shape (n,).
        played: filled with the games in which the action is legal.
        chosen: filled with these actions.
        beginning: filled with the games that are over.
        is_illegal: shape (n,): filled with whether a running game's action is not among the bits of the words
            `legal[k]`.

    Returns:
        how many there are of `played` and of `beginning`.
    """
    count = 0
    over = 0
    for k in range(len(actions)):
        action = actions[k]
        is_illegal[k] = False
        if is_over[k]:
            beginning[over] = k
            over += 1
        elif (
            0 <= action < legal.shape[1] * WORD_BITS
            and (legal[k, action // WORD_BITS] >> (action % WORD_BITS)) & 1 == 1
        ):
            played[count] = k
            chosen[count] = action
            count += 1
        else:
            is_illegal[k] = True
    return count, over


@compiled
def pass_over(
    states: NDArray[Any], seats: Indices, legal: Indices, waiting: Indices, together: Indices
) -> tuple[int, int]:
    """Where all move at once, let the next seat act if the acting one has nothing to choose.

    Args:
        states: shape (n,); only `player` is read.
        seats: shape (n,): the acting seats; changed.
        legal: shape (n, words): their legal actions.
        waiting: shape (n, players): gets NO_ACTION for seats that are passed over.
        together: filled with the games whose joint move is complete now.

    Returns:
        how many games wait for another seat now, and how many there are of `together`.
    """
    passed = 0
    joint = 0
    players = waiting.shape[1]
    for i in range(len(states)):
        can_choose = False
        for word in range(legal.shape[1]):
            can_choose |= legal[i, word] != 0
        if can_choose or states[i]["player"] != SIMULTANEOUS:
            continue
        seat = seats[i]
        waiting[i, seat] = NO_ACTION
        if seat + 1 < players:
            seats[i] = seat + 1
            passed += 1
        else:
            seats[i] = 0
            together[joint] = i
            joint += 1
    return passed, joint


@compiled
def spread(legal: Indices, mask: NDArray[np.int8]) -> None:
    """Element [k, a] of `mask`: bit a % WORD_BITS of word a // WORD_BITS of `legal[k]`."""
    for k in range(len(legal)):
        for word in range(legal.shape[1]):
            first = word * WORD_BITS
            bits = legal[k, word]
            for bit in range(min(WORD_BITS, mask.shape[1] - first)):
                mask[k, first + bit] = (bits >> bit) & 1
