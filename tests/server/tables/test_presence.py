"""Who is there, as one process knows it and as several do together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from functools import partial
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update
from tests.kit.harness import Harness
from tests.kit.servers import SHORT
from tests.server.tables.test_service import TWO, first_legal, seated

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PresenceRow
from jardinet.server.tables import commands, presence
from jardinet.server.tables.agreement import Agreement, Bank
from jardinet.server.tables.clock_watcher import ClockWatcher
from jardinet.server.tables.errors import StaleError
from jardinet.server.tables.happenings import Subscribers
from jardinet.server.tables.service import TableService

pytestmark = pytest.mark.anyio

AT_ONCE = -presence.AHEAD  # seconds: two processes may read the database's clock a little apart
AWAY = replace(SHORT, away_after=AT_ONCE)


@pytest.fixture
async def other(url: str, harness: Harness) -> AsyncIterator[TableService]:
    """Another process of the server."""
    async with Database.open(url) as database:
        yield TableService(database)


async def rows(harness: Harness) -> int:
    count = select(func.count()).select_from(PresenceRow)
    return await harness.database.read(lambda connection: connection.execute(count).scalar_one())


async def test_the_host_seats_no_bot_for_somebody_whose_page_is_open_at_another_process(
    harness: Harness, other: TableService
) -> None:
    table_id, ada, ben = await seated(harness, TWO)
    with other.presence.page(table_id, ben):
        other.presence.saw(await other.load(table_id), ben)
        await other.presence.look()
        with pytest.raises(StaleError, match="Ben is here: ask"):
            await harness.service.seat_bot(table_id, 1, ada, "greedy")
    assert (await harness.service.load(table_id)).bots() == {}


async def test_a_minute_after_their_last_page_was_closed_somebody_is_away_for_all_processes(
    harness: Harness, other: TableService
) -> None:
    table_id, ada, ben = await seated(harness, TWO)
    table = await other.load(table_id)
    with other.presence.page(table_id, ben):
        other.presence.saw(table, ben)
    await other.presence.look()
    for seconds, is_away in ((55, False), (65, True)):
        seen_at = harness.database.now() - timedelta(seconds=seconds)
        earlier = update(PresenceRow).values(seen_at=seen_at)
        await harness.database.write(partial(Connection.execute, statement=earlier))
        fresh = TableService(harness.database)
        assert (ben in await fresh.presence.look_at(table)) == is_away
    await harness.service.seat_bot(table_id, 1, ada, "greedy")
    assert (await harness.service.load(table_id)).bots() == {1: "greedy"}


async def test_an_open_page_keeps_somebody_there_and_without_one_a_minute_does_not(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, ada, ben = await seated(harness, TWO)
    here, table = harness.service.presence, await harness.service.load(table_id)
    start, passed = monotonic(), 0.0
    monkeypatch.setattr(presence, "monotonic", lambda: start + passed)
    with here.page(table_id, ada):
        here.saw(table, ada)
        here.saw(table, ben)
        assert here.unseen(table) == frozenset()
        passed = 61.0
        assert here.unseen(table) == {ben}
    assert here.unseen(table) == {ben}
    passed = 122.0
    assert here.unseen(table) == {ada, ben}


async def test_it_is_told_when_somebody_comes_and_when_they_are_gone(
    harness: Harness, other: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the page of whoever waits says so by itself, at whichever process it is open."""
    table_id, _ada, ben = await seated(harness, TWO)
    harness.changes.clear()
    with other.presence.page(table_id, ben):
        other.presence.saw(await other.load(table_id), ben)
        await other.presence.look()
        for _ in range(2):
            await harness.service.presence.look()
            assert harness.changes == [table_id]
    await other.presence.look()
    monkeypatch.setattr(harness.service.presence, "_intervals", AWAY)
    for _ in range(2):
        await harness.service.presence.look()
        assert harness.changes == [table_id, table_id]


async def test_those_who_only_watch_cost_no_row_and_those_who_play_one_however_much_they_do(harness: Harness) -> None:
    table_id, ada, ben = await seated(harness, TWO)
    here, table = harness.service.presence, await harness.service.load(table_id)
    with ExitStack() as pages:
        for number in range(1000):
            pages.enter_context(here.page(table_id, f"watcher {number}"))
            here.saw(table, f"watcher {number}")
            here.saw(table, ada)
        pages.enter_context(here.page(table_id, None))
        here.saw(table, None)
        assert await rows(harness) == 0  # nothing is written by looking at a table
        await here.look()
        assert await rows(harness) == 1
        assert here.unseen(table) == {ben}
        assert here.attendance(table).watching == 1001


