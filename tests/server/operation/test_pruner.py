"""A server that removes idle tables of guests by itself, while others play."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete
from tests.kit.harness import Harness
from tests.kit.servers import process, waits_for
from tests.server.operation.test_admin import ALONE, OPEN, age, rows

from jardinet.server.bench import Visitor
from jardinet.server.operation import pruner
from jardinet.server.operation.admin import REMOVED_AT_ONCE, prune
from jardinet.server.operation.pruner import Pruner
from jardinet.server.settings import SettingError, Settings
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import ChoreRow

pytestmark = pytest.mark.anyio

DAYS = timedelta(days=90)


async def test_idle_tables_go_few_at_a_time_and_whoever_shows_them_is_told(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pruner, "PAUSE", 0.0)
    ada = await harness.person("Ada")
    kept = await harness.service.open_table(ada, "Ada", OPEN)
    before = await rows(harness.database)
    old = [await harness.service.open_table(ada, "Ada", ALONE) for _ in range(REMOVED_AT_ONCE + 1)]
    for one in old:
        await age(harness.database, one, 91)
    told: list[str] = []
    await Pruner(harness.database, DAYS, told.append).round()
    assert sorted(told) == sorted(old)
    assert await rows(harness.database) == before | {"chores": 1}
    assert (await harness.service.load(kept)).id == kept
    assert [record.getMessage() for record in caplog.records] == [
        f"{len(old)} tables of guests are gone at which nothing had happened for 90 days."
    ]


async def test_of_several_processes_one_prunes_and_not_again_at_once(url: str, harness: Harness) -> None:
    ada = await harness.person("Ada")
    await age(harness.database, await harness.service.open_table(ada, "Ada", OPEN), 91)
    async with Database.open(url) as other:
        gone: list[str] = []
        pruners = [Pruner(database, DAYS, gone.append) for database in (harness.database, other)]
        await asyncio.gather(*(one.round() for one in pruners))
        assert len(gone) == 1
        await age(harness.database, await harness.service.open_table(ada, "Ada", OPEN), 91)
        for one in pruners:
            await one.round()
        assert len(gone) == 1
        due = delete(ChoreRow)
        await harness.database.write(lambda connection: connection.execute(due))
        await pruners[1].round()
        assert len(gone) == 2


async def test_of_two_that_prune_the_same_tables_each_is_removed_once(url: str, harness: Harness) -> None:
    ada = await harness.person("Ada")
    old = [await harness.service.open_table(ada, "Ada", OPEN) for _ in range(2 * REMOVED_AT_ONCE)]
    for one in old:
        await age(harness.database, one, 91)
    async with Database.open(url) as other:
        removed = await asyncio.gather(*(_pruned(database) for database in (harness.database, other)))
    assert sorted(one for some in removed for one in some) == sorted(old)


async def _pruned(database: Database) -> list[str]:
    return [one.id async for some in prune(database, DAYS) for one in some]


async def test_a_running_server_prunes_by_itself_where_it_is_told_to(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    async with Database.open(url) as database:
        harness = Harness(database)
        old = await harness.service.open_table(await harness.person("Ada"), "Ada", OPEN)
        await age(database, old, 91)
    for days in ("", "90"):
        with process(url, JARDINET_PRUNE_DAYS=days) as (address, server), Visitor(address) as ben:
            if days:
                waits_for(server, "1 tables of guests are gone")
            assert ben.get(ben.set_table(seat2="person", name="Ben")).status_code == 200
            assert ben.get(f"/t/{old}").status_code == (404 if days else 200)


@pytest.mark.parametrize("days", ["0", "-1", "ninety", "36501", "٣", "9" * 5000])
def test_a_number_of_days_that_is_none(tmp_path: Path, days: str) -> None:
    environment = {"JARDINET_KEY": "ab" * 32, "JARDINET_DATABASE_URL": f"sqlite:///{tmp_path}/tables.sqlite3"}
    with pytest.raises(SettingError, match="it must be a number of days from 1 to 36500"):
        Settings.of(environment | {"JARDINET_PRUNE_DAYS": days})
