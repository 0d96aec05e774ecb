from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.server.storage.database import Database, without_password
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import Base, PersonRow, now

pytestmark = pytest.mark.anyio


def add(name: str, *, fails: bool = False):  # type: ignore[no-untyped-def]
    async def job(connection: AsyncConnection) -> str:
        await connection.execute(insert_into(connection, PersonRow).values(id=name, name=name, created_at=now()))
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
        async with database.reading() as connection:
            assert await connection.scalar(select(func.count()).select_from(PersonRow)) == sum(
                k % 7 != 3 for k in range(40)
            )


async def test_what_was_written_is_there_after_the_database_is_opened_again(url: str) -> None:
    async with Database.open(url) as database:
        await database.write(add("ada"))
    async with Database.open(url) as database, database.reading() as connection:
        assert (await connection.scalars(select(PersonRow.name))).all() == ["ada"]


async def test_the_migrations_make_the_tables_of_the_models(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    async with Database.open(url) as database, database.reading() as connection:
        differences = await connection.run_sync(
            lambda one: compare_metadata(MigrationContext.configure(one), Base.metadata)
        )
    assert differences == []


async def test_sqlite_keeps_what_it_answered_even_without_power(tmp_path) -> None:  # type: ignore[no-untyped-def]
    async with Database.open(f"sqlite+aiosqlite:///{tmp_path}/x.sqlite3") as database, database.reading() as connection:
        assert await connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert await connection.scalar(text("PRAGMA synchronous")) == 2
        assert await connection.scalar(text("PRAGMA foreign_keys")) == 1


async def test_a_shown_url_holds_no_password() -> None:
    assert "garden" not in without_password("postgresql+asyncpg://ada:garden@localhost/x")
