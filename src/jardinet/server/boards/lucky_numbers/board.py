"""Lucky Numbers on the page: boards of sixteen cells, each a button that says what it is and what it does.

No rule is known here: what may go where is the view's to say, and why not the State's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.names import CELL_NAMES, DIAGONAL
from jardinet.games.lucky_numbers.view import Board, Cell, Discarded, Drew, Placed, PlaysAgain, Took, View
from jardinet.server.boards.context import BoardContext
from jardinet.server.boards.layer import BoardLayer
from jardinet.words.lucky_numbers.commands import LuckyNumbersWords

Context = BoardContext[LuckyNumbersState, View, LuckyNumbersWords]

# Where a tile can lie: on a cell of a seat's board, in a seat's hand (from 0), on the table (by its number), on the pile.
Place = tuple[int, str] | tuple[int, int] | int | str
PILE = "pile"


@dataclass(frozen=True)
class CellModel:
    """A cell of a board.

    Attributes:
        name: `a1` to `d4`.
        label: the whole cell in words, for those who hear it.
        tile: the number that lies on it; None where it is free.
        accepts: the numbers that it takes, in short; empty on others' boards.
        play: what pressing it plays, as texts of actions; empty where nothing.
        why: what pressing it asks where it plays nothing; empty where there is nothing to ask.
        is_new: it was played here since the reader acted last.
        moving: the name of the tile that lies here; see `_moving`.
    """

    name: str
    label: str
    tile: int | None
    accepts: str
    play: str
    why: str
    is_new: bool
    is_diagonal: bool
    moving: str


@dataclass(frozen=True)
class SeatBoard:
    """Board of one seat; `rows` of four cells each; `hand`: the tiles still to set up, `moving`: their names."""

    seat: int
    title: str
    is_on_turn: bool
    is_winner: bool
    free: int
    rows: Sequence[Sequence[CellModel]]
    hand: Sequence[int]
    moving: Sequence[str]


@dataclass(frozen=True)
class TileModel:
    """Equal face-up tiles of the table.

    Attributes:
        number, count: what they bear, and how many there are.
        label: that in words.
        may_be_picked: whether the reader may take one.
        is_picked: whether they think of it.
        is_new: one came here since the reader acted last.
        moving: see `_moving`.
    """

    number: int
    count: int
    label: str
    may_be_picked: bool
    is_picked: bool
    is_new: bool
    moving: str


@dataclass(frozen=True)
class BoardModel:
    """Model of a whole position for the template.

    Attributes:
        prompt: what the reader can do now, or whom the table waits for.
        own: the board in front.
        others: the other boards.
        tiles: the table's face-up tiles, rising.
        pile: how many tiles are hidden.
        tile: the tile to be placed, or that the reader thinks of taking.
        tile_seat: whose it is.
        tile_moving, pile_moving: see `_moving`.
        draw, discard, arrange: the action's text where it can be played now, else empty.
        is_old_edition: 5 vor 12 has a look of its own.
    """

    prompt: str
    own: SeatBoard
    others: Sequence[SeatBoard]
    tiles: Sequence[TileModel]
    pile: int
    tile: int | None
    tile_seat: int
    tile_moving: str
    pile_moving: str
    draw: str
    discard: str
    arrange: str
    is_old_edition: bool


def board_model(context: Context) -> BoardModel:
    """See BoardModel."""
    view = context.view
    own = context.seat or 0
    pick, moving, new = _picked(context, view), _moving(context, view), _new(context)
    boards = [_board(context, view, board, moving, new) for board in view.boards]
    legal = view.legal if context.may_act else []
    return BoardModel(
        prompt=_prompt(context, view, pick),
        own=boards[own],
        others=[boards[(own + k) % len(boards)] for k in range(1, len(boards))],
        tiles=[
            TileModel(
                number=number,
                count=count,
                label=_tile_label(context, number, count, is_new=number in new),
                may_be_picked=f"take-{number}" in legal,
                is_picked=number == pick,
                is_new=number in new,
                moving=moving.get(number, ""),
            )
            for number, count in sorted(Counter(view.table).items())
        ],
        pile=view.pile,
        tile=pick or view.tile,
        tile_seat=view.seat,
        tile_moving="" if view.boards[view.seat].hand else moving.get((view.seat, 0), ""),
        pile_moving=moving.get(PILE, ""),
        draw="draw" if "draw" in legal else "",
        discard="discard" if "discard" in legal else "",
        arrange=_arranged(context) if legal else "",
        is_old_edition=view.game["edition"] == "5-vor-12",
    )


def _picked(context: Context, view: View) -> int | None:
    """The face-up tile that the reader thinks of taking, where they may; who asks about it still thinks of it."""
    pick = context.query.pick or context.query.why.partition(" ")[2]
    return int(pick) if context.may_act and f"take-{pick}" in view.legal else None


def _board(
    context: Context, view: View, board: Board, moving: Mapping[Place, str], new: Collection[Place]
) -> SeatBoard:
    words = context.words
    is_own = board.seat == (context.seat or 0)
    cells = [
        _cell(
            context,
            view,
            cell,
            is_own=is_own,
            is_new=(board.seat, cell.name) in new,
            moving=moving.get((board.seat, cell.name), ""),
        )
        for cell in board.cells
    ]
    return SeatBoard(
        seat=board.seat,
        title=words.board_of(board.seat),
        is_on_turn=view.player == board.seat,
        is_winner=board.seat in view.winners,
        free=board.free,
        rows=[cells[k : k + 4] for k in range(0, len(CELL_NAMES), 4)],
        hand=board.hand,
        moving=[moving[board.seat, k] for k in range(len(board.hand))],
    )


def _cell(context: Context, view: View, cell: Cell, *, is_own: bool, is_new: bool, moving: str) -> CellModel:
    pick, play, why = _picked(context, view), "", ""
    if is_own and context.may_act:
        if pick and pick in cell.accepts:
            play = f"take-{pick} place-{cell.name}"
        elif cell.is_open and f"place-{cell.name}" in view.legal:
            play = f"place-{cell.name}"
        else:
            why = f"{cell.name} {pick}" if pick else cell.name
    return CellModel(
        name=cell.name,
        label=_label(context, view, cell, play, is_own=is_own, is_new=is_new),
        tile=cell.tile,
        accepts=_span(cell.accepts) if is_own and _is_in_play(view) else "",
        play=play,
        why=why,
        is_new=is_new,
        is_diagonal=cell.name in DIAGONAL,
        moving=moving,
    )


def _label(context: Context, view: View, cell: Cell, play: str, *, is_own: bool, is_new: bool) -> str:
    """`row 2, column 3, free, takes 9 to 14`."""
    _ = context.language.gettext
    number = _picked(context, view) or view.tile
    parts = [
        _("row {row}, column {column}").format(row=cell.name[1], column="abcd".index(cell.name[0]) + 1),
        _("tile {tile}").format(tile=cell.tile) if cell.tile else _("free"),
    ]
    if is_new:
        parts.append(_("just placed"))
    if is_own and not cell.tile and _is_in_play(view):
        parts.append(_takes(context, cell))
    if play:
        told = _("exchange for the {tile}") if cell.tile else _("place the {tile}")
        parts.append(told.format(tile=number))
    elif is_own and context.may_act and number:
        parts.append(_("barred"))
    return ", ".join(parts)


def _is_in_play(view: View) -> bool:
    """Whether the set-up is over: before that a free cell takes anything, which is not worth saying."""
    return view.phase != "dealing" and not view.phase.startswith("setup")


def _takes(context: Context, cell: Cell) -> str:
    """What a free cell takes, as it is spoken: a dash between two numbers would be read as minus."""
    _, accepts = context.language.gettext, cell.accepts
    if not accepts:
        return _("takes nothing")
    numbers = str(accepts[0])
    if len(accepts) > 1:
        numbers = _("{low} to {high}").format(low=accepts[0], high=accepts[-1])
    return _("takes {numbers}").format(numbers=numbers)


def _tile_label(context: Context, number: int, count: int, *, is_new: bool) -> str:
    _ = context.language.gettext
    label = _("the {tile}").format(tile=number)
    if count > 1:
        both = context.language.ngettext("{count} tile {tile}", "{count} tiles {tile}", count)
        label = both.format(count=count, tile=number)
    return ", ".join([label, _("just put here")] if is_new else [label])


def _new(context: Context) -> set[Place]:
    """Where tiles came to since the front seat acted last; while nobody has acted after it, its own play."""
    placed: dict[int, list[Place]] = {}
    for event in context.news():
        if isinstance(event, Placed) and not event.is_setup:
            placed.setdefault(event.seat, []).append((event.seat, event.cell))
            if event.leaving:
                placed[event.seat].append(event.leaving)
        elif isinstance(event, Discarded):
            placed.setdefault(event.seat, []).append(event.tile)
    others = [place for seat, places in placed.items() if seat != context.seat for place in places]
    return set(others or (place for places in placed.values() for place in places))


def _moving(context: Context, view: View) -> dict[Place, str]:
    """Which tile lies where: each has a name that it keeps, and the pile bears that of the next one.

    So the script sees what has moved, and the browser shows it. Of equal face-up tiles it is the one that came last.
    """
    drawn = 0
    hands: dict[int, list[str]] = defaultdict(list)
    table: dict[int, list[str]] = defaultdict(list)
    where: dict[Place, str] = {}
    for event in (event for one in context.game.log for event in one.events):
        if isinstance(event, Drew):
            drawn += 1
            hands[event.seat].append(f"tile-{drawn}")
        elif isinstance(event, Took):
            hands[event.seat].append(table[event.tile].pop())
        elif isinstance(event, Placed):
            if event.leaving:
                table[event.leaving].append(where[event.seat, event.cell])
            where[event.seat, event.cell] = hands[event.seat].pop(0)
        elif isinstance(event, Discarded):
            table[event.tile].append(hands[event.seat].pop())
    if pick := _picked(context, view):
        hands[view.seat].append(table[pick].pop())
    where |= {number: names[-1] for number, names in table.items() if names}
    where |= {(seat, k): name for seat, names in hands.items() for k, name in enumerate(names)}
    if not any(hands.values()):
        where[PILE] = f"tile-{drawn + 1}"
    return where


def _prompt(context: Context, view: View, pick: int | None) -> str:
    """What to do, in a sentence for those who click; the terminal's own names what to type."""
    _ = context.language.gettext
    if view.phase == "over":
        return " ".join(context.words.result(view)[:2])  # why and who: what everybody has is on the boards
    if not context.may_act:
        return _("{name} is on turn.").format(name=context.names[view.seat])
    if pick:
        return _("Where shall the {tile} go? Choose a marked cell; until then nothing is taken.").format(tile=pick)
    if view.phase == "setup-placing":
        return _("Set-up: put the {tile} on a marked cell of the diagonal.").format(tile=view.tile)
    if view.phase == "choosing":
        return " ".join([_("A pair: you play again!")] * _plays_again(context) + [_choice(context, view)])
    if view.is_taken:
        return _("Put the {tile} on a marked cell.").format(tile=view.tile)
    return _("You drew the {tile}: put it on a marked cell, or discard it.").format(tile=view.tile)


def _choice(context: Context, view: View) -> str:
    _ = context.language.gettext
    if "draw" not in view.legal:
        return _("The pile is empty: take a tile from the table.")
    return _("Draw a tile, or take one from the table.") if view.table else _("Draw a tile.")


def _plays_again(context: Context) -> bool:
    """Whether the turn goes on by Bruno's variant (LN-6.1)."""
    return isinstance(context.game.log[-1].events[-1], PlaysAgain)


def _arranged(context: Context) -> str:
    """The texts of the placements that put a dealt hand in rising order; empty where there is none."""
    seat = context.seat or 0
    return " ".join(context.state.action_to_string(seat, action) for action in context.state.arrange())


def _span(numbers: Sequence[int]) -> str:
    """`3–9`, `7`, a dot for nothing: what a cell accepts is always one run."""
    if not numbers:
        return "·"
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


_FOLDER = Path(__file__).parent
LAYER: BoardLayer[LuckyNumbersState, View, LuckyNumbersWords] = BoardLayer(
    model=board_model,
    templates=_FOLDER / "templates",
    static=_FOLDER / "static",
    sheets=("tile.css", "board.css"),
    picture="picture.html",
    picture_sheets=("tile.css", "picture.css"),
)
