"""A position of Lucky Numbers as a picture: boards of earth with clovers, the table, the pile.

The viewer's board (a spectator: seat 0's) is large, the others small. What view.py says is drawn, no
rule is known here. All art is ours: clovers and a ladybird, or for 5 vor 12 plain squares and a triangle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element

from jardinet.games.api import TERMINAL
from jardinet.games.drawing import (
    HIDDEN,
    PAPER,
    SQUEEZE,
    WIDTH,
    DrawingLayer,
    Ink,
    Labels,
    arrow,
    at,
    box,
    counted,
    listed,
    oval,
    path,
    picture,
    sheet,
    star,
    width,
    write,
    written,
)
from jardinet.games.lucky_numbers.names import DIAGONAL
from jardinet.games.lucky_numbers.view import Board, Cell, View

CELL = 76
GAP = 4
PAD = 8
SIDE = 4 * CELL + 3 * GAP + 2 * PAD
TALL = 58  # a row of the table: a tile and how often it lies there


class Leaf(NamedTuple):
    """The colours of a tile: its leaves, and its number on the disc between them."""

    leaves: str
    ink: Ink


class Ground(NamedTuple):
    """The colours of a board: around its cells, a cell with what it accepts, and the edge of the diagonal."""

    frame: str
    earth: Ink
    diagonal: str


LEAVES = (  # LN-1.2: yellow, red, violet, green, by seat
    Leaf("#dfa912", Ink("#4a3500", "#fff3c4")),
    Leaf("#c8402f", Ink("#6d140b", "#ffe7e0")),
    Leaf("#8457b8", Ink("#3d1a66", "#f1e6fc")),
    Leaf("#3f9440", Ink("#12431a", "#e2f5da")),
)
LOOSE = Leaf("#8f9c86", Ink("#2e3629", "#fbfbf2"))  # on the table a tile is nobody's
GARDEN = Ground("#7ea653", Ink("#fff1d6", "#6f472c"), "#f2c24b")
PLAIN = Ground("#9fb0bf", Ink("#303b46", "#e9eef2"), "#5b6f82")  # 5 vor 12
OPEN = Ink("#10324a", "#bfe6ff")  # where the tile may go

# Half of a leaf to its notch, and back: the first point begins, three by three the others bend it.
_LEAF = ((0, 0), (5, -12), (-4, -42), (17, -42), (24, -42), (28, -37), (28, -28))
_LEAF_BACK = ((37, -28), (42, -24), (42, -17), (42, 4), (12, -5), (0, 0))


@dataclass(frozen=True, kw_only=True)
class PictureLabels(Labels):
    """Labels of Lucky Numbers: see Labels.

    Attributes:
        table: what lies face up, counted.
        free: how many free cells each seat has.
        to_place, in_hand: the headings of the tile being placed, and of those still to set up.
    """

    table: str
    free: Sequence[str]
    to_place: str
    in_hand: str


def draw(view: View, labels: PictureLabels | None = None) -> str:
    """The position as a complete SVG that refers to nothing outside it; the same view gives the same bytes.

    Args:
        view: the position.
        labels: what is written in the picture; None: in English, seats by their numbers.

    >>> import jardinet
    >>> draw(jardinet.load_game("lucky_numbers").new_initial_state().view())[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    labels = labels or _english(view)
    own = view.viewer or 0
    others = [board for board in view.boards if board.seat != own]
    has_one = len(others) == 1
    rows = -(-len(set(view.table)) // (5 if has_one else 10))
    below = 88 + SIDE + 44
    scale = 0.6 if len(others) < 3 else 0.44
    boards_at = below if has_one else below + 40 + TALL * rows
    high = 44 + SIDE * scale + (50 if any(board.hand for board in others) else 0)
    height = max(boards_at + high, below + 40 + TALL * rows if has_one else 0) + 8
    svg = picture(height, labels)
    _large(svg, view, view.boards[own], labels)
    _table(svg, view, labels, 240 if has_one else 20, below, 5 if has_one else 10)
    step = (WIDTH - 20) / max(2, len(others))
    for k, board in enumerate(others):
        left = 20 + k * step if has_one else 10 + (k + 0.5) * step - SIDE * scale / 2
        _small(svg, view, board, labels, left, boards_at, scale)
    return written(svg)


def symbols() -> str:
    """The pieces as a sheet of symbols: `clover` and `square` (the two editions' tiles), `ladybird`, `triangle`."""
    return sheet(
        {
            "clover": ("-44 -44 88 88", lambda group: path(group, _clover(), "currentColor")),
            "square": ("-44 -44 88 88", lambda group: box(group, (-38, -38, 76, 76), "currentColor", round_=8)),
            "ladybird": ("-13 -14 26 32", _ladybird),
            "triangle": ("0 0 30 30", lambda group: path(group, "M30 30V3L3 30Z", "#1d5fae")),
        }
    )


def _large(svg: Element, view: View, board: Board, labels: PictureLabels) -> None:
    """The large board with the names of its rows and columns, and at its side pile, tile and hand."""
    left, top = 36, 88
    for k in range(4):
        middle = PAD + CELL / 2 + k * (CELL + GAP)
        write(svg, (left + middle, top - 15), "abcd"[k], PAPER, 17)
        write(svg, (left - 15, top + middle), k + 1, PAPER, 17)
    _board(at(svg, left, top), view, board, is_large=True)
    free = labels.free[board.seat]
    _caption(svg, view, board, labels, left + 4, top + SIDE + 21, 18, SIDE - 18 - 18 * SQUEEZE * width(free))
    write(svg, (left + SIDE - 4, top + SIDE + 21), free, PAPER, 18, anchor="end")
    side, room = 424, 96
    write(svg, (side, 84), labels.pile, PAPER, 18, room=room)
    _pile(at(svg, side, 142), view.pile)
    if view.tile is not None:
        write(svg, (side, 214), labels.to_place, PAPER, 17, room=room)
        _tile(at(svg, side, 266), view, view.tile, LEAVES[view.seat], is_large=True)
    if board.hand:
        write(svg, (side, 326), labels.in_hand, PAPER, 17, room=room)
        for k, number in enumerate(board.hand):
            _tile(at(svg, side - 22 + 44 * (k % 2), 360 + 44 * (k // 2), 0.5), view, number, LEAVES[board.seat])


def _small(
    svg: Element, view: View, board: Board, labels: PictureLabels, left: float, top: float, scale: float
) -> None:
    right = left + SIDE * scale
    _caption(svg, view, board, labels, left, top + 18, 16, SIDE * scale - 26 - 16 * SQUEEZE * width(str(board.free)))
    write(svg, (right - 21, top + 18), board.free, PAPER, 16, anchor="end")
    ground = _ground(view)
    box(svg, (right - 17, top + 10, 15, 15), ground.earth.ground, edge=ground.frame, thick=2, round_=4)
    _board(at(svg, left, top + 38, scale), view, board, is_large=False)
    middle = left + SIDE * scale / 2
    for k, number in enumerate(board.hand):
        x = middle + 33 * (k - (len(board.hand) - 1) / 2)
        _tile(at(svg, x, top + 64 + SIDE * scale, 0.4), view, number, LEAVES[board.seat])


def _caption(
    svg: Element, view: View, board: Board, labels: PictureLabels, left: float, y: float, size: float, room: float
) -> None:
    """Whose board it is; an arrow: its turn, a star: it wins."""
    indent = 24
    if board.seat in view.winners:
        star(svg, left + 9, y)
    elif view.player != TERMINAL and board.seat == view.seat:
        arrow(svg, left + 7, y)
    else:
        indent = 0
    write(svg, (left + indent, y), labels.names[board.seat], PAPER, size, anchor="start", room=room - indent)


def _table(svg: Element, view: View, labels: PictureLabels, left: float, top: float, columns: int) -> None:
    """The face-up tiles, rising; equal ones lie on one another with their count below."""
    write(svg, (left, top + 18), labels.table, PAPER, 18, anchor="start", room=WIDTH - 16 - left)
    for k, (number, count) in enumerate(Counter(view.table).items()):
        x, y = left + 22 + 44 * (k % columns), top + 58 + TALL * (k // columns)
        _tile(at(svg, x, y, 0.48), view, number, LOOSE)
        if count > 1:
            write(svg, (x, y + 29), f"×{count}", PAPER, 16)


def _pile(group: Element, count: int) -> None:
    """Backs of tiles on one another, as many as are easily seen, with their count."""
    for k in reversed(range(min(count, 4))):
        box(group, (-32 - 3 * k, -30 - 4 * k, 64, 64), HIDDEN.ground, edge="#d9c193", thick=2, round_=14)
    if count:
        write(group, (0, 2), count, HIDDEN, 26)
    else:
        box(group, (-32, -30, 64, 64), PAPER.ground, edge=HIDDEN.ground, thick=2, round_=14, dashed=True)
        write(group, (0, 2), 0, PAPER, 26)


# A board -----------------------------------------------------------------------------------


def _board(group: Element, view: View, board: Board, *, is_large: bool) -> None:
    ground = _ground(view)
    box(group, (0, 0, SIDE, SIDE), ground.frame, edge=HIDDEN.ground, thick=3, round_=18)
    for index, cell in enumerate(board.cells):
        x, y = (PAD + k * (CELL + GAP) for k in (index % 4, index // 4))
        place = at(group, x + CELL / 2, y + CELL / 2)
        _cell(place, view, board, cell, is_large=is_large)
    if _is_plain(view):
        corner = SIDE - 4
        path(group, f"M{corner} {corner}V{corner - 27}L{corner - 27} {corner}Z", "#1d5fae")  # LN-1.1
    else:
        _ladybird(at(group, SIDE - 11, SIDE - 11, 1.15, 135))


def _cell(place: Element, view: View, board: Board, cell: Cell, *, is_large: bool) -> None:
    """A cell; open ones have a dashed frame and a plus (free) or two arrows (an exchange)."""
    ground, half = _ground(view), CELL / 2
    ink = OPEN if cell.is_open and not cell.tile else ground.earth
    is_gold = cell.name in DIAGONAL
    edge, thick = (ground.diagonal, 4) if is_gold else (None, 0)
    inset = thick / 2
    box(place, (inset - half, inset - half, CELL - thick, CELL - thick), ink.ground, edge=edge, thick=thick, round_=11)
    if cell.is_open:
        mark = OPEN.colour if not cell.tile else OPEN.ground
        box(place, (-half + 5, -half + 5, CELL - 10, CELL - 10), "none", edge=mark, thick=4, round_=8, dashed=True)
    if cell.tile:
        size = 0.93 if not is_large else 0.76 if cell.is_open else 0.88  # an open cell shows its frame
        _tile(at(place, 0, 0, size), view, cell.tile, LEAVES[board.seat], is_large=is_large)
    elif is_large:
        write(place, (0, 9 if cell.is_open else 0), _runs(cell.accepts), ink, 18 if len(cell.accepts) < 10 else 17)
    if cell.is_open:
        _mark(at(place, 0, -15) if is_large and not cell.tile else at(place, 0, 0), cell, is_large=is_large)


def _mark(group: Element, cell: Cell, *, is_large: bool) -> None:
    if not cell.tile:
        reach = 9 if is_large else 18
        path(group, f"M0 {-reach}V{reach}M{-reach} 0H{reach}", edge=OPEN.colour, thick=5 if is_large else 8)
        return
    corner = at(group, 26, -26, 1 if is_large else 1.3)
    oval(corner, (0, 0), (13, 13), OPEN.ground, edge=OPEN.colour, thick=2)
    path(corner, "M-7 -3.5H6M2.5 -7L6 -3.5M7 3.5H-6M-2.5 7L-6 3.5", edge=OPEN.colour, thick=2.2)


def _tile(group: Element, view: View, number: int, leaf: Leaf, *, is_large: bool = False) -> None:
    """A tile 84 units wide about the origin; drawn small, its number takes more of it to stay readable."""
    disc, size = (21, 26) if is_large else (31, 40)
    if _is_plain(view):
        box(group, (-36, -36, 72, 72), leaf.ink.ground, edge=leaf.leaves, thick=8, round_=6)
        size += 10
    else:
        path(group, _clover(), leaf.leaves, edge=leaf.ink.colour, thick=1.5)
        oval(group, (0, 0), (disc, disc), leaf.ink.ground, edge=leaf.ink.colour, thick=1.5)
    write(group, (0, 0), number, leaf.ink, size)


def _clover() -> str:
    """One heart-shaped leaf, turned three times by a right angle."""
    course = []
    for turn in range(4):
        points = [_turned(point, turn) for point in (*_LEAF, *_LEAF_BACK)]
        start, *rest = (f"{x} {y}" for x, y in points)
        course.append(f"M{start}C{' '.join(rest)}Z")
    return "".join(course)


def _turned(point: tuple[int, int], turn: int) -> tuple[int, int]:
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[turn]


def _ladybird(group: Element) -> None:
    """It looks to the upper left when turned by 135 degrees, its head outward."""
    oval(group, (0, 11), (6.5, 5), "#241a17")
    oval(group, (0, 0), (10, 11.5), "#d5301f", edge="#241a17", thick=1.5)
    path(group, "M0 11V-11", edge="#241a17", thick=1.8)
    for x, y in ((-5, 4), (5, 4), (-5, -4), (5, -4)):
        oval(group, (x, y), (2.2, 2.2), "#241a17")


def _ground(view: View) -> Ground:
    return PLAIN if _is_plain(view) else GARDEN


def _is_plain(view: View) -> bool:
    return view.game["edition"] == "5-vor-12"


def _runs(numbers: list[int]) -> str:
    """`3–9`, `7`, `2–4 6`; a dash where there is none."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs) or "–"


# In English --------------------------------------------------------------------------------


def _english(view: View) -> PictureLabels:
    turn = _turn(view)
    return PictureLabels(
        title=f"Lucky Numbers: {turn}",
        description=_description(view, turn),
        turn=turn,
        names=["You" if board.seat == view.viewer else f"Seat {board.seat + 1}" for board in view.boards],
        pile="Pile",
        table=f"Table: {counted(len(view.table), 'tile')}",
        free=[f"{board.free} free" for board in view.boards],
        to_place="To place",
        in_hand="In hand",
    )


def _turn(view: View) -> str:
    """Whose turn it is and for what; at the end, who wins."""
    who = f"Seat {view.seat + 1}"
    if view.phase == "over":
        winners = listed(str(seat + 1) for seat in view.winners)
        return f"Game over: seat {winners} wins" if len(view.winners) == 1 else f"Game over: seats {winners} win"
    return {
        "dealing": "Tiles are being dealt",
        "setup-drawing": f"{who} draws for the set-up",
        "setup-placing": f"{who} sets up {view.tile}",
        "choosing": f"{who} draws or takes",
        "revealing": f"{who} draws",
        "placing": f"{who} places {view.tile}",
    }[view.phase]


def _description(view: View, turn: str) -> str:
    """The position in sentences, for those who hear it; a free cell is read as a dot."""
    told = [f"{turn}. The pile holds {counted(view.pile, 'tile')}. On the table: {listed(map(str, view.table))}."]
    for board in view.boards:
        rows = (board.cells[first : first + 4] for first in range(0, 16, 4))
        told.append(f"Seat {board.seat + 1}, {counted(board.free, 'free cell')}:")
        told.append("; ".join(" ".join(str(cell.tile or ".") for cell in row) for row in rows) + ".")
        if board.hand:
            told.append(f"In hand: {listed(map(str, board.hand))}.")
        is_open = [cell.name for cell in board.cells if cell.is_open]
        if is_open:
            told.append(f"The {view.tile} may go to {listed(is_open)}.")
    return " ".join(told)


LAYER: DrawingLayer[View, PictureLabels] = DrawingLayer(draw, symbols)
