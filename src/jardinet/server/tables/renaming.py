"""Renamer of people: their seats bear a new name at the tables that are not over, changed one by one beside the requests.

What is still to be renamed is stored together with the name itself, so that it goes on after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from sqlalchemy import Connection, delete, select

from jardinet.games.parameters import GameError
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import RenamingRow, SeatRow
from jardinet.server.tables import commands
from jardinet.server.tables.table import TableState
from jardinet.server.worker import WHEN_CALLED, Worker

AT_ONCE = 0.5  # seconds that a request waits: most people sit at few tables, and see their new name at once
TABLES_A_LOOK = 20
AGAIN = 5.0  # seconds until a database that did not answer is asked again

_log = logging.getLogger(__name__)


class Renamer(Worker):
    """Renamer of people: see the module. A round goes on with what a process before this one, or an outage, has left undone."""

    name = "renaming"

    def __init__(self, database: Database, change: Callable[[str, commands.Rename], Awaitable[TableState]]) -> None:
        """`change` renames somebody at the table of an id in `database`."""
        super().__init__()
        self._database = database
        self._change = change
        self._wanted: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def once(self) -> float:
        """Begin the stored renamings that this process is not at work on."""
        left = select(RenamingRow.person_id)
        for person in await self._database.read(lambda connection: connection.scalars(left).all()):
            self._begin(person)
        return WHEN_CALLED

    async def finish(self) -> None:
        """Finish at the tables where people are being renamed; the others are left for the next process."""
        await asyncio.gather(*self._tasks.values())

    async def rename(self, person: str) -> None:
        """Let a person's seats bear the name that `note` has noted; returns when they do, or after AT_ONCE."""
        await asyncio.wait([self._begin(person)], timeout=AT_ONCE)

    def _begin(self, person: str) -> asyncio.Task[None]:
        self._wanted.add(person)
        task = self._tasks.get(person)
        if task is None:
            task = self._tasks[person] = asyncio.create_task(self._run(person))
        return task

    async def _run(self, person: str) -> None:
        while person in self._wanted and not self.is_closing:
            self._wanted.discard(person)
            try:
                await self._rename_everywhere(person)
            except DatabaseAwayError:  # it says so itself
                self.call(AGAIN)
            except Exception:
                _log.exception("a renaming is broken: it is tried again with the next name, or by the next process")
        del self._tasks[person]

    async def _rename_everywhere(self, person: str) -> None:
        """Go through all their tables once, at a pace that leaves half of the time to others."""
        wanted = select(RenamingRow.name).where(RenamingRow.person_id == person)
        name = await self._database.read(lambda connection: connection.scalar(wanted))
        if name is None:
            return
        after = ""
        while table_ids := await self._next_tables(person, name, after):
            for after in table_ids:
                if self.is_closing:
                    return
                begun_at = time.monotonic()
                with suppress(GameError):  # it was closed meanwhile
                    await self._change(after, commands.Rename(person, name))
                await asyncio.sleep(time.monotonic() - begun_at)
        done = delete(RenamingRow).where(RenamingRow.person_id == person, RenamingRow.name == name)
        await self._database.write(lambda connection: connection.execute(done))

    async def _next_tables(self, person: str, name: str, after: str) -> Sequence[str]:
        """Ids of tables, each greater than `after`, where the person's seat bears another name."""
        found = (
            select(SeatRow.table_id)
            .where(SeatRow.person_id == person, ~SeatRow.is_over, SeatRow.name != name, SeatRow.table_id > after)
            .order_by(SeatRow.table_id)
            .distinct()
            .limit(TABLES_A_LOOK)
        )
        return await self._database.read(lambda connection: connection.scalars(found).all())


def note(connection: Connection, person: str, name: str) -> None:
    """Write down, with a person's new name, that their seats are to bear it."""
    connection.execute(upsert(connection, RenamingRow, "name"), {"person_id": person, "name": name})
