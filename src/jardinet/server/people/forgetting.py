"""Deletion of a person: what is kept of them goes, and at their tables they are “somebody”, so that others' games stay.

Each table changes by a command of its own; it can be cut off anywhere and asked for again. Their id stays where games have it, and
says no more than that it was the same person; no cookie, link or token opens it.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import ColumnElement, Connection, Table, delete, func, or_, select, update

from jardinet.server.storage.account_models import ChallengeRow, DeviceRow, LinkRow, WayRow
from jardinet.server.storage.daily_models import DailyPlayRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.forgotten import SOMEBODY
from jardinet.server.storage.models import (
    InvitationRow,
    PersonRow,
    PracticeRow,
    PreferencesRow,
    PresenceRow,
    RenamingRow,
    SeatRow,
    TokenRow,
    VacationRow,
)
from jardinet.server.storage.notification_models import CallSettingsRow, NoticeRow, PushRow
from jardinet.server.storage.profile_models import BlockRow, ProfileRow
from jardinet.server.storage.rating_models import RatingChangeRow, RatingRow
from jardinet.server.storage.seek_models import SeekRow
from jardinet.server.tables import commands
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.service import TableService

MOST_AT_ONCE = 50  # tables in one request
_THEIRS = (
    ChallengeRow,
    DeviceRow,
    LinkRow,
    WayRow,
    TokenRow,
    PreferencesRow,
    RenamingRow,
    PracticeRow,
    InvitationRow,
    PresenceRow,
    VacationRow,
    SeekRow,
    CallSettingsRow,
    PushRow,
    NoticeRow,
    RatingRow,
    ProfileRow,
    BlockRow,
    DailyPlayRow,
)
_NOT_RATED = {"gained": None, "value": None, "deviation": None}


async def tables_left(database: Database, person: str) -> int:
    """At how many tables a person is still known."""
    found = select(func.count(SeatRow.table_id.distinct())).where(*_known(person))
    return await database.read(lambda connection: connection.scalar(found) or 0)


async def forget(database: Database, service: TableService, person: str) -> int:
    """Forget a person at MOST_AT_ONCE tables; if none is left, all else of them too. Returns at how many they are still known.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    found = select(SeatRow.table_id).where(*_known(person)).distinct().order_by(SeatRow.table_id).limit(MOST_AT_ONCE)
    for table_id in await database.read(lambda connection: connection.scalars(found).all()):
        with suppress(NoSuchTableError):  # it was removed meanwhile
            await service.do(table_id, commands.Forget(person, SOMEBODY))
    left = await tables_left(database, person)
    if not left:
        at = database.now()

        def job(connection: Connection) -> None:
            for row in _THEIRS:
                table = row.__table__
                assert isinstance(table, Table)
                connection.execute(delete(table).where(table.c.person_id == person))
            changes = update(RatingChangeRow).where(RatingChangeRow.person_id == person)
            connection.execute(changes.values(_NOT_RATED))
            connection.execute(delete(BlockRow).where(BlockRow.blocked_id == person))
            gone = {"name": SOMEBODY, "devices_since": at}
            connection.execute(update(PersonRow).where(PersonRow.id == person).values(gone))

        await database.write(job)
    return left


def _known(person: str) -> tuple[ColumnElement[bool], ...]:
    """What holds of a person's seats that bear their name, or wait for them."""
    waits = ~SeatRow.is_over & SeatRow.level.is_(None)
    return SeatRow.person_id == person, or_(SeatRow.name.is_distinct_from(SOMEBODY), waits)
