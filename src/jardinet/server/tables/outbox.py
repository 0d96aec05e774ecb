"""Transactional outbox: happenings that must not be lost, stored in one transaction with the change that made them.

One process takes a happening and handles it, after which it is deleted. If the process ends before that, or fails, another
one takes it later (at least once). So a subscriber here may be called more than once, and has to be idempotent.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Generic, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.models import HappeningRow
from jardinet.server.tables.happenings import LASTING, Happening, Heard, Subscribers, is_lasting
from jardinet.server.tables.table import TableState
from jardinet.server.worker import Worker

LEASE = timedelta(minutes=1)  # for which a process has a happening to itself
MOST_TRIES = 5

_log = logging.getLogger(__name__)


class _Due(NamedTuple):
    """Happening that is due; see HappeningRow."""

    id: int
    content: str
    tries: int


def store(connection: Connection, happened: Sequence[Happening], at: datetime) -> None:
    """Write down what has happened at `at`, the database's time."""
    if happened:
        connection.execute(insert(HappeningRow), [_values(one, at) for one in happened])


def _values(one: Happening, at: datetime) -> dict[str, Any]:
    content = msgspec.json.encode(one).decode()
    return {"kind": type(one).__name__, "content": content, "due_at": at, "tries": 0}


class Outbox(Worker, Generic[Heard]):
    """Outbox of one kind of happenings: see the module. Those of this process are handled at once."""

    is_cut_off = True  # another process does it again
    patience = 600.0  # what is done may be an analysis, which gives way to all others

    def __init__(
        self,
        database: Database,
        subscribers: Subscribers,
        kind: type[Heard],
        do: Callable[[Heard], Awaitable[None]],
        intervals: Intervals,
    ) -> None:
        """Let `do` be called with every happening of a class, one of LASTING; it may be called again, and may fail.

        Args:
            database: where they are stored.
            subscribers: tell that one was stored by this process.
            kind: the class.
            do: see above.
            intervals: how soon happenings that other processes have left are found.
        """
        assert kind in LASTING
        super().__init__()
        self.name = f"outbox-{kind.__name__}"
        self._database = database
        self._kind = kind.__name__
        self._decoder = msgspec.json.Decoder(kind)
        self._do = do
        self._intervals = intervals
        subscribers.subscribe(kind, self._hear)

    async def once(self) -> float:
        """Handle all that is due, first what was left by processes that have ended."""
        while due := await self._database.read(self._oldest):
            if await self._database.write(partial(self._take, due=due)):
                await self._finish(due)
        return self._intervals.outbox

    def _hear(self, one: Happening, table: TableState) -> None:
        if is_lasting(one, table):
            self.call()

    async def _finish(self, due: _Due) -> None:
        try:
            await self._do(self._decoder.decode(due.content))
        except DatabaseAwayError:
            raise
        except Exception:
            _log.exception("what comes of %s %s cannot be done", self._kind, due.content)
            if due.tries + 1 < MOST_TRIES:
                return
        done = delete(HappeningRow).where(HappeningRow.id == due.id)
        await self._database.write(lambda connection: connection.execute(done))

    def _oldest(self, connection: Connection) -> _Due | None:
        """The oldest happening that is due; None: there is none."""
        columns = (HappeningRow.id, HappeningRow.content, HappeningRow.tries)
        due = (HappeningRow.due_at <= self._database.now(), HappeningRow.kind == self._kind)
        found = connection.execute(select(*columns).where(*due).order_by(HappeningRow.id).limit(1)).one_or_none()
        return found and _Due(*found)

    def _take(self, connection: Connection, due: _Due) -> bool:
        """Take a happening, so that nobody else does soon; False: somebody was faster."""
        own = (HappeningRow.id == due.id, HappeningRow.tries == due.tries)
        taking = {"due_at": self._database.now() + LEASE, "tries": due.tries + 1}
        return connection.execute(update(HappeningRow).where(*own).values(taking)).rowcount > 0
