"""The rules of Lucky Numbers as compiled functions on an array of states.

The rules are known only here. Read it beside rules/lucky-numbers.md: `LN-4.2` is its
clause 4.2. Names, texts and checks for people are in game.py, what a seat sees in view.py.

The kernels here are this game's own, on one record; `RULES` at the end has all kernels, on an array of records.
A move is an *action*, a small number:

    0 draw · 1–20 take that number · 21–36 place on cell a1, b1, … d4 · 37 discard
    and where chance moves: 1–20 reveals that number

A small board is the upper left corner of the large one, and small games have the smaller numbers only: cells and numbers
outside are never legal, and nothing else tells such a game from the usual one (docs/decisions/0038-a-small-lucky-numbers.md).

Nothing here is random: the caller brings the tile that chance reveals. All masks are
signed 64-bit on purpose, since mixing signs makes Numba compute in floating point.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import CHANCE, TERMINAL, rules_of

SEATS = 4
SIDE = 4
CELLS = SIDE * SIDE
NUMBERS = 20

DRAW = 0
PLACE = 21  # PLACE + cell
DISCARD = 37
NUM_ACTIONS = 38

# phase: what kind of action comes next
DEALING = 0  # chance deals the hands of the standard set-up (LN-2.2)
SETUP_DRAWING = 1  # chance reveals a tile of Michael's set-up (LN-2.3)
SETUP_PLACING = 2  # a player places on a free diagonal cell
CHOOSING = 3  # a player draws or takes (LN-3)
REVEALING = 4  # chance reveals the drawn tile (LN-3.1)
PLACING = 5  # a player places the tile in hand, or discards a drawn one (LN-4)
OVER = 6

# end: what ended the game
RUNNING = 0
FULL_BOARD = 1  # LN-5.1
LAST_TILE = 2  # LN-5.2
STALL = 3  # LN-5.3

# why a tile keeps a number off a cell of its row or column (LN-4.2)
NOTHING = 0
MUST_STAY_SMALLER = 1
MUST_STAY_LARGER = 2
EQUAL = 3

STATE = np.dtype(
    [
        # agreed before the game
        ("players", "i1"),
        ("first", "i1"),
        ("michael", "?"),
        ("bruno", "?"),
        ("stall_limit", "i4"),
        ("side", "i1"),  # a board has side × side cells
        ("numbers", "i1"),  # tiles are numbered 1 to this
        # whose action comes next: a seat, CHANCE or TERMINAL
        ("player", "i1"),
        ("phase", "i1"),
        ("seat", "i1"),  # whose turn it is, also while chance reveals its tile
        # the tiles
        ("board", "i1", (SEATS, CELLS)),  # 0: free
        ("hand", "i1", (SEATS, SIDE)),  # standard set-up: tiles still to place, as drawn
        ("tile", "i1"),  # the tile being placed, 0: none
        ("taken", "?"),  # that tile came from the table
        ("pile", "i1", (NUMBERS + 1,)),  # how many of each number are hidden
        ("table", "i1", (NUMBERS + 1,)),  # how many of each number lie face up
        ("pile_size", "i1"),
        ("dealt", "i1"),
        ("takes_in_a_row", "i4"),
        ("earned", "i4", (CELLS,)),  # replays of this turn: bit n, number n here (LN-6.4)
        ("end", "i1"),
        ("winners", "i1"),  # bit s: seat s wins
        # derived, kept so that no move has to count again
        ("free", "i1", (SEATS,)),
        ("row_accepts", "i4", (SEATS, CELLS)),  # bit n: n fits the other tiles of the cell's row
        ("column_accepts", "i4", (SEATS, CELLS)),
        ("in_pile", "i4"),  # bit n: n is in the pile
        ("on_table", "i4"),
        ("legal", "i8"),  # bit a: action a is legal for `player`
    ],
    align=True,
)

KEY = np.dtype(  # what decides the future: see _write_key
    [
        ("phase", "i1"),
        ("seat", "i1"),
        ("first", "i1"),
        ("tile", "i1"),
        ("taken", "?"),
        ("takes_in_a_row", "i4"),
        ("end", "i1"),
        ("winners", "i1"),
        ("board", "i1", (SEATS, CELLS)),
        ("hand", "i1", (SEATS, SIDE)),
        ("pile", "i1", (NUMBERS,)),
        ("table", "i1", (NUMBERS,)),
        ("earned", "i4", (CELLS,)),
    ]
)

States = NDArray[Any]  # shape (games,), dtype STATE
State = Any  # one record of it

EVERY_NUMBER = (2 << NUMBERS) - 2  # bits 1 to 20
# What may stand behind a tile n, and before it, in its line; n = 0 is a free cell.
ABOVE = np.array([(2 << NUMBERS) - (2 << n) for n in range(NUMBERS + 1)])
BELOW = np.array([((1 << n) - 1 if n else -1) & EVERY_NUMBER for n in range(NUMBERS + 1)])


def _diagonals() -> NDArray[np.int64]:
    cells = np.full((CELLS, 4), -1)
    for cell in range(CELLS):
        row, column = divmod(cell, SIDE)
        beside = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
        for k, (other_row, other_column) in enumerate(beside):
            if other_row in range(SIDE) and other_column in range(SIDE):
                cells[cell, k] = other_row * SIDE + other_column
    return cells


DIAGONALS = _diagonals()  # the diagonal neighbours of each cell, -1 for those outside the board


@compiled
def accepts(states: States, i: int, seat: int, cell: int) -> int:
    """Bit n: the cell takes number n, on the free cell or in exchange, no matter who holds such a tile (LN-4.2).

    The cell's own tile does not count (LN-4.3), so a filled cell takes its own number (LN-4.4).
    """
    return numbers_for(states[i], seat, cell)


@compiled
def violation(states: States, i: int, seat: int, cell: int, number: int, other: int) -> int:
    """Why the tile on cell `other` bars `number` from `cell`, if it does (LN-4.2)."""
    tile = int(states[i]["board"][seat, other])
    is_in_line = (cell // SIDE == other // SIDE) != (cell % SIDE == other % SIDE)
    if tile == 0 or not is_in_line:
        return NOTHING
    if tile == number:
        return EQUAL
    if other < cell and tile > number:
        return MUST_STAY_SMALLER
    if other > cell and tile < number:
        return MUST_STAY_LARGER
    return NOTHING


@compiled
def every_accepts(states: States, i: int, seat: int) -> NDArray[np.int64]:
    """`accepts` of every cell of a board, in one call. Shape (CELLS,)."""
    found = np.empty(CELLS, np.int64)
    for cell in range(CELLS):
        found[cell] = accepts(states, i, seat, cell)
    return found


@compiled
def every_violation(states: States, i: int, seat: int, number: int) -> NDArray[np.int64]:
    """`violation` of `number` on every cell by the tile on every other, in one call. Shape (CELLS, CELLS)."""
    found = np.empty((CELLS, CELLS), np.int64)
    for cell in range(CELLS):
        for other in range(CELLS):
            found[cell, other] = violation(states, i, seat, cell, number, other)
    return found


@compiled
def partners(states: States, i: int, cell: int) -> int:
    """Bit c: on the board of the seat whose turn it is, cell c makes a diagonal pair with `cell` (LN-6.1)."""
    return _partners(states[i], cell)


@compiled
def write_points(states: States, points: NDArray[np.int64]) -> None:
    """Write the match points of each seat in each finished game into `points`, zeros of shape (games, players)."""
    for i in range(len(states)):
        if states[i]["phase"] == OVER:
            for seat in range(points.shape[1]):
                points[i, seat] = points_of(states[i], seat)


@compiled
def points_of(state: State, seat: int) -> int:
    """The match points of a seat in a finished game: 2 for a winner, else -1 for each free cell (LN-7.2)."""
    return 2 if (int(state["winners"]) >> seat) & 1 else -int(state["free"][seat])


@compiled
def numbers_for(state: State, seat: int, cell: int) -> int:
    """Bit n: the cell of a seat's board takes n: see `accepts`."""
    return int(state["row_accepts"][seat, cell]) & int(state["column_accepts"][seat, cell])


