"""What is in memory where the database has gone back to an older state: a backup was restored beneath a running process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, create_engine, delete, text, update
from tests.kit.harness import Harness

from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.models import PlyRow, TableRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState

pytestmark = pytest.mark.anyio

BIDDERS = Agreement("maudits_criquets", {}, ["person", "person"])


@pytest.fixture
async def other(harness: Harness, url: str) -> AsyncIterator[TableService]:
    """A service with a memory and connections of its own, as another process has them."""
    async with Database.open(url) as database:
        yield TableService(database)


async def opened(harness: Harness) -> TableState:
    """A table of Ada and Ben, whom the first bids are asked for."""
    ada, ben = [await harness.person(name) for name in ("Ada", "Ben")]
    table_id = await harness.service.open_table(ada, "Ada", BIDDERS)
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    return await harness.service.load(table_id)


async def bid(service: TableService, table: TableState, first: int, second: int) -> TableState:
    """Bids of both, which make one ply."""
    await service.do(table.id, commands.Play(0, table.ply, (f"bid-{first}",)))
    return await service.do(table.id, commands.Play(1, table.ply, (f"bid-{second}",)))


def gone_back(table: TableState):  # type: ignore[no-untyped-def]
    """The job of a backup being restored that was made when the table stood so."""

    def job(connection: Connection) -> None:
        connection.execute(delete(PlyRow).where(PlyRow.table_id == table.id, PlyRow.ply >= table.ply))
        connection.execute(update(TableRow).where(TableRow.id == table.id).values(version=table.version))

    return job


def is_same(one: TableState, other: TableState) -> bool:
    """Whether they are of one version, and the same has been played."""
    return (one.version, played(one)) == (other.version, played(other))


def played(table: TableState) -> list[str]:
    return [move.text for game in table.games for move in game.log]


async def test_a_table_that_is_older_than_in_memory_is_read_anew_and_played_on(harness: Harness) -> None:
    before = await opened(harness)
    after = await bid(harness.service, before, 1, 2)
    await harness.database.write(gone_back(before))
    assert is_same(await harness.service.load(before.id), before)
    again = await bid(harness.service, before, 3, 4)
    assert again.version == after.version
    assert not is_same(again, after)
    assert is_same(await harness.service.load(before.id), again)


async def test_who_plays_at_a_table_that_is_older_than_in_memory_plays_at_the_older_one(
    harness: Harness, other: TableService
) -> None:
    before = await opened(harness)
    await bid(harness.service, before, 1, 2)
    await harness.database.write(gone_back(before))
    again = await bid(harness.service, before, 3, 4)
    assert is_same(again, await other.load(before.id))


async def test_what_was_in_memory_when_connections_were_lost_is_read_anew_though_it_looks_as_new(
    harness: Harness, other: TableService, url: str
) -> None:
    """Played on by others, a table is soon of the same version again."""
    if url.startswith("sqlite"):
        pytest.skip("SQLite has no connections that could be lost")
    before = await opened(harness)
    after = await bid(harness.service, before, 1, 2)
    await harness.database.write(gone_back(before))
    again = await bid(other, await other.load(before.id), 3, 4)
    assert again.version == after.version
    with create_engine(url).connect() as one:
        cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database()"
        one.execute(text(f"{cut} AND pid <> pg_backend_pid()"))
    with pytest.raises(DatabaseAwayError):
        await harness.person("Cleo")
    assert is_same(await harness.service.load(before.id), again)
