"""A slow, plain referee of Lucky Numbers, written from rules/lucky-numbers.md to check the compiled rules against.

It knows nothing of src/: boards are dictionaries from cell name to number, actions are their texts.
Where the engine keeps derived facts, the referee looks at the whole board anew.
"""

from __future__ import annotations

import itertools
from collections import Counter

Board = dict[str, int | None]  # cell name to number, None: free
Happening = tuple[object, ...]

NUMBERS = range(1, 21)
ROWS = [[column + row for column in "abcd"] for row in "1234"]
COLUMNS = [[column + row for row in "1234"] for column in "abcd"]
CELLS = [cell for row in ROWS for cell in row]
LINES_OF = {cell: [line for line in ROWS + COLUMNS if cell in line] for cell in CELLS}
BEFORE = {cell: [other for line in LINES_OF[cell] for other in line[: line.index(cell)]] for cell in CELLS}
BEHIND = {cell: [other for line in LINES_OF[cell] for other in line[line.index(cell) + 1 :]] for cell in CELLS}
DIAGONAL = ["a1", "b2", "c3", "d4"]
DIAGONAL_NEIGHBOURS = {
    one: [two for two in CELLS if abs(ord(one[0]) - ord(two[0])) == 1 and abs(int(one[1]) - int(two[1])) == 1]
    for one in CELLS
}


def is_ascending(board: Board) -> bool:
    """LN-4.2: every row and column, strictly, over its filled cells."""
    lines = [[tile for cell in line if (tile := board.get(cell)) is not None] for line in ROWS + COLUMNS]
    return all(before < behind for line in lines for before, behind in itertools.pairwise(line))


def fits(board: Board, cell: str, number: int) -> bool:
    """Whether `number` may lie on `cell` beside all *other* tiles of its row and column (LN-4.2, 4.3)."""
    for other in BEFORE[cell]:
        tile = board.get(other)
        if tile is not None and tile >= number:
            return False
    for other in BEHIND[cell]:
        tile = board.get(other)
        if tile is not None and tile <= number:
            return False
    return True


def open_cells(board: Board, number: int) -> list[str]:
    """Where `number` may be placed, free or in exchange (LN-4.1)."""
    return [cell for cell in board if fits(board, cell, number)]


def violations(board: Board, cell: str, number: int) -> list[tuple[str, str, int]]:
    """Every tile that keeps `number` off `cell`: the reason, where it lies, its number."""
    found = set()
    for line in LINES_OF[cell]:
        for other in line:
            tile = board.get(other)
            if other == cell or tile is None:
                continue
            lies_before = line.index(other) < line.index(cell)
            if tile == number:
                found.add(("equal", other, tile))
            elif lies_before and tile > number:
                found.add(("smaller", other, tile))
            elif not lies_before and tile < number:
                found.add(("larger", other, tile))
    return sorted(found, key=lambda violation: CELLS.index(violation[1]))


def pairs(board: Board) -> set[tuple[frozenset[str], int]]:
    """Every diagonal pair on the board with its number (LN-6.1, 6.2)."""
    return {
        (frozenset((one, two)), number)
        for one, number in board.items()
        if number is not None
        for two in DIAGONAL_NEIGHBOURS[one]
        if board.get(two) == number
    }


