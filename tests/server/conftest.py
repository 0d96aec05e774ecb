"""What tests of the server share: a real database, SQLite always and PostgreSQL where one runs, and people at it."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import Person, now
from jardinet.server.storage.writing import insert_into
from jardinet.server.tables.attendants import Attendants
from jardinet.server.tables.keeper import Keeper

POSTGRESQL = os.environ.get("JARDINET_TEST_POSTGRESQL", "postgresql+asyncpg://postgres@127.0.0.1:5432/postgres")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def runs(port: int) -> bool:
    """Whether something listens on this machine."""
    with socket.socket() as one:
        one.settimeout(0.5)
        return one.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite3'}"
        return
    async with empty_postgresql() as made:
        yield made


@asynccontextmanager
async def empty_postgresql() -> AsyncIterator[str]:
    """The URL of an empty database at the PostgreSQL of this machine; skips the test where none runs."""
    if not runs(5432):
        pytest.skip("no PostgreSQL runs here")
    name = f"jardinet_{secrets.token_hex(6)}"
    engine = create_async_engine(POSTGRESQL, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
        yield POSTGRESQL.rpartition("/")[0] + "/" + name
        await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    await engine.dispose()


class House:
    """A keeper with a database, and what it told of changes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.changes: list[str] = []
        self.keeper = Keeper(database, self._changed)
        self.attendants = Attendants(self.keeper, database)
        self._is_attended = False

    def _changed(self, table_id: str) -> None:
        self.changes.append(table_id)
        if self._is_attended:
            self.attendants.look_after(table_id)

    @asynccontextmanager
    async def attended(self) -> AsyncIterator[None]:
        self._is_attended = True
        async with self.attendants.on_duty():
            yield

    async def person(self, name: str) -> str:
        """Somebody of that name; returns their id."""
        person = secrets.token_hex(16)

        async def job(connection: object) -> None:
            await connection.execute(  # type: ignore[attr-defined]
                insert_into(connection, Person).values(id=person, name=name, created_at=now())  # type: ignore[arg-type]
            )

        await self.database.write(job)
        return person


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    async with Database.open(url) as database:
        yield House(database)
