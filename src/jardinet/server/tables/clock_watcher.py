"""Watcher of tables that wait: for somebody whose time is up, or for a bot. It wakes whoever plays there.

It looks again and again, whatever happens: where the database does not answer it says so once, and goes on when it does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic

from sqlalchemy import or_, select
from sqlalchemy.exc import SQLAlchemyError

from jardinet.server.background import happens_within
from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.models import TableRow

BOTS_EVERY = 10  # looks: bots are woken by what happens at their tables, so this finds only what an outage has left

_log = logging.getLogger(__name__)


class ClockWatcher:
    """Watcher of clocks: see the module; it watches while `running` does."""

    def __init__(self, database: Database, wake: Callable[[str], None], intervals: Intervals) -> None:
        """`wake` is called with the id of every table of `database` that waits, again until it no longer does."""
        self._database = database
        self._wake = wake
        self._intervals = intervals
        self._closing = asyncio.Event()
        self._looked_at = monotonic()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch all tables, those first that have waited since before the server started."""
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            self._closing.set()  # a look is finished: a connection cut off in the middle is lost
            await watching

    def silence(self) -> float:
        """Seconds since it last saw which tables wait."""
        return monotonic() - self._looked_at

    async def _watch(self) -> None:
        looks, is_away = 0, False
        while not self._closing.is_set():
            try:
                waiting = await self._waiting(with_bots=looks % BOTS_EVERY == 0)
            except (DatabaseAwayError, SQLAlchemyError) as error:  # whatever is wrong with it may be mended
                if not is_away:
                    told = str(error).partition("\n")[0]
                    _log.error("the database does not answer (%s): bots and clocks wait until it does.", told)
                looks, is_away = 0, True
            else:
                if is_away:
                    _log.warning("the database answers again.")
                looks, is_away, self._looked_at = looks + 1, False, monotonic()
                for table_id in waiting:
                    self._wake(table_id)
            await happens_within(self._closing, self._intervals.deadlines)

    async def _waiting(self, *, with_bots: bool) -> Sequence[str]:
        await self._database.read_clock()  # again and again: it may be set
        is_late = TableRow.deadline < self._database.now()
        found = select(TableRow.id).where(or_(is_late, TableRow.awaits_bot) if with_bots else is_late)
        return await self._database.read(lambda connection: connection.scalars(found).all())
