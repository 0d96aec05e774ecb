"""Setting up a dealt hand on the page: the four tiles lie beside the board, go anywhere in any order, and are played together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.view import View
from jardinet.server.boards.context import BoardContext
from jardinet.server.boards.lucky_numbers.arrangement import ALL, DOWN, Arrangement, arrangement_of
from jardinet.server.boards.lucky_numbers.models import BoardModel, CellModel, HandTile
from jardinet.words.lucky_numbers.commands import LuckyNumbersWords

Context = BoardContext[LuckyNumbersState, View, LuckyNumbersWords]
PLACE = "place-"


def with_arrangement(context: Context, model: BoardModel) -> BoardModel:
    """The position with the hand as its reader has arranged it so far; they have to set it up now."""
    own, state = model.own, context.state
    seat, free = own.seat, [text.removeprefix(PLACE) for text in context.view.legal]
    rising = [state.action_to_string(seat, action).removeprefix(PLACE) for action in state.arrange()]
    tried = arrangement_of(own.hand, free, context.query.laid).pressed(context.query.pick, rising)
    rows = [[_cell(context, tried, cell, free, own.pieces) for cell in row] for row in own.rows]
    return replace(
        model,
        prompt=_prompt(context, tried),
        own=replace(own, rows=rows),
        tile=None,
        is_picking=tried.picked is not None,
        put_back=tried.back,
        hand=[_tile(context, tried, k, own.pieces[k]) for k in range(len(own.hand))],
        laid=tried.text,
        arrange=ALL if tried.beside else "",
        ready="" if tried.beside else " ".join(PLACE + cell for cell in tried.cells),
    )


def _prompt(context: Context, tried: Arrangement) -> str:
    _ = context.language.gettext
    if tried.picked is not None:
        told = _("Put the {tile} on a marked cell, or put it back.")
        return told.format(tile=tried.hand[tried.picked])
    if tried.beside:
        tiles = context.language.every([tried.hand[k] for k in tried.beside])
        return _("Set-up: put {tiles} on the marked cells.").format(tiles=tiles)
    return _("Swap them as you like, then press “Ready”.")


def _tile(context: Context, tried: Arrangement, k: int, piece: str) -> HandTile:
    _, number, cell = context.language.gettext, tried.hand[k], tried.cells[k]
    where = _("the {tile}, on {cell}") if cell else _("the {tile}, not yet placed")
    return HandTile(
        number=number,
        label=where.format(tile=number, cell=cell),
        is_laid=bool(cell),
        is_picked=k == tried.picked,
        is_coming=k == tried.coming,
        pick=DOWN if k == tried.picked else str(k),
        piece="" if cell else piece,
    )


def _cell(
    context: Context, tried: Arrangement, cell: CellModel, free: Sequence[str], pieces: Sequence[str]
) -> CellModel:
    _, coming, there = context.language.gettext, tried.coming, tried.on(cell.name)
    if cell.name not in free:  # a question why is about the tile that the reader holds
        return cell if coming is None else replace(cell, play="", why=f"{cell.name} {tried.hand[coming]}")
    is_open = there is None or tried.picked not in (None, there)
    parts = [cell.name, _("free") if there is None else _("tile {tile}").format(tile=tried.hand[there])]
    if is_open and coming is not None:
        told = _("place the {tile}") if there is None else _("exchange for the {tile}")
        parts.append(told.format(tile=tried.hand[coming]))
    elif there != tried.picked:
        parts.append(_("pick it up"))
    return replace(
        cell,
        label=", ".join(parts),
        tile=cell.tile if there is None else tried.hand[there],
        play="",
        pick=tried.press_of(cell.name),
        is_open=is_open,
        is_picked=there is not None and there == tried.picked,
        piece="" if there is None else pieces[there],
    )
