"""Invitations: the host of a table offers a free seat to an account, which accepts or declines.

What takes a connection works on that of a running transaction; see TableService for who may do what.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import InvitationRow, PersonRow, SeatRow, TableRow, now
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.table import Offer
from jardinet.words.language import gettext_noop

_IS_OPEN = (SeatRow.person_id.is_(None), SeatRow.level.is_(None))  # a seat that was taken is no offer any more
_OF_ITS_SEAT = (SeatRow.table_id == InvitationRow.table_id) & (SeatRow.number == InvitationRow.seat)


@dataclass(frozen=True)
class Invitation:
    """An invitation as whoever is invited sees it: where, which seat, by whom."""

    table_id: str
    seat: int
    host: str
    host_name: str
    agreement: Agreement


def channel_of_person(person: str) -> str:
    """The channel that tells a person of invitations, and of seats that they take."""
    return f"person:{person}"


async def open_to(database: Database, person: str) -> list[Invitation]:
    """The invitations that a person can still accept, the latest first."""
    async with database.reading() as connection:
        rows = await connection.execute(
            select(InvitationRow.table_id, InvitationRow.seat, TableRow.host, PersonRow.name, TableRow.agreement)
            .join(TableRow, TableRow.id == InvitationRow.table_id)
            .join(PersonRow, PersonRow.id == TableRow.host)
            .join(SeatRow, _OF_ITS_SEAT)
            .where(InvitationRow.person_id == person, *_IS_OPEN)
            .order_by(InvitationRow.invited_at.desc())
        )
        return [Invitation(*row[:-1], msgspec.json.decode(row.agreement, type=Agreement)) for row in rows]


async def open_at(connection: AsyncConnection, table_id: str) -> list[Offer]:
    """The invitations to a table that can still be accepted, the oldest first."""
    rows = await connection.execute(
        select(InvitationRow.seat, InvitationRow.person_id, PersonRow.name)
        .join(PersonRow, PersonRow.id == InvitationRow.person_id)
        .join(SeatRow, _OF_ITS_SEAT)
        .where(InvitationRow.table_id == table_id, *_IS_OPEN)
        .order_by(InvitationRow.invited_at, InvitationRow.person_id)
    )
    return [Offer(*row) for row in rows]


async def add(connection: AsyncConnection, table_id: str, seat: int, guest: str) -> None:
    """Offer a seat to an account, by its id; a second invitation of it to this table replaces the first.

    Raises:
        NoSuchTableError: nobody has that id.
    """
    if await connection.scalar(select(PersonRow.id).where(PersonRow.id == guest)) is None:
        raise NoSuchTableError(gettext_noop("nobody has that id."))
    row = {"table_id": table_id, "person_id": guest, "seat": seat, "invited_at": now()}
    kept = insert_into(connection, InvitationRow).values(row)
    await connection.execute(kept.on_conflict_do_update(index_elements=["table_id", "person_id"], set_={"seat": seat}))


async def remove(connection: AsyncConnection, table_id: str, guest: str) -> None:
    """End an invitation; nothing happens where there is none."""
    await connection.execute(
        delete(InvitationRow).where(InvitationRow.table_id == table_id, InvitationRow.person_id == guest)
    )
