"""Rated games: what a rating needs to know of them is noted with their last move, and never changed (ratings/ladder.py).

And what the players of a rated table, and those who look for one, see of ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from sqlalchemy import Connection, exists, func, select

from jardinet.ratings.ladder import MOST_A_DAY, places_of
from jardinet.ratings.rating import PersonRating, aged
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import SeatRow, TableRow
from jardinet.server.storage.profile_models import ProfileRow
from jardinet.server.storage.rating_models import RatedRow, RatingChangeRow, RatingRow
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame

OF_SEAT = (
    (RatingChangeRow.table_id == RatedRow.table_id)
    & (RatingChangeRow.game == RatedRow.game)
    & (RatingChangeRow.seat == RatedRow.seat)
)


def note_rated(connection: Connection, table: TableState, game: TableGame, ended_at: datetime) -> None:
    """Note the facts of every seat in a finished game of a rated table; doing it again changes nothing.

    The games of a match end in their order (`LadderGame`), even if the clock was set back in between.
    """
    assert game.state
    if game.number > 1:
        earlier = select(func.max(RatedRow.ended_at)).where(RatedRow.table_id == table.id)
        ended_at = max(ended_at, connection.scalar(earlier) or ended_at)
    places = places_of(game.state.winners(), game.state.match_points())
    rows = [
        {
            "table_id": table.id,
            "game": game.number,
            "seat": seat.number,
            "played": table.agreement.game,
            "ended_at": ended_at,
            "games": len(table.seats) if table.match else 1,
            "person_id": seat.person,
            "place": places[seat.number],
            "plays": sum(one.action_of(seat.number) is not None for one in game.log),
            "stood_in": sum(one.seat == seat.number for one in game.stand_ins),
            "level": next((one.level for one in reversed(game.stand_ins) if one.seat == seat.number), None),
        }
        for seat in table.seats
    ]
    connection.execute(insert_into(connection, RatedRow).on_conflict_do_nothing(), rows)


class SeatRating(NamedTuple):
    """Rating of somebody at a rated table.

    Attributes:
        rating: today's.
        gained: by the game, in points; None: it is not rated yet, or does not count.
    """

    rating: PersonRating
    gained: float | None = None


@dataclass(frozen=True)
class TableRatings:
    """Ratings at a rated table, as everybody there may see them.

    Attributes:
        seats: by seat; None where nobody sits.
        is_rated: the game that is shown, or was last, has been rated or does not count.
        is_full: two of those who sit here have played so many rated games on one day that this one does not count.
    """

    seats: tuple[SeatRating | None, ...]
    is_rated: bool = False
    is_full: bool = False

    @property
    def counts(self) -> bool:
        """Whether the game has changed ratings."""
        return any(seat and seat.gained is not None for seat in self.seats)


async def table_ratings(database: Database, table: TableState, at: datetime) -> TableRatings | None:
    """The ratings at a table; None: it is not rated.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    if not table.agreement.rated:
        return None
    return await database.read(partial(_table_ratings, table=table, at=at))


async def listed_ratings(database: Database, tables: Sequence[str], at: datetime) -> dict[str, dict[int, PersonRating]]:
    """The ratings that a list of tables tells, by table and seat: of all at a rated table, elsewhere of who shows a profile.

    Whoever is not rated yet is left out.

    Args:
        database: where they are.
        tables: their ids.
        at: the time of which the ratings are.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    if not tables:
        return {}

    def job(connection: Connection) -> dict[str, dict[int, PersonRating]]:
        shows = exists().where(ProfileRow.person_id == SeatRow.person_id, ProfileRow.is_public)
        found = (
            select(SeatRow.table_id, SeatRow.number, TableRow.agreement, shows.label("shows"), *RatingRow.__table__.c)
            .join(TableRow, TableRow.id == SeatRow.table_id)
            .join(RatingRow, RatingRow.person_id == SeatRow.person_id)
            .where(SeatRow.table_id.in_(tables))
        )
        told: dict[str, dict[int, PersonRating]] = {}
        for row in connection.execute(found):
            agreement = Agreement.decode(row.agreement)
            if row.played == agreement.game and (agreement.rated or row.shows):
                told.setdefault(row.table_id, {})[row.number] = aged(rating_of(row), at)
        return told

    return await database.read(job)


def ratings_in(connection: Connection, people: Sequence[str]) -> dict[tuple[str, str], PersonRating]:
    """The ratings of some people as they were after their latest games, by person and game."""
    rows = connection.execute(select(RatingRow).where(RatingRow.person_id.in_(people)))
    return {(row.person_id, row.played): rating_of(row) for row in rows}


def rating_of(row: Any) -> PersonRating:
    """The rating in a RatingRow, as it was after the person's latest game."""
    return PersonRating(row.value, row.deviation, row.volatility, row.games, row.latest)


def _table_ratings(connection: Connection, table: TableState, at: datetime) -> TableRatings:
    people, played = [seat.person for seat in table.seats if seat.person], table.agreement.game
    found = ratings_in(connection, people)
    number = table.game.number if table.game else 1
    here = (RatingChangeRow.table_id == table.id, RatingChangeRow.game == number)
    gained = {row.seat: row.gained for row in connection.execute(select(RatingChangeRow).where(*here))}
    seats = tuple(
        SeatRating(aged(found.get((seat.person, played), PersonRating()), at), gained.get(seat.number))
        if seat.person
        else None
        for seat in table.seats
    )
    is_over = bool(gained)
    return TableRatings(seats, is_over, not is_over and _is_full(connection, table, number, people, at))


def _is_full(connection: Connection, table: TableState, number: int, people: Sequence[str], at: datetime) -> bool:
    """Whether a table's game of that number, if it ended now, would not count since two have played too often; see `Ladder`.

    The first game of a round decides that for all of them, on the day on which it ends.
    """
    round_of = len(table.seats) if table.agreement.tie else 1
    begins = number - (number - 1) % round_of
    if number > begins:
        first = (RatingChangeRow.table_id == table.id, RatingChangeRow.game == begins)
        gained = connection.scalars(select(RatingChangeRow.gained).where(*first)).all()
        return bool(gained) and all(one is None for one in gained)
    today = at.replace(hour=0, minute=0, second=0, microsecond=0)
    may_count = RatingChangeRow.gained.is_not(None) | RatingChangeRow.table_id.is_(None)  # None: it is not rated yet
    found = (
        select(RatedRow.table_id, RatedRow.game, RatedRow.games, RatedRow.person_id)
        .outerjoin(RatingChangeRow, OF_SEAT)
        .where(RatedRow.played == table.agreement.game, RatedRow.ended_at >= today, RatedRow.person_id.in_(people))
        .where((RatedRow.game - 1) % RatedRow.games == 0, may_count)
        .where(~((RatedRow.table_id == table.id) & (RatedRow.game == number)))
    )
    by_game: dict[tuple[str, int, int], list[str]] = {}
    for row in connection.execute(found):
        by_game.setdefault((row.table_id, row.game, row.games), []).append(row.person_id)
    pairs = Counter[tuple[str, str]]()
    for (_, _, games), who in by_game.items():
        pairs.update(games * list(combinations(sorted(who), 2)))
    return any(count + round_of > MOST_A_DAY for count in pairs.values())