@compiled
def cells_for(state: State, seat: int, number: int) -> int:
    """Bit c: cell c of a seat's board takes `number`, on the free cell or in exchange (LN-4.2)."""
    rows = state["row_accepts"][seat]
    columns = state["column_accepts"][seat]
    cells = 0
    for cell in range(CELLS):
        cells |= (((int(rows[cell]) & int(columns[cell])) >> number) & 1) << cell
    return cells


@compiled
def pairs_with(board: Any, cell: int, number: int) -> int:
    """Bit c: cell c of a board, shape (CELLS,), is a diagonal neighbour of `cell`, in any direction, and holds `number` (LN-6.2)."""
    pairs = 0
    for k in range(4):
        other = DIAGONALS[cell, k]
        if other >= 0 and board[other] == number:
            pairs |= 1 << other
    return pairs


@compiled
def rising_placement(state: State) -> int:
    """Standard set-up: the action that places the hand on the free diagonal in rising order, for the seat whose turn it is.

    Any other order leaves cells that nothing ever fits. -1 if nobody sets up now.
    """
    if state["phase"] != SETUP_PLACING or state["michael"]:
        return -1
    seat = int(state["seat"])
    smaller = 0
    for k in range(SIDE):
        smaller += 0 < state["hand"][seat, k] < state["tile"]
    legal = int(state["legal"])
    for action in range(PLACE, PLACE + CELLS):
        if (legal >> action) & 1:
            if smaller == 0:
                return action
            smaller -= 1
    return -1


