"""Lesson of Lucky Numbers: the coach's advice in a first game, and the places it points to."""

from __future__ import annotations

from jardinet.games.lucky_numbers.view import Cell, View
from jardinet.words.coach import Advice
from jardinet.words.language import Language
from jardinet.words.lucky_numbers.sentences import LuckyNumbersSentences


def coach(words: LuckyNumbersSentences, view: View) -> list[Advice]:
    """The coach's advice for a view in a lesson; none if the view needs none."""
    language = words.language
    if view.phase == "over":
        return [Advice("", language.gettext("That was a whole game. Watch it again turn by turn, or play another."))]
    if view.phase == "setup-placing":
        return [_setting_up(language)]
    if view.phase == "choosing":
        return [_choosing(language, view)]
    return [_placing(language, view)] if view.phase == "placing" else []


def _setting_up(language: Language) -> Advice:
    told = language.gettext(
        "Numbers must rise from left to right and from top to bottom, so your smallest tile belongs at the top "
        "left, a1, and your largest at the bottom right, d4. “Arrange for me” does just that; then press “Ready”."
    )
    return Advice("set-up", told, ("arrange", "ready"))


def _choosing(language: Language, view: View) -> Advice:
    _, cells = language.gettext, view.boards[view.seat].cells
    fitting = [
        (_misfit(cell, tile), tile, cell) for tile in view.table for cell in _free(cells) if tile in cell.accepts
    ]
    if fitting:
        _misfit_of_it, tile, cell = min(fitting, key=lambda one: one[:2])
        told = _(
            "The {tile} on the table fits your {cell}. You may take it instead of drawing; then you have to place it."
        )
        return Advice("take", told.format(tile=tile, cell=cell.name), (f"table-{tile}", f"cell-{cell.name}"))
    return Advice("draw", _("Fill all 16 cells before the others do. Draw a hidden tile."), ("draw",))


def _placing(language: Language, view: View) -> Advice:
    _, cells, tile = language.gettext, view.boards[view.seat].cells, view.tile or 0
    open_cells = [cell for cell in _free(cells) if cell.is_open]
    if open_cells:
        best = min(open_cells, key=lambda cell: _misfit(cell, tile))
        told = _("The {tile} fits {cells}. On {best} it leaves the most numbers for the cells beside it.")
        fits = language.either([cell.name for cell in open_cells])
        if len(open_cells) == 1:
            told = _(
                "The {tile} fits {cells}, and no other free cell: smaller numbers before it, larger ones after it."
            )
        return Advice("place", told.format(tile=tile, cells=fits, best=best.name), (f"cell-{best.name}",))
    swaps = [cell for cell in cells if cell.is_open and cell.tile not in (None, tile)]
    if swaps:
        cell = min(swaps, key=lambda cell: _misfit(cell, tile))
        told = _(
            "No free cell takes the {tile}. Exchange it for your {other} on {cell}, or discard it. Whatever goes "
            "to the table, somebody else may take."
        )
        return Advice(
            "exchange", told.format(tile=tile, other=cell.tile, cell=cell.name), (f"cell-{cell.name}", "discard")
        )
    return Advice("discard", _("The {tile} is no use to you: discard it.").format(tile=tile), ("discard",))


def _free(cells: list[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell.tile is None]


def _misfit(cell: Cell, tile: int) -> float:
    """How far a tile is from the middle of what a cell accepts."""
    return abs(tile - (cell.accepts[0] + cell.accepts[-1]) / 2)
