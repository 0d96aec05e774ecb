"""Features of a position of Lucky Numbers: the input of the value net, as a row of slots.

A position is seen from a seat, its own board first. The numbers that fit each cell are read from the record
(`row_accepts`, `column_accepts`) and never worked out here. The useful features were found by experiment: with the bare
boards a net stays far weaker, however long it learns; what helps is how many hidden tiles fit each free cell, whether a
tile of the table does, how little room a line has left, and what each number is good for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.sparse_net import Rows
from jardinet.games.compiled import compiled
from jardinet.games.kernels import count_bits
from jardinet.games.lucky_numbers.rules import CELLS, DIAGONALS, NUMBERS, SEATS, SIDE, numbers_for

Slots = NDArray[np.int64]  # shape (slots + 1,): the first input of each slot, then how many inputs there are

MOST_HIDDEN = NUMBERS * SEATS
# Buckets of how many hidden tiles fit, widening.
STEPS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 25)
STEP_OF = np.searchsorted(STEPS, np.arange(MOST_HIDDEN + 1), "right") - 1
SCARCEST = 6  # that many free cells of a board, those that wait longest, have slots by rank
MOST_DEAD = 5  # counted at most: free cells that no tile fits
ROOM = 11  # of a line: no free cell; too little; 0 to 8 numbers more than there are free cells
MOST_ROOM = ROOM - 3
PAIRS = 9  # Bruno's variant: up to 3 hidden tiles that make a pair, and whether one of the table does; or: not played
BOARD_SLOTS = 3 * CELLS + 2 + SCARCEST + 2 * SIDE
WAITS = 2 * len(STEPS) + 1  # how many hidden tiles fit, and whether one of the table does; or: no free cell

# Symmetries: transposing a board does not change its value, nor does replacing every n by 21 - n and turning every
# board about. CELLS_OF[side, mirror, c]: the cell that takes the place of c; bit 0 transposes, bit 1 turns about. The cells
# outside a small board stay where they are.


def _cells_of() -> NDArray[np.int64]:
    found = np.tile(np.arange(CELLS), (SIDE + 1, 4, 1))
    for side in range(SIDE + 1):
        board = np.arange(CELLS).reshape(SIDE, SIDE)[:side, :side]
        for mirror, seen in enumerate((board, board.T, board[::-1, ::-1], board.T[::-1, ::-1])):
            found[side, mirror].reshape(SIDE, SIDE)[:side, :side] = seen
    return found


CELLS_OF = _cells_of()
TURNED = 1 << SEATS  # bit of a symmetry; the bits below transpose one board each, from the viewer's on


def slots_of(players: int) -> Slots:
    """Where each slot's inputs begin; see `write_rows`, which fills them in this order."""
    board = [NUMBERS + 1] * CELLS + [WAITS] * CELLS + [CELLS + 1, MOST_DEAD + 1] + [WAITS] * SCARCEST
    board += [(SIDE + 1) * ROOM] * (2 * SIDE) + [PAIRS] * CELLS
    use_of_number = (players + 1) * 3 * 4 * (2 if players > 2 else 1)
    table = [use_of_number] * NUMBERS + [(CELLS + 1) ** 2, players * NUMBERS + 1]
    return np.cumsum([0, *(board * players), *table])


@compiled
def write_rows(
    records: NDArray[Any], viewers: NDArray[np.int64], symmetries: NDArray[np.int64], slots: Slots, rows: Rows
) -> None:
    """Fill `rows`, (n, slots), with the features of positions.

    Args:
        records: shape (n,), dtype STATE.
        viewers: shape (n,): whose board comes first; the others follow in the order of play.
        symmetries: shape (n,): bit k transposes the k-th board, TURNED turns everything about; 0: as it is.
        slots: from `slots_of`, for games like these.
        rows: to be filled.
    """
    levels = np.zeros(SEATS, np.int64)
    useful = np.zeros(SEATS, np.int64)
    scarcest = np.zeros(SCARCEST, np.int64)
    for i in range(len(records)):
        record = records[i]
        players = int(record["players"])
        is_alike = _is_seen_alike(records, viewers, symmetries, i)
        if not is_alike:
            _write_levels(record["pile"], levels)
        at = 0
        seat = int(viewers[i])
        turned = int(symmetries[i]) & TURNED != 0
        for k in range(players):
            # Most of the plays that are compared leave most boards unchanged.
            if is_alike and _is_board_alike(record, records[i - 1], seat, useful[k]):
                for slot in range(at, at + BOARD_SLOTS):
                    rows[i, slot] = rows[i - 1, slot]
            else:
                cells = CELLS_OF[int(record["side"]), ((symmetries[i] >> k) & 1) + 2 * turned]
                useful[k] = _write_board(record, seat, cells, turned, levels, scarcest, slots, at, rows[i])
            at += BOARD_SLOTS
            seat = seat + 1 if seat + 1 < players else 0
        _write_rest(record, int(viewers[i]), turned, useful, slots, at, rows[i])


@compiled
def _is_seen_alike(records: NDArray[Any], viewers: NDArray[np.int64], symmetries: NDArray[np.int64], i: int) -> bool:
    """Whether record i is seen like the one before, with the same number of hidden tiles of each number."""
    if i == 0 or viewers[i] != viewers[i - 1] or symmetries[i] != symmetries[i - 1]:
        return False
    if records[i]["players"] != records[i - 1]["players"] or records[i]["bruno"] != records[i - 1]["bruno"]:
        return False
    others = 0
    for number in range(1, NUMBERS + 1):
        others += records[i]["pile"][number] != records[i - 1]["pile"][number]
    return others == 0


