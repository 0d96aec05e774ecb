"""New names of people: borne at all of their running tables soon, whatever happens meanwhile, and in nobody's way."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, func, select
from tests.kit.harness import Harness

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import RenamingRow, SeatRow
from jardinet.server.tables import commands, renaming
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.service import TableService

pytestmark = pytest.mark.anyio

OWN = Agreement("lucky_numbers", {}, ["person", "person"])


async def bear(database: Database, person: str, name: str, count: int) -> None:
    """Wait until so many seats of a person bear a name, and nothing is left to be renamed."""
    seats = select(func.count()).where(SeatRow.person_id == person, SeatRow.name == name)

    def job(connection: Connection) -> tuple[int, int]:
        left = select(func.count()).select_from(RenamingRow)
        return connection.scalar(seats) or 0, connection.scalar(left) or 0

    async with asyncio.timeout(60):
        while await database.read(job) != (count, 0):
            await asyncio.sleep(0.01)


async def test_several_new_names_end_with_the_last_one_everywhere(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renaming, "AT_ONCE", 0.0)
    ada = await harness.person("Ada")
    ids = [await harness.service.open_table(ada, "Ada", OWN) for _table in range(25)]
    for name in ("Countess", "Lady", "Lovelace"):
        await harness.service.introduce(ada, name)
    await bear(harness.database, ada, "Lovelace", len(ids))
    assert {(await harness.service.load(one)).seats[0].name for one in ids} == {"Lovelace"}


async def test_whoever_plays_meanwhile_does_not_wait_for_all_tables(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renaming, "AT_ONCE", 0.0)
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    ids = [await harness.service.open_table(ada, "Ada", OWN) for _table in range(40)]
    his = await harness.service.open_table(ben, "Ben", OWN)
    await harness.service.introduce(ada, "Countess")
    await harness.service.do(his, commands.Sit(1, ben, "Ben", beside=True))
    names = [(await harness.service.load(one)).seats[0].name for one in (min(ids), max(ids))]
    assert names[-1] == "Ada", "all were renamed before he could sit down"
    await bear(harness.database, ada, "Countess", len(ids))


async def test_a_finished_table_keeps_the_name_that_was_played_under(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    over, other = [await harness.service.open_table(ada, "Ada", OWN) for _table in range(2)]
    await harness.service.do(over, commands.Sit(1, ben, "Ben"))
    await harness.play_to_its_end(over)
    await harness.service.introduce(ada, "Countess")
    await bear(harness.database, ada, "Countess", 1)
    assert (await harness.service.load(over)).seats[0].name == "Ada"
    assert (await harness.service.load(other)).seats[0].name == "Countess"


async def test_after_a_fault_the_next_name_is_borne_and_the_server_ends(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await harness.person("Ada")
    await harness.service.open_table(ada, "Ada", OWN)
    async with harness.service.renamer.running():
        with monkeypatch.context() as patch:
            patch.setattr(renaming.Renamer, "_next_tables", None)
            await harness.service.introduce(ada, "Countess")
        await harness.service.introduce(ada, "Lovelace")
        await bear(harness.database, ada, "Lovelace", 1)


async def test_what_a_process_has_left_undone_the_next_one_does(harness: Harness, url: str) -> None:
    ada = await harness.person("Ada")
    ids = [await harness.service.open_table(ada, "Ada", OWN) for _table in range(5)]
    await harness.database.write(lambda connection: renaming.note(connection, ada, "Countess"))
    async with Database.open(url) as database:
        service = TableService(database)
        async with service.renamer.running():
            await bear(database, ada, "Countess", len(ids))
