"""Lists of tables: a page at a time, by an index, whatever else is stored."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, delete, event, insert, text, update
from tests.kit.harness import Harness

from jardinet.server.people.results import every_result_of, results_of
from jardinet.server.storage.models import PersonRow, PresenceRow, SeatRow, TableRow, now
from jardinet.server.storage.result_models import ResultRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import DAY, Agreement
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.lists import (
    PAGE_SIZE,
    awaiting,
    followed_by,
    open_tables,
    running_tables,
    still_running,
    tables_of,
    waiting_tables,
)

pytestmark = pytest.mark.anyio

LISTED = Agreement("lucky_numbers", {}, ["person", "person"], is_listed=True)
OWN = Agreement("lucky_numbers", {}, ["person", "person"])
ALONE = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "random"], first="1")


async def test_an_open_table_is_listed_until_nobody_is_missing(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    open_id = await harness.service.open_table(ada, "Ada", LISTED)
    own_id = await harness.service.open_table(ada, "Ada", OWN)
    found = (await open_tables(harness.database)).entries
    assert [(table.id, table.seats) for table in found] == [(open_id, ["Ada", None])]
    assert {own.table.id for own in (await tables_of(harness.database, ada)).entries} == {open_id, own_id}
    await harness.service.do(open_id, commands.Sit(1, ben, "Ben"))
    assert (await open_tables(harness.database)).entries == []
    assert [own.table.id for own in (await tables_of(harness.database, ben)).entries] == [open_id]


async def test_an_open_table_tells_that_its_host_is_away_and_goes_when_nobody_was_there_for_long(
    harness: Harness,
) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    of_three = Agreement("lucky_numbers", {}, ["person"] * 3, is_listed=True)
    ids = [await harness.service.open_table(ada, "Ada", of_three) for _table in range(3)]
    await harness.service.do(ids[1], commands.Sit(1, ben, "Ben"))

    async def seen(minutes: float, *places: tuple[str, str]) -> None:
        """All were made an hour ago, and only these were seen, so many minutes ago."""

        def job(connection: Connection) -> None:
            at = harness.service.now() - timedelta(minutes=minutes)
            rows = [{"table_id": table, "person_id": person, "seen_at": at} for table, person in places]
            connection.execute(delete(PresenceRow))
            for age, table in enumerate(reversed(ids)):
                made_at = now() - timedelta(hours=1, seconds=age)
                connection.execute(update(TableRow).where(TableRow.id == table).values(created_at=made_at))
            connection.execute(insert(PresenceRow), rows)

        await harness.database.write(job)

    async def told(before: str | None = None) -> list[tuple[str, bool]]:
        listed = await open_tables(harness.database, before, away_after=60.0)
        return [(one.id, one.host_is_here) for one in listed.entries]

    first, second, third = ids
    assert await told() == [(third, True), (second, True), (first, True)], "a host is there who has just made a table"
    await seen(0.5, (first, ada), (second, ben))
    assert await told() == [(first, True), (second, False)]
    await seen(0.5, (first, ada), (second, ben), (third, ben))
    assert await told() == [(first, True), (third, False), (second, False)], "a table without its host comes last"
    assert await told(before=first) == [(third, False), (second, False)]
    assert await told(before=third) == [(second, False)]
    await seen(29, (first, ada), (second, ben))
    assert await told() == [(second, False), (first, False)]
    await seen(31, (first, ada), (second, ben))
    assert await told() == []


async def test_a_table_that_is_over_is_no_longer_ones_own(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id, over = [await harness.service.open_table(ada, "Ada", OWN) for _table in range(2)]
    await harness.service.do(over, commands.Sit(1, ben, "Ben"))
    await harness.play_to_its_end(over)
    assert [own.table.id for own in (await tables_of(harness.database, ada)).entries] == [table_id]
    for person in (ada, ben):
        assert [(one.table_id, one.game) for one in await results_of(harness.database, person)] == [(over, 1)]
    assert await still_running(harness.database, ada, [table_id, over]) == {table_id}
    assert [(one.id, one.game, one.is_waiting) for one in await followed_by(harness.database, ada)] == [
        (table_id, "lucky_numbers", True)
    ]


async def test_a_list_tells_whether_a_table_waits_for_its_reader_without_replaying_it(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id, told = await harness.service.open_table(ada, "Ada", ALONE), []
    while True:
        (own,) = (await tables_of(harness.database, ada)).entries
        told.append(own.is_yours)
        table = await harness.service.load(table_id)
        assert own.is_yours == (0 in table.awaited())
        if not own.is_yours or table.state is None:
            break
        await harness.service.do(
            table_id, commands.Play(0, table.ply, (table.state.action_to_string(0, table.state.legal_actions(0)[0]),))
        )
    assert len(told) > 1  # from their turn to the bot's


async def test_a_table_does_not_wait_for_somebody_in_whose_place_a_bot_plays(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", ALONE)
    await harness.service.seat_bot(table_id, 0, ada, "random")
    assert [own.is_yours for own in (await tables_of(harness.database, ada)).entries] == [False]


async def test_long_lists_are_read_page_by_page_and_each_table_is_told_once(harness: Harness) -> None:
    ada, ids = await harness.person("Ada"), []
    for _table in range(2 * PAGE_SIZE + 3):
        ids.append(await harness.service.open_table(ada, "Ada", LISTED))

    def make_some_as_old_as_each_other(connection: Connection) -> None:
        at = now()
        connection.execute(update(TableRow).where(TableRow.id.in_(ids[5:40])).values(created_at=at))
        connection.execute(update(SeatRow).where(SeatRow.table_id.in_(ids[5:40])).values(opened_at=at))

    await harness.database.write(make_some_as_old_as_each_other)
    told: dict[str, list[str]] = {"open": [], "own": []}
    sizes, before = [], None
    while True:
        page = await open_tables(harness.database, before)
        told["open"] += [table.id for table in page.entries]
        sizes.append(len(page.entries))
        if page.last is None:
            break
        assert page.last == page.entries[-1].id
        before = page.last
    assert sizes == [PAGE_SIZE, PAGE_SIZE, 3]
    before = None
    while True:
        own = await tables_of(harness.database, ada, before)
        told["own"] += [one.table.id for one in own.entries]
        if (before := own.last) is None:
            break
    assert sorted(told["own"]) == sorted(told["open"]) == sorted(ids)


async def test_a_running_table_is_watched_while_somebody_is_there_for_a_day_and_only_if_it_was_listed(
    harness: Harness,
) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    ids = [await harness.service.open_table(ada, "Ada", one) for one in (LISTED, LISTED, OWN)]
    assert await running_tables(harness.database) == []
    for one in ids:
        table = await harness.service.do(one, commands.Sit(1, ben, "Ben"))
        harness.service.presence.saw(table, ben)
    assert await running_tables(harness.database) == [], "nobody has been noted there yet"
    await harness.service.presence.look()
    assert [one.id for one in await running_tables(harness.database)] == [ids[1], ids[0]]
    assert await running_tables(harness.database, besides=ben) == []

    async def made(**ago: float) -> None:
        made_at = update(TableRow).where(TableRow.id == ids[1]).values(created_at=now() - timedelta(**ago))
        await harness.database.write(lambda connection: connection.execute(made_at))

    await made(hours=23)
    assert [one.id for one in await running_tables(harness.database)] == [ids[0], ids[1]]
    await made(hours=25)
    assert [one.id for one in await running_tables(harness.database)] == [ids[0]]


async def test_a_list_cannot_go_on_after_a_table_that_there_is_not(harness: Harness) -> None:
    ada = await harness.person("Ada")
    lists = (partial(one, harness.database) for one in (open_tables, partial(tables_of, person=ada)))
    for asked in lists:
        with pytest.raises(NoSuchTableError, match="nowhere"):
            await asked(before="nowhere")
    with pytest.raises(NoSuchTableError, match="nowhere"):
        await results_of(harness.database, ada, before="nowhere")


async def test_what_waits_for_somebody_is_told_by_the_time_left(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    made: dict[str, str] = {}
    for days in (3, None, 1, 7):
        agreed = Agreement("lucky_numbers", {}, ["person"] * 2, first="1", seconds_a_turn=days and days * DAY)
        table_id = made[f"{days}"] = await harness.service.open_table(ada, "Ada", agreed)
        await harness.service.sit(table_id, 1, ben, "Ben")
    by_time = [made[days] for days in ("1", "3", "7", "None")]
    waiting = await waiting_tables(harness.database, ada)
    assert [one.table.id for one in waiting] == by_time
    for one in waiting:
        assert one.deadline == (await harness.service.load(one.table.id)).deadline
    assert await waiting_tables(harness.database, ben) == []
    found = await awaiting(harness.database, ada, made["1"])
    assert (found.waiting, found.first and found.first.id) == (3, made["3"])
    assert await awaiting(harness.database, ben, "") == (0, None)
    assert await harness.service.waiting_for(ada) == 4
    await harness.service.do(made["1"], commands.SeatBot(0, ada, "greedy"))
    assert [one.table.id for one in await waiting_tables(harness.database, ada)] == by_time[1:]


async def test_every_list_is_found_by_an_index_among_many_tables(harness: Harness) -> None:
    """The plan of each query names an index, and nothing is read from end to end."""
    ada = await harness.person("Ada")
    await harness.database.write(partial(fill, person=ada, count=2000))
    queries: list[Callable[[], Awaitable[object]]] = [
        lambda: open_tables(harness.database),
        lambda: open_tables(harness.database, "t1500"),
        lambda: running_tables(harness.database),
        lambda: running_tables(harness.database, besides=ada),
        lambda: tables_of(harness.database, ada),
        lambda: tables_of(harness.database, ada, "t1500"),
        lambda: results_of(harness.database, ada),
        lambda: results_of(harness.database, ada, "t1500"),
        lambda: every_result_of(harness.database, ada),
        lambda: followed_by(harness.database, ada),
        lambda: awaiting(harness.database, ada, "t1500"),
        lambda: waiting_tables(harness.database, ada),
        lambda: still_running(harness.database, ada, ["t1", "t2"]),
    ]
    for query in queries:
        plans = await plans_of(harness, query)
        assert plans
        for plan in plans:
            assert not re.search(r"SCAN (tables|seats|results)|Seq Scan on (tables|seats|results)", plan), plan
        assert not re.search(r"FOR ORDER BY|Sort", plans[0]), plans[0]


async def plans_of(harness: Harness, query: Callable[[], Awaitable[object]]) -> list[str]:
    """How the database finds what a query asks, statement by statement."""
    plans: list[str] = []

    def explain(connection: Connection, cursor: object, statement: str, parameters: Any, *_more: object) -> None:
        if statement.startswith("SELECT"):
            asked, is_sqlite = connection.connection.cursor(), connection.dialect.name == "sqlite"
            how = "EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN "
            # PostgreSQL would read and sort a small table, however good its indexes are.
            for way in () if is_sqlite else ("seqscan", "sort", "incremental_sort", "bitmapscan"):
                asked.execute(f"SET LOCAL enable_{way} = off")
            asked.execute(how + statement, parameters)
            plans.append("\n".join(" ".join(map(str, row)) for row in asked.fetchall()))

    engine = harness.database._reading
    event.listen(engine, "before_cursor_execute", explain)
    try:
        await query()
    finally:
        event.remove(engine, "before_cursor_execute", explain)
    return plans


def fill(connection: Connection, person: str, count: int) -> None:
    """Tables of many people, every twentieth of them the person's, every second one over."""
    connection.execute(insert(PersonRow), [{"id": f"p{k}", "name": "Ben", "created_at": now()} for k in range(100)])
    agreement = '{"game":"lucky_numbers","parameters":{},"seats":["person","person"]}'
    tables, seats = [], []
    for k in range(count):
        host, at = person if k % 20 == 0 else f"p{k % 100}", now() - timedelta(seconds=count - k)
        tables.append(
            {
                "id": f"t{k}",
                "host": host,
                "agreement": agreement,
                "created_at": at,
                "is_listed": k % 3 == 0,
                "is_waiting": k % 60 == 0,
                "is_over": k % 2 == 1,
            }
        )
        seats += [
            {
                "table_id": f"t{k}",
                "number": n,
                "person_id": (host, f"p{(k + 1) % 100}")[n],
                "key": f"k{k}-{n}",
                "opened_at": at,
                "is_over": k % 2 == 1,
            }
            for n in range(2)
        ]
    connection.execute(insert(TableRow), tables)
    connection.execute(insert(SeatRow), seats)
    results = [{"seat": seat["number"], "ended_at": seat["opened_at"], **seat} for seat in seats if seat["is_over"]]
    told = {
        "game": 1,
        "played": "lucky_numbers",
        "is_lesson": False,
        "share": 0.5,
        "points": 0,
        "plays": 9,
        "stood_in": 0,
    }
    names = ("table_id", "seat", "ended_at")
    connection.execute(insert(ResultRow), [{**told, **{name: one[name] for name in names}} for one in results])
    connection.execute(text("ANALYZE"))
