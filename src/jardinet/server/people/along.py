"""A guest's games taken along by somebody who has signed in on that device: each seat moves by a command of its table.

Nothing moves where both sit at one table. It can be cut off anywhere and asked for again: what has moved has moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import ColumnElement, Connection, func, select, tuple_, update

from jardinet.server.people.blocks import take_blocks_along
from jardinet.server.storage.daily_models import DailyPlayRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PracticeRow, SeatRow
from jardinet.server.storage.tournament_models import TournamentPlayerRow, TournamentRow
from jardinet.server.tables import commands
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.service import TableService

MOST_AT_ONCE = 50  # tables in one request


async def games_to_take(database: Database, guest: str, person: str) -> int:
    """At how many tables a guest's seats can become a person's."""
    found = select(func.count(SeatRow.table_id.distinct())).where(*_movable(guest, person))
    return await database.read(lambda connection: connection.scalar(found) or 0)


async def take_along(database: Database, service: TableService, guest: str, person: str, name: str) -> int:
    """Move a guest's seats to a person called `name`, at MOST_AT_ONCE tables at most; returns at how many more they could."""
    found = select(SeatRow.table_id).where(*_movable(guest, person)).distinct().order_by(SeatRow.table_id)
    tables = await database.read(lambda connection: connection.scalars(found.limit(MOST_AT_ONCE)).all())
    for table_id in tables:
        with suppress(NoSuchTableError):  # it was removed meanwhile
            await service.do(table_id, commands.TakeAlong(guest, person, name))

    def job(connection: Connection) -> None:
        _take_practice(connection, tables, guest, person)
        take_blocks_along(connection, guest, person)
        _take_tournaments(connection, guest, person)
        _take_deals(connection, tables, guest, person)

    await database.write(job)
    return await games_to_take(database, guest, person)


def _movable(guest: str, person: str) -> tuple[ColumnElement[bool], ...]:
    """What holds of a guest's seats at tables where the person does not sit."""
    theirs = select(SeatRow.table_id).where(SeatRow.person_id == person)
    return SeatRow.person_id == guest, SeatRow.table_id.not_in(theirs)


def _take_practice(connection: Connection, tables: Sequence[str], guest: str, person: str) -> None:
    """Let the positions of games that have moved be the person's to practise."""
    moved = select(SeatRow.table_id).where(SeatRow.table_id.in_(tables), SeatRow.person_id == person)
    own = (PracticeRow.person_id == guest, PracticeRow.table_id.in_(moved))
    connection.execute(update(PracticeRow).where(*own).values(person_id=person))


def _take_deals(connection: Connection, tables: Sequence[str], guest: str, person: str) -> None:
    """Let deals of the day whose tables have moved be the person's, but for those that the person has begun too."""
    own = select(DailyPlayRow.played, DailyPlayRow.day).where(DailyPlayRow.person_id == person)
    moved = select(SeatRow.table_id).where(SeatRow.table_id.in_(tables), SeatRow.person_id == person)
    theirs = (
        DailyPlayRow.person_id == guest,
        DailyPlayRow.table_id.in_(moved),
        tuple_(DailyPlayRow.played, DailyPlayRow.day).not_in(own),
    )
    connection.execute(update(DailyPlayRow).where(*theirs).values(person_id=person))


def _take_tournaments(connection: Connection, guest: str, person: str) -> None:
    """Let a guest's tournaments be the person's: those that they opened, and those in which they play and the person does not."""
    theirs = select(TournamentPlayerRow.tournament_id).where(TournamentPlayerRow.person_id == person)
    own = (TournamentPlayerRow.person_id == guest, TournamentPlayerRow.tournament_id.not_in(theirs))
    connection.execute(update(TournamentPlayerRow).where(*own).values(person_id=person))
    connection.execute(update(TournamentRow).where(TournamentRow.host == guest).values(host=person))
