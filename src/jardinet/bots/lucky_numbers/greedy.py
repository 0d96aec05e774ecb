"""Greedy bot of Lucky Numbers: it looks one play ahead and keeps the waiting times of its free cells low.

The waiting time of a free cell, in draws, is the number of hidden tiles divided by those that fit it. The best play
lowers the sum of its board's waiting times most; a tile that it puts on the table costs what it is worth to the next
players.

Legality is read from the record (`legal`, `row_accepts`, `column_accepts`) and never worked out here. The board after
an imagined play is valued by the nearest tiles around each free cell: an estimate, not a rule, at a tenth of the cost
of applying the play to a copy of the record.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.api import certain
from jardinet.games.api import Game
from jardinet.games.compiled import compiled
from jardinet.games.lucky_numbers.rules import (
    CELLS,
    CHOOSING,
    DISCARD,
    DRAW,
    EVERY_NUMBER,
    NUM_ACTIONS,
    NUMBERS,
    PLACE,
    SEATS,
    SETUP_PLACING,
    SIDE,
    cells_for,
    numbers_for,
    pairs_with,
    rising_placement,
)

# Everything is weighed in draws from the pile. The figures come from self-play of two, 10,000 games a
# comparison: about half or double of one moved the share of victories by 0.015 at most, noise being
# 0.005; no GIFT at all cost 0.04, no REPLAY 0.07.
PRIOR = 2.0  # tiles added to those that fit, and to those that do not: boards change, and the table helps
GIFT = 0.7  # weight of what a tile on the table is worth to the next player, halved for each one after
GAIN = 0.4  # an exchange for a tile of the table must shorten the waits by this, or exchanges could go on for ever
REPLAY = 1.8  # what playing again is worth (LN-6.1); less than filling any cell, for the turn after the last tile
WIN = -1e6  # filling the last free cell (LN-5.1)
NEVER = 1e9

# Directions to the nearest tile of a free cell; the opposite of one is `one ^ 1`.
LEFT, RIGHT, ABOVE, BELOW = 0, 1, 2, 3


def _outward() -> NDArray[np.int64]:
    """The cells from a cell to the border by [cell, direction], then -1; shape (CELLS, 4, SIDE)."""
    cells = np.full((CELLS, 4, SIDE), -1)
    for cell in range(CELLS):
        row, column = divmod(cell, SIDE)
        for k in range(column):
            cells[cell, LEFT, k] = cell - 1 - k
        for k in range(SIDE - 1 - column):
            cells[cell, RIGHT, k] = cell + 1 + k
        for k in range(row):
            cells[cell, ABOVE, k] = cell - SIDE * (1 + k)
        for k in range(SIDE - 1 - row):
            cells[cell, BELOW, k] = cell + SIDE * (1 + k)
    return cells


OUTWARD = _outward()
# By side, the cells of such a board, a bit each.
INSIDE = np.array(
    [sum(1 << (SIDE * row + column) for row, column in np.ndindex(side, side)) for side in range(SIDE + 1)]
)

# Computed once per decision, so that an imagined play costs a few additions.
THOUGHT = np.dtype(
    [
        ("board", "i8", (CELLS,)),  # the acting seat's; 21 outside a small board, as if higher tiles lay there
        ("nearest", "i8", (4, CELLS)),  # number on the nearest tile to the LEFT, …; 0 or 21 where there is none
        ("wait", "f8", (CELLS,)),  # of each free cell, 0 where a tile lies
        ("total", "f8"),  # of the whole board
        ("gift", "f8", (NUMBERS + 1,)),  # what each number on the table costs us
        ("up_to", "i8", (NUMBERS + 1,)),  # how many hidden tiles bear at most that number
    ],
    align=True,
)
Thought = Any  # one record of it
Waits = NDArray[np.float64]  # shape (fits + 1,): the wait of a cell, by how many hidden tiles fit it


class GreedyBot:
    """Greedy bot: it looks one play ahead; nothing in it is random."""

    name = "greedy"

    def __init__(self, game: Game) -> None:
        """Play `game`, a Lucky Numbers with any parameters."""
        self._waits = _waits(NUMBERS * game.num_players())

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`."""
        actions = np.empty(len(seats), np.int64)
        decide_all(observations, seats, self._waits, actions)
        return actions

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """The probability of each action, 1 for one of them; see `PolicyBot.policy`."""
        return certain(self.act(observations, seats, np.random.default_rng(0)), NUM_ACTIONS)


def total_waits(records: NDArray[Any], seat: int) -> NDArray[np.float64]:
    """The waiting time of a seat's whole board in each of n positions, shape (n,)."""
    totals = np.empty(len(records))
    if len(records):
        _weigh_boards(records, seat, _waits(NUMBERS * int(records["players"][0])), totals)
    return totals


