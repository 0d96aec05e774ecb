"""View of a game of Lucky Numbers as a seat sees it, and the events of a play, as plain data.

Every face draws from this: terminal, web page, pictures, notebooks. It contains no language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from jardinet.games.api import CHANCE, Event, IllegalActionError, Move, State
from jardinet.games.lucky_numbers import rules
from jardinet.games.lucky_numbers.names import CELL_NAMES, DIAGONAL, ENDS, NUMBERS, PHASES, REASONS
from jardinet.games.sentences import Sentence


class Violation(msgspec.Struct, frozen=True):
    """One reason why a tile may not go on a cell: a clause of the rules and the tile that is in the way.

    Attributes:
        clause: as in rules/lucky-numbers.md: `LN-4.2`.
        reason: `smaller` or `larger` (the neighbour must stay so), `equal` (it bears the same number),
            `diagonal` (set-up uses the diagonal only) or `stays` (no tile moves during set-up).
        cell: where the neighbour lies: `c2`; for `diagonal` and `stays` the cell itself.
        tile: the neighbour's number; 0 where there is none.
    """

    clause: str
    reason: str
    cell: str
    tile: int

    def __str__(self) -> str:
        """In English: `15 at c2 must stay larger`."""
        return str(self.sentence())

    def sentence(self) -> Sentence:
        """Why, as a sentence that faces translate."""
        if self.reason == "diagonal":
            return Sentence("set-up uses the diagonal only, and {cell} is not on it", cell=self.cell)
        if self.reason == "stays":
            return Sentence("{tile} at {cell} does not move during set-up", tile=self.tile, cell=self.cell)
        if self.reason == "equal":
            return Sentence("{tile} at {cell} is in the same row or column", tile=self.tile, cell=self.cell)
        if self.reason == "smaller":
            return Sentence("{tile} at {cell} must stay smaller", tile=self.tile, cell=self.cell)
        return Sentence("{tile} at {cell} must stay larger", tile=self.tile, cell=self.cell)


class Cell(msgspec.Struct, frozen=True):
    """A cell of a board.

    Attributes:
        name: `a1` to `d4`: column letter, row number.
        tile: the number on it, None where it is free.
        accepts: the numbers that may be placed on it in play, free or in exchange, rising.
        is_open: whether the tile being placed may go here now.
        violations: why it may not; empty where it may, or where no tile is being placed on this board.
    """

    name: str
    tile: int | None
    accepts: list[int]
    is_open: bool
    violations: list[Violation]


class Board(msgspec.Struct, frozen=True):
    """Board of one seat: 16 cells row by row from a1, and the tiles still to set up, as drawn.

    A small board is the upper left corner; the cells outside of it are never filled and accept nothing.
    """

    seat: int
    free: int
    cells: list[Cell]
    hand: list[int]


class View(msgspec.Struct, frozen=True):
    """A position of Lucky Numbers.

    Attributes:
        game: the parameters, as `load_game` takes them.
        viewer: the seat that looks, None for a spectator.
        boards: one a seat, in seat order.
        table: the face-up tiles, rising.
        pile: how many tiles are hidden.
        unseen: how many of each number are hidden, for 1 to 20 (anybody could count them).
        phase: `dealing`, `setup-drawing`, `setup-placing`, `choosing`, `revealing`, `placing`, `over`.
        seat: whose turn it is.
        player: whose action comes next: that seat, or CHANCE, or TERMINAL.
        tile: the tile being placed, None if there is none.
        is_taken: whether it came from the table.
        legal: texts of what the viewer may do now (of what the seat may do, for a spectator).
        takes_in_a_row: how many plays in a row were takes (LN-5.3).
        end: `full-board`, `last-tile` or `stall`, None while the game runs.
        winners: the seats that win.
        points: what the game counts in a match, seat by seat; empty while it runs (LN-7.2).
    """

    game: dict[str, int | str]
    viewer: int | None
    boards: list[Board]
    table: list[int]
    pile: int
    unseen: list[int]
    phase: str
    seat: int
    player: int
    tile: int | None
    is_taken: bool
    legal: list[str]
    takes_in_a_row: int
    end: str | None
    winners: list[int]
    points: list[int]


def hidden_fitting(view: View, cell: Cell) -> int:
    """How many hidden tiles a cell takes."""
    return sum(view.unseen[number - 1] for number in cell.accepts)


def make_view(state: State, viewer: int | None) -> View:
    """The position as `viewer` sees it. All of it is public: only the pile's order is hidden (LN-2.1)."""
    record = state.record
    seat, player, tile = int(record["seat"]), state.current_player(), int(record["tile"])
    mover = player if viewer is None else viewer
    table = record["table"].tolist()
    return View(
        game=dict(state.get_game().parameters),
        viewer=viewer,
        boards=[_board(state, owner, tile if owner == player else 0) for owner in range(state.num_players())],
        table=[number for number in NUMBERS for _ in range(table[number])],
        pile=int(record["pile_size"]),
        unseen=record["pile"].tolist()[1:],
        phase=PHASES[int(record["phase"])],
        seat=seat,
        player=player,
        tile=tile or None,
        is_taken=bool(tile and record["taken"]),
        legal=[] if mover < 0 else [state.action_to_string(mover, a) for a in state.legal_actions(mover)],
        takes_in_a_row=int(record["takes_in_a_row"]),
        end=ENDS.get(int(record["end"])),
        winners=state.winners(),
        points=state.match_points() if state.is_terminal() else [],
    )


