"""Statements that are put together once do what SQLAlchemy's own do, in both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import Base, PersonRow, now
from jardinet.server.storage.prepared import Prepared

pytestmark = pytest.mark.anyio

PEOPLE = Base.metadata.tables["people"]


async def test_rows_are_stored_and_changed_as_by_sqlalchemy_and_counted(url: str) -> None:
    made: list[str] = []

    def new(_connection: Connection):  # type: ignore[no-untyped-def]
        made.append("new")
        return insert(PEOPLE)

    at = now()
    add, change = Prepared(new), Prepared(lambda _connection: update(PEOPLE).where(PersonRow.id == bindparam("known")))
    rows = [{"id": f"{number:032x}", "name": f"Person {number} %s ?", "created_at": at} for number in range(3)]

    def job(connection: Connection) -> list[int]:
        return [
            add.run(connection, rows[:1]),
            add.run(connection, rows[1:]),
            change.run(connection, [{"name": "Ada", "known": rows[1]["id"]}]),
            change.run(connection, [{"name": "Ben", "created_at": at, "known": "nobody"}]),
        ]

    async with Database.open(url) as database:
        assert await database.write(job) == [1, 2, 1, 0]
        assert made == ["new"], "its text was kept"
        stored = select(PersonRow.id, PersonRow.name, PersonRow.created_at).order_by(PersonRow.id)
        found = await database.read(lambda connection: [tuple(row) for row in connection.execute(stored)])
        named = [rows[0]["name"], "Ada", rows[2]["name"]]
        assert found == [(row["id"], name, at) for row, name in zip(rows, named, strict=True)]


async def test_a_refusal_is_sqlalchemys_and_tells_no_values(url: str) -> None:
    add = Prepared(lambda _connection: insert(PEOPLE))
    row = {"id": "a" * 32, "name": "Ophelia", "created_at": now()}
    async with Database.open(url) as database:
        await database.write(lambda connection: add.run(connection, [row]))
        with pytest.raises(IntegrityError) as refused:
            await database.write(lambda connection: add.run(connection, [row]))
        assert "Ophelia" not in str(refused.value)
