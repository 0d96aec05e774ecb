"""A board of Lucky Numbers as it is drawn, 400 units wide, with its cells and the tiles on them; for 5 vor 12 a plain one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from jardinet.games.api import TERMINAL
from jardinet.games.drawing import (
    EARTH,
    FACE,
    GOLD,
    LIGHT,
    SHADOW,
    Ink,
    at,
    bed,
    box,
    oval,
    path,
    planter,
    tone,
    write,
)
from jardinet.games.lucky_numbers.names import DIAGONAL
from jardinet.games.lucky_numbers.pieces import ladybird, tile
from jardinet.games.lucky_numbers.view import Board, Cell, View

BOARD = 400  # units of a board's own
CELL = 86
GAP = 4
PAD = 22  # its frame, and the grass within


class Ground(NamedTuple):
    """Colours of a board: a free cell with what it accepts, the mark of the diagonal, and that of cells where a tile may go."""

    earth: Ink
    diagonal: str
    open: str


LEAVES = ("#dfa912", "#c8402f", "#8457b8", "#3f9440")  # LN-1.2: yellow, red, violet, green, by seat
LOOSE = "#8b9a80"  # on the table a tile is nobody's
NUMBER = Ink("#2b2118", FACE)
GARDEN = Ground(Ink("#fff1d6", EARTH), "#d9a63c", GOLD)
SLATE = tone("#8fa2b3", "#4d5d6b")
PLAIN = Ground(
    Ink(tone("#303b46", "#dbe4ec"), tone("#e9eef2", "#2b343d")), tone("#5b6f82", "#a9bccd"), tone("#8a5a00", GOLD)
)  # 5 vor 12
OPEN = Ink("#2b1a06", GOLD)  # where the tile may go


def filled_board(group: Element, view: View, board: Board, *, is_large: bool) -> None:
    """A board in its own 400 units."""
    empty_frame(group, is_plain=_is_plain(view))
    for place, cell in zip(places(group), board.cells, strict=True):
        _cell(place, view, board, cell, is_large=is_large)
    if _is_plain(view):
        corner = BOARD - 6
        path(group, f"M{corner} {corner}V{corner - 34}L{corner - 34} {corner}Z", "#1d5fae")  # LN-1.1
    else:
        ladybird(at(group, BOARD - 14, BOARD - 14, 1.4, 135))


def _cell(place: Element, view: View, board: Board, cell: Cell, *, is_large: bool) -> None:
    """A cell; open ones have a dashed frame and a plus (free) or two arrows (an exchange)."""
    ground, half = ground_of(view), CELL / 2
    cell_bed(place, is_plain=_is_plain(view), is_bare=not is_large or cell.tile is not None)
    if cell.name in DIAGONAL:
        _diagonal_mark(place, ground.diagonal, is_plain=_is_plain(view))
    if cell.is_open and not cell.tile:
        box(place, (4 - half, 4 - half, CELL - 8, CELL - 8), OPEN.ground, round_=9, opacity=0.28)
    if cell.tile:
        numbered_tile(at(place, 0, 0, 0.83), view, cell.tile, LEAVES[board.seat], is_small=not is_large)
    elif is_large and view.player != TERMINAL:
        told = _runs(cell.accepts)
        write(
            place,
            (0, 11 if cell.is_open else 0),
            told,
            ground.earth,
            22 if len(cell.accepts) < 10 else 20,
            room=CELL - 8,
        )
    if cell.is_open:
        box(place, (2 - half, 2 - half, CELL - 4, CELL - 4), "none", edge=ground.open, thick=4, round_=10, dashed=True)
        _mark(
            at(place, 0, -17) if is_large and not cell.tile else at(place, 0, 0), cell, ground.open, is_large=is_large
        )


def _diagonal_mark(place: Element, colour: str, *, is_plain: bool) -> None:
    """Draw the mark of a diagonal cell (LN-1.3): an edge, or a dot in a free corner if `is_plain`, as in 5 vor 12."""
    half = CELL / 2
    if is_plain:
        oval(place, (14 - half, half - 14), (6.5, 6.5), colour)
    else:
        box(place, (1.5 - half, 1.5 - half, CELL - 3, CELL - 3), "none", edge=colour, thick=3, round_=11)


def _mark(group: Element, cell: Cell, colour: str, *, is_large: bool) -> None:
    if not cell.tile:
        reach = 10 if is_large else 20
        path(group, f"M0 {-reach}V{reach}M{-reach} 0H{reach}", edge=colour, thick=6 if is_large else 9)
        return
    corner = at(group, 30, -30, 1.15 if is_large else 1.5)
    oval(corner, (0, 0), (13, 13), OPEN.ground, edge=OPEN.colour, thick=2)
    path(corner, "M-7 -3.5H6M2.5 -7L6 -3.5M7 3.5H-6M-2.5 7L-6 3.5", edge=OPEN.colour, thick=2.2)


def places(group: Element) -> Iterator[Element]:
    """A group at the middle of each cell, from a1 on."""
    for index in range(16):
        yield at(group, middle_of(index % 4), middle_of(index // 4))


def middle_of(line: int) -> float:
    """The coordinate of the middle of a column or row, 0 to 3, on a board."""
    return PAD + CELL / 2 + line * (CELL + GAP)


def empty_frame(group: Element, *, is_plain: bool) -> None:
    """A board without its cells; a plain one is that of 5 vor 12."""
    if is_plain:
        _slate(group)
    else:
        planter(group, BOARD, BOARD)


def cell_bed(place: Element, *, is_plain: bool, is_bare: bool) -> None:
    """The ground under a tile; `is_bare` leaves out details, for cells where it is hardly seen."""
    half = CELL / 2
    if is_plain:
        box(place, (-half, -half, CELL, CELL), PLAIN.earth.ground, round_=9)
    else:
        bed(place, (-half, -half, CELL, CELL), 13, is_plain=is_bare)


def _slate(group: Element) -> None:
    """The board of 5 vor 12, without its cells."""
    box(group, (0, 0, BOARD, BOARD), SHADOW, round_=15, opacity=0.35)
    box(group, (0, 0, BOARD, BOARD - 4), SLATE, round_=15)
    path(group, f"M15 1.5H{BOARD - 15}", edge=LIGHT, thick=2, opacity=0.4)
    inner = BOARD - 2 * PAD + 10
    box(group, (PAD - 5, PAD - 5, inner, inner), SHADOW, round_=12, opacity=0.14)


def numbered_tile(group: Element, view: View, number: int, colour: str, *, is_small: bool = False) -> None:
    """A tile with its number; on a small tile the number takes more room, to stay readable."""
    group.set("color", colour)
    tile(group, is_old=_is_plain(view), is_small=is_small)
    write(group, (0, 0), number, NUMBER, 50 if is_small else 34)


def ground_of(view: View) -> Ground:
    """The colours of the boards of this edition."""
    return PLAIN if _is_plain(view) else GARDEN


def _is_plain(view: View) -> bool:
    return view.game["edition"] == "5-vor-12"


def _runs(numbers: list[int]) -> str:
    """`3–9`, `7`, `2–4 6`; a dash if there are none."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs) or "–"
