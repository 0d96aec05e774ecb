"""What a coach tells somebody in their first game of Lucky Numbers."""

from __future__ import annotations

from jardinet.games.lucky_numbers.view import View
from jardinet.words.game_words import GameWords
from jardinet.words.language import Language


def lines(words: GameWords, view: View) -> list[str]:
    """See words.coach."""
    language = words.language
    _ = language.gettext
    if view.phase == "over":
        return [_("That was a whole game. Watch it again turn by turn, or set a table for your friends.")]
    if view.player != view.viewer:
        return [_("The other seat plays. What it discards or exchanges lies on the table for you to take.")]
    if view.phase == "setup-placing":
        return _setting_up(language)
    if view.phase == "choosing":
        return _choosing(language, view)
    return _placing(language, view)


def _setting_up(language: Language) -> list[str]:
    _ = language.gettext
    return [
        _("You begin on the diagonal from the top left to the bottom right."),
        _("Rows and columns have to rise, so small numbers belong to the top left, large ones to the bottom right."),
        _("“Arrange for me” puts your tiles in rising order, which is good advice."),
    ]


def _choosing(language: Language, view: View) -> list[str]:
    _, own = language.gettext, view.boards[view.seat]
    wanted = sorted({n for cell in own.cells if not cell.tile for n in cell.accepts} & set(view.table))
    told = [_("Draw a hidden tile, or take one that lies open on the table.")]
    if wanted:
        there = _("On the table {tiles} would fill a free cell of yours: press a tile to see where it fits.")
        told.append(there.format(tiles=language.every(wanted)))
    elif view.table:
        told.append(_("Nothing on the table fills a free cell of yours: a hidden tile may."))
    return told


def _placing(language: Language, view: View) -> list[str]:
    _, cells = language.gettext, view.boards[view.seat].cells
    free = [cell.name for cell in cells if cell.is_open and not cell.tile]
    exchanges = [cell.name for cell in cells if cell.is_open and cell.tile]
    if free:
        told = _("The {tile} fits {cells}. Choose so that the cells beside it still take many numbers.")
        return [told.format(tile=view.tile, cells=language.either(free))]
    if exchanges and view.is_taken:
        return [_("The {tile} has to be exchanged for one of your tiles.").format(tile=view.tile)]
    if exchanges:
        return [
            _("No free cell takes the {tile}.").format(tile=view.tile),
            _("Exchange it where that makes room, or discard it: somebody else may take it then."),
        ]
    return [_("The {tile} fits nowhere: discard it. Press a cell to read what bars it.").format(tile=view.tile)]
