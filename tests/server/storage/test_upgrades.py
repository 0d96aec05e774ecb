"""Upgrades: a migration keeps what is there, and a process of the version before plays on while a newer one has begun."""

from __future__ import annotations

from functools import partial

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine
from tests.kit.harness import Harness
from tests.server.storage.test_database import fill, holds

from jardinet.server.settings import SettingError
from jardinet.server.storage.database import Database
from jardinet.server.storage.migrating import migrations
from jardinet.server.storage.models import Base
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement

pytestmark = pytest.mark.anyio

BIDDERS = Agreement("maudits_criquets", {}, ["person", "person"])


@pytest.mark.parametrize("revision", ["0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010"])
async def test_what_is_in_the_tables_is_kept_from_each_revision_on(url: str, revision: str) -> None:
    async with Database.open(url) as database:
        await database.write(fill("stay+go", "greedy"))
    engine = create_engine(url)
    with engine.begin() as connection:
        command.downgrade(migrations(connection), revision)
    engine.dispose()
    async with Database.open(url) as database:
        await database.read(partial(holds, move="stay+go", level="greedy"))


def migrate_further(connection: Connection) -> None:
    """What a migration of a newer version may do: see CONTRIBUTING.md."""
    for table in Base.metadata.tables:
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN later INTEGER NOT NULL DEFAULT 0")
    connection.exec_driver_sql("CREATE TABLE laters (id INTEGER PRIMARY KEY)")
    connection.exec_driver_sql("CREATE INDEX ix_plies_later ON plies (later)")
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")


async def test_a_process_plays_on_while_a_newer_version_has_brought_the_tables_further(
    harness: Harness, url: str
) -> None:
    service = harness.service
    ada, ben = [await harness.person(name) for name in ("Ada", "Ben")]

    async def play_a_round() -> None:
        table_id = await service.open_table(ada, "Ada", BIDDERS)
        table = await service.do(table_id, commands.Sit(1, ben, "Ben"))
        for _ in range(8):  # so often that statements are prepared
            for seat in table.awaited():
                assert table.state
                action = table.state.legal_actions(seat)[0]
                table = await service.do(
                    table_id, commands.Play(seat, table.ply, (table.state.action_to_string(seat, action),))
                )
        await service.do(table_id, commands.Say(ada, "hello"))
        await service.introduce(ada, "Ada")
        assert (await service.load(table_id)).ply == table.ply

    await play_a_round()
    await harness.database.write(migrate_further)
    await play_a_round()
    with pytest.raises(SettingError, match="comes from a newer Jardinet"):
        async with Database.open(url):
            pass
