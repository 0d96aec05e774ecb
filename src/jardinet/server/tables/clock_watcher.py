"""Watcher of clocks: it wakes whoever plays for people whose time is up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from sqlalchemy import select

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import TableRow, now

LOOK_EVERY = 1.0  # seconds


class ClockWatcher:
    """Watcher of clocks: see the module; it watches while `running` does."""

    def __init__(self, database: Database, wake: Callable[[str], None]) -> None:
        """`wake` is called with the id of every table of `database` that is late, again until it no longer is."""
        self._database = database
        self._wake = wake
        self._closing = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch all tables."""
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            self._closing.set()  # a look is finished: a connection cut off in the middle is lost
            await watching

    async def _watch(self) -> None:
        while not self._closing.is_set():
            async with self._database.reading() as connection:
                late = (await connection.scalars(select(TableRow.id).where(TableRow.deadline < now()))).all()
            for table_id in late:
                self._wake(table_id)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), LOOK_EVERY)
