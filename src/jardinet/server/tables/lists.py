"""Queries for lists of tables, without replaying any: those that wait for company, and those of one person."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, exists, select

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import GameRow, SeatRow, TableRow
from jardinet.server.tables.agreement import Agreement

MOST = 20


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list; `seats`: who sits there, None for a free seat."""

    id: str
    game: str
    seats: list[str | None]
    agreement: Agreement
    created_at: datetime


async def open_tables(database: Database) -> list[TableSummary]:
    """Tables that anybody may join, the latest first."""
    has_begun = exists().where(GameRow.table_id == TableRow.id, GameRow.nonces.is_not(None))
    return await _listed(database, select(TableRow).where(TableRow.is_listed, ~TableRow.is_over, ~has_begun))


async def tables_of(database: Database, person: str) -> list[TableSummary]:
    """A person's tables that are not over, the latest first."""
    sits_there = exists().where(SeatRow.table_id == TableRow.id, SeatRow.person_id == person)
    return await _listed(database, select(TableRow).where(~TableRow.is_over, sits_there))


async def _listed(database: Database, tables: Select[Any]) -> list[TableSummary]:
    return await database.read(lambda connection: _read(connection, tables))


def _read(connection: Connection, tables: Select[Any]) -> list[TableSummary]:
    rows = connection.execute(tables.order_by(TableRow.created_at.desc()).limit(MOST)).all()
    seats = connection.execute(
        select(SeatRow.table_id, SeatRow.name, SeatRow.level)
        .where(SeatRow.table_id.in_([row.id for row in rows]))
        .order_by(SeatRow.number)
    )
    sitting: dict[str, list[str | None]] = {row.id: [] for row in rows}
    for table_id, name, level in seats:
        sitting[table_id].append(name or level)
    return [
        TableSummary(row.id, agreement.game, sitting[row.id], agreement, row.created_at)
        for row in rows
        for agreement in [msgspec.json.decode(row.agreement, type=Agreement)]
    ]
