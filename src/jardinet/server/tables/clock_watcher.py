"""Watcher of tables where somebody's time is up: it wakes the bots that play for them.

It polls for coming deadlines, and is told of those that come sooner than its next look.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import TableRow
from jardinet.server.tables.happenings import Changed, Subscribers
from jardinet.server.tables.table import TableState
from jardinet.server.worker import AGAIN, Worker

MOMENT = 0.01  # seconds added to a wait, so that the deadline is over at the next look


class ClockWatcher(Worker):
    """Watcher of clocks: it wakes the bots that play when somebody's time is up."""

    name = "clocks"
    is_vital = True

    def __init__(
        self, database: Database, subscribers: Subscribers, wake: Callable[[str], None], intervals: Intervals
    ) -> None:
        """`wake` is called with the id of every table of `database` where time is up, again until it no longer is."""
        super().__init__()
        self._database = database
        self._wake = wake
        self._intervals = intervals
        subscribers.subscribe(Changed, self._hear)

    async def once(self) -> float:
        """Wake those whose time is up; returns the seconds until somebody else's is, or until the next look."""
        await self._database.read_clock()  # again and again: it may be set
        soon = await self._database.read(self._soon)
        rests = [(table_id, self._rest(deadline)) for table_id, deadline in soon]
        late = [table_id for table_id, rest in rests if rest <= 0]
        for table_id in late:
            self._wake(table_id)
        longest = min(AGAIN, self._intervals.deadlines) if late else self._intervals.deadlines
        return min([longest, *(rest for _table_id, rest in rests if rest > 0)])

    def _hear(self, _one: Changed, table: TableState) -> None:
        if table.deadline is not None:
            self.call(max(0.0, self._rest(table.deadline)))

    def _rest(self, deadline: datetime) -> float:
        """Seconds until a deadline counts as over."""
        return (deadline - self._database.now()).total_seconds() + self._intervals.lateness + MOMENT

    def _soon(self, connection: Connection) -> list[tuple[str, datetime]]:
        """The tables where time is up before the next look, each with its deadline."""
        until = self._database.now() + timedelta(seconds=self._intervals.deadlines)
        found = connection.execute(select(TableRow.id, TableRow.deadline).where(TableRow.deadline < until))
        return [(table_id, deadline) for table_id, deadline in found if deadline is not None]
