"""Administration of a server's tables and people, for its operator, beside the running processes or without any.

A table is changed under its version, as everywhere (docs/decisions/0010), so that processes with the table in memory find
out. Nothing here needs the games themselves: a table of a game that is no longer installed can be closed too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, exists, func, or_, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from jardinet.server.settings import SettingError
from jardinet.server.storage.database import Database, DatabaseAwayError, without_password
from jardinet.server.storage.forgotten import is_forgotten
from jardinet.server.storage.models import Base, GameRow, PersonRow, PlyRow, RemarkRow, SeatRow, TableRow, TokenRow
from jardinet.server.storage.opening import reason_of_database
from jardinet.server.storage.tournament_models import (
    TournamentFactRow,
    TournamentPlayerRow,
    TournamentRow,
    TournamentTableRow,
)
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import no_such_table

AT_ONCE = 500  # tables in one look
REMOVED_AT_ONCE = 20  # tables in one transaction: players wait for it meanwhile, a tenth of a second

TableStage = Literal["waiting", "playing", "over"]


class SeatEntry(msgspec.Struct, frozen=True):
    """A seat in a list of tables: who has it, and the bot that plays there."""

    person: str | None
    name: str | None
    level: str | None


class TableEntry(msgspec.Struct, frozen=True):
    """A table in a list.

    Attributes:
        last_at: when something happened there last: it was made, begun, played at, or somebody said something.
    """

    id: str
    game: str
    host: str
    state: TableStage
    is_listed: bool
    seats: Sequence[SeatEntry]
    plies: int
    created_at: datetime
    last_at: datetime
    version: int = 0


class Statistics(msgspec.Struct, frozen=True):
    """What a server holds.

    Attributes:
        tables: how many, by game and state.
        bytes: how much the database takes, indexes included.
    """

    people: int
    tokens: int
    tables: dict[str, dict[TableStage, int]]
    plies: int
    bytes: int


_HAS_BEGUN = exists().where(GameRow.table_id == TableRow.id, GameRow.nonces.is_not(None))
_OF_TABLE = PlyRow.table_id == TableRow.id
_PLIES = select(PlyRow.ply).where(_OF_TABLE).order_by(PlyRow.ply.desc()).limit(1).scalar_subquery()
_PLAYED_AT = select(PlyRow.played_at).where(_OF_TABLE).order_by(PlyRow.ply.desc()).limit(1).scalar_subquery()
_SAID_AT = select(func.max(RemarkRow.said_at)).where(RemarkRow.table_id == TableRow.id).scalar_subquery()
_BEGUN_AT = select(func.max(GameRow.begun_at)).where(GameRow.table_id == TableRow.id).scalar_subquery()
_ENTRIES = select(
    TableRow.id,
    TableRow.host,
    TableRow.agreement,
    TableRow.is_listed,
    TableRow.is_over,
    TableRow.created_at,
    TableRow.version,
    _HAS_BEGUN.label("has_begun"),
    _PLIES.label("ply"),
    _PLAYED_AT.label("played_at"),
    _SAID_AT.label("said_at"),
    _BEGUN_AT.label("begun_at"),
)
# Somebody at the table has an account: a token of theirs is open, or they have a way back. Who was deleted comes back to nothing.
_MAY_COME_BACK = PersonRow.devices_since.is_not(None), ~is_forgotten()


def _with_account(host: Any, person: Any, of_it: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether the host of something has an account, or a person of the rows that belong to it."""
    return or_(
        exists().where(PersonRow.id == host, *_MAY_COME_BACK),
        exists().where(of_it, PersonRow.id == person, *_MAY_COME_BACK),
        exists().where(TokenRow.person_id == host),
        exists().where(of_it, TokenRow.person_id == person),
    )


