"""Queries for lists of tables, each a page and without replaying any: open ones, and those of one person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, exists, func, literal, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, aliased

from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PresenceRow, SeatRow, TableRow
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.blocks import blocked_with
from jardinet.server.tables.errors import no_such_table
from jardinet.server.tables.presence import KEPT

PAGE_SIZE = 20
WATCHED = timedelta(days=1)  # for which a running table is listed: so that those that are over are not looked through
MOST_FOLLOWED = 100  # of a person's running tables are told as they begin and end: the latest ones

_NEVER = datetime.max.replace(tzinfo=UTC)
_HOST = aliased(PresenceRow)
_IS_HOST = (_HOST.table_id == TableRow.id) & (_HOST.person_id == TableRow.host)


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list.

    Attributes:
        id: of the table.
        game: what is played there.
        seats: who sits there, None for a free seat.
        bots: which of them are bots, by their level.
        agreement: what was agreed.
        created_at: when it was made.
        host_is_here: whether the host has it open, or was there a moment ago; asked of open tables alone.
    """

    id: str
    game: str
    seats: list[str | None]
    bots: list[int]
    agreement: Agreement
    created_at: datetime
    host_is_here: bool = True


class OwnTable(NamedTuple):
    """A table in the list of a person who sits there; `is_yours`: it waits for that person, None: nobody has noted it."""

    table: TableSummary
    is_yours: bool | None


class WaitingTable(NamedTuple):
    """A table that waits for a person; `deadline`: when a bot plays for the first who is awaited there, None: there is no hurry."""

    table: TableSummary
    deadline: datetime | None


class Elsewhere(NamedTuple):
    """How many other tables wait for a person, and the first of them: that with the least time left, None if there is none."""

    waiting: int
    first: RunningTable | None


class RunningTable(NamedTuple):
    """A table that is not over, in short."""

    id: str
    game: str
    is_waiting: bool


Entry = TypeVar("Entry")


class Page(NamedTuple, Generic[Entry]):
    """Page of a list, the latest first; `last`: the id before which the next page begins, None if this is the last."""

    entries: list[Entry]
    last: str | None


async def open_tables(
    database: Database,
    before: str | None = None,
    away_after: float = Intervals.away_after,
    besides: str | None = None,
    reader: str | None = None,
) -> Page[TableSummary]:
    """Tables that anybody may join: first those whose host is there, then the others, the latest of each first.

    A table where nobody was seen for as long as presence is kept is left out: a visitor would wait there alone.

    Args:
        database: where they are.
        before: the id of the table after which the list goes on; None: from the latest.
        away_after: seconds after which an unseen host counts as away.
        besides: a person whose own tables are left out; None: nobody.
        reader: who asks: tables of people whom they do not meet are left out; None: somebody unknown.

    Raises:
        NoSuchTableError: there is no such table.
    """

    def job(connection: Connection) -> Page[TableSummary]:
        now = database.now()
        is_here = func.coalesce(_HOST.seen_at, TableRow.created_at) > now - timedelta(seconds=away_after)
        since = now - timedelta(seconds=KEPT)
        was_there = exists().where(PresenceRow.table_id == TableRow.id, PresenceRow.seen_at > since)
        found = select(TableRow.id).outerjoin(_HOST, _IS_HOST).where(TableRow.is_listed, TableRow.is_waiting)
        found = found.where(or_(TableRow.created_at > since, was_there))
        if reader is not None:
            found = found.where(*_meets(connection, reader))
        if besides is not None:
            found = found.where(~exists().where(SeatRow.table_id == TableRow.id, SeatRow.person_id == besides))
        latest_first = found.order_by(TableRow.created_at.desc(), TableRow.id.desc())
        # Two queries in the order of the index; one that had both parts would sort all tables.
        parts = [(True, latest_first.where(is_here)), (False, latest_first.where(~is_here))]
        if before is not None:
            was_here = select(is_here).select_from(TableRow).outerjoin(_HOST, _IS_HOST).where(TableRow.id == before)
            earlier = _is_earlier(connection, before, TableRow.created_at, TableRow.id)
            begun = 0 if connection.scalar(was_here) else 1
            parts[: begun + 1] = [(parts[begun][0], parts[begun][1].where(earlier))]
        here: dict[str, bool] = {}
        for host_is_here, part in parts:
            ids = connection.scalars(part.limit(PAGE_SIZE + 1 - len(here)))
            here.update(dict.fromkeys(ids, host_is_here))
        listed = [own.table for own in _read(connection, list(here)[:PAGE_SIZE])]
        return _page([msgspec.structs.replace(one, host_is_here=here[one.id]) for one in listed], list(here))

    return await database.read(job)


