"""Tables out of the database, and the latest used of them kept in memory; the memory may go at any time."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.games.parameters import GameError
from jardinet.play.deal import Sealed
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import Choice, Game, Ply, Seat, Table
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.remarks import latest
from jardinet.server.tables.table import Chair, GameAt, TableState, new_match

MOST_TABLES = 256  # in memory; the others are rebuilt when somebody asks for them


class NoSuchTableError(GameError):
    """There is no table of that name."""


class Shelf:
    """See the module."""

    def __init__(self, database: Database) -> None:
        """The tables of `database`."""
        self._database = database
        self._known: OrderedDict[str, TableState] = OrderedDict()

    async def load(self, table_id: str) -> TableState:
        """The table as it stands now, every ply that is durable played: a snapshot, the caller's own.

        Raises:
            NoSuchTableError: there is none.
        """
        async with self._database.reading() as connection:
            table = await rebuilt(connection, table_id, self._known.get(table_id))
        self._known[table_id] = table
        self._known.move_to_end(table_id)
        while len(self._known) > MOST_TABLES:
            self._known.popitem(last=False)
        return table.snapshot()


async def rebuilt(connection: AsyncConnection, table_id: str, known: TableState | None = None) -> TableState:
    """The table as this connection sees it: `known`, brought up to date, or made anew.

    Inside a transaction that changes something it is made anew: what is not durable yet may come to nothing.

    Raises:
        NoSuchTableError: there is none.
    """
    columns: list[Any] = [Table.deadline, Table.version, Table.ply, Table.choosing]
    if known is None:
        columns += [Table.host, Table.agreement]
    found = (await connection.execute(select(*columns).where(Table.id == table_id))).one_or_none()
    if found is None:
        raise NoSuchTableError(f"there is no table {table_id!r}.")
    if known is None:
        known = TableState(table_id, found.host, msgspec.json.decode(found.agreement, type=Agreement), [], [])
    is_new = known.version < found.version
    if is_new:
        await _read_seats_and_games(connection, known)
    if is_new or known.ply < found.ply or known.choosing < found.choosing:
        await _read_moves(connection, known)
    if is_new and known.is_over:
        known.followed_by = await connection.scalar(select(Table.id).where(Table.before == table_id))
    known.deadline, known.version, known.choosing = found.deadline, found.version, found.choosing
    return known


async def _read_seats_and_games(connection: AsyncConnection, table: TableState) -> None:
    seats = (await connection.execute(select(Seat).where(Seat.table_id == table.id).order_by(Seat.number))).all()
    table.chairs = [Chair(row.number, row.person_id, row.name, row.level, row.nonce) for row in seats]
    table.keys = {row.number: row.key for row in seats}
    rows = await connection.execute(select(Game).where(Game.table_id == table.id).order_by(Game.number))
    for row in rows:
        _bring_in(table, row)
    if table.match is None and table.games and table.games[0].nonces:
        table.match = new_match(table.agreement, table.games[0].first or 0)
    table.remarks = await latest(connection, table.id)


async def _read_moves(connection: AsyncConnection, table: TableState) -> None:
    plies = await connection.execute(
        select(Ply.ply, Ply.game, Ply.move).where(Ply.table_id == table.id, Ply.ply >= table.ply).order_by(Ply.ply)
    )
    table.advance((row.ply, row.game, row.move) for row in plies)
    chosen = await connection.execute(
        select(Choice.seat, Choice.action).where(Choice.table_id == table.id, Choice.ply == table.ply)
    )
    table.choices = {row.seat: row.action for row in chosen}


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
