"""Invitations as lists: the host of a table offers a free seat to an account, which accepts or declines (TableService)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import InvitationRow, PersonRow, SeatRow, TableRow
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.blocks import blocked_with

MOST_SHOWN = 100

_IS_OPEN = (SeatRow.person_id.is_(None), SeatRow.level.is_(None))  # a seat that was taken is no offer any more
_OF_ITS_SEAT = (SeatRow.table_id == InvitationRow.table_id) & (SeatRow.number == InvitationRow.seat)


@dataclass(frozen=True)
class Invitation:
    """An invitation as its guest sees it: where, which seat, by whom."""

    table_id: str
    seat: int
    host: str
    host_name: str
    agreement: Agreement


async def offered_by(database: Database, host: str, guest: str) -> str | None:
    """The latest table at which a host still offers a guest a seat; None: there is none."""
    found = (
        select(InvitationRow.table_id)
        .join(TableRow, TableRow.id == InvitationRow.table_id)
        .join(SeatRow, _OF_ITS_SEAT)
        .where(InvitationRow.person_id == guest, TableRow.host == host, *_IS_OPEN)
        .order_by(InvitationRow.invited_at.desc())
        .limit(1)
    )
    return await database.read(lambda connection: connection.scalar(found))


async def open_to(database: Database, person: str) -> list[Invitation]:
    """The invitations that a person can still accept, the latest first, MOST_SHOWN at most; none by whom they do not meet."""
    found = (
        select(InvitationRow.table_id, InvitationRow.seat, TableRow.host, PersonRow.name, TableRow.agreement)
        .join(TableRow, TableRow.id == InvitationRow.table_id)
        .join(PersonRow, PersonRow.id == TableRow.host)
        .join(SeatRow, _OF_ITS_SEAT)
        .where(InvitationRow.person_id == person, *_IS_OPEN)
        .order_by(InvitationRow.invited_at.desc())
        .limit(MOST_SHOWN)
    )

    def job(connection: Connection) -> list[Invitation]:
        rows = connection.execute(found).all()
        apart = blocked_with(connection, person) if rows else frozenset[str]()
        return [Invitation(*row[:-1], Agreement.decode(row.agreement)) for row in rows if row.host not in apart]

    return await database.read(job)
