"""What a table's page tells of ratings: how those who sit there stand, what a game has changed, and why it does not count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jardinet.ratings.ladder import MOST_A_DAY
from jardinet.server.tables.rated import SeatRating, TableRatings
from jardinet.words.language import Language
from jardinet.words.ratings import gained_told, leaving_told, strength_in_short


class RatedTold(NamedTuple):
    """Ratings at a table, for the template.

    Attributes:
        badge: whether the game counts, in a word or two.
        note: the same in a sentence; once it is over, why it does not count, or that the ratings come in a moment.
        leaving: what it costs to leave the game to a bot; empty where it costs nothing, as it is over or does not count.
        seats: by seat the rating, with what the game has changed; empty where nobody sits.
    """

    badge: str
    note: str
    leaving: str
    seats: Sequence[str]


def rated_told(language: Language, ratings: TableRatings | None, *, is_over: bool) -> RatedTold | None:
    """What to tell of the ratings at a table; None: it is not rated. `is_over`: the game that is shown is."""
    if ratings is None:
        return None
    counts = not ratings.is_full and (ratings.counts or not ratings.is_rated)
    badge = language.pgettext("table", "Rated") if counts else language.pgettext("table", "Not rated")
    leaving = leaving_told(language) if counts and not is_over else ""
    seats = [_seat(language, one) for one in ratings.seats]
    return RatedTold(badge, _note(language, ratings, is_over=is_over), leaving, seats)


def _seat(language: Language, seat: SeatRating | None) -> str:
    if seat is None:
        return ""
    told = strength_in_short(seat.rating.value, seat.rating.doubt)
    return told if seat.gained is None else gained_told(language, told, seat.gained)


def _note(language: Language, ratings: TableRatings, *, is_over: bool) -> str:
    _ = language.gettext
    if ratings.is_full or (ratings.is_rated and not ratings.counts):
        told = _("This game is not rated: of two people, {count} games a day count at most.")
        return told.format(count=MOST_A_DAY)
    if ratings.counts:
        return _("This game was rated.")
    return _("This game is being rated.") if is_over else _("This game is rated.")
