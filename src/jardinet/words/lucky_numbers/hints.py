"""Hints at a table of Lucky Numbers: the best action, and reasons from the position."""

from __future__ import annotations

from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.names import CELL_NAMES
from jardinet.games.lucky_numbers.view import Cell, View
from jardinet.words.hints import Judge, beside
from jardinet.words.lucky_numbers.commands import LuckyNumbersWords


def hint(words: LuckyNumbersWords, state: LuckyNumbersState, seat: int, judge: Judge) -> list[str]:
    """Sentences that advise a seat on its best action, with reasons; see `words.hints.hint`."""
    _, view, judgement = words.language.gettext, state.view(seat), judge(state)
    verb, _dash, what = state.action_to_string(seat, judgement.best).partition("-")
    if view.boards[seat].hand and state.arrange():
        return [_("Place all of them in rising order: any other order leaves cells that hardly any tile fits.")]
    if verb == "draw":
        lines = [_draw(words, view, seat)]
    elif verb == "discard":
        lines = [_("Discard the {tile}.").format(tile=view.tile)]
    elif verb == "take":
        after = state.clone()
        after.apply_action(judgement.best)
        cell = after.action_to_string(seat, judge(after).best).partition("-")[2]
        lines = _placed(words, view, seat, int(what), cell, _("Take the {tile} and place it on {cell}."))
    else:
        assert view.tile
        lines = _placed(words, view, seat, view.tile, what, _("Place the {tile} on {cell}."))
    return [*lines, *filter(None, [beside(words, seat, judgement)])]


def _draw(words: LuckyNumbersWords, view: View, seat: int) -> str:
    """The advice to draw, and how many hidden tiles are useful."""
    free = [cell for cell in view.boards[seat].cells if not cell.tile]
    fitting = sum(count for number, count in enumerate(view.unseen, 1) if any(number in cell.accepts for cell in free))
    told = words.language.ngettext(
        "Draw a tile: of the {pile} hidden ones, {count} fits one of your free cells.",
        "Draw a tile: of the {pile} hidden ones, {count} fit one of your free cells.",
        fitting,
    )
    return told.format(count=fitting, pile=view.pile)


def _placed(words: LuckyNumbersWords, view: View, seat: int, tile: int, name: str, told: str) -> list[str]:
    """Where a tile goes, and how hard that cell is to fill, or the tile that leaves it."""
    cell = view.boards[seat].cells[CELL_NAMES.index(name)]
    if not cell.tile:
        return [told.format(tile=tile, cell=name), *_fitting(words, view, cell)]
    leaves = words.language.gettext("The {leaving} goes to the table in exchange.").format(leaving=cell.tile)
    return [told.format(tile=tile, cell=name), leaves]


def _fitting(words: LuckyNumbersWords, view: View, cell: Cell) -> list[str]:
    """The numbers that a free cell takes, and how many hidden tiles fit; empty before play, when a cell takes anything."""
    if view.phase.startswith("setup") or not cell.accepts:
        return []
    count = sum(view.unseen[number - 1] for number in cell.accepts)
    told = words.language.ngettext(
        "{cell} takes {numbers}, and {count} of the hidden tiles fits there.",
        "{cell} takes {numbers}, and {count} of the hidden tiles fit there.",
        count,
    )
    return [told.format(cell=cell.name, numbers=words.range_of(cell.accepts), count=count)]
