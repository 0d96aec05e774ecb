"""The memory of the solver of endings: the interval of each position that it has seen, by a key of all that matters."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from jardinet.bots.arrays import Floats, Indices
from jardinet.games.compiled import compiled
from jardinet.games.lucky_numbers.rules import CELLS, NUMBERS, SIDE

DEEPEST = 60  # turns that a search looks ahead at most
WORDS = 4  # of a key
TRIES = 4  # slots in which a key may lie
LOW, HIGH = 0, 1  # of an interval


class Memo(NamedTuple):
    """Intervals of positions in which a seat chooses, by key; an old one may give way to a new one.

    Attributes:
        keys: int64, shape (slots, WORDS), slots a power of two; zeros: empty.
        bounds: float64, shape (slots, 2): between them is the share of the seat that chooses.
        runs: int64, shape (slots,): how many takes in a row the proof of the bounds has at most.
        key: int64, shape (WORDS,): room for one.
    """

    keys: Indices
    bounds: Floats
    runs: Indices
    key: Indices


def memo_of(slots: int) -> Memo:
    """An empty memory with so many slots, a power of two; each takes 56 bytes."""
    return Memo(
        np.zeros((slots, WORDS), np.int64), np.zeros((slots, 2)), np.zeros(slots, np.int64), np.zeros(WORDS, np.int64)
    )


@compiled
def _key(record: Any, seat: int, key: Indices) -> None:
    """Write the key of a position in which a seat chooses: its board, the other's, the table; and the takes, where they matter.

    The seats' names do not matter, nor does a board's transposition; what is in the pile follows from the rest. A search
    of DEEPEST turns notices the stall only if it is near.
    """
    takes = int(record["takes_in_a_row"])
    key[2] = (takes + 1 if takes + DEEPEST >= int(record["stall_limit"]) else 0) << 40
    for k in range(2):
        board = record["board"][seat if k == 0 else 1 - seat]
        across = 0
        for cell in range(CELLS):
            other = (cell % SIDE) * SIDE + cell // SIDE
            if board[cell] != board[other]:
                across = int(board[cell] > board[other])
                break
        first = 0
        rest = 0
        for cell in range(CELLS):
            tile = int(board[(cell % SIDE) * SIDE + cell // SIDE if across else cell])
            if cell < 12:
                first |= tile << (5 * cell)
            else:
                rest |= tile << (5 * (cell - 12))
        key[k] = first
        key[2] |= rest << (20 * k)
    table = 1 << 60  # no key is all zeros
    for number in range(1, NUMBERS + 1):
        table |= int(record["table"][number]) << (2 * number)
    key[3] = table


@compiled
def _hash(key: Indices) -> int:
    mixed = 0
    for k in range(WORDS):
        mixed = (mixed ^ key[k]) * -7046029254386353131
        mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    return mixed


@compiled
def find(memo: Memo, record: Any, seat: int) -> int:
    """The slot of a position, or -1."""
    keys, key = memo.keys, memo.key
    _key(record, seat, key)
    last = len(keys) - 1
    slot = _hash(key) & last
    for _ in range(TRIES):
        if keys[slot, 0] == key[0] and keys[slot, 1] == key[1] and keys[slot, 2] == key[2] and keys[slot, 3] == key[3]:
            return slot
        slot = (slot + 1) & last
    return -1


@compiled
def keep(memo: Memo, record: Any, seat: int, low: float, high: float, run: int) -> None:
    """Keep the interval of a position; if all its slots are taken, the first one gives way.

    A position far from the stall is kept without its takes, and so not if its proof may reach the stall from another.
    """
    if run > DEEPEST and int(record["takes_in_a_row"]) + DEEPEST < int(record["stall_limit"]):
        return
    key = memo.key
    _key(record, seat, key)
    last = len(memo.keys) - 1
    first = _hash(key) & last
    chosen = -1
    slot = first
    for _ in range(TRIES):
        if memo.keys[slot, 3] == 0:
            if chosen < 0:
                chosen = slot
            break
        same = True
        for k in range(WORDS):
            same = same and memo.keys[slot, k] == key[k]
        if same:
            low = max(low, memo.bounds[slot, LOW])
            high = min(high, memo.bounds[slot, HIGH])
            run = max(run, int(memo.runs[slot]))
            chosen = slot
            break
        slot = (slot + 1) & last
    if chosen < 0:
        chosen = first
    for k in range(WORDS):
        memo.keys[chosen, k] = key[k]
    memo.bounds[chosen, LOW] = low
    memo.bounds[chosen, HIGH] = high
    memo.runs[chosen] = run