async def running_tables(database: Database, besides: str | None = None) -> list[TableSummary]:
    """Listed tables at which people play now, PAGE_SIZE at most: everybody may watch there. The latest come first.

    They were made within a day, and somebody was there lately.

    Args:
        database: where they are.
        besides: a person whose own tables are left out, and those of people whom they do not meet; None: nobody.
    """

    def job(connection: Connection) -> list[TableSummary]:
        now = database.now()
        was_there = exists().where(
            PresenceRow.table_id == TableRow.id, PresenceRow.seen_at > now - timedelta(seconds=KEPT)
        )
        found = select(TableRow.id).where(TableRow.is_listed, ~TableRow.is_waiting, ~TableRow.is_over, was_there)
        found = found.where(TableRow.created_at > now - WATCHED)
        if besides is not None:
            found = found.where(~exists().where(SeatRow.table_id == TableRow.id, SeatRow.person_id == besides))
            found = found.where(*_meets(connection, besides))
        latest_first = found.order_by(TableRow.created_at.desc(), TableRow.id.desc())
        ids = connection.scalars(latest_first.limit(PAGE_SIZE)).all()
        return [own.table for own in _read(connection, ids)]

    return await database.read(job)


async def tables_of(database: Database, person: str, before: str | None = None) -> Page[OwnTable]:
    """A person's tables that are not over, those that were made before the one of that id.

    Raises:
        NoSuchTableError: there is no such table.
    """

    def job(connection: Connection) -> Page[OwnTable]:
        ids = _ids_of(connection, person, PAGE_SIZE + 1, before)
        return _page(_read(connection, ids[:PAGE_SIZE], person), ids)

    return await database.read(job)


def finished_ids(connection: Connection, person: str, most: int, before: str | None = None) -> Sequence[str]:
    """The ids of a person's tables that are over, the latest first, those that were made before the one of that id.

    Raises:
        NoSuchTableError: there is no such table.
    """
    return _ids_of(connection, person, most, before, is_over=True)


def running_ids(connection: Connection, person: str) -> Sequence[str]:
    """The ids of the latest of a person's tables that are not over, MOST_FOLLOWED at most."""
    return _ids_of(connection, person, MOST_FOLLOWED)


async def has_finished(database: Database, person: str, count: int) -> bool:
    """Whether a person has sat at so many tables that are over."""
    found = select(SeatRow.table_id).where(SeatRow.person_id == person, SeatRow.is_over).distinct().limit(count)
    return await database.read(lambda connection: len(connection.scalars(found).all()) >= count)


async def followed_by(database: Database, person: str) -> list[RunningTable]:
    """The latest of a person's tables that are not over, MOST_FOLLOWED at most."""

    def job(connection: Connection) -> list[RunningTable]:
        ids = running_ids(connection, person)
        found = select(TableRow.id, TableRow.agreement, TableRow.is_waiting).where(
            TableRow.id.in_(ids), ~TableRow.is_over
        )
        return [
            RunningTable(row.id, Agreement.decode(row.agreement).game, row.is_waiting)
            for row in connection.execute(found)
        ]

    return await database.read(job)


async def awaiting(database: Database, person: str, besides: str) -> Elsewhere:
    """The tables that wait for a person, other than the one of the id `besides`."""
    rows = [row for row in await database.read(lambda connection: _awaiting(connection, person)) if row[0] != besides]
    first = RunningTable(rows[0][0], Agreement.decode(rows[0][1]).game, is_waiting=False) if rows else None
    return Elsewhere(len(rows), first)


def awaiting_ids(connection: Connection, person: str) -> Sequence[str]:
    """The ids of the tables that wait for a person, those with the least time left first, MOST_FOLLOWED at most."""
    return [table_id for table_id, _agreement, _deadline in _awaiting(connection, person)]


async def waiting_tables(database: Database, person: str) -> list[WaitingTable]:
    """The tables that wait for a person, those with the least time left first, MOST_FOLLOWED at most."""

    def job(connection: Connection) -> list[WaitingTable]:
        deadlines = {table_id: deadline for table_id, _agreement, deadline in _awaiting(connection, person)}
        return [WaitingTable(own.table, deadlines[own.table.id]) for own in _read(connection, list(deadlines), person)]

    return await database.read(job)


