"""Outbox: happenings that must not be lost, stored in one transaction with the change that made them.

One process takes a happening and does what comes of it. It is gone when that is done; where the process ends before, or fails,
another one takes it again later. So whoever subscribes here may be called more than once, and does the same again then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from jardinet.server.background import happens_within, in_background
from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.models import HappeningRow
from jardinet.server.tables.happenings import LASTING, Happening, Heard, Subscribers
from jardinet.server.tables.table import TableState

LEASE = timedelta(minutes=1)  # for which a process has a happening to itself
MOST_TRIES = 5

_DECODERS = {kind.__name__: msgspec.json.Decoder(kind) for kind in LASTING}

_log = logging.getLogger(__name__)


class _Due(NamedTuple):
    """Happening that is due; see HappeningRow."""

    id: int
    kind: str
    content: str
    tries: int


def store(connection: Connection, happened: Sequence[Happening], at: datetime) -> None:
    """Write down what has happened at `at`, the database's time."""
    if happened:
        connection.execute(insert(HappeningRow), [_values(one, at) for one in happened])


def _values(one: Happening, at: datetime) -> dict[str, Any]:
    content = msgspec.json.encode(one).decode()
    return {"kind": type(one).__name__, "content": content, "due_at": at, "tries": 0}


class Outbox:
    """Outbox: see the module; it works while `running` does."""

    def __init__(self, database: Database, subscribers: Subscribers, intervals: Intervals) -> None:
        """What is stored in `database`; `subscribers` tell that something was stored by this process."""
        self._database = database
        self._subscribers = subscribers
        self._intervals = intervals
        self._woken = asyncio.Event()
        self._done: dict[str, Callable[[Any], Awaitable[None]]] = {}

    def subscribe(self, kind: type[Heard], do: Callable[[Heard], Awaitable[None]]) -> None:
        """Let `do` be called with every happening of that class, one of LASTING; it may be called again, and may fail."""
        assert kind in LASTING
        self._done[kind.__name__] = do
        self._subscribers.subscribe(kind, self._wake)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Do what is to be done, first what was left by processes that are no more."""
        async with in_background(self._work()):
            yield

    def _wake(self, _one: Happening, _table: TableState) -> None:
        self._woken.set()

    async def _work(self) -> None:
        while True:
            self._woken.clear()
            try:
                while due := await self._database.read(self._oldest):
                    if await self._database.write(partial(self._take, due=due)):
                        await self._do(due)
            except (DatabaseAwayError, SQLAlchemyError) as error:  # the ClockWatcher says so, and it may be mended
                _log.debug("the database does not answer: %s", error)
            await happens_within(self._woken, self._intervals.outbox)

    async def _do(self, due: _Due) -> None:
        try:
            await self._done[due.kind](_DECODERS[due.kind].decode(due.content))
        except DatabaseAwayError:
            raise
        except Exception:
            _log.exception("what comes of %s %s cannot be done", due.kind, due.content)
            if due.tries + 1 < MOST_TRIES:
                return
        done = delete(HappeningRow).where(HappeningRow.id == due.id)
        await self._database.write(lambda connection: connection.execute(done))

    def _oldest(self, connection: Connection) -> _Due | None:
        """The oldest happening that is due; None: there is none."""
        columns = (HappeningRow.id, HappeningRow.kind, HappeningRow.content, HappeningRow.tries)
        due = (HappeningRow.due_at <= self._database.now(), HappeningRow.kind.in_(self._done))
        found = connection.execute(select(*columns).where(*due).order_by(HappeningRow.id).limit(1)).one_or_none()
        return found and _Due(*found)

    def _take(self, connection: Connection, due: _Due) -> bool:
        """Take a happening, so that nobody else does soon; False: somebody was faster."""
        own = (HappeningRow.id == due.id, HappeningRow.tries == due.tries)
        taking = {"due_at": self._database.now() + LEASE, "tries": due.tries + 1}
        return connection.execute(update(HappeningRow).where(*own).values(taking)).rowcount > 0
