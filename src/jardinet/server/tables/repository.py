"""Repository of tables: read from the database, and the latest used kept in a cache that may go at any time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Row, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.play.deal import Sealed
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import ChoiceRow, GameRow, PlyRow, SeatRow, TableRow
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import no_such_table
from jardinet.server.tables.invitations import open_at
from jardinet.server.tables.remarks import latest
from jardinet.server.tables.table import Seat, TableGame, TableState, new_match

MOST_TABLES = 256  # in memory; the others are rebuilt when somebody asks for them


# What is asked at every look at a table is put together once.
_STANDING = select(TableRow.host, TableRow.deadline, TableRow.version, TableRow.ply, TableRow.choosing).where(
    TableRow.id == bindparam("id")
)
_WHOLE = _STANDING.add_columns(TableRow.agreement)
_PLIES = (
    select(PlyRow.ply, PlyRow.game, PlyRow.move)
    .where(PlyRow.table_id == bindparam("id"), PlyRow.ply >= bindparam("ply"))
    .order_by(PlyRow.ply)
)
_CHOICES = select(ChoiceRow.seat, ChoiceRow.action).where(
    ChoiceRow.table_id == bindparam("id"), ChoiceRow.ply == bindparam("ply")
)


@dataclass
class _CacheEntry:
    """Place of a table in the cache; `lock`: one brings it up to date at a time, so that it never goes back."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: TableState | None = None


class TableRepository:
    """Repository of tables: see the module."""

    def __init__(self, database: Database) -> None:
        """The tables of `database`."""
        self._database = database
        self._cache: OrderedDict[str, _CacheEntry] = OrderedDict()

    async def load(self, table_id: str) -> TableState:
        """The table as it stands now, every ply that is durable played: a snapshot, the caller's own.

        Raises:
            NoSuchTableError: there is none.
        """
        place = self._cache.setdefault(table_id, _CacheEntry())
        self._cache.move_to_end(table_id)
        if len(self._cache) > MOST_TABLES:
            self._cache.popitem(last=False)
        async with place.lock, self._database.reading() as connection:
            place.table = await rebuilt(connection, table_id, place.table)
            return place.table.snapshot()

    async def load_at(self, table_id: str, ply: int) -> TableState:
        """The table at that ply, if it was there when last seen, else as it stands now.

        For whoever plays there: that it is still there shows when the play is written down.
        """
        place = self._cache.get(table_id)
        if place and place.table and place.table.ply == ply and not place.lock.locked():
            return place.table.snapshot()
        return await self.load(table_id)


async def rebuilt(connection: AsyncConnection, table_id: str, known: TableState | None = None) -> TableState:
    """The table as this connection sees it: `known`, brought up to date, or made anew.

    Inside a transaction that changes something it is made anew: what is not durable yet may come to nothing.

    Raises:
        NoSuchTableError: there is none.
    """
    standing = _STANDING if known else _WHOLE
    found = (await connection.execute(standing, {"id": table_id})).one_or_none()
    if found is None:
        raise no_such_table(table_id)
    if known is None:
        known = TableState(table_id, found.host, msgspec.json.decode(found.agreement, type=Agreement), [], [])
    is_new = known.version < found.version
    if is_new:
        await _read_seats_and_games(connection, known)
    if is_new or known.ply < found.ply:
        plies = await connection.execute(_PLIES, {"id": table_id, "ply": known.ply})
        known.advance((row.ply, row.game, row.move) for row in plies)
    if known.choosing < found.choosing:
        chosen = await connection.execute(_CHOICES, {"id": table_id, "ply": known.ply})
        known.choices = {row.seat: row.action for row in chosen}
    if is_new and known.is_over:
        known.followed_by = await connection.scalar(select(TableRow.id).where(TableRow.before == table_id))
    known.host, known.deadline = found.host, found.deadline
    known.version, known.choosing = found.version, found.choosing
    return known


async def _read_seats_and_games(connection: AsyncConnection, table: TableState) -> None:
    table.seats = await seats_at(connection, table.id)
    keys = await connection.execute(select(SeatRow.number, SeatRow.key).where(SeatRow.table_id == table.id))
    table.keys = {row.number: row.key for row in keys}
    rows = await connection.execute(select(GameRow).where(GameRow.table_id == table.id).order_by(GameRow.number))
    for row in rows:
        _bring_in(table, row)
    if table.match is None and table.games and table.games[0].nonces:
        table.match = new_match(table.agreement, table.games[0].first or 0)
    table.remarks = await latest(connection, table.id)
    table.offers = await open_at(connection, table.id)


async def seats_at(connection: AsyncConnection, table_id: str) -> list[Seat]:
    """Who sits at a table, in seat order."""
    columns = (SeatRow.number, SeatRow.person_id, SeatRow.name, SeatRow.level, SeatRow.nonce)
    rows = await connection.execute(select(*columns).where(SeatRow.table_id == table_id).order_by(SeatRow.number))
    return [Seat(*row) for row in rows]


def _bring_in(table: TableState, row: Row[Any]) -> None:
    game = next((game for game in table.games if game.number == row.number), None)
    if game is None:
        game = TableGame(row.number, Sealed(bytes(row.secret)))
        table.games.append(game)
    if row.nonces and game.nonces is None:
        game.first, game.nonces = row.first, tuple(row.nonces.split(" "))
        game.day = row.begun_at.date()
        game.state = table.agreement.load(game.first or 0).new_initial_state()
