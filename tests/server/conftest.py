"""What tests of the server share: a real database, SQLite always and PostgreSQL where one runs, and people at it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.kit.databases import new_postgresql, new_sqlite
from tests.kit.harness import Harness
from tests.sizes import first_of

from jardinet.server.storage.database import Database


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


@pytest.fixture
async def harness(url: str) -> AsyncIterator[Harness]:
    async with Database.open(url) as database:
        yield Harness(database)