_HAS_ACCOUNT = _with_account(TableRow.host, SeatRow.person_id, SeatRow.table_id == TableRow.id)
_IS_OF_ACCOUNTS = _with_account(
    TournamentRow.host, TournamentPlayerRow.person_id, TournamentPlayerRow.tournament_id == TournamentRow.id
)
# What belongs to a table, in the order in which it may be deleted.
_BELONGINGS = [
    key.parent
    for table in reversed(Base.metadata.sorted_tables)
    for key in table.foreign_keys
    if key.column.table is TableRow.__table__ and table is not TableRow.__table__
]


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """The database of a server, which must be there already.

    Raises:
        SettingError: there is none, or it does not answer.
    """
    known = make_url(url)
    if known.get_backend_name() == "sqlite" and not Path(known.database or "").is_file():
        raise SettingError(
            "no-database",
            "there is no database {database}: JARDINET_DATABASE_URL says where the server's is.",
            database=known.database,
        )
    try:
        async with Database.open(url) as database:
            yield database
    except (DatabaseAwayError, DBAPIError) as error:
        raise SettingError(
            "database-silent",
            "the database {database} does not answer: {reason}.",
            database=without_password(url),
            reason=reason_of_database(error.__cause__ or error),
        ) from None


# Looking -----------------------------------------------------------------------------------------


def latest(connection: Connection, limit: int) -> list[TableEntry]:
    """The tables that were made last, the latest first."""
    return _entries(connection, _ENTRIES.order_by(TableRow.created_at.desc(), TableRow.id).limit(limit))


def _entries(connection: Connection, found: Any) -> list[TableEntry]:
    rows = connection.execute(found).all()
    seats: dict[str, list[SeatEntry]] = {row.id: [] for row in rows}
    taken = select(SeatRow.table_id, SeatRow.person_id, SeatRow.name, SeatRow.level)
    for table_id, *seat in connection.execute(taken.where(SeatRow.table_id.in_(seats)).order_by(SeatRow.number)):
        seats[table_id].append(SeatEntry(*seat))
    return [
        TableEntry(
            id=row.id,
            game=Agreement.decode(row.agreement).game,
            host=row.host,
            state=_stage(is_over=row.is_over, has_begun=row.has_begun),
            is_listed=row.is_listed,
            seats=seats[row.id],
            plies=0 if row.ply is None else row.ply + 1,
            created_at=row.created_at,
            last_at=max(filter(None, (row.created_at, row.begun_at, row.played_at, row.said_at))),
            version=row.version,
        )
        for row in rows
    ]


def _stage(*, is_over: bool, has_begun: bool) -> TableStage:
    if is_over:
        return "over"
    return "playing" if has_begun else "waiting"


async def statistics(database: Database) -> Statistics:
    """What the server holds, counted a piece at a time."""
    tables: dict[str, dict[TableStage, int]] = {}
    plies, after = 0, ""
    while rows := await database.read(partial(_counted, after=after)):
        for row in rows:
            game = Agreement.decode(row.agreement).game
            stage = _stage(is_over=row.is_over, has_begun=row.has_begun)
            stages = tables.setdefault(game, {"waiting": 0, "playing": 0, "over": 0})
            stages[stage] += 1
            plies += 0 if row.ply is None else row.ply + 1
        after = rows[-1].id
    people, tokens, size = await database.read(_totals)
    return Statistics(people, tokens, dict(sorted(tables.items())), plies, size)


def _counted(connection: Connection, after: str) -> Sequence[Any]:
    columns = TableRow.id, TableRow.agreement, TableRow.is_over, _HAS_BEGUN.label("has_begun"), _PLIES.label("ply")
    return connection.execute(
        select(*columns).where(TableRow.id > after).order_by(TableRow.id).limit(10 * AT_ONCE)
    ).all()


def _totals(connection: Connection) -> tuple[int, int, int]:
    size = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }[connection.dialect.name]
    people, tokens = (connection.scalar(select(func.count()).select_from(row)) or 0 for row in (PersonRow, TokenRow))
    return people, tokens, connection.scalar(text(size)) or 0


# Closing and taking down -------------------------------------------------------------------------


def close(connection: Connection, table_id: str) -> None:
    """Remove a table, with all that was played there; a rematch of it stays.

    Raises:
        NoSuchTableError: there is none.
    """
    if not _locked(connection, [table_id]):
        raise no_such_table(table_id)
    _clear(connection, [table_id])


