"""Presence of people at their tables: from pages and requests here, and from what the server's other processes have stored.

A person with a seat is there while a page or game stream of theirs is open, and for a minute after it, or after any
request of theirs at that table. Every few seconds a process stores in one statement which people it sees, and how many only
watch at which table, and reads what the others have stored: a single play or visit costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_hex
from time import monotonic

from sqlalchemy import Connection, delete, func, insert, select

from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import PresenceRow, WatchersRow
from jardinet.server.tables.table import TableState
from jardinet.server.worker import Worker

KEPT = 1800.0  # seconds for which it is known when somebody was seen last
AHEAD = 5.0  # seconds that processes' clocks may differ; a time further ahead is from before the clock was set back

Place = tuple[str, str]  # the ids of a table and of a person who sits there


@dataclass(frozen=True)
class Attendance:
    """Attendance at a table, as its page tells it beside the table itself.

    Attributes:
        at: the time by the database's clock.
        unseen: the people at the table without an open page.
        left_at: when each of them was seen last, for those who have not been away for long.
        watching: how many spectators there are: people, and pages of visitors who have told no name.
    """

    at: datetime
    unseen: frozenset[str]
    left_at: Mapping[str, datetime]
    watching: int


class Presence(Worker):
    """Presence of people at their tables, as all processes of the server have seen them."""

    name = "presence"

    def __init__(
        self,
        database: Database,
        on_change: Callable[[str], None],
        is_banned: Callable[[str], bool],
        intervals: Intervals,
    ) -> None:
        """`on_change` is called with a table's id when somebody comes back there, or leaves.

        A person who `is_banned` is never there: so a bot may play for them.
        """
        super().__init__()
        self._database = database
        self._on_change = on_change
        self._is_banned = is_banned
        self._intervals = intervals
        self._visitors: dict[str, Counter[str]] = {}  # pages open here by table and person, "" who have told no name
        self._elsewhere: dict[str, int] = {}  # how many watch through other processes
        self._told: dict[str, int] = {}  # how many watch, as was told last
        self._name = token_hex(8)  # of this process among those of the server
        self._seen: dict[Place, float] = {}  # when last, by any process, in the time of this one
        self._unnoted: set[Place] = set()  # seen here since the last look
        self._present: set[Place] = set()  # as told last
        self._has_noted = False  # that somebody watches here
        self._look_at = 0.0  # when to look next, in the time of this process

    def saw(self, table: TableState, person: str | None) -> None:
        """Note that somebody has looked at the table or played there; people without a seat are not noted."""
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
            self.call()
            self._on_change(table.id)

    @contextmanager
    def page(self, table_id: str, person: str | None) -> Iterator[None]:
        """Context of an open page or stream: within it a person with a seat counts as present (see `saw`)."""
        visitor = person or ""
        place, visitors = (table_id, visitor), self._visitors.setdefault(table_id, Counter())
        visitors[visitor] += 1
        try:
            yield
        finally:
            visitors[visitor] -= 1
            if not visitors[visitor]:
                del visitors[visitor]
                if place in self._seen:
                    self._seen[place] = monotonic()
                    self._unnoted.add(place)
            if not visitors:
                self._visitors.pop(table_id, None)

    def people(self, besides: str | None = None) -> int:
        """How many people are at tables, as was told last, besides one who asks."""
        return len({person for _table, person in self._present} - {besides})

    def here(self, people: Collection[str]) -> frozenset[str]:
        """Those of some people who are at any table, as was told last; see policies.md for whom that may be told."""
        return frozenset(person for _table, person in self._present if person in people)

    def unseen(self, table: TableState) -> frozenset[str]:
        """The people at the table of whom no page is open, as far as this process knows."""
        return frozenset(
            seat.person for seat in table.seats if seat.person and not self._is_present((table.id, seat.person))
        )

    def now(self) -> datetime:
        """The time by the database's clock."""
        return self._database.now()

    def attendance(self, table: TableState) -> Attendance:
        """Who is there now, as far as this process knows."""
        now, here, unseen = self._database.now(), monotonic(), self.unseen(table)
        seen = {person: self._seen[table.id, person] for person in unseen if (table.id, person) in self._seen}
        return Attendance(
            now,
            unseen,
            {person: now - timedelta(seconds=here - at) for person, at in seen.items()},
            self._watching_here(table.id, {seat.person for seat in table.seats}) + self._elsewhere.get(table.id, 0),
        )

    async def look_at(self, table: TableState) -> frozenset[str]:
        """The people of a table whom no process of the server has seen lately, read from the database."""
        await self._read(table.id)
        return self.unseen(table)

    async def start(self) -> float:
        """Read who is there, before the first round; people whom other processes have noted are not announced."""
        await self._read()
        self._present = {place for place in self._seen if self._is_present(place)}
        self._look_at = monotonic() + self._intervals.presence
        return self._intervals.presence

    async def once(self) -> float:
        """Store whom this process has seen come, or all, and read whom the others see, if it is time for that."""
        if monotonic() < self._look_at:
            await self._note()
        else:
            await self.look()
            self._look_at = monotonic() + self._intervals.presence
        await self.pause(self._intervals.presence_pause)
        return self._look_at - monotonic()

    async def look(self) -> None:
        """Store whom this process sees, read whom the others see, and announce what has changed.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        here = [place for place in self._seen if self._is_open(place)]
        self._seen.update(dict.fromkeys(here, monotonic()))
        self._unnoted.update(here)
        await self._note()
        await self._note_watchers()
        await self._read()
        self._elsewhere = await self._watched_elsewhere()
        present = {place for place in self._seen if self._is_present(place)}
        changed = {table_id for table_id, _person in present ^ self._present}
        kept = monotonic() - KEPT
        self._seen = {place: at for place, at in self._seen.items() if place in present or at > kept}
        self._present = present
        watching = Counter(self._watched_here()) + Counter(self._elsewhere)
        changed.update(
            table_id for table_id in {*watching, *self._told} if watching[table_id] != self._told.get(table_id, 0)
        )
        self._told = dict(watching)
        for table_id in changed:
            self._on_change(table_id)

    # Inside

    def _is_present(self, place: Place) -> bool:
        at = self._seen.get(place)
        if at is None or self._is_banned(place[1]):
            return False
        return self._is_open(place) or monotonic() - at < self._intervals.away_after

    def _is_open(self, place: Place) -> bool:
        """Whether a page of somebody's is open here at a table."""
        table_id, person = place
        return table_id in self._visitors and person in self._visitors[table_id]

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
            connection.execute(delete(PresenceRow).where(PresenceRow.seen_at < now - timedelta(seconds=KEPT)))

        try:
            await self._database.write(job)
        except DatabaseAwayError:
            self._unnoted.update(places)
            raise

    def _watching_here(self, table_id: str, seated: Collection[str | None]) -> int:
        """How many look on here at a table, of those who do not sit there."""
        visitors = self._visitors.get(table_id)
        if visitors is None:
            return 0
        return len(visitors) + max(0, visitors[""] - 1) - sum(person in visitors for person in seated if person)

    def _watched_here(self) -> dict[str, int]:
        """How many look on here, by table."""
        sitting: dict[str, set[str]] = {}
        for table_id, person in self._seen:
            sitting.setdefault(table_id, set()).add(person)
        counts = {table_id: self._watching_here(table_id, sitting.get(table_id, ())) for table_id in self._visitors}
        return {table_id: count for table_id, count in counts.items() if count}

    async def _note_watchers(self) -> None:
        """Write down how many watch here, if anybody does or did."""
        watched = self._watched_here()
        if not watched and not self._has_noted:
            return
        now = self._database.now()
        rows = [
            {"table_id": table_id, "process": self._name, "count": watched[table_id], "noted_at": now}
            for table_id in sorted(watched)
        ]
        old = now - timedelta(seconds=self._intervals.away_after)
        is_old = (WatchersRow.process == self._name) | (WatchersRow.noted_at < old)

        def job(connection: Connection) -> None:
            connection.execute(delete(WatchersRow).where(is_old))
            if rows:
                connection.execute(insert(WatchersRow), rows)

        await self._database.write(job)
        self._has_noted = bool(rows)

    async def _watched_elsewhere(self) -> dict[str, int]:
        """How many watch through other processes, by table."""
        old = self._database.now() - timedelta(seconds=self._intervals.away_after)
        found = (
            select(WatchersRow.table_id, func.sum(WatchersRow.count))
            .where(WatchersRow.process != self._name, WatchersRow.noted_at > old)
            .group_by(WatchersRow.table_id)
        )
        rows = await self._database.read(lambda connection: connection.execute(found).all())
        return {table_id: int(count) for table_id, count in rows}

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