def violations(state: State, seat: int, cell: str, number: int) -> list[Violation]:
    """Why `number` may not go on `cell` of a board now; empty if it may."""
    return _violations(state, seat, number)(CELL_NAMES.index(cell))


def _violations(state: State, seat: int, number: int) -> Callable[[int], list[Violation]]:
    """A function from a cell's index to the reasons why `number` may not go there now."""
    record = state.record
    tiles = record["board"][seat].tolist()
    if int(record["phase"]) <= rules.SETUP_PLACING:
        clause, is_diagonal = "LN-2.3" if record["michael"] else "LN-2.2", [name in DIAGONAL for name in CELL_NAMES]

        def in_setup(cell: int) -> list[Violation]:
            if not is_diagonal[cell]:
                return [Violation(clause, "diagonal", CELL_NAMES[cell], 0)]
            return [Violation("LN-2.5", "stays", CELL_NAMES[cell], tiles[cell])] if tiles[cell] else []

        return in_setup
    reasons = rules.every_violation(state.records, 0, seat, number).tolist()
    return lambda cell: [
        Violation("LN-4.2", REASONS[reason], CELL_NAMES[other], tiles[other])
        for other, reason in enumerate(reasons[cell])
        if reason
    ]


@lru_cache(maxsize=4096)
def _numbers(bits: int) -> tuple[int, ...]:
    return tuple(number for number in NUMBERS if bits >> number & 1)


def _board(state: State, seat: int, tile: int) -> Board:
    record = state.record
    open_cells = {action - rules.PLACE for action in state.legal_actions(seat)} if tile else set()
    violations_at = _violations(state, seat, tile) if tile else None
    tiles, accepts = record["board"][seat].tolist(), rules.every_accepts(state.records, 0, seat).tolist()
    in_game = (2 << int(record["numbers"])) - 1
    cells = [
        Cell(
            name=name,
            tile=tiles[index] or None,
            accepts=list(_numbers(accepts[index] & in_game)),
            is_open=index in open_cells,
            violations=violations_at(index) if violations_at and index not in open_cells else [],
        )
        for index, name in enumerate(CELL_NAMES)
    ]
    return Board(seat, int(record["free"][seat]), cells, [int(t) for t in record["hand"][seat] if t])


# Events ------------------------------------------------------------------------------------


class Drew(Event, frozen=True):
    """A seat's drawn tile was revealed; `is_setup`: for its diagonal."""

    seat: int
    tile: int
    is_setup: bool


class Took(Event, frozen=True):
    """A seat took a face-up tile and will place it."""

    seat: int
    tile: int


class Placed(Event, frozen=True):
    """A seat placed a tile; `leaving`: the tile it was exchanged for, now on the table, or None."""

    seat: int
    tile: int
    cell: str
    leaving: int | None
    is_taken: bool
    is_setup: bool


class Discarded(Event, frozen=True):
    """A seat put its drawn tile face up on the table."""

    seat: int
    tile: int


class PlaysAgain(Event, frozen=True):
    """Bruno's variant: the tile on `cell` made a pair with its equals on `partners` (LN-6.1)."""

    seat: int
    cell: str
    partners: list[str]


class GameOver(Event, frozen=True):
    """The game ended: see `View.end` and `View.winners`."""

    end: str
    winners: list[int]


def events_of(state: State, move: Move) -> list[Event]:
    """The events of playing `move` in `state`, in order."""
    if isinstance(move, tuple):
        raise IllegalActionError(
            "one-at-a-time", "{action} is not possible: only one player moves at a time here.", action=move
        )
    action = move
    before, player = state.record, state.current_player()
    seat, phase, tile = int(before["seat"]), int(before["phase"]), int(before["tile"])
    after = state.clone()
    after.apply_action(action)
    if phase == rules.DEALING:
        dealt_to = (int(before["first"]) + int(before["dealt"]) // int(before["side"])) % state.num_players()
        return [Drew(dealt_to, action, True)]
    if player == CHANCE:
        return [Drew(seat, action, phase == rules.SETUP_DRAWING)]
    if phase == rules.CHOOSING:
        return [] if action == rules.DRAW else [Took(seat, action)]
    events: list[Event] = []
    if action == rules.DISCARD:
        events.append(Discarded(seat, tile))
    else:
        cell = action - rules.PLACE
        leaving = int(before["board"][seat, cell]) or None
        is_setup = phase == rules.SETUP_PLACING
        is_taken = bool(before["taken"]) and not is_setup
        events.append(Placed(seat, tile, CELL_NAMES[cell], leaving, is_taken, is_setup))
        if not is_setup and not after.is_terminal() and int(after.record["seat"]) == seat:
            partners = rules.partners(after.records, 0, cell)
            names = [name for index, name in enumerate(CELL_NAMES) if partners >> index & 1]
            events.append(PlaysAgain(seat, CELL_NAMES[cell], names))
    if after.is_terminal():
        events.append(GameOver(ENDS[int(after.record["end"])], after.winners()))
    return events
