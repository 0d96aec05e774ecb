from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Barrier, Event

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, func, insert, select, text
from sqlalchemy.exc import IntegrityError
from tests.kit.databases import empty_postgresql, locked_by_another, new_sqlite

from jardinet.server.operation.admin import opened
from jardinet.server.settings import SettingError
from jardinet.server.storage import database as database_module
from jardinet.server.storage.database import Database, DatabaseAwayError, DatabaseRefusesError, without_password
from jardinet.server.storage.migrating import migrations
from jardinet.server.storage.models import Base, ChoiceRow, PersonRow, PlyRow, SeatRow, TableRow, now

pytestmark = pytest.mark.anyio


def add(name: str, *, fails: bool = False):  # type: ignore[no-untyped-def]
    def job(connection: Connection) -> str:
        connection.execute(insert(PersonRow).values(id=name, name=name, created_at=now()))
        if fails:
            raise ValueError(name)
        return name

    return job


async def test_what_fails_leaves_nothing_and_harms_nobody_in_the_same_transaction(url: str) -> None:
    async with Database.open(url) as database:
        jobs = [database.write(add(f"p{k}", fails=k % 7 == 3)) for k in range(40)]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        for k, outcome in enumerate(outcomes):
            assert isinstance(outcome, ValueError) if k % 7 == 3 else outcome == f"p{k}"
        count = select(func.count()).select_from(PersonRow)
        assert await database.read(lambda connection: connection.scalar(count)) == sum(k % 7 != 3 for k in range(40))


def test_processes_that_start_together_on_an_empty_database_all_start() -> None:
    start = "import asyncio, sys; from jardinet.server.storage.database import Database\n"
    start += "async def main():\n    async with Database.open(sys.argv[1]): pass\nasyncio.run(main())"
    with empty_postgresql() as url:
        starting = [
            subprocess.Popen([sys.executable, "-c", start, url], stderr=subprocess.PIPE, text=True) for _ in range(4)
        ]
        assert [one.communicate(timeout=120)[1] for one in starting] == [""] * 4
        assert [one.returncode for one in starting] == [0] * 4


async def test_a_connection_that_is_lost_at_its_end_is_an_absence_and_nothing_is_tried_again() -> None:
    """Whether the other jobs of the transaction are durable is not known then: done again they might be done twice."""
    asked: list[str] = []

    def losing(connection: Connection) -> None:
        asked.append("losing")
        own = connection.scalar(text("SELECT pg_backend_pid()"))
        with create_engine(connection.engine.url).connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:own, 5000)"), {"own": own})

    def noted(name: str) -> Callable[[Connection], str]:
        return lambda connection: asked.append(name) or add(name)(connection)  # type: ignore[func-returns-value]

    with empty_postgresql() as url:
        async with Database.open(url) as database:
            with pytest.raises(DatabaseAwayError):
                await database.read(losing)
            asked.clear()  # once, and once more where the connection was one that had been kept
            runs, all_asked = Event(), Event()
            first = asyncio.create_task(database.write(lambda _: runs.set() or all_asked.wait(60)))  # type: ignore[func-returns-value]
            await asyncio.to_thread(runs.wait, 60)
            jobs = [asyncio.create_task(database.write(job)) for job in (noted("ada"), losing, noted("ben"))]
            await asyncio.sleep(0)  # now they wait, and share the next transaction
            all_asked.set()
            assert await first
            outcomes = await asyncio.gather(*jobs, return_exceptions=True)
            assert [type(one) for one in outcomes] == [DatabaseAwayError] * 3
            assert asked == ["ada", "losing", "ben"]
            assert await database.write(add("cleo")) == "cleo"


async def test_what_is_written_after_an_absence_that_a_reader_met_is_written_at_once() -> None:
    """A connection as old as one that was lost is lost too, mostly, and a job that writes is not done twice."""
    with empty_postgresql() as url:
        async with Database.open(url) as database:
            assert await database.write(add("ada")) == "ada"
            met = Barrier(database_module.READERS)
            await asyncio.gather(*[database.read(lambda _: met.wait(60)) for _ in range(database_module.READERS)])
            with create_engine(url).connect() as other:
                cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                other.execute(text(cut + "AND datname = current_database()"))
            names = select(PersonRow.name)
            assert await database.read(lambda connection: connection.scalars(names).all()) == ["ada"]
            assert database.losses == 1
            assert await database.write(add("ben")) == "ben"


