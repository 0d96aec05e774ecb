"""A position of Lucky Numbers as a picture: planters with tiles of clover, the table, the pile.

The viewer's board (a spectator: seat 0's) is large, the others small. It draws what view.py says; no rule is known
here. All art is ours: clovers and a ladybird, or for 5 vor 12 plain squares and a triangle. Boards are drawn by
drawn_board.py, tiles by pieces.py, whose pieces pages show too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from xml.etree.ElementTree import Element

from jardinet.games import load_game
from jardinet.games.api import TERMINAL
from jardinet.games.drawing import (
    EDGE,
    GOLD,
    HIDDEN,
    PAPER,
    SHADOW,
    SQUEEZE,
    WIDTH,
    WOOD,
    DrawingLayer,
    Labels,
    arrow,
    at,
    box,
    counted,
    lawn,
    listed,
    picture,
    star,
    surface,
    width,
    write,
    written,
)
from jardinet.games.lucky_numbers.drawn_board import (
    BOARD,
    CELL,
    LEAVES,
    LOOSE,
    cell_bed,
    empty_frame,
    filled_board,
    ground_of,
    middle_of,
    numbered_tile,
    places,
)
from jardinet.games.lucky_numbers.pieces import back, ladybird, symbols
from jardinet.games.lucky_numbers.view import Board, View

LARGE = 332  # the large board in the picture
TALL = 58  # a row of the table: a tile and how often it lies there
SCENE = (
    "reveal-2 reveal-7 reveal-13 reveal-19 reveal-1 reveal-8 reveal-14 reveal-20"
    " place-a1 place-b2 place-c3 place-d4 place-a1 place-b2 place-c3 place-d4"
    " draw reveal-4 place-a2 draw reveal-3 place-b1 draw reveal-5 place-b1 draw reveal-4 place-a2"
    " draw reveal-8 place-a3 draw reveal-6 place-c1 draw reveal-9 place-c1 draw reveal-9 place-b3"
    " draw reveal-11 place-b3 draw reveal-10 place-c2 draw reveal-12 place-b4 draw reveal-11 place-a4"
    " draw reveal-14 place-d1 draw reveal-15 place-d1 draw reveal-16 place-d2 draw reveal-16 place-c4"
    " draw reveal-17 place-c4 draw reveal-18 place-d3 draw reveal-6 discard draw reveal-20 discard draw reveal-18"
)


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
    below = 88 + LARGE + 44
    scale = 0.6 if len(others) < 3 else 0.44
    boards_at = below if has_one else below + 40 + TALL * rows
    high = 44 + LARGE * scale + (50 if any(board.hand for board in others) else 0)
    height = max(boards_at + high, below + 40 + TALL * rows if has_one else 0) + 8
    svg = picture(height, labels)
    _large(svg, view, view.boards[own], labels)
    _table(svg, view, labels, 240 if has_one else 20, below, 5 if has_one else 10)
    step = (WIDTH - 20) / max(2, len(others))
    for k, board in enumerate(others):
        left = 20 + k * step if has_one else 10 + (k + 0.5) * step - LARGE * scale / 2
        _small(svg, view, board, labels, left, boards_at, scale)
    return written(svg)


@cache
def scene() -> str:
    """Two boards in the middle of a game, on a lawn: the tile in hand finds its place."""
    view = load_game("lucky_numbers").deserialize_state(SCENE).view()
    assert isinstance(view, View)
    svg = lawn()
    _garden(at(svg, 28, 36, 0.74, -4), view, view.boards[0])
    _garden(at(svg, 424, 126, 0.52, 5), view, view.boards[1])
    for k in reversed(range(4)):
        back(at(svg, 412 + 1.2 * k, 66 + 5 * k, 0.62, (-3, 4, -2, 3)[k]))
    for k, number in enumerate(view.table):
        place = at(svg, 486 + 50 * k, (66, 58, 72)[k % 3], 0.44, (-7, 5, -3)[k % 3])
        numbered_tile(place, view, number, LOOSE, is_small=True)
    assert view.tile  # as SCENE ends
    hovering = at(svg, 352, 204, 0.68, 9)
    box(hovering, (-40, -26, 94, 92), SHADOW, round_=22, opacity=0.3)
    numbered_tile(hovering, view, view.tile, LEAVES[view.seat])
    return written(svg)


@cache
def empty_board() -> str:
    """SVG of an empty board of the garden edition."""
    return _empty(is_plain=False)


@cache
def empty_slate() -> str:
    """SVG of an empty board of 5 vor 12."""
    return _empty(is_plain=True)


def _empty(*, is_plain: bool) -> str:
    svg = surface(f"0 0 {BOARD} {BOARD}")
    empty_frame(svg, is_plain=is_plain)
    for place in places(svg):
        cell_bed(place, is_plain=is_plain, is_bare=False)
    return written(svg)


@cache
def pile() -> str:
    """Some tiles face down on one another, 72 units wide and high; the page writes their count."""
    svg = surface("-36 -36 72 72")
    for k in reversed(range(3)):
        back(at(svg, (0, 1.5, -1)[k], 5 * k - 5, 0.66))
    return written(svg)


def _garden(group: Element, view: View, board: Board) -> None:
    """A board of a scene: its tiles, and the free cells that the tile in hand may go on."""
    box(group, (-4, 8, BOARD + 12, BOARD + 8), SHADOW, round_=22, opacity=0.22)
    empty_frame(group, is_plain=False)
    half = CELL / 2
    for place, cell in zip(places(group), board.cells, strict=True):
        cell_bed(place, is_plain=False, is_bare=False)
        if cell.tile:
            numbered_tile(at(place, 0, 0, 0.86), view, cell.tile, LEAVES[board.seat])
        elif cell.is_open:
            box(place, (-half, -half, CELL, CELL), GOLD, edge=GOLD, thick=10, round_=13, opacity=0.5)
            box(place, (-half, -half, CELL, CELL), "none", edge=GOLD, thick=4, round_=13)
    ladybird(at(group, BOARD - 12, BOARD - 12, 2, 135))


def _large(svg: Element, view: View, board: Board, labels: PictureLabels) -> None:
    """The large board with the names of its rows and columns, and at its side pile, tile and hand."""
    left, top = 36, 88
    for k in range(4):
        middle = middle_of(k) * LARGE / BOARD
        write(svg, (left + middle, top - 15), "abcd"[k], PAPER, 17)
        write(svg, (left - 15, top + middle), k + 1, PAPER, 17)
    filled_board(at(svg, left, top, LARGE / BOARD), view, board, is_large=True)
    free = labels.free[board.seat]
    _caption(svg, view, board, labels, left + 4, top + LARGE + 21, 18, LARGE - 18 - 18 * SQUEEZE * width(free))
    write(svg, (left + LARGE - 4, top + LARGE + 21), free, PAPER, 18, anchor="end")
    side, room = 424, 96
    write(svg, (side, 84), labels.pile, PAPER, 18, room=room)
    _pile(at(svg, side, 142), view.pile)
    if view.tile is not None:
        write(svg, (side, 214), labels.to_place, PAPER, 17, room=room)
        numbered_tile(at(svg, side, 264, 0.76), view, view.tile, LEAVES[view.seat])
    if board.hand:
        write(svg, (side, 326), labels.in_hand, PAPER, 17, room=room)
        for k, number in enumerate(board.hand):
            hand = at(svg, side - 22 + 44 * (k % 2), 360 + 44 * (k // 2), 0.42)
            numbered_tile(hand, view, number, LEAVES[board.seat], is_small=True)


def _small(
    svg: Element, view: View, board: Board, labels: PictureLabels, left: float, top: float, scale: float
) -> None:
    right = left + LARGE * scale
    _caption(svg, view, board, labels, left, top + 18, 16, LARGE * scale - 26 - 16 * SQUEEZE * width(str(board.free)))
    write(svg, (right - 21, top + 18), board.free, PAPER, 16, anchor="end")
    box(svg, (right - 17, top + 10, 15, 15), ground_of(view).earth.ground, edge=WOOD, thick=2, round_=4)
    filled_board(at(svg, left, top + 38, scale * LARGE / BOARD), view, board, is_large=False)
    middle = left + LARGE * scale / 2
    for k, number in enumerate(board.hand):
        x = middle + 33 * (k - (len(board.hand) - 1) / 2)
        numbered_tile(at(svg, x, top + 64 + LARGE * scale, 0.33), view, number, LEAVES[board.seat], is_small=True)


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
        numbered_tile(at(svg, x, y - 1, 0.42), view, number, LOOSE, is_small=True)
        if count > 1:
            write(svg, (x, y + 29), f"×{count}", PAPER, 16)


def _pile(group: Element, count: int) -> None:
    """Backs of tiles on one another, as many as are easily seen, with their count."""
    if not count:
        box(group, (-32, -30, 64, 64), PAPER.ground, edge=EDGE, thick=2, round_=14, dashed=True)
        write(group, (0, 2), 0, PAPER, 26)
        return
    for k in reversed(range(min(count, 4))):
        back(at(group, (0, 1.5, -1, 0.5)[k], 6 - 5 * (min(count, 4) - 1 - k), 0.7))
    write(group, (0, 5 - 5 * (min(count, 4) - 1)), count, HIDDEN, 26)


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


LAYER: DrawingLayer[View, PictureLabels] = DrawingLayer(
    draw, symbols, {"scene": scene, "board": empty_board, "slate": empty_slate, "pile": pile}
)
