"""Hints at a table of Lucky Numbers: the best action, and reasons from the position."""

from __future__ import annotations

from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.names import CELL_NAMES
from jardinet.games.lucky_numbers.view import Cell, View, hidden_fitting
from jardinet.words.hints import Judge, Suggestion, beside
from jardinet.words.lucky_numbers.commands import LuckyNumbersWords


def hint(words: LuckyNumbersWords, state: LuckyNumbersState, seat: int, judge: Judge) -> Suggestion:
    """Advise a seat on its best action, with reasons; see `words.hints.hint`."""
    _, view, judgement = words.language.gettext, state.view(seat), judge(state)
    best = state.action_to_string(seat, judgement.best)
    verb = best.partition("-")[0]
    if view.boards[seat].hand and (rising := state.arrange()):
        told = _("Place all of them in rising order: any other order leaves cells that hardly any tile fits.")
        return Suggestion([told], tuple(state.action_to_string(seat, action) for action in rising))
    plays: tuple[str, ...] = (best,)
    if verb == "draw":
        lines = [_draw(words, view, seat)]
    elif verb == "discard":
        lines = [_("Discard the {tile}.").format(tile=view.tile)]
    elif verb == "take":
        after = state.clone()
        after.apply_action(judgement.best)
        plays = (best, after.action_to_string(seat, judge(after).best))
        lines = _placed(words, after, seat, plays[-1], _("Take the {tile} and place it on {cell}."))
    else:
        lines = _placed(words, state, seat, best, _("Place the {tile} on {cell}."))
    return Suggestion([*lines, *filter(None, [beside(words, state, seat, judgement)])], plays)


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


def _placed(words: LuckyNumbersWords, state: LuckyNumbersState, seat: int, play: str, told: str) -> list[str]:
    """Where a tile goes, how hard that cell is to fill and what stays free, or the tile that leaves it."""
    view, name = state.view(seat), play.removeprefix("place-")
    cell = view.boards[seat].cells[CELL_NAMES.index(name)]
    placed = told.format(tile=view.tile, cell=name)
    if cell.tile:
        leaves = words.language.gettext("The {leaving} goes to the table in exchange.").format(leaving=cell.tile)
        return [placed, leaves]
    return [placed, *_fitting(words, view, cell), *_kept_free(words, state, seat, play)]


def _fitting(words: LuckyNumbersWords, view: View, cell: Cell) -> list[str]:
    """The numbers that a free cell takes, and how many hidden tiles fit; empty before play, when a cell takes anything."""
    if view.phase.startswith("setup") or not cell.accepts:
        return []
    count = hidden_fitting(view, cell)
    told = words.language.ngettext(
        "{cell} takes {numbers}, and {count} of the hidden tiles fits there.",
        "{cell} takes {numbers}, and {count} of the hidden tiles fit there.",
        count,
    )
    return [told.format(cell=cell.name, numbers=words.range_of(cell.accepts), count=count)]


def _kept_free(words: LuckyNumbersWords, state: LuckyNumbersState, seat: int, play: str) -> list[str]:
    """Where else the tile might have gone that more hidden tiles fit after this play than the cell before it; empty: nowhere."""
    view, after = state.view(seat), state.clone()
    if view.phase.startswith("setup"):
        return []
    after.apply_action(state.string_to_action(seat, play))
    before, kept = view.boards[seat].cells, after.view(seat).boards[seat].cells
    filled = hidden_fitting(view, before[CELL_NAMES.index(play.removeprefix("place-"))])
    others = [now for then, now in zip(before, kept, strict=True) if then.is_open and not then.tile and not now.tile]
    roomy = max(others, key=lambda cell: hidden_fitting(view, cell), default=None)
    if roomy is None or hidden_fitting(view, roomy) <= filled:
        return []
    told = words.language.ngettext(
        "{count} tile still fits {cell}: keep it free.",
        "{count} tiles still fit {cell}: keep it free.",
        hidden_fitting(view, roomy),
    )
    return [told.format(count=hidden_fitting(view, roomy), cell=roomy.name)]