async def test_what_is_refused_when_it_is_committed_is_not_in_the_way_of_what_comes_next(tmp_path: Path) -> None:
    def orphan(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.execute(insert(SeatRow).values(table_id="nowhere", number=0, key="k"))

    async with Database.open(f"sqlite:///{tmp_path}/x.sqlite3") as database:
        with pytest.raises(IntegrityError):
            await database.write(orphan)
        await database.write(add("ada"))
        seats = select(func.count()).select_from(SeatRow)
        assert await database.read(lambda connection: connection.scalar(seats)) == 0


async def test_what_finds_no_space_is_refused_whole_and_possible_as_soon_as_there_is_some(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "CALM", 0.0)

    async def fill(mark: str) -> list[object]:
        jobs = [database.write(add(f"{mark}{k}".ljust(2000, "."))) for k in range(20)]
        return list(await asyncio.gather(*jobs, return_exceptions=True))

    async with Database.open(f"sqlite:///{tmp_path}/x.sqlite3") as database:
        await database.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1").close())
        for mark in "ab":
            assert {type(outcome) for outcome in await fill(mark)} == {DatabaseRefusesError}
        await database.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 100000").close())
        kept = await fill("c")
        names = await database.read(lambda connection: connection.scalars(select(PersonRow.name)).all())
        assert set(names) == set(kept)
    told = [record.message.partition(" (")[0] for record in caplog.records if "the database" in record.message]
    assert told == ["the database cannot be written", "the database can be written again."]


async def test_while_another_program_has_locked_the_file_it_is_read_and_refuses_to_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "LOCKED", 0.05)
    file = tmp_path / "tables.sqlite3"
    url = new_sqlite(file)
    names = select(PersonRow.name)
    async with Database.open(url) as database:
        with locked_by_another(file):
            outcomes = await asyncio.gather(*[database.write(add(f"p{k}")) for k in range(3)], return_exceptions=True)
            assert [type(one) for one in outcomes] == [DatabaseRefusesError] * 3
            assert await database.read(lambda connection: connection.scalars(names).all()) == []
            for another in (Database.open(url), opened(url)):
                with pytest.raises(SettingError, match=r"cannot be used: another program has locked it\.$"):
                    async with another:
                        pass
        assert await database.write(add("ada")) == "ada"
        assert await database.read(lambda connection: connection.scalars(names).all()) == ["ada"]


async def test_a_command_meets_the_lock_that_another_program_takes_after_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "LOCKED", 0.05)
    file = tmp_path / "tables.sqlite3"
    with pytest.raises(SettingError, match=r"does not answer: another program has locked it\.$"):
        async with opened(new_sqlite(file)) as database:
            with locked_by_another(file):
                await database.write(add("ada"))


async def test_what_was_written_is_there_after_the_database_is_opened_again(url: str) -> None:
    async with Database.open(url) as database:
        await database.write(add("ada"))
    async with Database.open(url) as database:
        names = await database.read(lambda connection: connection.scalars(select(PersonRow.name)).all())
        assert names == ["ada"]


async def test_the_migrations_make_the_tables_of_the_models(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    async with Database.open(url) as database:
        differences = await database.read(
            lambda connection: compare_metadata(MigrationContext.configure(connection), Base.metadata)
        )
    assert differences == []


async def test_what_a_game_calls_its_moves_and_bots_may_be_long(url: str) -> None:
    """Six seats that move at once, in words: PostgreSQL would refuse what is longer than its column."""
    move = "+".join(["catch-the-firefly-over-there"] * 6)

    async with Database.open(url) as database:
        await database.write(fill(move, "as-strong-as-anybody-can-be"))
        await database.read(partial(holds, move=move, level="as-strong-as-anybody-can-be"))


def fill(move: str, level: str):  # type: ignore[no-untyped-def]
    """Writes a table with one person, a move and a choice."""

    def job(connection: Connection) -> None:
        add("ada")(connection)
        connection.execute(
            insert(TableRow).values(id="t", host="ada", agreement="{}", created_at=now(), is_listed=False)
        )
        connection.execute(insert(SeatRow).values(table_id="t", number=0, level=level, key="k"))
        connection.execute(insert(PlyRow).values(table_id="t", ply=0, game=0, move=move, played_at=now()))
        connection.execute(insert(ChoiceRow).values(table_id="t", ply=1, seat=0, action=move[:28]))

    return job


def holds(connection: Connection, move: str, level: str) -> None:
    assert connection.scalar(select(PlyRow.move)) == move
    assert connection.scalar(select(ChoiceRow.action)) == move[:28]
    assert connection.scalar(select(SeatRow.level)) == level


async def test_tables_go_back_a_revision_and_forward_again_with_what_is_in_them(url: str) -> None:
    async with Database.open(url) as database:
        await database.write(fill("stay+go", "greedy"))
    engine = create_engine(url)
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "-1")
    engine.dispose()
    async with Database.open(url) as database:
        await database.read(partial(holds, move="stay+go", level="greedy"))


async def test_sqlite_keeps_what_it_answered_even_without_power(tmp_path) -> None:  # type: ignore[no-untyped-def]
    async with Database.open(f"sqlite:///{tmp_path}/x.sqlite3") as database:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            asked = text(f"PRAGMA {pragma}")
            assert await database.read(partial(Connection.scalar, statement=asked)) == value


async def test_a_database_of_sqlite_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        async with Database.open(f"sqlite:///{tmp_path / 'tables.sqlite3'}"):
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert set(modes) == {"tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm"}
    assert set(modes.values()) == {0o600}


def test_a_shown_url_holds_no_password() -> None:
    assert "garden" not in without_password("postgresql+psycopg://ada:garden@localhost/x")
