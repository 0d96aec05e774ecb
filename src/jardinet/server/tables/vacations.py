"""Vacations of people: begun and ended by themselves alone, and brought to the seats of their tables that are not over.

What is stored of a vacation is the truth; the seats bear a copy, so that a play and a page need no other row.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from jardinet.games.parameters import GameError
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow, SeatRow, VacationRow
from jardinet.server.tables import commands
from jardinet.server.tables.days_off import DAY, Vacation, days_left, longest_vacation
from jardinet.server.tables.happenings import SeatTaken, Subscribers
from jardinet.server.tables.table import TableState
from jardinet.server.worker import Worker

LOOK = 60.0  # seconds between two looks for seats that another process has left as they were
MOST_AT_ONCE = 20  # tables that a request waits for


class VacationError(GameError):
    """A vacation cannot begin."""


class OwnVacation(NamedTuple):
    """What somebody is told of their vacation.

    Attributes:
        until: when it ends at the latest; None: they are on none.
        days_left: how many days they have left in this year, by UTC.
    """

    until: datetime | None
    days_left: int


class Vacations(Worker):
    """Vacations of people: see the module. A round brings what is stored to the seats that do not bear it yet."""

    name = "vacations"

    def __init__(
        self,
        database: Database,
        subscribers: Subscribers,
        change: Callable[[str, commands.TakeOff], Awaitable[TableState]],
    ) -> None:
        """`change` notes somebody's vacation at the table of an id in `database`."""
        super().__init__()
        self._database = database
        self._change = change
        subscribers.subscribe(SeatTaken, self._hear)

    async def begin(self, person: str) -> OwnVacation:
        """Begin a person's vacation, which lasts until they are back or its days are spent; nothing happens if they are on one.

        Raises:
            VacationError: the days of this year are spent.
        """
        at = self._database.now()

        def job(connection: Connection) -> None:
            connection.execute(select(PersonRow.id).where(PersonRow.id == person).with_for_update())
            taken = _taken(connection, person, at)
            if taken and taken[-1].until > at:
                return
            vacation = longest_vacation(taken, at)
            if vacation is None:
                raise VacationError("no-vacation-left", "your days of vacation of this year are spent.")
            connection.execute(insert(VacationRow), {"person_id": person, **vacation._asdict()})

        await self._database.write(job)
        return await self._brought(person)

    async def end(self, person: str) -> OwnVacation:
        """End a person's vacation; nothing happens if they are on none."""
        at = self._database.now()
        running = (VacationRow.person_id == person, VacationRow.until > at)
        ending = update(VacationRow).where(*running).values(until=at)
        await self._database.write(lambda connection: connection.execute(ending))
        return await self._brought(person)

    async def once(self) -> float:
        """Bring vacations to seats."""
        await self._bring(None)
        return LOOK

    async def _brought(self, person: str) -> OwnVacation:
        """Bring a person's vacation to their first tables; a round goes on with the others."""
        await self._bring(person)
        self.call()
        return await vacation_of(self._database, person)

    async def _bring(self, person: str | None) -> None:
        """Bring vacations to the seats that do not bear them: of a person, to MOST_AT_ONCE tables, or of everybody to all."""
        behind = await self._database.read(partial(_behind, at=self._database.now(), person=person))
        for table_id, one, until in behind[: MOST_AT_ONCE if person else None]:
            if self.is_closing:
                return
            with suppress(GameError):  # it was closed meanwhile
                await self._change(table_id, commands.TakeOff(one, until))

    def _hear(self, _taken: SeatTaken, table: TableState) -> None:
        if table.agreement.is_for_days:
            self.call()  # they may be on vacation


async def vacation_of(database: Database, person: str) -> OwnVacation:
    """The vacation of a person."""
    at = database.now()
    taken = await database.read(partial(_taken, person=person, at=at))
    until = taken[-1].until if taken and taken[-1].until > at else None
    return OwnVacation(until, days_left(taken, at))


def is_on_vacation(connection: Connection, person: str, at: datetime) -> bool:
    """Whether a person is on vacation."""
    found = select(VacationRow.person_id).where(VacationRow.person_id == person, VacationRow.until > at).limit(1)
    return connection.scalar(found) is not None


def _taken(connection: Connection, person: str, at: datetime) -> list[Vacation]:
    """The vacations of a person that have days in this year or later, in order."""
    begun = datetime(at.year, 1, 1, tzinfo=at.tzinfo)
    found = select(VacationRow.begun_at, VacationRow.until).where(VacationRow.person_id == person)
    found = found.where(VacationRow.until >= begun).order_by(VacationRow.begun_at)
    return [Vacation(*row) for row in connection.execute(found)]


def _behind(connection: Connection, at: datetime, person: str | None) -> list[tuple[str, str, datetime]]:
    """The seats at tables that are not over which do not bear what is stored of a vacation: of today, or of the days before."""
    lately = select(VacationRow.person_id, VacationRow.until).where(VacationRow.until > at - 2 * DAY)
    if person is not None:
        lately = lately.where(VacationRow.person_id == person)
    latest = {row.person_id: row.until for row in connection.execute(lately.order_by(VacationRow.begun_at))}
    behind = []
    for one, until in latest.items():
        found = select(SeatRow.table_id).where(SeatRow.person_id == one, ~SeatRow.is_over)
        found = found.where(SeatRow.off_until.is_distinct_from(until)).distinct().order_by(SeatRow.table_id)
        behind += [(table_id, one, until) for table_id in connection.scalars(found)]
    return behind
