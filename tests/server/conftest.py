"""What tests of the server share: a real database, SQLite always and PostgreSQL where one runs, and people at it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert
from tests.server.databases import new_postgresql, new_sqlite
from tests.sizes import first_of

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow, now
from jardinet.server.tables.bot_runner import BotRunner
from jardinet.server.tables.clock_watcher import ClockWatcher
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=first_of(["postgresql", "sqlite"]))  # pages and the API are tested on SQLite always
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database at which no server has been yet; its tables are there."""
    if request.param == "sqlite":
        yield new_sqlite(tmp_path / "tables.sqlite3")
        return
    with new_postgresql() as made:
        yield made


class Harness:
    """A table service with a database, and the changes that it announced."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.changes: list[str] = []
        self.service = TableService(database, self._changed, self.changes.append)
        self.bot_runner = BotRunner(self.service)
        self._has_bots = False

    def _changed(self, table: TableState) -> None:
        self.changes.append(table.id)
        if self._has_bots and table.awaits_bot:
            self.bot_runner.wake(table.id)

    @asynccontextmanager
    async def with_bots(self) -> AsyncIterator[None]:
        self._has_bots = True
        async with self.bot_runner.running(), ClockWatcher(self.database, self.bot_runner.wake).running():
            yield

    async def play_to_its_end(self, table_id: str) -> None:
        """Play for whoever is awaited, until the game is over."""
        while not (table := await self.service.load(table_id)).is_over:
            seat, state = table.awaited()[0], table.state
            assert state
            last = state.action_to_string(seat, state.legal_actions(seat)[-1])
            await self.service.play(table_id, seat, table.ply, [last])

    async def person(self, name: str) -> str:
        """Somebody of that name; returns their id."""
        person = secrets.token_hex(16)

        row = {"id": person, "name": name, "created_at": now()}
        await self.database.write(lambda connection: connection.execute(insert(PersonRow).values(row)))
        return person


@pytest.fixture
async def harness(url: str) -> AsyncIterator[Harness]:
    async with Database.open(url) as database:
        yield Harness(database)
