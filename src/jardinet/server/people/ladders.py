"""Ladders: the people who show a profile, by their rating in one game."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from jardinet.ratings.rating import PersonRating, aged
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow
from jardinet.server.storage.profile_models import ProfileRow
from jardinet.server.storage.rating_models import RatingRow
from jardinet.server.tables.rated import rating_of

MOST = 100  # people on a page


class Rung(NamedTuple):
    """Person on a ladder.

    Attributes:
        handle: of the profile.
        rating: today's.
        place: from 1, those who are provisional not counted; None: they are.
    """

    person: str
    name: str
    handle: str
    rating: PersonRating
    place: int | None


def rungs_of(connection: Connection, played: str, at: datetime) -> list[Rung]:
    """The people of a game's ladder who show a profile, the best first; MOST at most."""
    found = (
        select(*RatingRow.__table__.columns, PersonRow.name, ProfileRow.handle)
        .join(ProfileRow, ProfileRow.person_id == RatingRow.person_id)
        .join(PersonRow, PersonRow.id == RatingRow.person_id)
        .where(RatingRow.played == played, ProfileRow.is_public)
        .order_by(RatingRow.value.desc(), RatingRow.person_id.desc())
        .limit(MOST)
    )
    rungs, place = list[Rung](), 0
    for row in connection.execute(found):
        rating = aged(rating_of(row), at)
        place += not rating.is_provisional
        rungs.append(Rung(row.person_id, row.name, row.handle, rating, None if rating.is_provisional else place))
    return rungs


async def shown_ratings(
    database: Database, people: Collection[str], at: datetime
) -> dict[tuple[str, str], PersonRating]:
    """The ratings at a time, by person and game, of those of some people who show a profile.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    found = (
        select(RatingRow)
        .join(ProfileRow, ProfileRow.person_id == RatingRow.person_id)
        .where(RatingRow.person_id.in_(people), ProfileRow.is_public)
    )
    rows = await database.read(lambda connection: connection.execute(found).all()) if people else []
    return {(row.person_id, row.played): aged(rating_of(row), at) for row in rows}
