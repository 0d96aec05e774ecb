"""The compiled part of Lookahead: which tiles and plays may come next, and which of them is best.

Everything is in flat lists for many positions at once; each entry names its position or its hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.arrays import Indices
from jardinet.games.compiled import compiled
from jardinet.games.lucky_numbers.rules import (
    CELLS,
    CHOOSING,
    DISCARD,
    DRAW,
    NUM_ACTIONS,
    NUMBERS,
    OVER,
    PLACE,
    SIDE,
    points_of,
    rising_placement,
)

MOST_HANDS = 2 * NUMBERS  # per position: each number drawn, each taken
WORST_POINTS, BEST_POINTS = SIDE - CELLS, 2  # LN-7.2


class Hands(NamedTuple):
    """Tiles that may be in hand next, grouped by position.

    Attributes:
        position: int64, shape (k,): the position.
        action: that brings it: DRAW, or the number that is taken; -1: it is in hand already.
        number: on the drawn tile.
        weight: float64: the probability that a draw brings it; 0 if it is not drawn.
    """

    position: Indices
    action: Indices
    number: Indices
    weight: NDArray[np.float64]


@compiled
def arrange(records: NDArray[Any], actions: Indices) -> None:
    """Standard set-up: overwrite `actions` with those that put the hand on the free diagonal cells in rising order.

    The net does not see hands that are still to be placed.
    """
    for i in range(len(records)):
        action = rising_placement(records[i])
        if action >= 0:
            actions[i] = action


@compiled
def list_hands(records: NDArray[Any], draws: int, phases: NDArray[np.float64]) -> Hands:
    """The tiles that may be in hand next.

    Args:
        records: shape (n,), dtype STATE.
        draws: see `Lookahead.choose`.
        phases: shape (n,), 0 to 1: where the evenly spread tiles begin; shape (0,): all tiles.
    """
    most = len(records) * MOST_HANDS
    position = np.empty(most, np.int64)
    action = np.empty(most, np.int64)
    revealed = np.empty(most, np.int64)
    weight = np.empty(most)
    count = 0
    for i in range(len(records)):
        record = records[i]
        if record["phase"] != CHOOSING:
            position[count] = i
            action[count] = -1
            revealed[count] = 0
            weight[count] = 0.0
            count += 1
            continue
        legal = int(record["legal"])
        for number in range(1, NUMBERS + 1):
            if (legal >> number) & 1:
                position[count] = i
                action[count] = number
                revealed[count] = 0
                weight[count] = 0.0
                count += 1
        if not (legal >> DRAW) & 1:
            continue
        below = 0.0
        for number in range(1, NUMBERS + 1):
            share = int(record["pile"][number]) / int(record["pile_size"])
            if len(phases):  # how many of phase, phase + 1, … lie in this number's part of the pile
                begin = np.floor(below * draws - phases[i])
                below += share
                share = (np.floor(below * draws - phases[i]) - begin) / draws
            if share > 0:
                position[count] = i
                action[count] = DRAW
                revealed[count] = number
                weight[count] = share
                count += 1
    return Hands(position[:count], action[:count], revealed[:count], weight[:count])


@compiled
def list_plays(hands: NDArray[Any]) -> tuple[Indices, Indices]:
    """Every legal action with each tile in hand: the number of the hand's position, and the action; both of shape (k,)."""
    hand = np.empty(len(hands) * (CELLS + 1), np.int64)
    play = np.empty(len(hands) * (CELLS + 1), np.int64)
    count = 0
    for i in range(len(hands)):
        legal = int(hands[i]["legal"])
        for action in range(PLACE, NUM_ACTIONS):
            if (legal >> action) & 1:
                hand[count] = i
                play[count] = action
                count += 1
    return hand[:count], play[:count]


