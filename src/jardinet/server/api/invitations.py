"""Invitations: the host of a table offers a free seat to an account, which accepts or declines."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.server.people.tokens import Account
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import Invitation, Person, Seat, Table, now
from jardinet.server.storage.writing import insert_into
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.keeper import Keeper, NotYoursError, StaleError
from jardinet.server.tables.shelf import NoSuchTableError


@dataclass(frozen=True)
class Invited:
    """An invitation that can still be accepted: where, which seat, by whom."""

    table_id: str
    seat: int
    host: str
    host_name: str
    agreement: Agreement


async def invite(database: Database, keeper: Keeper, table_id: str, host: Account, seat: int, guest: str) -> None:
    """Offer a free seat to an account, by its id; a second invitation of it to this table replaces the first.

    Raises:
        NoSuchTableError: there is no such table, or nobody has that id.
        NotYoursError: it is not the host who asks.
        StaleError: the seat is not free.
    """
    table = await keeper.load(table_id)
    if table.host != host.id:
        raise NotYoursError("only the host invites.")
    if seat not in table.free_seats():
        raise StaleError("that seat is not free.")

    async def job(connection: AsyncConnection) -> None:
        if await connection.scalar(select(Person.id).where(Person.id == guest)) is None:
            raise NoSuchTableError(f"nobody has the id {guest!r}.")
        row = {"table_id": table_id, "person_id": guest, "seat": seat, "invited_at": now()}
        kept = insert_into(connection, Invitation).values(row)
        await connection.execute(
            kept.on_conflict_do_update(index_elements=["table_id", "person_id"], set_={"seat": seat})
        )

    await database.write(job)


async def accept(database: Database, keeper: Keeper, table_id: str, account: Account) -> None:
    """Sit down where one was invited to.

    Raises:
        NoSuchTableError: there is no such invitation.
        StaleError: the seat was taken meanwhile.
    """
    seat = next((one.seat for one in await invitations_of(database, account.id) if one.table_id == table_id), None)
    if seat is None:
        raise NoSuchTableError("no invitation to that table is open.")
    await keeper.sit(table_id, seat, account.id, account.name)
    await _forget(database, table_id, account)


async def decline(database: Database, table_id: str, account: Account) -> None:
    """Turn an invitation down; nothing happens where there is none."""
    await _forget(database, table_id, account)


async def invitations_of(database: Database, person: str) -> list[Invited]:
    """The invitations of an account that it can still accept, the latest first."""
    async with database.reading() as connection:
        rows = await connection.execute(
            select(Invitation.table_id, Invitation.seat, Table.host, Person.name, Table.agreement)
            .join(Table, Table.id == Invitation.table_id)
            .join(Person, Person.id == Table.host)
            .join(Seat, (Seat.table_id == Invitation.table_id) & (Seat.number == Invitation.seat))
            .where(Invitation.person_id == person, Seat.person_id.is_(None), Seat.level.is_(None))
            .order_by(Invitation.invited_at.desc())
        )
        return [Invited(*row[:-1], msgspec.json.decode(row.agreement, type=Agreement)) for row in rows]


async def _forget(database: Database, table_id: str, account: Account) -> None:
    async def job(connection: AsyncConnection) -> None:
        await connection.execute(
            delete(Invitation).where(Invitation.table_id == table_id, Invitation.person_id == account.id)
        )

    await database.write(job)