def _waits(tiles: int) -> NDArray[np.float64]:
    """The expected wait of a free cell by [hidden tiles, hidden tiles that fit]; shape (tiles + 1, tiles + 1)."""
    hidden, fits = np.arange(tiles + 1)[:, None], np.arange(tiles + 1)
    waits: NDArray[np.float64] = (hidden + 2 * PRIOR) / (fits + PRIOR)
    return waits


@compiled
def decide_all(
    observations: NDArray[Any], seats: NDArray[np.int64], waits: NDArray[np.float64], actions: NDArray[np.int64]
) -> None:
    """Fill `actions[k]` with the play of `seats[k]`, which acts now, in `observations[k]`."""
    thoughts = np.zeros(1, THOUGHT)
    for k in range(len(seats)):
        record = observations[k]
        actions[k] = _decide(record, seats[k], waits[int(record["pile_size"])], thoughts[0])


@compiled
def _weigh_boards(records: NDArray[Any], seat: int, waits: NDArray[np.float64], totals: NDArray[np.float64]) -> None:
    thoughts = np.zeros(1, THOUGHT)
    for k in range(len(records)):
        _study_board(records[k], seat, waits[int(records[k]["pile_size"])], thoughts[0])
        totals[k] = thoughts[0]["total"]


@compiled
def _decide(record: Any, seat: int, waits: Waits, thought: Thought) -> int:
    phase = int(record["phase"])
    if phase == SETUP_PLACING:
        if not record["michael"]:
            return rising_placement(record)
        _study_board(record, seat, waits, thought)
        return _set_up(record, waits, thought)
    if phase == CHOOSING:
        takes = int(record["legal"]) & EVERY_NUMBER
        if takes == 0:
            return DRAW
        _study_board(record, seat, waits, thought)
        _study_gifts(record, seat, waits, thought)
        return _draw_or_take(record, seat, waits, thought, takes)
    _study_board(record, seat, waits, thought)
    _study_gifts(record, seat, waits, thought)
    return _place(record, seat, waits, thought)


# Set-up ------------------------------------------------------------------------------------


@compiled
def _set_up(record: Any, waits: Waits, thought: Thought) -> int:
    """Michael's set-up: the free diagonal cell that keeps the waits of the others low."""
    least = NEVER
    choice = -1
    for cell in range(CELLS):
        if _may_place(record, cell):
            total = _total_with(thought, waits, cell, 0 + int(record["tile"]))
            if total < least:
                least = total
                choice = PLACE + cell
    return choice


@compiled
def _may_place(record: Any, cell: int) -> bool:
    return (int(record["legal"]) >> (PLACE + cell)) & 1 == 1


# A turn ------------------------------------------------------------------------------------


@compiled
def _draw_or_take(record: Any, seat: int, waits: Waits, thought: Thought, takes: int) -> int:
    """The best tile of the table if it beats the average draw; `takes`, bit n: n may be taken."""
    best_take = NEVER
    choice = -1
    for number in range(1, NUMBERS + 1):
        if (takes >> number) & 1:
            value, _ = _best_cell(record, seat, waits, thought, number, cells_for(record, seat, number), GAIN)
            if choice < 0 or value < best_take:
                best_take = value
                choice = number
    pile_size = int(record["pile_size"])
    if pile_size == 0:  # a replay after the last tile (LN-6.5)
        return choice
    draws = 0.0
    for number in range(1, NUMBERS + 1):
        weight = int(record["pile"][number])
        if weight:
            value, _ = _best_cell(record, seat, waits, thought, number, cells_for(record, seat, number), 0.0)
            draws += weight * min(value, _discarded(thought, number))
    return choice if best_take < draws / pile_size else DRAW


@compiled
def _place(record: Any, seat: int, waits: Waits, thought: Thought) -> int:
    """The best cell for the tile in hand, or a discard."""
    number = 0 + int(record["tile"])  # compiled, int() keeps int8, and every type is compiled anew: 0 + widens it
    cells = (int(record["legal"]) >> PLACE) & ((1 << CELLS) - 1)
    value, cell = _best_cell(record, seat, waits, thought, number, cells, GAIN if record["taken"] else 0.0)
    if (int(record["legal"]) >> DISCARD) & 1:
        return DISCARD if _discarded(thought, number) <= value else PLACE + cell
    if cell < 0:  # it was taken without gain, perhaps by another player: it must be placed (LN-3.2)
        value, cell = _best_cell(record, seat, waits, thought, number, cells, -NEVER)
    return PLACE + cell


@compiled
def _discarded(thought: Thought, number: int) -> float:
    """The value of throwing a drawn number away."""
    return float(thought["total"]) + float(thought["gift"][number])