def unlist(connection: Connection, table_id: str) -> None:
    """Take a table off the home page: people who have its link go on.

    Raises:
        NoSuchTableError: there is none.
    """
    text_of = connection.scalar(select(TableRow.agreement).where(TableRow.id == table_id).with_for_update())
    if text_of is None:
        raise no_such_table(table_id)
    agreement = msgspec.structs.replace(Agreement.decode(text_of), is_listed=False)
    values = {"is_listed": False, "agreement": agreement.encode()}
    connection.execute(update(TableRow).where(TableRow.id == table_id).values(version=TableRow.version + 1, **values))


async def idle_tables(database: Database, age: timedelta) -> AsyncIterator[Sequence[TableEntry]]:
    """Tables of guests alone at which nothing has happened for so long, some at a time."""
    until, after = database.now() - age, ""
    while found := await database.read(partial(_old, until=until, after=after)):
        yield [one for one in found if one.last_at < until]
        after = found[-1].id


def _old(connection: Connection, until: datetime, after: str) -> list[TableEntry]:
    old = _ENTRIES.where(TableRow.id > after, TableRow.created_at < until, ~_HAS_ACCOUNT)
    return _entries(connection, old.order_by(TableRow.id).limit(AT_ONCE))


async def prune(database: Database, age: timedelta) -> AsyncIterator[Sequence[TableEntry]]:
    """Remove `idle_tables`; yields those that are gone. One at which somebody plays meanwhile stays.

    Afterwards the tournaments go of whose tables none is left.
    """
    async for tables in idle_tables(database, age):
        for first in range(0, len(tables), REMOVED_AT_ONCE):
            some = tables[first : first + REMOVED_AT_ONCE]
            yield await database.write(partial(remove_unchanged, tables=some))
    while await database.write(partial(_remove_tournaments, until=database.now() - age)):
        pass


def _remove_tournaments(connection: Connection, until: datetime) -> bool:
    """Remove tournaments of guests alone without tables, in which nothing has happened since a time; returns whether there may be more."""
    of_it = TournamentFactRow.tournament_id == TournamentRow.id, TournamentFactRow.happened_at >= until
    has_tables = TournamentTableRow.tournament_id == TournamentRow.id, TableRow.id == TournamentTableRow.table_id
    found = select(TournamentRow.id).where(
        TournamentRow.created_at < until, ~exists().where(*of_it), ~exists().where(*has_tables), ~_IS_OF_ACCOUNTS
    )
    ids = connection.scalars(found.limit(REMOVED_AT_ONCE).with_for_update()).all()
    for row in (TournamentFactRow, TournamentPlayerRow, TournamentTableRow):
        connection.execute(delete(row).where(row.tournament_id.in_(ids)))
    connection.execute(delete(TournamentRow).where(TournamentRow.id.in_(ids)))
    return len(ids) == REMOVED_AT_ONCE


def remove_unchanged(connection: Connection, tables: Sequence[TableEntry]) -> list[TableEntry]:
    """Remove those tables that still stand as they did when they were read; returns them."""
    locked = _locked(connection, [one.id for one in tables])
    gone = [one for one in tables if locked.get(one.id) == one.version]
    _clear(connection, [one.id for one in gone])
    return gone


def _locked(connection: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """The versions of those tables that are there; nobody else can change them any more until this transaction ends."""
    found = select(TableRow.id, TableRow.version).where(TableRow.id.in_(table_ids)).order_by(TableRow.id)
    return {row.id: row.version for row in connection.execute(found.with_for_update())}


def _clear(connection: Connection, table_ids: Sequence[str]) -> None:
    """Delete tables and what belongs to them: by few statements, since each is a round trip to the database."""
    followers = update(TableRow).where(TableRow.before.in_(table_ids))
    connection.execute(followers.values(before=None, version=TableRow.version + 1))
    for column in _BELONGINGS:
        connection.execute(delete(column.table).where(column.in_(table_ids)))
    connection.execute(delete(TableRow).where(TableRow.id.in_(table_ids)))