@compiled
def _is_board_alike(record: Any, before: Any, seat: int, useful: int) -> bool:
    """Whether a board looks as it did `before`: its tiles, and the tiles of the table that fit its free cells."""
    changes = int(record["on_table"]) ^ int(before["on_table"])
    if changes & useful != 0 or (record["bruno"] and changes != 0):
        return False
    others = 0
    for cell in range(CELLS):
        others += record["board"][seat, cell] != before["board"][seat, cell]
    return others == 0


@compiled
def _write_levels(pile: Any, levels: NDArray[np.int64]) -> None:
    """Bit n of levels[k]: more than k hidden tiles bear n."""
    for level in range(SEATS):
        levels[level] = 0
    for number in range(1, NUMBERS + 1):
        for level in range(int(pile[number])):
            levels[level] |= 1 << number


@compiled
def _write_board(
    record: Any,
    seat: int,
    cells: NDArray[np.int64],
    turned: bool,
    levels: NDArray[np.int64],
    scarcest: NDArray[np.int64],
    slots: Slots,
    at: int,
    row: NDArray[np.int16],
) -> int:
    """The slots of one board, from `at` on; returns bit n: a free cell takes n."""
    on_table = int(record["on_table"])
    side = int(record["side"])
    last = int(record["numbers"])
    useful = 0
    dead = 0
    for k in range(SCARCEST):
        scarcest[k] = WAITS - 1
    for k in range(CELLS):
        cell = cells[k]
        number = int(record["board"][seat, cell])
        if number or k // SIDE >= side or k % SIDE >= side:
            row[at + k] = slots[at + k] + (last + 1 - number if turned and number else number)
            row[at + CELLS + k] = slots[at + CELLS + k] + WAITS - 1
            continue
        takes = numbers_for(record, seat, cell)
        useful |= takes
        wait = 2 * STEP_OF[_hidden(takes, levels)] + (takes & on_table != 0)
        dead += wait == 0
        row[at + k] = slots[at + k]
        row[at + CELLS + k] = slots[at + CELLS + k] + wait
        for rank in range(SCARCEST):  # each insertion pushes the next one on
            if wait < scarcest[rank]:
                wait, scarcest[rank] = scarcest[rank], wait
    at += 2 * CELLS
    row[at] = slots[at] + int(record["free"][seat])
    row[at + 1] = slots[at + 1] + min(dead, MOST_DEAD)
    at += 2
    for k in range(SCARCEST):
        row[at + k] = slots[at + k] + scarcest[k]
    at += SCARCEST
    for line in range(2 * SIDE):
        row[at + line] = slots[at + line] + _room(record["board"][seat], cells, line, turned, side, last)
    at += 2 * SIDE
    for k in range(CELLS):
        pair = _pair(record, seat, cells[k], levels, on_table) if record["bruno"] else PAIRS - 1
        row[at + k] = slots[at + k] + pair
    return useful


@compiled
def _write_rest(
    record: Any, viewer: int, turned: bool, useful: NDArray[np.int64], slots: Slots, at: int, row: NDArray[np.int16]
) -> None:
    """The slots of everything that is on no board, and of the whole, from `at` on; `useful`: what each board's free cells take."""
    players = int(record["players"])
    last = int(record["numbers"])
    others = useful[2] | useful[3] if players > 3 else useful[2]
    for k in range(1, NUMBERS + 1):
        number = last + 1 - k if turned and k <= last else k
        use = int(record["pile"][number]) * 3 + min(int(record["table"][number]), 2)
        use = 4 * use + 2 * ((useful[0] >> number) & 1) + ((useful[1] >> number) & 1)
        if players > 2:
            use = 2 * use + ((others >> number) & 1)
        row[at] = slots[at] + use
        at += 1
    fewest = CELLS
    for other in range(players):
        if other != viewer:
            fewest = min(fewest, int(record["free"][other]))
    row[at] = slots[at] + int(record["free"][viewer]) * (CELLS + 1) + fewest
    row[at + 1] = slots[at + 1] + int(record["pile_size"])


@compiled
def _room(board: Any, cells: NDArray[np.int64], line: int, turned: bool, side: int, last: int) -> int:
    """How many cells of a line are free, and how many numbers more than free cells its tightest gap has; 0 outside a small board."""
    begin, step = (line * SIDE, 1) if line < SIDE else (line - SIDE, SIDE)
    if line % SIDE >= side:
        return 0
    before = 0
    length = 0
    free = 0
    least = NUMBERS
    for k in range(side + 1):
        number = last + 1
        if k < side:
            number = int(board[cells[begin + k * step]])
            if number and turned:
                number = last + 1 - number
        if number == 0:
            length += 1
            continue
        if length:
            least = min(least, number - before - 1 - length)
            free += length
        length = 0
        before = number
    room = 0 if free == 0 else 2 + min(max(least, -1), MOST_ROOM)
    return free * ROOM + room


@compiled
def _pair(record: Any, seat: int, cell: int, levels: NDArray[np.int64], on_table: int) -> int:
    """Bruno's variant: how many hidden tiles would make a diagonal pair here, up to 3, and whether one of the table would."""
    board = record["board"][seat]
    numbers = 0
    for k in range(4):
        other = DIAGONALS[cell, k]
        if other >= 0 and board[other] != board[cell]:
            numbers |= 1 << int(board[other])
    numbers &= numbers_for(record, seat, cell)
    return 2 * min(_hidden(numbers, levels), 3) + (numbers & on_table != 0)


@compiled
def _hidden(numbers: int, levels: NDArray[np.int64]) -> int:
    """How many hidden tiles bear one of the numbers, given as bits."""
    count = 0
    for level in range(SEATS):
        word = numbers & levels[level]
        if word == 0:  # each level contains the next
            break
        count += count_bits(word)
    return count