@compiled
def _best_cell(
    record: Any, seat: int, waits: Waits, thought: Thought, number: int, cells: int, gain: float
) -> tuple[float, int]:
    """The least value that placing the number reaches, and its cell among `cells`; NEVER and -1 if there is none.

    An exchange counts only if it shortens the waits by `gain`.
    """
    least = NEVER
    choice = -1
    for cell in range(CELLS):
        if not (cells >> cell) & 1:
            continue
        leaving = int(thought["board"][cell])
        if leaving == 0 and int(record["free"][seat]) == 1:
            return WIN, cell
        value = _total_with(thought, waits, cell, number)
        if leaving:
            if float(thought["total"]) - value < gain:
                continue
            value += float(thought["gift"][leaving])
        if record["bruno"] and leaving != number and _earns_replay(record, thought, cell, number):
            value -= REPLAY
        if value < least:
            least = value
            choice = cell
    return least, choice


@compiled
def _earns_replay(record: Any, thought: Thought, cell: int, number: int) -> bool:
    """Whether to expect a replay (LN-6.1, 6.4); only the rules decide it."""
    if (int(record["earned"][cell]) >> number) & 1:
        return False
    return pairs_with(thought["board"], cell, number) != 0


# What boards and tiles are worth -------------------------------------------------------------


@compiled
def _study_board(record: Any, seat: int, waits: Waits, thought: Thought) -> None:
    """Fill in `thought` about a seat's board: its tiles, neighbours and expected waits, and their total; all but the gifts."""
    hidden = 0
    for number in range(1, NUMBERS + 1):
        hidden += int(record["pile"][number])
        thought["up_to"][number] = hidden
    inside = INSIDE[int(record["side"])]
    board = thought["board"]
    nearest = thought["nearest"]
    for cell in range(CELLS):
        board[cell] = record["board"][seat, cell] if (inside >> cell) & 1 else NUMBERS + 1
        nearest[LEFT, cell] = (board[cell - 1] or nearest[LEFT, cell - 1]) if cell % SIDE else 0
        nearest[ABOVE, cell] = (board[cell - SIDE] or nearest[ABOVE, cell - SIDE]) if cell >= SIDE else 0
    total = 0.0
    for behind in range(CELLS):
        cell = CELLS - 1 - behind
        last = cell % SIDE == SIDE - 1
        nearest[RIGHT, cell] = NUMBERS + 1 if last else (board[cell + 1] or nearest[RIGHT, cell + 1])
        last = cell >= CELLS - SIDE
        nearest[BELOW, cell] = NUMBERS + 1 if last else (board[cell + SIDE] or nearest[BELOW, cell + SIDE])
        thought["wait"][cell] = 0.0 if board[cell] else _wait_at(thought, waits, cell)
        total += thought["wait"][cell]
    thought["total"] = total


@compiled
def _study_gifts(record: Any, seat: int, waits: Waits, thought: Thought) -> None:
    """Fill in the cost of each number on the table: the longest wait that it could end for another player."""
    gift = thought["gift"]
    gift[:] = 0.0
    players = int(record["players"])
    weight = GIFT
    for distance in range(1, SEATS):
        if distance >= players:
            break
        other = (seat + distance) % players
        for cell in range(CELLS):
            if record["board"][other, cell] != 0:
                continue
            takes = numbers_for(record, other, cell)  # none outside a small board
            fits = 0
            for number in range(1, NUMBERS + 1):
                fits += int(record["pile"][number]) * ((takes >> number) & 1)
            wait = weight * waits[fits]
            for number in range(1, NUMBERS + 1):
                if (takes >> number) & 1 and wait > gift[number]:
                    gift[number] = wait
        weight /= 2


@compiled
def _total_with(thought: Thought, waits: Waits, cell: int, number: int) -> float:
    """The board's total wait with the number on a cell: it bounds the free cells of its lines, up to the next tile."""
    nearest = thought["nearest"]
    total = float(thought["total"]) - float(thought["wait"][cell])
    for direction in range(4):
        back = direction ^ 1
        for k in range(SIDE):
            other = OUTWARD[cell, direction, k]
            if other < 0 or thought["board"][other] != 0:
                break
            before = nearest[back, other]
            nearest[back, other] = number
            total += _wait_at(thought, waits, other) - float(thought["wait"][other])
            nearest[back, other] = before
    return total


@compiled
def _wait_at(thought: Thought, waits: Waits, cell: int) -> float:
    """The wait of a free cell for a tile between its neighbours."""
    nearest = thought["nearest"]
    low = max(nearest[LEFT, cell], nearest[ABOVE, cell])
    high = min(nearest[RIGHT, cell], nearest[BELOW, cell])
    if high <= low:
        return float(waits[0])
    return float(waits[thought["up_to"][high - 1] - thought["up_to"][low]])
