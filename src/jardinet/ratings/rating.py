"""Rating of people among each other: Glicko-2 by pairs of places, one ladder a game (docs/ratings.md has its figures).

A game is one rating period: each seat has won against those of worse places, drawn with those of the same, lost to the
others. Doubt grows by the months between games. Pure: what is stored are the games, and ratings can be made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from math import sqrt

import msgspec

from jardinet.ratings.glicko import Glicko, Met, updated
from jardinet.ratings.scale import MIDDLE, UNIT, Z, is_provisional

START = 190.0  # points: the deviation of somebody who has not been rated
VOLATILITY = 0.006
MONTHLY = (
    12.0  # points: what a month adds to a deviation, squared: who plays ten games a month is not provisional for ever
)
SECONDS_A_MONTH = 365.25 * 86_400 / 12


class PersonRating(msgspec.Struct, frozen=True):
    """Rating of a person in one game.

    Attributes:
        value: in points, see scale.py.
        deviation: its standard deviation in points, as of `latest`; today's is that of `aged`.
        volatility: Glicko-2's, in Glickman's unit.
        games: how many were rated.
        latest: when the last of them ended; None: there was none.
    """

    value: float = MIDDLE
    deviation: float = START
    volatility: float = VOLATILITY
    games: int = 0
    latest: datetime | None = None

    @property
    def doubt(self) -> float:
        """What stands behind ±: half of the interval of 95 %, in points."""
        return Z * self.deviation

    @property
    def is_provisional(self) -> bool:
        """Whether the doubt is too large for the number to say much."""
        return is_provisional(self.doubt)


class RatedSeat(msgspec.Struct, frozen=True):
    """Seat of a rated game.

    Attributes:
        place: from 1, the best; ties share the better place.
        person: the id of whose rating it counts for; None: nobody's.
        level: the strength of the bot that played it, in points; None: the person did. A seat with both is that of somebody
            who left it to a bot: the others met the bot, and the person has lost against all of them.
    """

    place: int
    person: str | None = None
    level: float | None = None


class RatedGame(msgspec.Struct, frozen=True):
    """Game that is rated.

    Attributes:
        when: it ended, with a time zone.
        key: unique; it orders games that ended at the same time.
        seats: two or more.
        factor: `Yardstick.factor` for that many seats.
    """

    when: datetime
    key: str
    seats: tuple[RatedSeat, ...]
    factor: float = 1.0


def rate(before: Mapping[str, PersonRating], game: RatedGame) -> dict[str, PersonRating]:
    """The ratings after a game of all who are rated by it; all are updated by what they were before it.

    Args:
        before: by the person's id, of this game's ladder; who is missing has not been rated.
        game: the order of its seats changes nothing.

    Raises:
        ValueError: a person has two seats, or a seat has neither a person nor a level.

    >>> from datetime import UTC
    >>> game = RatedGame(datetime(2026, 5, 1, tzinfo=UTC), "t1", (RatedSeat(1, "ada"), RatedSeat(2, "ben")))
    >>> {person: round(one.value) for person, one in rate({}, game).items()}
    {'ada': 1573, 'ben': 1427}
    """
    people = [seat.person for seat in game.seats if seat.person is not None]
    if len({*people}) < len(people):
        raise ValueError(f"the game {game.key}: a person has one seat at most.")
    known = {person: aged(before.get(person, PersonRating()), game.when) for person in people}
    played = [(seat, _strength_of(seat, known, game.key)) for seat in game.seats]
    return {
        seat.person: _rated(known[seat.person], seat, played, game) for seat in game.seats if seat.person is not None
    }


def rerate(games: Iterable[RatedGame]) -> dict[str, PersonRating]:
    """All ratings of a ladder, made from its games in any order: by time, then by key."""
    ratings: dict[str, PersonRating] = {}
    for _, after in rated(games):
        ratings |= after
    return dict(sorted(ratings.items()))


def rated(games: Iterable[RatedGame]) -> Iterator[tuple[RatedGame, dict[str, PersonRating]]]:
    """Every game, by time and key, with the ratings that it led to."""
    ratings: dict[str, PersonRating] = {}
    for game in sorted(games, key=lambda one: (one.when, one.key)):
        after = rate(ratings, game)
        ratings |= after
        yield game, after


def aged(rating: PersonRating, now: datetime) -> PersonRating:
    """A rating with the doubt that has grown since the person's latest game; never more than at the start."""
    if rating.latest is None or now <= rating.latest or rating.deviation >= START:
        return rating
    months = (now - rating.latest).total_seconds() / SECONDS_A_MONTH
    grown = min(START, sqrt(rating.deviation**2 + months * MONTHLY**2))
    return msgspec.structs.replace(rating, deviation=round(grown, 4))


def _strength_of(seat: RatedSeat, known: Mapping[str, PersonRating], key: str) -> Glicko:
    """What the others met at a seat."""
    if seat.level is not None:
        return Glicko((seat.level - MIDDLE) / UNIT, 0.0, VOLATILITY)
    if seat.person is None:
        raise ValueError(f"the game {key}: a seat needs a person or a level.")
    return _glicko(known[seat.person])


def _rated(own: PersonRating, seat: RatedSeat, played: list[tuple[RatedSeat, Glicko]], game: RatedGame) -> PersonRating:
    has_left = seat.level is not None
    met = [
        Met(other, 0.0 if has_left else _score(seat.place, there.place), game.factor)
        for there, other in played
        if there is not seat
    ]
    after = updated(_glicko(own), met)
    return PersonRating(
        value=round(MIDDLE + UNIT * after.mu, 4),
        deviation=round(min(START, UNIT * after.phi), 4),
        volatility=round(after.sigma, 8),
        games=own.games + 1,
        latest=max(game.when, own.latest or game.when),
    )


def _glicko(rating: PersonRating) -> Glicko:
    return Glicko((rating.value - MIDDLE) / UNIT, rating.deviation / UNIT, rating.volatility)


def _score(own: int, other: int) -> float:
    return 0.5 if own == other else float(own < other)
