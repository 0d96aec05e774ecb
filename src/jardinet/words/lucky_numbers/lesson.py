"""Lesson of Lucky Numbers: its moments, as `bots/lucky_numbers/` prepares them, and the coach's advice after them."""

from __future__ import annotations

from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.view import Placed, Took, View
from jardinet.words.coach import Advice, Moment, Teaching, Trial
from jardinet.words.lucky_numbers.commands import LuckyNumbersWords

FEW = 4  # hidden tiles: the end is near


def lesson(words: LuckyNumbersWords) -> Teaching:
    """See WordsLayer."""
    _ = words.language.gettext
    return Teaching(
        _(
            "Fill all 16 cells of your garden before your opponent does. The tiles of this lesson are prepared, and its "
            "first turns have been played."
        ),
        [
            Moment(
                _("Rising numbers"),
                [
                    Trial(
                        _(
                            "In each row the numbers rise from left to right, in each column from top to bottom. Draw a tile."
                        )
                    ),
                    Trial(
                        _(
                            "Only on d3 the 16 is larger than all before it and smaller than all after it. Place it there."
                        ),
                        _("That would waste it: on d3 the 16 fills a free cell."),
                    ),
                ],
                _("That is all there is to placing. Press any cell that bars a tile, and it tells you why."),
            ),
            Moment(
                _("Draw or take"),
                [
                    Trial(
                        _("Your opponent has discarded an 8, and b3 takes 8 to 10. Take it, and place it on b3."),
                        _("Who knows what you would draw? The 8 fits b3: take it."),
                    )
                ],
                _("What lies face up may be taken instead of drawing. Then it has to be placed."),
            ),
            Moment(
                _("Keeping room"),
                [
                    Trial(_("Nothing lies face up now. Draw a tile.")),
                    Trial(
                        _("The 7 fits a3 and a4. But a3 takes 6 and 7 only, a4 all from 6 to 14. Place it on a3."),
                        _("Then a3 stays free, and hardly anything fits there. Place the 7 on a3."),
                    ),
                ],
                _("You have filled the cell that is hard to fill. The one that takes many numbers can wait."),
            ),
            Moment(
                _("Exchange"),
                [
                    Trial(_("Draw a tile.")),
                    Trial(
                        _(
                            "The 1 fits no free cell. Exchange it for the 5 on a1: then a2 takes 2 to 6, and not the 6 "
                            "alone."
                        ),
                        _("Allowed, but the exchange on a1 makes room for a2."),
                    ),
                ],
                _("Your 5 went to the table, and your opponent took it: that is the price of an exchange."),
            ),
            Moment(
                _("A tile of no use"),
                [
                    Trial(_("Draw a tile.")),
                    Trial(
                        _("The 16 fits no free cell, and no exchange makes room. Discard it."),
                        _("That exchange gains nothing. Discard the 16."),
                    ),
                ],
                _("You may discard whatever you draw. Your opponent may take it, so look at their garden, too."),
            ),
            Moment(
                _("The race"),
                [
                    Trial(
                        _(
                            "3 cells of yours are free, and 2 of your opponent's. Whoever fills the last one first wins; once no "
                            "tile is hidden, whoever has the fewest free does. Draw a tile."
                        ),
                        _("The 16 fits no free cell: draw a tile."),
                    ),
                    Trial(
                        _("The 14 fits a4 and b4. On a4 it would bar b4 for good: nothing lies between 14 and 15."),
                        _("Place the 14 on b4: then a4 still takes 8 to 13."),
                    ),
                ],
                _("Now 2 cells are free in each garden, and it is anybody's game."),
            ),
        ],
    )


def coach(words: LuckyNumbersWords, view: View) -> list[Advice]:
    """See WordsLayer."""
    _, ngettext = words.language.gettext, words.language.ngettext
    if view.phase == "over":
        return [Advice("", _("That was a whole game. Watch it again turn by turn, or play another."))]
    if view.phase != "choosing":
        return []
    free = [cell for cell in view.boards[view.seat].cells if cell.tile is None]
    if len(free) == 1 and free[0].accepts:
        told = _("One cell is left: {cell} takes {numbers}.")
        return [Advice("last", told.format(cell=free[0].name, numbers=words.range_of(free[0].accepts)))]
    if view.pile <= FEW:
        told = ngettext(
            "{count} tile is hidden. Once the last one is revealed, whoever has the fewest free cells wins.",
            "{count} tiles are hidden. Once the last one is revealed, whoever has the fewest free cells wins.",
            view.pile,
        )
        return [Advice("pile", told.format(count=view.pile))]
    return []


def praise(words: LuckyNumbersWords, state: LuckyNumbersState, seat: int) -> str:
    """See WordsLayer."""
    _, ngettext = words.language.gettext, words.language.ngettext
    events = [event for before, move in state.steps() for event in before.events(move)]
    took = sum(isinstance(event, Took) and event.seat == seat for event in events)
    if seat in state.winners():
        return _("Well done: your garden was the first to be full, or the fullest.")
    if took > 1:
        told = ngettext(
            "What you did well: {count} time you took what lay there instead of hoping.",
            "What you did well: {count} times you took what lay there instead of hoping.",
            took,
        )
        return told.format(count=took)
    filled = sum(isinstance(event, Placed) and event.seat == seat and not event.leaving for event in events)
    return ngettext(
        "What you did well: {count} cell of 16 is full, and every row rises.",
        "What you did well: {count} cells of 16 are full, and every row rises.",
        filled,
    ).format(count=filled)