@compiled
def seat_by_seat(records: NDArray[Any], viewers: Indices, values: NDArray[np.float32]) -> None:
    """Rotate the net's outputs, which begin with each viewer's seat, to begin with seat 0; finished games get their outcomes."""
    players = values.shape[1] // 2
    before = np.empty(values.shape[1], np.float32)
    for i in range(len(records)):
        if records[i]["phase"] == OVER:
            _write_outcome(records[i], values[i])
            continue
        before[:] = values[i]
        for k in range(players):
            seat = (int(viewers[i]) + k) % players
            values[i, seat] = before[k]
            values[i, players + seat] = before[players + k]


@compiled
def write_outcomes(records: NDArray[Any], values: NDArray[np.float32]) -> None:
    """Write the net's target outputs for finished games; see `Lookahead.outcomes`."""
    for i in range(len(records)):
        _write_outcome(records[i], values[i])


@compiled
def _write_outcome(record: Any, values: NDArray[np.float32]) -> None:
    """Write each seat's share of the victory (see `Game.shares_of`) and its match points."""
    players = int(record["players"])
    winners = 0
    for seat in range(players):
        winners += (int(record["winners"]) >> seat) & 1
    for seat in range(players):
        wins = (int(record["winners"]) >> seat) & 1
        values[seat] = wins / winners
        values[players + seat] = (points_of(record, seat) - WORST_POINTS) / (BEST_POINTS - WORST_POINTS)


@compiled
def best_plays(hands: Hands, output: Indices, hand: Indices, values: NDArray[np.float32]) -> Indices:
    """The best play of each tile that may be drawn or taken, shape (hands,); -1 for a tile in hand already. See `weigh`."""
    best = np.empty(len(hands.position), np.int64)
    best[:] = -1
    for k in range(len(hand)):
        of = output[hands.position[hand[k]]]
        if hands.action[hand[k]] >= 0 and (best[hand[k]] < 0 or values[k, of] > values[best[hand[k]], of]):
            best[hand[k]] = k
    return best


@compiled
def weigh(
    hands: Hands,
    output: Indices,
    hand: Indices,
    play: Indices,
    values: NDArray[np.float32],
    worth: NDArray[np.float32],
) -> None:
    """Fill in the outputs expected after each legal action, if the tile in hand is then played to maximize `output`.

    Args:
        hands: the tiles that may be in hand.
        output: shape (n,): the output to maximize, that of each position's mover; of equal plays the first counts.
        hand: shape (k,): the hand of each play, rising.
        play: shape (k,): the actions there.
        values: shape (k, outputs): the net's outputs after each.
        worth: shape (n, NUM_ACTIONS, outputs), to be filled; NaN if an action is not legal.
    """
    worth[:] = np.nan
    best = best_plays(hands, output, hand, values)
    for k in range(len(play)):
        if hands.action[hand[k]] < 0:
            worth[hands.position[hand[k]], play[k]] = values[k]
    for at in range(len(best)):
        if best[at] < 0:
            continue
        expected = worth[hands.position[at], hands.action[at]]
        value = values[best[at]]
        if hands.action[at] != DRAW:
            expected[:] = value
            continue
        if np.isnan(expected[0]):
            expected[:] = 0
        for o in range(len(expected)):
            expected[o] += np.float32(hands.weight[at]) * value[o]


@compiled
def pick(worth: NDArray[np.float32], output: Indices, actions: Indices, outlook: NDArray[np.float32]) -> None:
    """Choose in each position the legal action with the greatest expected `output`, the first of equal ones.

    A discard comes before others: an exchange for an equal tile is worth as much, and would only puzzle people.

    Args:
        worth, output: see `weigh`.
        actions: shape (n,), to be filled.
        outlook: shape (n, outputs), to be filled: the outputs expected after them.
    """
    for i in range(len(actions)):
        of = output[i]
        actions[i] = -1
        for k in range(NUM_ACTIONS):
            action = k - 1 if k else DISCARD
            if np.isnan(worth[i, action, of]):
                continue
            if actions[i] < 0 or worth[i, action, of] > outlook[i, of]:
                actions[i] = action
                outlook[i] = worth[i, action]