# Inside, functions take the record itself. They read what they need from it and take few arguments:
# Numba would compile them anew for each combination of argument types.


@compiled
def _start(state: State) -> None:
    players = int(state["players"])
    side = int(state["side"])
    numbers = int(state["numbers"])
    for number in range(1, NUMBERS + 1):
        state["pile"][number] = players if number <= numbers else 0
        state["table"][number] = 0
    state["pile_size"] = players * numbers
    state["in_pile"] = BELOW[0] & ((2 << numbers) - 1)
    state["on_table"] = 0
    for seat in range(SEATS):
        state["free"][seat] = side * side if seat < players else 0
        for cell in range(CELLS):
            # Of a cell outside a small board one of the two stays 0: nothing ever lies in its row, or in its column.
            fits = EVERY_NUMBER if cell // SIDE < side and cell % SIDE < side else 0
            state["board"][seat, cell] = 0
            state["row_accepts"][seat, cell] = fits
            state["column_accepts"][seat, cell] = fits
        for k in range(SIDE):
            state["hand"][seat, k] = 0
    for cell in range(CELLS):
        state["earned"][cell] = 0
    state["tile"] = 0
    state["taken"] = False
    state["dealt"] = 0
    state["takes_in_a_row"] = 0
    state["end"] = RUNNING
    state["winners"] = 0
    state["seat"] = state["first"]
    state["phase"] = SETUP_DRAWING if state["michael"] else DEALING
    _let_chance_reveal(state)


@compiled
def _apply(state: State, action: int) -> bool:
    if action < 0 or action >= NUM_ACTIONS or not (int(state["legal"]) >> action) & 1:
        return False
    phase = int(state["phase"])
    if phase == PLACING:
        if action == DISCARD:
            _discard(state)
            _end_turn(state)
        else:
            _place(state, action - PLACE)
    elif phase == CHOOSING:
        if action == DRAW:
            state["takes_in_a_row"] = 0
            state["phase"] = REVEALING
            _let_chance_reveal(state)
        else:
            _take_from_table(state, action)
            state["tile"] = action
            state["taken"] = True
            _let_place(state)
    elif phase == REVEALING:
        _take_from_pile(state, action)
        state["tile"] = action
        state["taken"] = False
        _let_place(state)
    elif phase == DEALING:
        _take_from_pile(state, action)
        _deal(state, action)
    elif phase == SETUP_DRAWING:
        _take_from_pile(state, action)
        state["tile"] = action
        _let_set_up(state)
    else:
        _set_up(state, action - PLACE)
    return True


# Set-up ------------------------------------------------------------------------------------