async def test_who_was_not_seen_for_long_is_forgotten(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id, ada, ben = await seated(harness, TWO)
    here, table = harness.service.presence, await harness.service.load(table_id)
    here.saw(table, ada)
    await here.look()
    monkeypatch.setattr(harness.service.presence, "_intervals", AWAY)
    here.saw(table, ben)
    await here.look()
    assert await rows(harness) == 2
    assert set(here.attendance(table).left_at) == {ada, ben}
    monkeypatch.setattr(presence, "KEPT", AT_ONCE)
    here.saw(table, ben)
    await here.look()
    assert await rows(harness) == 0
    assert here._seen == {}
    assert here.attendance(table).left_at == {}


async def test_since_when_somebody_is_away_is_known_to_all_processes(
    harness: Harness, other: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, _ada, ben = await seated(harness, TWO)
    table = await other.load(table_id)
    with other.presence.page(table_id, ben):
        other.presence.saw(table, ben)
    await other.presence.look()
    earlier = update(PresenceRow).values(seen_at=harness.database.now() - timedelta(minutes=5))
    await harness.database.write(partial(Connection.execute, statement=earlier))
    await harness.service.presence.look()
    attendance = harness.service.presence.attendance(table)
    assert attendance.unseen == {ben, table.seats[0].person}
    assert set(attendance.left_at) == {ben}
    assert abs(attendance.at - attendance.left_at[ben] - timedelta(minutes=5)) < timedelta(seconds=5)


async def test_how_many_watch_is_known_to_all_processes_and_told_with_the_next_look(
    harness: Harness, other: TableService
) -> None:
    table_id, ada, _ben = await seated(harness, TWO)
    table, here, there = await harness.service.load(table_id), harness.service.presence, other.presence
    with ExitStack() as pages:
        for person in ("cleo", "cleo", "dan", None, None, ada):  # two pages of one person are one who watches
            pages.enter_context(here.page(table_id, person))
            here.saw(table, person)
        pages.enter_context(there.page(table_id, "eve"))
        assert (here.attendance(table).watching, there.attendance(table).watching) == (4, 1)
        harness.changes.clear()
        await there.look()
        for _ in range(2):
            await here.look()
            assert harness.changes == [table_id]
        await there.look()
        assert (here.attendance(table).watching, there.attendance(table).watching) == (5, 5)
    await here.look()
    assert harness.changes == [table_id] * 2
    await there.look()
    await here.look()
    assert (here.attendance(table).watching, there.attendance(table).watching) == (0, 0)


async def test_somebody_whose_time_was_up_twice_is_away_though_their_page_is_open(harness: Harness) -> None:
    table_id, ada, ben = await seated(harness, TWO)
    here = harness.service.presence
    with here.page(table_id, ben):
        here.saw(await harness.service.load(table_id), ben)
        while (table := await harness.service.load(table_id)).seats[1].timeouts < 2:
            with pytest.raises(StaleError):
                await harness.service.seat_bot(table_id, 1, ada, "greedy")
            seat = table.awaited()[0]
            await harness.service.do(
                table_id, commands.Play(seat, table.ply, (first_legal(table, seat),))
            )  # as for who is late
        await harness.service.seat_bot(table_id, 1, ada, "greedy")


@pytest.mark.parametrize("pace", [{"seconds_a_turn": 600}, {"bank": Bank(600, 5)}])
async def test_deadlines_go_by_the_databases_clock_whatever_the_process_believes(
    harness: Harness, url: str, monkeypatch: pytest.MonkeyPatch, pace: dict[str, Any]
) -> None:
    ada = await harness.person("Ada")
    timed = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "greedy"], first="1", **pace)
    right = await harness.service.load(await harness.service.open_table(ada, "Ada", timed))
    now = harness.database.now()

    class AnHourAhead(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> AnHourAhead:
            return super().now(tz) + timedelta(hours=1)

    monkeypatch.setattr("jardinet.server.storage.models.datetime", AnHourAhead)
    async with Database.open(url) as database:
        woken = list[str]()
        await ClockWatcher(database, Subscribers(), woken.append, SHORT).once()
        assert not woken
        service = TableService(database)
        table = await service.load(await service.open_table(ada, "Ada", timed))
    assert right.deadline
    assert table.deadline
    for deadline in (right.deadline, table.deadline):
        assert abs(deadline - now - timedelta(minutes=10)) < timedelta(minutes=1)
