"""Presence of people at their tables: by pages and requests here, and by what the server's other processes have noted.

Whoever sits at a table is there while a page or game stream of theirs is open, and for a minute after it, or after any
request of theirs at that table. A process notes the people it sees in one statement every few seconds, whoever plays or
only watches costs none, and reads whom the others have noted.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from time import monotonic

from sqlalchemy import Connection, delete, select

from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import PresenceRow
from jardinet.server.tables.table import TableState

AWAY_AFTER = 60.0  # seconds without an open page
LOOK_EVERY = 20.0  # seconds
AHEAD = 5.0  # seconds that processes may differ; what was noted later than now is from before the clock was set back
PAUSE = 1.0  # seconds at least between two looks: who comes within it is noted together

Place = tuple[str, str]  # the ids of a table and of a person who sits there

_log = logging.getLogger(__name__)


class Presence:
    """Presence of people at their tables: see the module; it is kept up while `running` does."""

    def __init__(
        self, database: Database, on_change: Callable[[str], None], is_banned: Callable[[str], bool] = lambda _: False
    ) -> None:
        """`on_change` is called with a table's id when somebody is back there, or is no longer.

        Whoever `is_banned` is never there: so a bot may play for them.
        """
        self._database = database
        self._on_change = on_change
        self._is_banned = is_banned
        self._pages: Counter[Place] = Counter()  # open here, of those too who only watch
        self._seen: dict[Place, float] = {}  # when last, by any process, in the time of this one
        self._unnoted: set[Place] = set()  # seen here since the last look
        self._present: set[Place] = set()  # as told last
        self._coming = asyncio.Event()
        self._closing = asyncio.Event()

    def saw(self, table: TableState, person: str | None) -> None:
        """Somebody has looked at the table or played there; who does not sit there is nobody's business."""
        if person is None:
            return
        place = (table.id, person)
        if not table.seats_of(person) or self._is_banned(person):
            self._seen.pop(place, None)
            return
        self._seen[place] = monotonic()
        self._unnoted.add(place)
        if place not in self._present:
            self._present.add(place)
            self._coming.set()
            self._on_change(table.id)

    @contextmanager
    def page(self, table_id: str, person: str | None) -> Iterator[None]:
        """While a page or stream of somebody's is open at a table, they are there if they sit there (`saw`)."""
        if person is None:
            yield
            return
        place = (table_id, person)
        self._pages[place] += 1
        try:
            yield
        finally:
            self._pages[place] -= 1
            if not self._pages[place]:
                del self._pages[place]
                if place in self._seen:
                    self._seen[place] = monotonic()
                    self._unnoted.add(place)

    def unseen(self, table: TableState) -> frozenset[str]:
        """The people at the table of whom no page is open, as far as this process knows."""
        return frozenset(
            seat.person for seat in table.seats if seat.person and not self._is_present((table.id, seat.person))
        )

    async def look_at(self, table: TableState) -> frozenset[str]:
        """The same as all processes know by now."""
        await self._read(table.id)
        return self.unseen(table)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Note whom this process sees and read whom the others do, again and again."""
        await self._read()
        self._present = {place for place in self._seen if self._is_present(place)}
        looking = asyncio.create_task(self._keep_looking())
        try:
            yield
        finally:
            self._closing.set()
            self._coming.set()
            await looking

    async def look(self) -> None:
        """Note whom this process sees, read whom the others do, and tell where that is news.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        here = [place for place in self._pages if place in self._seen]
        self._seen.update(dict.fromkeys(here, monotonic()))
        self._unnoted.update(here)
        await self._note()
        await self._read()
        present = {place for place in self._seen if self._is_present(place)}
        changed = {table_id for table_id, _person in present ^ self._present}
        self._seen = {place: at for place, at in self._seen.items() if place in present}
        self._present = present
        for table_id in changed:
            self._on_change(table_id)

    # Inside

    def _is_present(self, place: Place) -> bool:
        at = self._seen.get(place)
        if at is None or self._is_banned(place[1]):
            return False
        return place in self._pages or monotonic() - at < AWAY_AFTER

    async def _keep_looking(self) -> None:
        due = monotonic() + LOOK_EVERY
        while not self._closing.is_set():
            try:
                async with asyncio.timeout(max(0.0, due - monotonic())):
                    await self._coming.wait()
            except TimeoutError:
                pass
            self._coming.clear()
            try:
                if monotonic() < due:
                    await self._note()
                else:
                    due = monotonic() + LOOK_EVERY
                    await self.look()
            except DatabaseAwayError as error:  # the ClockWatcher says so; what is to be noted waits
                _log.debug("the database does not answer: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), PAUSE)

    async def _note(self) -> None:
        """Write down who was seen here since this was done last."""
        self._unnoted.intersection_update(self._seen)  # who has left their seat meanwhile is no longer here
        places = sorted(self._unnoted)  # in one order: two processes that note the same people do not block each other
        if not places:
            return
        self._unnoted.clear()
        now, here = self._database.now(), monotonic()
        rows = [
            {
                "table_id": table_id,
                "person_id": person,
                "seen_at": now - timedelta(seconds=here - self._seen[table_id, person]),
            }
            for table_id, person in places
        ]

        def job(connection: Connection) -> None:
            connection.execute(upsert(connection, PresenceRow, "seen_at"), rows)
            connection.execute(delete(PresenceRow).where(PresenceRow.seen_at < now - timedelta(seconds=2 * AWAY_AFTER)))

        try:
            await self._database.write(job)
        except DatabaseAwayError:
            self._unnoted.update(places)
            raise

    async def _read(self, table_id: str | None = None) -> None:
        """Take over what was noted, at one table or at all."""
        found = select(PresenceRow.table_id, PresenceRow.person_id, PresenceRow.seen_at)
        if table_id is not None:
            found = found.where(PresenceRow.table_id == table_id)
        found = found.where(PresenceRow.seen_at < self._database.now() + timedelta(seconds=AHEAD))
        rows = await self._database.read(lambda connection: connection.execute(found).all())
        now, here = self._database.now(), monotonic()
        for row in rows:
            place, at = (row.table_id, row.person_id), here - (now - row.seen_at).total_seconds()
            self._seen[place] = max(at, self._seen.get(place, at))
