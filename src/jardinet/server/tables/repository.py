"""Repository of tables: reads them from the database, and keeps the latest used in a cache, which may be dropped at any time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from sqlalchemy import Connection, select

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import TableRow
from jardinet.server.tables.happenings import Happening
from jardinet.server.tables.outbox import store
from jardinet.server.tables.rows import read_table, write_changes, write_table
from jardinet.server.tables.table import TableState

MOST_TABLES = 256  # in memory; the others are read again when somebody asks for them


@dataclass
class _CacheEntry:
    """Entry of a table in the cache.

    Attributes:
        reading: a lock: one task reads what is new, and the others have it then.
        changing: a lock: one task changes the table at a time; its version (optimistic lock) guards against other processes.
    """

    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: TableState | None = None

    def keep(self, table: TableState) -> None:
        """Keep a table as it stands, unless a later state of it is here."""
        if self.table is None or self.table.version < table.version:
            self.table = table


class TableRepository:
    """Repository of tables, with a cache of the latest used."""

    def __init__(self, database: Database) -> None:
        """Begin with an empty cache of the tables of `database`."""
        self._database = database
        self._cache: OrderedDict[str, _CacheEntry] = OrderedDict()
        self._losses = database.losses  # that the cache knows of

    async def load(self, table_id: str) -> TableState:
        """The table as it stands now, with everything that is durable.

        Raises:
            NoSuchTableError: there is none.
        """
        while True:
            self._forget_after_loss()
            entry = self._cache.get(table_id) or _CacheEntry()  # an id without a table gets no entry
            async with entry.reading:
                known = entry.table
                table = await self._database.read(partial(read_table, table_id=table_id, known=known))
            if self._losses == self._database.losses:
                break
        if known and table.version < known.version:  # a backup was restored: nothing in memory is true
            self._cache.clear()
        self._entry_of(table)
        return table

    async def gone(self, table_ids: Collection[str]) -> set[str]:
        """Those of some tables that exist no more."""
        found = select(TableRow.id).where(TableRow.id.in_(table_ids))
        return set(table_ids).difference(await self._database.read(lambda connection: connection.scalars(found).all()))

    async def awaiting_bots(self) -> Sequence[str]:
        """The tables at which a bot has to act."""
        found = select(TableRow.id).where(TableRow.awaits_bot)
        return await self._database.read(lambda connection: connection.scalars(found).all())

    def known(self, table_id: str) -> TableState | None:
        """The table as it stood when last seen; None: it is not in the cache."""
        self._forget_after_loss()
        entry = self._cache.get(table_id)
        return entry.table if entry else None

    def changing(self, table: TableState) -> asyncio.Lock:
        """The lock to hold while changing the table here: without it others would decide on a state about to be outdated."""
        return self._entry_of(table).changing

    async def add(
        self,
        tables: Sequence[TableState],
        happened: Sequence[Happening] = (),
        claim: Callable[[Connection], None] = lambda _connection: None,
    ) -> None:
        """Store new tables, whose people must be in the database already, with the happenings that must not be lost.

        `claim` is called first, in the same transaction: what it raises undoes it.
        """
        at = self._database.now()

        def job(connection: Connection) -> None:
            claim(connection)
            for table in tables:
                write_table(connection, table, at)
            store(connection, happened, at)

        await self._database.write(job)
        for table in tables:
            self._entry_of(table)

    async def save(
        self,
        before: TableState,
        after: TableState,
        follower: TableState | None = None,
        happened: Sequence[Happening] = (),
    ) -> TableState | None:
        """Store the changes of a table, if it still stands as `before` in the database (optimistic lock).

        Args:
            before: what was decided upon.
            after: what was decided.
            follower: a new table that is written down with it.
            happened: the happenings that must not be lost: see outbox.py.

        Returns:
            `after` as it is stored; None: somebody was faster, and nothing is written.
        """
        saved, losses, at = replace(after, version=before.version + 1), self._losses, self._database.now()

        def job(connection: Connection) -> bool:
            if self._database.losses != losses or not write_changes(connection, before, saved, at):
                return False
            if follower:
                write_table(connection, follower, at)
            store(connection, happened, at)
            return True

        if not await self._database.write(job):
            return None
        self._entry_of(saved)
        return saved

    def _forget_after_loss(self) -> None:
        """Drop the cache if a connection was lost: what is stored may differ from it, see Database.losses."""
        if self._losses != self._database.losses:
            self._losses = self._database.losses
            self._cache.clear()

    def _entry_of(self, table: TableState) -> _CacheEntry:
        """The cache entry of a table, which is kept there."""
        entry = self._cache.get(table.id)
        if entry is None:  # its locks take longer to make than all the rest
            entry = self._cache[table.id] = _CacheEntry()
        entry.keep(table)
        self._cache.move_to_end(table.id)
        if len(self._cache) > MOST_TABLES:
            self._cache.popitem(last=False)
        return entry
