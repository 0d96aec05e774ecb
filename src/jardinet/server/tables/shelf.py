"""Tables out of the database, and the latest used of them kept in memory; the memory may go at any time."""

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
from jardinet.server.storage.models import Choice, Game, Ply, Seat, Table
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import no_such_table
from jardinet.server.tables.invitations import open_at
from jardinet.server.tables.remarks import latest
from jardinet.server.tables.table import Chair, GameAt, TableState, new_match

MOST_TABLES = 256  # in memory; the others are rebuilt when somebody asks for them


# What is asked at every look at a table is put together once.
_STANDING = select(Table.host, Table.deadline, Table.version, Table.ply, Table.choosing).where(
    Table.id == bindparam("id")
)
_WHOLE = _STANDING.add_columns(Table.agreement)
_PLIES = (
    select(Ply.ply, Ply.game, Ply.move)
    .where(Ply.table_id == bindparam("id"), Ply.ply >= bindparam("ply"))
    .order_by(Ply.ply)
)
_CHOICES = select(Choice.seat, Choice.action).where(Choice.table_id == bindparam("id"), Choice.ply == bindparam("ply"))


@dataclass
class _Place:
    """Where a table is kept; `lock`: one brings it up to date at a time, so that it never goes back."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: TableState | None = None


class Shelf:
    """See the module."""

    def __init__(self, database: Database) -> None:
        """The tables of `database`."""
        self._database = database
        self._places: OrderedDict[str, _Place] = OrderedDict()

    async def load(self, table_id: str) -> TableState:
        """The table as it stands now, every ply that is durable played: a snapshot, the caller's own.

        Raises:
            NoSuchTableError: there is none.
        """
        place = self._places.setdefault(table_id, _Place())
        self._places.move_to_end(table_id)
        if len(self._places) > MOST_TABLES:
            self._places.popitem(last=False)
        async with place.lock, self._database.reading() as connection:
            place.table = await rebuilt(connection, table_id, place.table)
            return place.table.snapshot()

    async def load_at(self, table_id: str, ply: int) -> TableState:
        """The table at that ply, if it was there when last seen, else as it stands now.

        For whoever plays there: that it is still there shows when the play is written down.
        """
        place = self._places.get(table_id)
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
        known.followed_by = await connection.scalar(select(Table.id).where(Table.before == table_id))
    known.host, known.deadline = found.host, found.deadline
    known.version, known.choosing = found.version, found.choosing
    return known


async def _read_seats_and_games(connection: AsyncConnection, table: TableState) -> None:
    table.chairs = await chairs_of(connection, table.id)
    keys = await connection.execute(select(Seat.number, Seat.key).where(Seat.table_id == table.id))
    table.keys = {row.number: row.key for row in keys}
    rows = await connection.execute(select(Game).where(Game.table_id == table.id).order_by(Game.number))
    for row in rows:
        _bring_in(table, row)
    if table.match is None and table.games and table.games[0].nonces:
        table.match = new_match(table.agreement, table.games[0].first or 0)
    table.remarks = await latest(connection, table.id)
    table.offers = await open_at(connection, table.id)


async def chairs_of(connection: AsyncConnection, table_id: str) -> list[Chair]:
    """Who sits at a table, in seat order."""
    columns = (Seat.number, Seat.person_id, Seat.name, Seat.level, Seat.nonce)
    rows = await connection.execute(select(*columns).where(Seat.table_id == table_id).order_by(Seat.number))
    return [Chair(*row) for row in rows]


def _bring_in(table: TableState, row: Row[Any]) -> None:
    game = next((game for game in table.games if game.number == row.number), None)
    if game is None:
        game = GameAt(row.number, Sealed(bytes(row.secret)))
        table.games.append(game)
    if row.nonces and game.nonces is None:
        game.first, game.nonces = row.first, tuple(row.nonces.split(" "))
        game.day = row.begun_at.date()
