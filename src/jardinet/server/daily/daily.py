"""Service of the deals of the day: what is promised, who begins one, how they fared, and the calendar of a month."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date, datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, select

from jardinet.games.parameters import GameError
from jardinet.play.deal import Sealed
from jardinet.server.storage.daily_models import DailyDealRow, DailyPlayRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.forgotten import is_forgotten
from jardinet.server.storage.models import PersonRow, TableRow
from jardinet.server.tables.agreement import told_at
from jardinet.server.tables.blocks import blocked_with
from jardinet.server.tables.daily import begins_at, daily_agreement
from jardinet.server.tables.daily_results import DailyScore
from jardinet.server.tables.service import TableService

MOST_SHOWN = 100  # people in the list of a day


class NoSuchDealError(GameError):
    """There is no deal of that day, or not yet."""


class _BegunError(Exception):
    """The person has begun that deal already."""


class DailyDeal(NamedTuple):
    """Deal of a day as everybody may know it.

    Attributes:
        commitment: the promise: SHA-256 of the secret, in hexadecimal.
        made_at: since when it stands.
        bot: how the strongest bot fared in a person's place; None: it has not played yet.
        secret: the secret in hexadecimal; empty until the day is over everywhere.
    """

    commitment: str
    made_at: datetime
    bot: DailyScore | None
    secret: str


class DailyPlay(NamedTuple):
    """Attempt of a person at a deal of the day.

    Attributes:
        table_id: where it was begun.
        has_table: the table is still there.
        ended_at: None: the game runs.
        score: None, too.
        counts: it stands in the list of that day.
        is_late: the secret was told before the game ended.
    """

    table_id: str
    has_table: bool
    ended_at: datetime | None
    score: DailyScore | None
    counts: bool
    is_late: bool


class DailyRank(NamedTuple):
    """Person in the list of a day; those with equal scores share a place."""

    place: int
    person: str
    name: str
    score: DailyScore


class Daily:
    """Service of the deals of the day: see the module."""

    def __init__(self, database: Database, service: TableService) -> None:
        """Deals of the day in `database`, played at tables of `service`."""
        self._database = database
        self._service = service

    async def deal(self, game: str, day: date) -> DailyDeal | None:
        """The deal of a day; None: nobody has made one.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        found = select(DailyDealRow).where(DailyDealRow.played == game, DailyDealRow.day == day)
        row = await self._database.read(lambda connection: connection.execute(found).one_or_none())
        if row is None:
            return None
        sealed = Sealed(bytes(row.secret))
        is_told = self._database.now() >= told_at(day)
        return DailyDeal(sealed.commitment, row.made_at, _score(row), sealed.secret.hex() if is_told else "")

    async def begin(self, person: str, name: str, game: str, day: date) -> str:
        """Begin a deal of the day for a person, once; returns the id of their table, also if they have begun before.

        Raises:
            NoSuchDealError: there is none, or its day has not come.
            DatabaseAwayError: the database does not answer.
        """
        found = select(DailyDealRow.secret).where(DailyDealRow.played == game, DailyDealRow.day == day)
        secret = await self._database.read(lambda connection: connection.scalar(found))
        if secret is None:
            raise no_such_deal(day)
        at = self._database.now()
        if at < begins_at(day):
            raise NoSuchDealError("day-to-come", "the day of that deal has not come: it begins at midnight in UTC.")
        table_id = secrets.token_urlsafe(6)
        new = {"person_id": person, "played": game, "day": day, "table_id": table_id, "begun_at": at}

        def claim(connection: Connection) -> None:
            first = insert_into(connection, DailyPlayRow).on_conflict_do_nothing().returning(DailyPlayRow.table_id)
            if connection.scalar(first, new) is None:
                raise _BegunError

        try:
            agreement = daily_agreement(game, day)
            await self._service.open_dealt(table_id, (person, name), agreement, Sealed(bytes(secret)), claim)
        except _BegunError:
            known = select(DailyPlayRow.table_id).where(*_of(person, game, day))
            table_id = str(await self._database.read(lambda connection: connection.scalar(known)))
        return table_id

    async def play_of(self, person: str, game: str, day: date) -> DailyPlay | None:
        """A person's attempt at a deal; None: they have not begun it.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        found = select(DailyPlayRow, TableRow.id.label("known")).outerjoin(
            TableRow, TableRow.id == DailyPlayRow.table_id
        )
        found = found.where(*_of(person, game, day))
        row = await self._database.read(lambda connection: connection.execute(found).one_or_none())
        if row is None:
            return None
        is_late = row.ended_at is not None and row.ended_at >= told_at(day)
        return DailyPlay(
            row.table_id, row.known is not None, row.ended_at, _score(row), row.standing is not None, is_late
        )

    async def ranks(self, game: str, day: date, reader: str | None) -> list[DailyRank]:
        """Those who have played a deal of the day on its day, the best first; MOST_SHOWN at most.

        People whom the reader does not meet are left out, and those who were deleted.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        return await self._database.read(partial(_ranks, game=game, day=day, reader=reader))

    async def calendar(self, person: str | None, game: str, first: date, last: date) -> Mapping[date, bool | None]:
        """The days of a span that have a deal: True if the person played it on its day, False if later or not to its end, else None.

        Raises:
            DatabaseAwayError: the database does not answer.
        """

        def job(connection: Connection) -> dict[date, bool | None]:
            dealt = select(DailyDealRow.day).where(DailyDealRow.played == game, DailyDealRow.day.between(first, last))
            days: dict[date, bool | None] = dict.fromkeys(connection.scalars(dealt))
            played = select(DailyPlayRow.day, DailyPlayRow.standing).where(
                DailyPlayRow.person_id == person, DailyPlayRow.played == game, DailyPlayRow.day.between(first, last)
            )
            days |= {row.day: row.standing is not None for row in connection.execute(played)}
            return days

        return await self._database.read(job)

    async def earliest(self, game: str) -> date:
        """The first day of a game that has a deal; a day to come if none has.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        found = select(DailyDealRow.day).where(DailyDealRow.played == game).order_by(DailyDealRow.day).limit(1)
        return await self._database.read(lambda connection: connection.scalar(found)) or date.max


def no_such_deal(day: date) -> NoSuchDealError:
    """The error that a day has no deal."""
    return NoSuchDealError("no-deal-of-day", "this server has no deal of {day}.", day=day.isoformat())


def _of(person: str, game: str, day: date) -> tuple[ColumnElement[bool], ...]:
    return DailyPlayRow.person_id == person, DailyPlayRow.played == game, DailyPlayRow.day == day


def _score(row: Any) -> DailyScore | None:
    return None if row.share is None else DailyScore(row.share, row.points, row.turns)


def _ranks(connection: Connection, game: str, day: date, reader: str | None) -> list[DailyRank]:
    found = (
        select(DailyPlayRow, PersonRow.name)
        .join(PersonRow, PersonRow.id == DailyPlayRow.person_id)
        .where(DailyPlayRow.played == game, DailyPlayRow.day == day, DailyPlayRow.standing.is_not(None))
        .where(~is_forgotten())
        .order_by(DailyPlayRow.standing, DailyPlayRow.ended_at, DailyPlayRow.person_id)
        .limit(MOST_SHOWN)
    )
    if reader is not None and (apart := blocked_with(connection, reader)):
        found = found.where(DailyPlayRow.person_id.not_in(apart))
    ranks = list[DailyRank]()
    for number, row in enumerate(connection.execute(found), 1):
        score = DailyScore(row.share, row.points, row.turns)
        place = ranks[-1].place if ranks and ranks[-1].score == score else number
        ranks.append(DailyRank(place, row.person_id, row.name, score))
    return ranks
