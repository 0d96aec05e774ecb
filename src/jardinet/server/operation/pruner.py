"""Pruner: removes idle tables of guests while the server runs, few at a time, so that no play waits for it.

Of several processes one does it at a time, the one that has claimed it; were it two, each table would still be removed once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

from sqlalchemy import Connection

from jardinet.server.background import happens_within
from jardinet.server.operation.admin import prune
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import ChoreRow

EVERY = timedelta(hours=6)  # by all processes together
LOOK_EVERY = 600.0  # seconds between two looks whether it is time
PAUSE = 0.5  # seconds between two transactions

_CHORE = "prune"
_log = logging.getLogger(__name__)


@asynccontextmanager
async def pruning(database: Database, days: int | None, on_gone: Callable[[str], None]) -> AsyncIterator[None]:
    """Remove what has been idle for so many days, now and again; None: nothing ever. See Pruner."""
    if days is None:
        yield
        return
    async with Pruner(database, timedelta(days=days), on_gone).running():
        yield


class Pruner:
    """Pruner of a database: see the module; it prunes while `running` does."""

    def __init__(self, database: Database, age: timedelta, on_gone: Callable[[str], None]) -> None:
        """Remove what has been idle for `age`; `on_gone` is called with each table's id."""
        self._database = database
        self._age = age
        self._on_gone = on_gone
        self._closing = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Prune now if it is time, and again and again."""
        pruning = asyncio.create_task(self._keep_pruning())
        try:
            yield
        finally:
            self._closing.set()
            await pruning

    async def prune(self) -> int:
        """Remove what there is to remove, unless it was done lately, or is being done; returns how many tables are gone.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        count = 0
        if not await self._database.write(self._claim):
            return count
        async for gone in prune(self._database, self._age):
            count += len(gone)
            for one in gone:
                self._on_gone(one.id)
            if await happens_within(self._closing, PAUSE):
                break
        if count:
            told = "%d tables of guests are gone at which nothing had happened for %d days."
            _log.warning(told, count, self._age.days)
        return count

    def _claim(self, connection: Connection) -> bool:
        """Whether it is time, and nobody else has been faster."""
        now = self._database.now()
        claimed = insert_into(connection, ChoreRow).values(name=_CHORE, due_at=now + EVERY)
        again = claimed.on_conflict_do_update(
            index_elements=["name"], set_={"due_at": claimed.excluded.due_at}, where=ChoreRow.due_at <= now
        )
        return connection.scalar(again.returning(ChoreRow.name)) is not None

    async def _keep_pruning(self) -> None:
        is_over = False
        while not is_over:
            try:
                await self.prune()
            except DatabaseAwayError as error:  # the ClockWatcher says so
                _log.debug("the database does not answer: %s", error)
            is_over = await happens_within(self._closing, LOOK_EVERY)
