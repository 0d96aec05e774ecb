"""Lists of tables, without replaying any: those that wait for company, and those of one person."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Select, exists, select

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import Game, Seat, Table
from jardinet.server.tables.agreement import Agreement

MOST = 20


class Listed(msgspec.Struct, frozen=True):
    """A table in a list; `seats`: who sits there, None for a free seat."""

    id: str
    game: str
    seats: list[str | None]
    agreement: Agreement
    created_at: datetime


async def open_tables(database: Database) -> list[Listed]:
    """Tables that anybody may join, the latest first."""
    has_begun = exists().where(Game.table_id == Table.id, Game.nonces.is_not(None))
    return await _listed(database, select(Table).where(Table.is_listed, ~Table.is_over, ~has_begun))


async def tables_of(database: Database, person: str) -> list[Listed]:
    """A person's tables that are not over, the latest first."""
    sits_there = exists().where(Seat.table_id == Table.id, Seat.person_id == person)
    return await _listed(database, select(Table).where(~Table.is_over, sits_there))


async def _listed(database: Database, tables: Select[Any]) -> list[Listed]:
    async with database.reading() as connection:
        rows = (await connection.execute(tables.order_by(Table.created_at.desc()).limit(MOST))).all()
        seats = await connection.execute(
            select(Seat.table_id, Seat.name, Seat.level)
            .where(Seat.table_id.in_([row.id for row in rows]))
            .order_by(Seat.number)
        )
        sitting: dict[str, list[str | None]] = {row.id: [] for row in rows}
        for table_id, name, level in seats:
            sitting[table_id].append(name or level)
    return [
        Listed(row.id, agreement.game, sitting[row.id], agreement, row.created_at)
        for row in rows
        for agreement in [msgspec.json.decode(row.agreement, type=Agreement)]
    ]