class Referee:
    """One game; `play` changes it, `happened` of the last play tells what came of it."""

    def __init__(
        self, players: int, first: int, setup: str, bruno: bool, stall_limit: int, side: int = 4, numbers: int = 20
    ) -> None:
        self.players, self.bruno, self.stall_limit = players, bruno, stall_limit
        self.side = side
        cells = [cell for cell in CELLS if cell[0] in "abcd"[:side] and cell[1] in "1234"[:side]]
        self.boards: list[Board] = [dict.fromkeys(cells) for _ in range(players)]
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.pile = Counter(dict.fromkeys(range(1, numbers + 1), players))
        self.table: Counter[int] = Counter()
        self.first = first
        in_order = [(first + k) % players for k in range(players)]
        self.is_michael = setup == "michael"
        # LN-2.3: whose tile comes next in each round; LN-2.4: four to the first, four to the next …
        self.set_up_order = in_order * side if self.is_michael else [seat for seat in in_order for _ in range(side)]
        self.to_deal = list(self.set_up_order)
        self.to_place = list(self.set_up_order)
        self.seat = first
        self.phase = "setup-drawing" if self.is_michael else "dealing"
        self.tile: int | None = None
        self.is_taken = False
        self.takes = 0
        self.rewarded: set[tuple[str, int]] = set()  # LN-6.4
        self.end: str | None = None
        self.winners: list[int] = []
        self.happened: list[Happening] = []
        self.notes: Counter[str] = Counter()  # rare situations that came up

    def copy(self) -> Referee:
        """An independent copy."""
        twin = object.__new__(Referee)
        twin.__dict__.update(self.__dict__)
        twin.boards = [dict(board) for board in self.boards]
        twin.hands = [list(hand) for hand in self.hands]
        twin.pile, twin.table, twin.notes = Counter(self.pile), Counter(self.table), Counter(self.notes)
        twin.to_deal, twin.to_place, twin.rewarded = list(self.to_deal), list(self.to_place), set(self.rewarded)
        return twin

    def legal(self) -> list[str]:
        """The texts of what is possible now, chance's included."""
        board = self.boards[self.seat]
        if self.phase in ("dealing", "setup-drawing", "revealing"):
            return [f"reveal-{number}" for number in NUMBERS if self.pile[number]]
        if self.phase == "setup-placing":
            return [f"place-{cell}" for cell in DIAGONAL[: self.side] if board[cell] is None]
        if self.phase == "choosing":
            draw = ["draw"] if self.pile.total() else []
            on_table = [number for number in NUMBERS if self.table[number]]
            return draw + [f"take-{n}" for n in on_table if open_cells(board, n)]
        if self.phase == "placing":
            assert self.tile is not None
            places = [f"place-{cell}" for cell in open_cells(board, self.tile)]
            return places if self.is_taken else [*places, "discard"]
        return []

    def is_chance(self) -> bool:
        return self.phase in ("dealing", "setup-drawing", "revealing")

    def points(self) -> list[int]:
        """LN-7.2."""
        free = [list(board.values()).count(None) for board in self.boards]
        return [2 if seat in self.winners else -free[seat] for seat in range(self.players)]

    def play(self, text: str) -> None:
        """Play a text of `legal()`."""
        self.happened = []
        word, _, what = text.partition("-")
        if word == "reveal":
            self._reveal(int(what))
        elif self.phase == "setup-placing":
            self._set_up(what)
        elif word == "draw":
            self.takes = 0
            self.phase = "revealing"
        elif word == "take":
            self.table[int(what)] -= 1
            self._hold(int(what), is_taken=True)
            self.happened.append(("took", self.seat, int(what)))
        elif word == "discard":
            assert self.tile is not None
            self.table[self.tile] += 1
            self.happened.append(("discarded", self.seat, self.tile))
            self.tile = None
            self._end_turn()
        else:
            self._place(what)

    def _reveal(self, number: int) -> None:
        self.pile[number] -= 1
        if self.phase == "revealing":
            self._hold(number, is_taken=False)
            self.happened.append(("drew", self.seat, number, False))
            return
        seat = self.to_deal.pop(0)
        self.happened.append(("drew", seat, number, True))
        if self.is_michael:
            self.tile, self.phase = number, "setup-placing"
            return
        self.hands[seat].append(number)
        if not self.to_deal:
            self._let_set_up()

    def _let_set_up(self) -> None:
        self.seat = self.to_place[0]
        self.phase = "setup-placing"
        self.tile = self.hands[self.seat][0]

    def _set_up(self, cell: str) -> None:
        seat, tile = self.to_place.pop(0), self.tile
        self.boards[seat][cell] = tile
        self.tile = None
        if not self.is_michael:
            self.hands[seat].pop(0)
        self.happened.append(("placed", seat, tile, cell, None, False, True))
        if not self.to_place:
            self.seat, self.phase = self.first, "choosing"
        elif self.is_michael:
            self.seat, self.phase = self.to_place[0], "setup-drawing"
        else:
            self._let_set_up()

    def _hold(self, tile: int, is_taken: bool) -> None:
        self.tile, self.is_taken, self.phase = tile, is_taken, "placing"

    def _place(self, cell: str) -> None:
        assert self.tile is not None
        board, tile = self.boards[self.seat], self.tile
        before, leaving = pairs(board) if self.bruno else set(), board[cell]
        board[cell], self.tile = tile, None
        assert is_ascending(board)
        if leaving is not None:
            self.table[leaving] += 1
        self.happened.append(("placed", self.seat, tile, cell, leaving, self.is_taken, False))
        self.takes += self.is_taken
        is_pair_new = self.bruno and bool(pairs(board) - before)
        self._note_rarities(cell, tile, leaving, is_pair_new)
        if None not in board.values():
            self._finish("full-board")
        elif self.takes >= self.stall_limit:
            self._finish("stall")
        elif is_pair_new and (cell, tile) not in self.rewarded:
            self._replay(cell, tile)
        else:
            self._end_turn()

    def _replay(self, cell: str, tile: int) -> None:
        self.rewarded.add((cell, tile))
        self.phase = "choosing"
        if not self.legal():  # LN-6.5
            self.notes["nothing to replay with"] += 1
            self._end_turn()
            return
        if not self.pile.total():
            self.notes["replay with takes only"] += 1
        board = self.boards[self.seat]
        partners = [other for other in board if other in DIAGONAL_NEIGHBOURS[cell] and board[other] == tile]
        self.happened.append(("playsagain", self.seat, cell, partners))
        self.notes["replay"] += 1

    def _end_turn(self) -> None:
        if not self.pile.total():
            self._finish("last-tile")
            return
        self.rewarded = set()
        self.seat = (self.seat + 1) % self.players
        self.phase = "choosing"

    def _finish(self, end: str) -> None:
        self.end, self.phase = end, "over"
        if end == "full-board":
            self.winners = [self.seat]
        else:
            free = [list(board.values()).count(None) for board in self.boards]
            self.winners = [seat for seat in range(self.players) if free[seat] == min(free)]
        self.happened.append(("gameover", end, self.winners))
        self.notes[end] += 1
        self.notes["shared victory" if len(self.winners) > 1 else "single victory"] += 1
        if end == "full-board" and not self.pile.total():
            self.notes["full board after the last tile"] += 1

    def _note_rarities(self, cell: str, tile: int, leaving: int | None, is_pair_new: bool) -> None:
        board = self.boards[self.seat]
        if leaving == tile and any(board.get(other) == tile for other in DIAGONAL_NEIGHBOURS[cell]):
            self.notes["same number on a pair"] += 1
        if is_pair_new and (cell, tile) in self.rewarded:
            self.notes["rewarded before"] += 1
        if is_pair_new and self.takes >= self.stall_limit:
            self.notes["stall on a pair"] += 1
