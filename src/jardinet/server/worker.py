"""Worker: a job that is done in rounds beside the requests, from the start of a server until it closes.

A worker says in `once` what one round does, and when the next one is due. All else is the same for all and stands here: the
start, the end, an absent database, a fault, which of several processes does it, the metric, and the line in /readyz.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from math import inf
from time import monotonic
from typing import ClassVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from jardinet.server.background import happens_within
from jardinet.server.metrics import ROUNDS
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import ChoreRow

WHEN_CALLED = inf  # seconds until the next round of a worker that waits to be called
AGAIN = 1.0  # seconds until a round that failed is tried again
LOOK_EVERY = 600.0  # seconds between two looks whether a chore is due
LONGEST_WAIT = 3600.0  # seconds that an event loop is asked to wait at a time

_log = logging.getLogger(__name__)


class Worker(ABC):
    """Worker: see the module; it works while `running` does.

    Attributes:
        name: what it is called in metrics, in the log and in /readyz.
        is_vital: a process whose worker is late is not ready.
        is_cut_off: its round is cut off when the server closes; else it is finished.
        patience: seconds that a round may take, or be late, until /readyz says so.
        every: all processes together do one round in that time, a chore; None: each process does its own.
    """

    name: str
    is_vital: ClassVar[bool] = False
    is_cut_off: ClassVar[bool] = False
    patience: float = 15.0
    every: ClassVar[timedelta | None] = None

    def __init__(self, database: Database | None = None) -> None:
        """`database`: where a chore is claimed; for all else it may be None."""
        self._chores = database
        self._closing, self._called = asyncio.Event(), asyncio.Event()
        self._next_at = inf  # when the next round begins, by `monotonic`
        self._well_until = inf  # when that was to be, as long as none has failed
        self._has_failed = False

    @abstractmethod
    async def once(self) -> float:
        """Do one round; returns the seconds until the next one.

        Raises:
            DatabaseAwayError: the database does not answer; the round is tried again.
        """

    async def start(self) -> float:
        """Get ready, before anybody is served; returns the seconds until the first round. What it raises ends the start."""
        return 0.0

    async def finish(self) -> None:  # noqa: B027 - most have nothing to put away
        """Put things away, after the last round."""

    def call(self, within: float = 0.0) -> None:
        """Let the next round begin in so many seconds at the latest; if one is going on, another one follows."""
        due = monotonic() + within
        if due < self._next_at:
            self._next_at, self._well_until = due, min(due, self._well_until)
            self._called.set()

    async def pause(self, seconds: float) -> bool:
        """Wait so long within a round; False if the server closes meanwhile."""
        return not await happens_within(self._closing, seconds)

    @property
    def is_closing(self) -> bool:
        """Whether the server closes: what begins now is not finished."""
        return self._closing.is_set()

    def trouble(self) -> str:
        """What /readyz says is wrong; empty if all is well."""
        late = monotonic() - self._well_until
        return f"nothing has been done for {late:.0f} s" if late > self.patience else ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Work until the end of the block."""
        self._next_at = self._well_until = monotonic() + await self.start()
        working = asyncio.create_task(self._work(), name=self.name)
        try:
            yield
        finally:
            self._closing.set()
            self._called.set()
            if self.is_cut_off:
                working.cancel()
            with suppress(asyncio.CancelledError):
                await working
            await self.finish()

    async def _work(self) -> None:
        while await self._is_due():
            self._next_at = inf
            wait = await self.round()
            self._next_at = min(self._next_at, monotonic() + (AGAIN if wait is None else wait))
            if wait is not None:
                self._well_until = self._next_at

    async def _is_due(self) -> bool:
        """Wait for the next round; False if the server closes first."""
        while not self._closing.is_set():
            rest = self._next_at - monotonic()
            if rest <= 0:
                return True
            self._called.clear()
            await happens_within(self._called, min(rest, LONGEST_WAIT))
        return False

    async def round(self) -> float | None:
        """Do one round, and handle its errors; returns the seconds until the next one, None if it failed."""
        try:
            wait = await self.once() if self.every is None or await self._claims(self.every) else LOOK_EVERY
        except DatabaseAwayError as error:  # the database logs it, once for all
            _log.debug("%s: the database does not answer: %s", self.name, error)
            ROUNDS.labels(self.name, "away").inc()
            return None
        except Exception as error:  # of any kind: its cause may be mended
            self._tell_fault(error)
            ROUNDS.labels(self.name, "broken").inc()
            return None
        if self._has_failed:
            self._has_failed = False
            _log.warning("%s: it works again.", self.name)
        ROUNDS.labels(self.name, "done").inc()
        return wait

    def _tell_fault(self, error: Exception) -> None:
        """Log once what is wrong; of a database's error the first line is enough."""
        if not self._has_failed:
            self._has_failed = True
            if isinstance(error, SQLAlchemyError):
                _log.error("%s: it is tried again and again: %s", self.name, str(error).partition("\n")[0])
            else:
                _log.error("%s: it is tried again and again.", self.name, exc_info=error)

    async def _claims(self, every: timedelta) -> bool:
        """Claim the chore: whether it is due, and no other process was faster."""
        assert self._chores is not None

        def claim(connection: Connection) -> bool:
            assert self._chores is not None
            now = self._chores.now()
            claimed = insert_into(connection, ChoreRow).values(name=self.name, due_at=now + every)
            again = claimed.on_conflict_do_update(
                index_elements=["name"], set_={"due_at": claimed.excluded.due_at}, where=ChoreRow.due_at <= now
            )
            return connection.scalar(again.returning(ChoreRow.name)) is not None

        return await self._chores.write(claim)


@asynccontextmanager
async def working(workers: Iterable[Worker]) -> AsyncIterator[None]:
    """Start workers one after the other, and end them in the other order."""
    async with AsyncExitStack() as stack:
        for one in workers:
            await stack.enter_async_context(one.running())
        yield
