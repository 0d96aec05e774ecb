"""The compiled part of the solver of endings: see endings.py.

A search bounds what the seat that acts gets, in shares of the victory, if both play perfectly: by an interval that certainly
contains it and closes as the search looks further. The rules' own kernels make every play, on a stack of records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.arrays import Floats, Indices
from jardinet.bots.lucky_numbers.ending_glance import at_a_glance
from jardinet.bots.lucky_numbers.ending_memo import DEEPEST, HIGH, LOW, Memo, find, keep
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
    _apply,
    cells_for,
)

ROOM = 2 * DEEPEST + 4  # records of a stack, two a turn

# Actions of one stage each, so that the plays that end a search soonest come first.
FILLING, DRAWING, EXCHANGING = 0, 1, 2
DISCARDING = DRAWING  # where a tile is placed

FRAME = np.dtype(  # of a position on the stack, while it is searched
    [
        # given by whoever asks: how far to look, and what decides nothing: `alpha` at most, or `beta` at least
        ("alpha", "f8"),
        ("beta", "f8"),
        ("depth", "i8"),  # turns
        ("actions", "i8"),  # bits: only these may be played; -1: all that are legal
        # found out: the seat that acts gets `low` at least and `high` at most, by a proof with `run` takes in a row at most
        ("low", "f8"),
        ("high", "f8"),
        ("run", "i8"),
        # on the way: of the plays made so far the best gives `best` at least, and none more than `top`
        ("best", "f8"),
        ("top", "f8"),
        ("stage", "i8"),
        ("next", "i8"),  # action, or number, that is tried next
        ("free", "i8"),  # bit PLACE + c: cell c of the board is free
        ("is_kept", "?"),
        # of the draw, over the numbers looked at: what they bring at least, at most; the share of the others, of the last
        ("gained", "f8"),
        ("most", "f8"),
        ("rest", "f8"),
        ("part", "f8"),
    ],
    align=True,
)


@compiled
def bound_actions(
    stack: NDArray[Any],
    raw: NDArray[np.uint8],
    frames: NDArray[Any],
    memo: Memo,
    depth: int,
    wants_best: bool,
    budget: Indices,
    bounds: Floats,
) -> None:
    """Tighten the bounds of each legal action of the seat that acts in `stack[0]`.

    Args:
        stack: shape (ROOM,), dtype STATE; the first is of a game of two without replays, in which a seat chooses, or places
            a tile after the set-up. The others are room.
        raw: the same memory as bytes, shape (ROOM, bytes of a record).
        frames: shape (ROOM,), dtype FRAME: room.
        memo: what is known of this game's positions.
        depth: how many turns to look ahead, at most DEEPEST.
        wants_best: whether only the best action has to be found: what is surely worse is left alone.
        budget: shape (1,): how many positions may still be looked at; counted down.
        bounds: shape (NUM_ACTIONS, 2): bounds that hold, [0, 1] at first.
    """
    legal = int(stack[0]["legal"])
    best = 0.0
    first = -1
    for action in range(NUM_ACTIONS):
        if (legal >> action) & 1:
            best = max(best, bounds[action, LOW])
            if first < 0 or bounds[action, LOW] + bounds[action, HIGH] > bounds[first, LOW] + bounds[first, HIGH]:
                first = action
    for k in range(2 * NUM_ACTIONS if wants_best else NUM_ACTIONS):
        # The most promising first, and once more when all are bounded, as it makes the others short.
        action = k % NUM_ACTIONS
        action = first if action == 0 else 0 if action == first else action
        if not (legal >> action) & 1 or bounds[action, LOW] >= bounds[action, HIGH]:
            continue
        if wants_best and bounds[action, HIGH] <= best and bounds[action, LOW] < best:
            continue
        frame = frames[0]
        frame["alpha"] = best if wants_best else 0.0
        frame["beta"] = 1.0
        frame["depth"] = depth
        frame["actions"] = 1 << action
        low, high = _search(stack, raw, frames, memo, budget)
        bounds[action, LOW] = max(bounds[action, LOW], low)
        bounds[action, HIGH] = min(bounds[action, HIGH], high)
        best = max(best, bounds[action, LOW])


@compiled
def _search(
    stack: NDArray[Any], raw: NDArray[np.uint8], frames: NDArray[Any], memo: Memo, budget: Indices
) -> tuple[float, float]:
    """Bound the share of the seat that acts in `stack[0]`, within what `frames[0]` says; see FRAME.

    It is written with a stack of its own: Numba's cache does not hold kernels that call themselves.
    """
    at = 0
    is_new = True
    while at >= 0:
        frame = frames[at]
        if is_new:
            goes_on = _begin(stack[at], frame, memo, budget)
        else:
            goes_on = _hear(stack[at], frame, frames[at + 1])
        while goes_on and _imagine(stack, raw, frames, at):
            if stack[at + 1]["phase"] != OVER:
                break
            below = frames[at + 1]
            below["low"] = _outcome(stack[at + 1], 1 - int(stack[at]["seat"]))
            below["high"] = below["low"]
            below["run"] = 0
            goes_on = _hear(stack[at], frame, below)
        else:
            _conclude(stack[at], frame, memo)
            at -= 1
            is_new = False
            continue
        at += 1
        is_new = True
    return frames[0]["low"], frames[0]["high"]


@compiled
def _begin(record: Any, frame: Any, memo: Memo, budget: Indices) -> bool:
    """Begin with a position; whether something is left to find out by playing on."""
    frame["low"] = 0.0
    frame["high"] = 1.0
    frame["best"] = 0.0
    frame["top"] = 0.0
    frame["run"] = 0
    frame["stage"] = 0
    frame["next"] = 0
    frame["is_kept"] = False
    seat = int(record["seat"])
    free = 0
    for cell in range(CELLS):
        free |= int(record["board"][seat, cell] == 0) << (PLACE + cell)
    frame["free"] = free
    if record["phase"] != CHOOSING or frame["actions"] != -1:
        return True
    low, high = at_a_glance(record, seat)
    if low < high and low < frame["beta"] and high > frame["alpha"]:
        slot = find(memo, record, seat)
        if slot >= 0:
            low = max(low, memo.bounds[slot, LOW])
            high = min(high, memo.bounds[slot, HIGH])
            frame["run"] = memo.runs[slot]
    frame["low"] = low
    frame["high"] = high
    frame["best"] = low
    frame["top"] = high
    if low >= high or low >= frame["beta"] or high <= frame["alpha"] or frame["depth"] <= 0 or budget[0] <= 0:
        return False
    budget[0] -= 1
    frame["top"] = 0.0
    frame["is_kept"] = True
    return True


@compiled
def _imagine(stack: NDArray[Any], raw: NDArray[np.uint8], frames: NDArray[Any], at: int) -> bool:
    """Play the next action in `stack[at]`, into the record behind it; False if there is none left."""
    record, frame, below = stack[at], frames[at], frames[at + 1]
    is_choice = record["phase"] == CHOOSING
    action = _next_choice(record, frame, below) if is_choice else _next_placement(record, frame, below)
    if action < 0:
        return False
    _copy(raw, at, at + 1)
    if is_choice and frame["stage"] == DRAWING:
        _apply(stack[at + 1], DRAW)
    _apply(stack[at + 1], action)
    return True


@compiled
def _next_placement(record: Any, frame: Any, below: Any) -> int:
    """The next action that places the tile in hand, or -1: on free cells, the discard, in exchange."""
    legal = int(record["legal"]) & int(frame["actions"])
    free = int(frame["free"])
    action = int(frame["next"])
    for stage in range(int(frame["stage"]), 3):
        if stage == FILLING:
            plays = legal & free
        elif stage == DISCARDING:
            plays = legal & (1 << DISCARD)
        else:
            plays = legal & ~(free | (1 << DISCARD))
            if record["pile_size"] == 0 and plays != legal:
                plays = 0  # the game is over, and an exchange fills nothing: it is worth as much as the others
        while action < NUM_ACTIONS and not (plays >> action) & 1:
            action += 1
        if action < NUM_ACTIONS:
            frame["stage"] = stage
            frame["next"] = action + 1
            below["alpha"] = 1.0 - float(frame["beta"])
            below["beta"] = 1.0 - max(float(frame["alpha"]), float(frame["best"]))
            below["depth"] = int(frame["depth"]) - 1
            below["actions"] = -1
            return action
        action = 0
    return -1


@compiled
def _next_choice(record: Any, frame: Any, below: Any) -> int:
    """The next number that is taken, or drawn, or -1: takes for free cells, the draw, takes in exchange."""
    legal = int(record["legal"]) & int(frame["actions"])
    seat = int(record["seat"])
    number = int(frame["next"])
    for stage in range(int(frame["stage"]), 3):
        number = max(number, 1)
        while number <= NUMBERS and _plays(record, frame, legal, seat, stage, number) == 0:
            number += 1
        if number <= NUMBERS:
            if stage != DRAWING:
                below["alpha"] = max(float(frame["alpha"]), float(frame["best"]))
                below["beta"] = frame["beta"]
                below["actions"] = _plays(record, frame, legal, seat, stage, number)
            else:
                if frame["stage"] != DRAWING:
                    frame["gained"] = 0.0
                    frame["most"] = 0.0
                    frame["rest"] = 1.0
                _draw_next(record, frame, below, number)
            frame["stage"] = stage
            frame["next"] = number + 1
            below["depth"] = frame["depth"]
            return number
        if stage == DRAWING and frame["stage"] == DRAWING:
            frame["best"] = max(float(frame["best"]), float(frame["gained"]))
            frame["top"] = max(float(frame["top"]), float(frame["most"]))
            frame["stage"] = EXCHANGING
            if _is_settled(frame):
                return -1
        number = 0
    return -1


@compiled
def _plays(record: Any, frame: Any, legal: int, seat: int, stage: int, number: int) -> int:
    """The placements that follow if a number is taken, as bits; 1 if it may be drawn; 0 if this stage has nothing for it."""
    if stage == DRAWING:
        return int((legal >> DRAW) & 1 == 1 and record["pile"][number] > 0)
    if not (legal >> number) & 1:
        return 0
    plays = cells_for(record, seat, number) << PLACE
    return plays & int(frame["free"]) if stage == FILLING else plays & ~int(frame["free"])


@compiled
def _draw_next(record: Any, frame: Any, below: Any, number: int) -> None:
    """Let the draw of a number be looked at only as well as the worth of the whole draw needs (Star1 of Ballard, 1983)."""
    part = int(record["pile"][number]) / int(record["pile_size"])
    rest = max(float(frame["rest"]) - part, 0.0)
    frame["part"] = part
    frame["rest"] = rest
    floor = max(float(frame["alpha"]), float(frame["best"]))
    below["alpha"] = min(max((floor - float(frame["most"]) - rest) / part, 0.0), 1.0)
    below["beta"] = min(max((float(frame["beta"]) - float(frame["gained"])) / part, 0.0), 1.0)
    below["actions"] = -1


@compiled
def _hear(record: Any, frame: Any, below: Any) -> bool:
    """Take in what has been found out of the play made last; whether it is worth going on with others."""
    low, high = float(below["low"]), float(below["high"])
    run = int(below["run"])
    if record["phase"] != CHOOSING:
        low, high = 1.0 - high, 1.0 - low
    elif frame["stage"] == DRAWING:
        frame["gained"] += frame["part"] * low
        frame["most"] += frame["part"] * high
        floor = max(float(frame["alpha"]), float(frame["best"]))
        if frame["gained"] >= frame["beta"] or frame["most"] + frame["rest"] <= floor:
            frame["most"] += frame["rest"]
            frame["next"] = NUMBERS + 1
        return True
    else:
        run += 1
    frame["run"] = max(int(frame["run"]), run)
    frame["best"] = max(float(frame["best"]), low)
    frame["top"] = max(float(frame["top"]), high)
    return not _is_settled(frame)


@compiled
def _is_settled(frame: Any) -> bool:
    """Whether the position is known well enough; then `top` is set to the most that it can be worth."""
    if frame["best"] < frame["beta"] and frame["best"] < frame["high"]:
        return False
    frame["top"] = frame["high"]
    return True


@compiled
def _conclude(record: Any, frame: Any, memo: Memo) -> None:
    """All that there is to find out of a position is found: set its bounds, and keep them."""
    frame["low"] = max(float(frame["low"]), float(frame["best"]))
    frame["high"] = min(float(frame["high"]), float(frame["top"]))
    if frame["is_kept"]:
        keep(memo, record, int(record["seat"]), float(frame["low"]), float(frame["high"]), int(frame["run"]))


@compiled
def _copy(raw: NDArray[np.uint8], here: int, there: int) -> None:
    for k in range(raw.shape[1]):
        raw[there, k] = raw[here, k]


@compiled
def _outcome(record: Any, seat: int) -> float:
    """The share of the victory of a seat in a finished game of two."""
    winners = int(record["winners"])
    if not (winners >> seat) & 1:
        return 0.0
    return 0.5 if winners == 3 else 1.0
