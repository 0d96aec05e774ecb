"""Calls: somebody wants to play again with people they have played with, and offers them seats at a new table."""

from __future__ import annotations

from sqlalchemy import Connection, select

from jardinet.server.people.companions import companion_at
from jardinet.server.storage.database import Database
from jardinet.server.storage.forgotten import is_forgotten
from jardinet.server.storage.models import PersonRow
from jardinet.server.tables.again import Again, again
from jardinet.server.tables.blocks import blocked_with
from jardinet.server.tables.errors import NotInvitedError
from jardinet.server.tables.invitations import offered_by
from jardinet.server.tables.service import TableService


async def call_again(
    database: Database, service: TableService, person: str, table_id: str, seat: int
) -> tuple[str | None, Again]:
    """What another game would be, with whoever sits at a seat of a table where a person sits too, and with the others there.

    Returns:
        The table at which the person calls them already, None: at none; and what to agree for a new one.

    Raises:
        NoSuchTableError: there is no such table.
        NotYoursError: the person does not sit there, or nobody else does at that seat.
        NotInvitedError: they do not meet, or the other person is gone.
    """
    table = await service.load(table_id)
    others = {seat.person for seat in table.seats if seat.person} - {person}

    def job(connection: Connection) -> tuple[str, dict[str, str]]:
        other = companion_at(connection, person, table_id, seat)
        found = select(PersonRow.id, PersonRow.name).where(PersonRow.id.in_(others), ~is_forgotten())
        apart = blocked_with(connection, person)
        return other, {row.id: row.name for row in connection.execute(found) if row.id not in apart}

    other, called = await database.read(job)
    if other not in called:
        raise NotInvitedError
    return await offered_by(database, person, other), again(table, person, called)
