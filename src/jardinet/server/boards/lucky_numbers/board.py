"""Lucky Numbers on the page: boards of sixteen cells, each a button that says what it is and what it does.

No rule is known here: the view says what may go where, and the State why not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.names import CELL_NAMES, DIAGONAL
from jardinet.games.lucky_numbers.view import Board, Cell, Discarded, Placed, PlaysAgain, View
from jardinet.server.boards.context import BoardContext
from jardinet.server.boards.layer import BoardLayer
from jardinet.server.boards.lucky_numbers.models import BoardModel, CellModel, SeatBoard, TileModel
from jardinet.server.boards.lucky_numbers.setting_up import with_arrangement
from jardinet.server.boards.lucky_numbers.sounds import sound_of
from jardinet.server.boards.lucky_numbers.steps import Tiles, tiles_and_course
from jardinet.words.lucky_numbers.commands import LuckyNumbersWords

Context = BoardContext[LuckyNumbersState, View, LuckyNumbersWords]

# Where a tile can lie: on a cell of a seat's board, in a seat's hand (from 0), on the table (by its number).
Place = tuple[int, str] | tuple[int, int] | int


def board_model(context: Context) -> BoardModel:
    """The model of a position for the game's template; see BoardModel."""
    view, model = context.view, _position(context)
    is_arranging = context.may_act and view.phase == "setup-placing" and model.own.hand
    return with_arrangement(context, model) if is_arranging else model


def _position(context: Context) -> BoardModel:
    """The position as it was played."""
    view = context.view
    own = context.seat or 0
    tiles, course = tiles_and_course(context)
    pick, names, new = _picked(context, view), _names(context, view, tiles), _new(context)
    boards = [_board(context, view, board, names, new) for board in view.boards]
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
                piece=names.get(number, ""),
            )
            for number, count in sorted(Counter(view.table).items())
        ],
        pile=view.pile,
        tile=pick or view.tile,
        tile_seat=view.seat,
        tile_piece="" if view.boards[view.seat].hand else names.get((view.seat, 0), ""),
        draw="draw" if "draw" in legal else "",
        discard="discard" if "discard" in legal else "",
        is_picking=pick is not None,
        is_old_edition=view.game["edition"] == "5-vor-12",
        course=course,
    )


def _marks(context: Context, plays: Sequence[str]) -> Mapping[str, str]:
    """See BoardLayer.marks: a tile that is to be placed is a ghost on its cell."""
    view, marks = context.view, dict[str, str]()
    tile = str(_picked(context, view) or view.tile or "")
    if len(plays) > 1 and view.phase.startswith("setup"):
        if context.may_act:
            return {"arrange": ""}
        hand = view.boards[view.seat].hand
        return {f"cell-{play.partition('-')[2]}": str(one) for play, one in zip(plays, hand, strict=True)}
    for play in plays:
        verb, _dash, what = play.partition("-")
        if verb == "take":
            tile, marks[f"table-{what}"] = what, ""
        elif verb == "place":
            marks[f"cell-{what}"] = tile
        else:
            marks[verb] = ""
    return marks


def _picked(context: Context, view: View) -> int | None:
    """The face-up tile that the reader has picked to take, if they may; a question about it keeps it picked."""
    pick = context.query.pick or context.query.why.partition(" ")[2]
    return int(pick) if context.may_act and f"take-{pick}" in view.legal else None


def _board(context: Context, view: View, board: Board, names: Mapping[Place, str], new: Collection[Place]) -> SeatBoard:
    words = context.words
    is_own = board.seat == (context.seat or 0)
    cells = [
        _cell(
            context,
            view,
            cell,
            is_own=is_own,
            is_new=(board.seat, cell.name) in new,
            piece=names.get((board.seat, cell.name), ""),
        )
        for cell in board.cells
    ]
    return SeatBoard(
        seat=board.seat,
        face=context.faces[board.seat],
        name=words.heading(board.seat),
        title=words.board_of(board.seat),
        is_on_turn=view.player == board.seat,
        is_winner=board.seat in view.winners,
        free=board.free,
        rows=[cells[k : k + 4] for k in range(0, len(CELL_NAMES), 4)],
        hand=board.hand,
        pieces=[names[board.seat, k] for k in range(len(board.hand))],
    )


def _cell(context: Context, view: View, cell: Cell, *, is_own: bool, is_new: bool, piece: str) -> CellModel:
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
        is_open=bool(play),
        is_new=is_new,
        is_diagonal=cell.name in DIAGONAL,
        piece=piece,
    )


def _label(context: Context, view: View, cell: Cell, play: str, *, is_own: bool, is_new: bool) -> str:
    """`c2, free, takes 9 to 14`."""
    _ = context.language.gettext
    number = _picked(context, view) or view.tile
    parts = [
        cell.name,
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
    """Whether tiles are played now: before, a free cell takes anything, and afterwards nothing, which is not worth saying."""
    return view.phase not in ("dealing", "over") and not view.phase.startswith("setup")


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
    """Where tiles have come to lie since the front seat acted last; its own play while nobody has acted after it."""
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


def _names(context: Context, view: View, tiles: Tiles) -> dict[Place, str]:
    """The name of the tile at each place. Of equal face-up tiles it is the one that came last."""
    table, hands = tiles.table, tiles.hands
    if pick := _picked(context, view):
        hands[view.seat].append(table[pick].pop())
    where: dict[Place, str] = {number: names[-1] for number, names in table.items() if names}
    where |= tiles.cells
    where |= {(seat, k): name for seat, names in hands.items() for k, name in enumerate(names)}
    return where


def _prompt(context: Context, view: View, pick: int | None) -> str:
    """The sentence above the board, for people who click: what to do, else whose turn it is; at the end, who won."""
    _ = context.language.gettext
    if view.phase == "over":
        return context.words.outcome(view, ()).verdict
    if not context.may_act:
        return _("It is {name}'s turn.").format(name=context.names[view.seat])
    if pick:
        return _("Put the {tile} on a marked cell, or put it back.").format(tile=pick)
    if view.phase == "setup-placing":
        return _("Set-up: put the {tile} on a marked cell of the diagonal.").format(tile=view.tile)
    if view.phase == "choosing":
        return " ".join([_("A pair: you play again!")] * _plays_again(context) + [_choice(context, view)])
    if view.is_taken:
        return _("Put the {tile} on a marked cell.").format(tile=view.tile)
    return _("Put the {tile} on a marked cell, or discard it.").format(tile=view.tile)


def _choice(context: Context, view: View) -> str:
    _ = context.language.gettext
    if "draw" not in view.legal:
        return _("The pile is empty: take a tile from the table.")
    return _("Draw a tile, or take one from the table.") if view.table else _("Draw a tile.")


def _plays_again(context: Context) -> bool:
    """Whether the turn goes on by Bruno's variant (LN-6.1)."""
    return isinstance(context.game.log[-1].events[-1], PlaysAgain)


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
    sheets=("table.css",),
    celebration="celebration.html",
    marks=_marks,
    sounds=sound_of,
)