@compiled
def _deal(state: State, tile: int) -> None:
    """Standard set-up, all hands before any placement, first player's four first (LN-2.4)."""
    players = int(state["players"])
    dealt = int(state["dealt"])
    side = int(state["side"])
    state["hand"][(int(state["first"]) + dealt // side) % players, dealt % side] = tile
    state["dealt"] = dealt + 1
    if dealt + 1 < players * side:
        _let_chance_reveal(state)
    else:
        state["tile"] = state["hand"][int(state["first"]), 0]
        _let_set_up(state)


@compiled
def _let_set_up(state: State) -> None:
    """The tile being placed goes on any free diagonal cell (LN-2.2, 2.3)."""
    seat = int(state["seat"])
    legal = 0
    for k in range(int(state["side"])):
        cell = k * (SIDE + 1)  # LN-1.3: the diagonal a1, b2, c3, d4
        if state["board"][seat, cell] == 0:
            legal |= 1 << (PLACE + cell)
    state["phase"] = SETUP_PLACING
    state["player"] = seat
    state["legal"] = legal


@compiled
def _set_up(state: State, cell: int) -> None:
    """Place during set-up: any free diagonal cell, no exchange, nothing earned (LN-2.2–2.5, 6.5)."""
    players = int(state["players"])
    first = int(state["first"])
    seat = int(state["seat"])
    side = int(state["side"])
    state["board"][seat, cell] = state["tile"]
    state["tile"] = 0
    state["free"][seat] -= 1
    _update_accepts(state, cell)
    placed = side * side - int(state["free"][seat])
    if state["michael"]:  # round by round
        seat = (seat + 1) % players
        state["seat"] = seat
        if seat == first and placed == side:
            _let_choose(state)
        else:
            state["phase"] = SETUP_DRAWING
            _let_chance_reveal(state)
        return
    state["hand"][seat, placed - 1] = 0
    if placed == side:  # player by player
        seat = (seat + 1) % players
        state["seat"] = seat
        placed = 0
        if seat == first:
            _let_choose(state)
            return
    state["tile"] = state["hand"][seat, placed]
    _let_set_up(state)


# A turn ------------------------------------------------------------------------------------


@compiled
def _let_choose(state: State) -> None:
    """LN-3: draw while there is a pile, or take from the table.

    A tile that fits nowhere could not be taken (LN-3.2), but there is none: every number has a cell on
    every board. Walk from a corner of smaller numbers to one of larger: tests/…/test_rules.py proves it.
    """
    state["phase"] = CHOOSING
    state["player"] = state["seat"]
    state["legal"] = int(state["on_table"]) | (1 << DRAW if state["pile_size"] > 0 else 0)


@compiled
def _let_place(state: State) -> None:
    """LN-3.1, 3.2: a drawn tile may be discarded, a taken one must be placed."""
    seat = int(state["seat"])
    legal = cells_for(state, seat, int(state["tile"])) << PLACE
    if not state["taken"]:
        legal |= 1 << DISCARD
    state["phase"] = PLACING
    state["player"] = seat
    state["legal"] = legal


@compiled
def _discard(state: State) -> None:
    """LN-3.1: the drawn tile goes face up on the table."""
    tile = int(state["tile"])
    state["table"][tile] += 1
    state["on_table"] |= 1 << tile
    state["tile"] = 0


@compiled
def _place(state: State, cell: int) -> None:
    """LN-4.1: on a free cell, or in exchange for a tile that goes to the table."""
    seat = int(state["seat"])
    tile = int(state["tile"])
    leaving = int(state["board"][seat, cell])
    state["board"][seat, cell] = tile
    state["tile"] = 0
    if leaving:
        state["table"][leaving] += 1
        state["on_table"] |= 1 << leaving
    else:
        state["free"][seat] -= 1
    if leaving != tile:
        _update_accepts(state, cell)
    if state["taken"]:
        state["takes_in_a_row"] += 1
    if state["free"][seat] == 0:
        state["end"] = FULL_BOARD
        _finish(state)
        return
    if state["taken"] and state["takes_in_a_row"] >= state["stall_limit"]:
        state["end"] = STALL
        _finish(state)
        return
    if state["bruno"] and leaving != tile and _earns_replay(state, cell):
        state["earned"][cell] |= 1 << tile
        _let_choose(state)
        if state["legal"] != 0:  # LN-6.5: with no pile and nothing to take the turn ends
            return
    _end_turn(state)


@compiled
def _earns_replay(state: State, cell: int) -> bool:
    """LN-6.1: a diagonal pair. LN-6.4: once a turn for the same number on the same cell."""
    tile = int(state["board"][int(state["seat"]), cell])
    return (int(state["earned"][cell]) >> tile) & 1 == 0 and _partners(state, cell) != 0


@compiled
def _partners(state: State, cell: int) -> int:
    """Bit c: cell c makes a pair with the tile on `cell`, on the board of the seat whose turn it is."""
    board = state["board"][int(state["seat"])]
    return pairs_with(board, cell, int(board[cell]))


@compiled
def _end_turn(state: State) -> None:
    if state["pile_size"] == 0:  # LN-5.2: the player who revealed it has finished the turn
        state["end"] = LAST_TILE
        _finish(state)
        return
    if state["bruno"]:
        for cell in range(CELLS):
            state["earned"][cell] = 0
    seat = int(state["seat"]) + 1
    state["seat"] = seat if seat < state["players"] else 0  # a division takes twice as long
    _let_choose(state)


@compiled
def _finish(state: State) -> None:
    """LN-5.1: a full board wins alone. LN-5.2: otherwise the seats with the fewest free cells win."""
    players = int(state["players"])
    fewest = CELLS
    for seat in range(players):
        fewest = min(fewest, int(state["free"][seat]))
    winners = 0
    for seat in range(players):
        if state["free"][seat] == fewest:
            winners |= 1 << seat
    state["winners"] = winners
    state["phase"] = OVER
    state["player"] = TERMINAL
    state["legal"] = 0


# Tiles and cells ---------------------------------------------------------------------------


@compiled
def _let_chance_reveal(state: State) -> None:
    state["player"] = CHANCE
    state["legal"] = state["in_pile"]


@compiled
def _take_from_pile(state: State, number: int) -> None:
    state["pile"][number] -= 1
    state["pile_size"] -= 1
    if state["pile"][number] == 0:
        state["in_pile"] ^= 1 << number


@compiled
def _take_from_table(state: State, number: int) -> None:
    state["table"][number] -= 1
    if state["table"][number] == 0:
        state["on_table"] ^= 1 << number


@compiled
def _update_accepts(state: State, cell: int) -> None:
    """A tile was placed on `cell`: update what the cells of its row and its column take (LN-4.2)."""
    seat = int(state["seat"])
    rows = state["row_accepts"][seat]
    columns = state["column_accepts"][seat]
    for step in (1, SIDE):  # along the row, down the column
        if step == 1:
            _update_line(state["board"][seat], rows, cell & ~3, step)
        else:
            _update_line(state["board"][seat], columns, cell & 3, step)


@compiled
def _update_line(board: Any, line_accepts: Any, a: int, step: int) -> None:
    """Update a line of four cells: each takes numbers above all tiles before it and below all behind it."""
    b = a + step
    c = b + step
    d = c + step
    above_a = ABOVE[board[a]]
    above_ab = above_a & ABOVE[board[b]]
    below_d = BELOW[board[d]]
    below_cd = BELOW[board[c]] & below_d
    line_accepts[a] = BELOW[board[b]] & below_cd
    line_accepts[b] = above_a & below_cd
    line_accepts[c] = above_ab & below_d
    line_accepts[d] = above_ab & ABOVE[board[c]]


# What kernels.py makes everything else of ------------------------------------------------------


@compiled
def _legal_word(state: State, player: int, word: int) -> int:
    """Bit a: `player` (or CHANCE) may play action a now; all actions are in one word."""
    return int(state["legal"]) if player == int(state["player"]) else 0


@compiled
def _chance_weight(state: State, action: int) -> int:
    """How many hidden tiles bear the number that chance reveals."""
    return int(state["pile"][action])


@compiled
def _reveal(state: State, generator: np.random.Generator) -> int:
    """The number on a tile drawn blindly from the pile; nothing is changed."""
    rest = int(generator.random() * int(state["pile_size"]))
    pile = state["pile"]
    number = 1
    passed = 0
    for n in range(1, NUMBERS):  # without a branch, which a processor could not foresee
        passed += int(pile[n])
        number += passed <= rest
    return number


@compiled
def _write_key(state: State, key: Any) -> None:
    """Write all that the rest of the game depends on.

    Left out: what is derived from the rest, including `dealt`, which counts the hands. Who began counts only until the
    last tile is set up; whether a tile was taken, only while it is being placed; whose turn it was and what that turn
    had led to, only until the end.
    """
    phase = int(state["phase"])
    key["phase"] = phase
    key["tile"] = state["tile"]
    for number in range(1, NUMBERS + 1):
        key["pile"][number - 1] = state["pile"][number]
        key["table"][number - 1] = state["table"][number]
    for seat in range(int(state["players"])):
        for cell in range(CELLS):
            key["board"][seat, cell] = state["board"][seat, cell]
        for k in range(SIDE):
            key["hand"][seat, k] = state["hand"][seat, k]
    if phase == OVER:
        key["end"] = state["end"]
        key["winners"] = state["winners"]
        return
    key["seat"] = state["seat"]
    key["takes_in_a_row"] = state["takes_in_a_row"]
    if phase == PLACING:
        key["taken"] = state["taken"]
    if phase < CHOOSING:
        key["first"] = state["first"]
    for cell in range(CELLS):
        key["earned"][cell] = state["earned"][cell]


RULES = rules_of(globals())