def _awaiting(connection: Connection, person: str) -> list[tuple[str, str, datetime | None]]:
    """The tables that wait for a person, with agreement and deadline: those with the least time left first, then the latest."""
    is_awaited = TableRow.awaited.bitwise_and(literal(1).bitwise_lshift(SeatRow.number)) != 0
    found = (
        select(TableRow.id, TableRow.agreement, TableRow.deadline)
        .join(SeatRow, SeatRow.table_id == TableRow.id)
        .where(SeatRow.person_id == person, ~SeatRow.is_over, SeatRow.level.is_(None), is_awaited)
        .order_by(SeatRow.opened_at.desc(), SeatRow.table_id.desc())
        .limit(MOST_FOLLOWED)
    )
    rows = {
        row.id: (row.id, row.agreement, row.deadline) for row in connection.execute(found)
    }  # several seats, one table
    return sorted(rows.values(), key=lambda row: (row[2] is None, row[2] or _NEVER))


async def still_running(database: Database, person: str, table_ids: Sequence[str]) -> frozenset[str]:
    """Which of these tables are not over, and have the person still sitting there."""
    found = select(SeatRow.table_id).where(
        SeatRow.table_id.in_(table_ids), SeatRow.person_id == person, ~SeatRow.is_over
    )
    return frozenset(await database.read(lambda connection: connection.scalars(found).all()))


def _meets(connection: Connection, person: str) -> list[ColumnElement[bool]]:
    """What holds of tables at which a person may sit down, as nobody is there whom they do not meet."""
    apart = blocked_with(connection, person)
    sits = exists().where(SeatRow.table_id == TableRow.id, SeatRow.person_id.in_(apart))
    return [~sits, TableRow.host.not_in(apart)] if apart else []


def _ids_of(
    connection: Connection, person: str, most: int, before: str | None = None, *, is_over: bool = False
) -> Sequence[str]:
    """The ids of a person's tables that are over or not, the latest first."""
    found = select(SeatRow.table_id, SeatRow.opened_at)
    found = found.where(SeatRow.person_id == person, SeatRow.is_over if is_over else ~SeatRow.is_over)
    if before is not None:
        found = found.where(_is_earlier(connection, before, SeatRow.opened_at, SeatRow.table_id))
    latest_first = found.order_by(SeatRow.opened_at.desc(), SeatRow.table_id.desc())
    return connection.scalars(latest_first.distinct().limit(most)).all()


def _is_earlier(
    connection: Connection, before: str, at: InstrumentedAttribute[datetime], table_id: InstrumentedAttribute[str]
) -> ColumnElement[bool]:
    """Whether a row stands, in a list with the latest first, after the table of that id."""
    made_at = connection.scalar(select(TableRow.created_at).where(TableRow.id == before))
    if made_at is None:
        raise no_such_table(before)
    return tuple_(at, table_id) < tuple_(made_at, before, types=(at.type, table_id.type))


def _page(entries: list[Entry], ids: Sequence[str]) -> Page[Entry]:
    return Page(entries, ids[PAGE_SIZE - 1] if len(ids) > PAGE_SIZE else None)


def _read(
    connection: Connection, ids: Sequence[str], person: str | None = None, *, is_over: bool = False
) -> list[OwnTable]:
    """The tables of these ids that are over or not, as `person` sees them in a list, in the same order."""
    found = select(TableRow.id, TableRow.agreement, TableRow.created_at, TableRow.awaited)
    found = found.where(TableRow.id.in_(ids), TableRow.is_over if is_over else ~TableRow.is_over)
    rows = {row.id: row for row in connection.execute(found)}
    seats = connection.execute(
        select(SeatRow.table_id, SeatRow.number, SeatRow.person_id, SeatRow.name, SeatRow.level)
        .where(SeatRow.table_id.in_(ids))
        .order_by(SeatRow.number)
    )
    sitting: dict[str, list[str | None]] = {table_id: [] for table_id in ids}
    bots: dict[str, list[int]] = {table_id: [] for table_id in ids}
    own = dict.fromkeys(ids, 0)
    for seat in seats:
        sitting[seat.table_id].append(seat.name or seat.level)
        if seat.level is not None and seat.person_id is None:
            bots[seat.table_id].append(seat.number)
        if person is not None and seat.person_id == person and seat.level is None:
            own[seat.table_id] |= 1 << seat.number
    listed = []
    for row in filter(None, map(rows.get, ids)):
        agreement = Agreement.decode(row.agreement)
        summary = TableSummary(row.id, agreement.game, sitting[row.id], bots[row.id], agreement, row.created_at)
        listed.append(OwnTable(summary, None if row.awaited is None else bool(row.awaited & own[row.id])))
    return listed
