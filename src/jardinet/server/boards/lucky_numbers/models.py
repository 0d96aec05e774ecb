"""Models of a table of Lucky Numbers, what the template shows: plain data in the reader's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jardinet.server.boards.steps import Course


@dataclass(frozen=True)
class CellModel:
    """A cell of a board.

    Attributes:
        name: `a1` to `d4`.
        label: the whole cell in words, for those who hear it.
        tile: the number that lies on it; None if it is free.
        accepts: the numbers that it takes, in short; empty on others' boards.
        play: what pressing it plays, as texts of actions; empty for none.
        why: the question that pressing it asks if it plays nothing; empty if there is none.
        is_open: a tile can go here now.
        is_new: it was played here since the reader acted last.
        piece: the name of the tile that lies here; see steps.py.
        pick: what pressing it does to the arrangement of a hand; see arrangement.py.
        is_picked: the tile that lies here is the one that the reader holds.
    """

    name: str
    label: str
    tile: int | None
    accepts: str
    play: str
    why: str
    is_open: bool
    is_new: bool
    is_diagonal: bool
    piece: str
    pick: str = ""
    is_picked: bool = False


@dataclass(frozen=True)
class HandTile:
    """A tile of the hand that the reader arranges.

    Attributes:
        number: what it bears.
        label: the tile and where it lies, in words.
        is_laid: it lies on the board, and its place beside it is empty.
        is_coming: pressing a free cell lays this one there.
        pick: what pressing it does; see arrangement.py.
        piece: see steps.py.
    """

    number: int
    label: str
    is_laid: bool
    is_picked: bool
    is_coming: bool
    pick: str
    piece: str


@dataclass(frozen=True)
class SeatBoard:
    """Board of one seat.

    Attributes:
        face: its character; see characters.py.
        name: what the seat is called.
        title: what the board is called.
        rows: of four cells each.
        hand: the tiles still to set up.
        pieces: their names; see steps.py.
    """

    seat: int
    face: str
    name: str
    title: str
    is_on_turn: bool
    is_winner: bool
    free: int
    rows: Sequence[Sequence[CellModel]]
    hand: Sequence[int]
    pieces: Sequence[str]


@dataclass(frozen=True)
class TileModel:
    """Equal face-up tiles of the table.

    Attributes:
        number, count: what they bear, and how many there are.
        label: that in words.
        may_be_picked: whether the reader may take one.
        is_picked: whether they have picked it to take.
        is_new: one came here since the reader acted last.
        piece: see steps.py.
    """

    number: int
    count: int
    label: str
    may_be_picked: bool
    is_picked: bool
    is_new: bool
    piece: str


@dataclass(frozen=True)
class BoardModel:
    """Model of a whole position for the template.

    Attributes:
        prompt: what the reader can do now, or whom the table waits for.
        own: the board in front.
        others: the other boards.
        tiles: the table's face-up tiles, rising.
        pile: how many tiles are hidden.
        tile: the tile to be placed, or that the reader has picked to take.
        tile_seat: whose it is.
        tile_piece: see steps.py.
        draw, discard: the action's text where it can be played now, else empty.
        is_picking: whether the reader has picked a face-up tile, or one of the hand that they arrange.
        is_old_edition: 5 vor 12 has a look of its own.
        course: how the last turn went.
        put_back: the press that puts the picked tile back.
        hand: what the reader arranges, tile by tile; empty if there is nothing to arrange.
        laid: the arrangement as the page's address holds it.
        arrange: the press that lays the whole hand in rising order, while some of it lies beside the board.
        ready: the actions that set the hand up as it lies, once all of it does; else empty.
    """

    prompt: str
    own: SeatBoard
    others: Sequence[SeatBoard]
    tiles: Sequence[TileModel]
    pile: int
    tile: int | None
    tile_seat: int
    tile_piece: str
    draw: str
    discard: str
    is_picking: bool
    is_old_edition: bool
    course: Course
    put_back: str = ""
    hand: Sequence[HandTile] = ()
    laid: str = ""
    arrange: str = ""
    ready: str = ""
