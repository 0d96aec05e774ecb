"""The outbox: what must not be lost is stored with its change, done by one process, again where that failed, and then gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import delete, func, select
from tests.kit.harness import Harness
from tests.kit.servers import SHORT

import jardinet.server.tables.outbox as module
from jardinet.server.storage.database import DatabaseAwayError
from jardinet.server.storage.models import HappeningRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import DAY, Agreement, Bank
from jardinet.server.tables.happenings import GameEnded, Subscribers, TurnCame
from jardinet.server.tables.outbox import MOST_TRIES, Outbox

pytestmark = pytest.mark.anyio


async def stored(harness: Harness) -> int:
    count = select(func.count()).select_from(HappeningRow)
    return await harness.database.read(lambda connection: connection.scalar(count) or 0)


async def ended(harness: Harness, game: str = "maudits_criquets") -> str:
    """A table whose game has ended, and nobody has done anything about it."""
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", Agreement(game, {}, ["person", "greedy"]))
    await harness.play_to_its_end(table_id)
    return table_id


def outbox(harness: Harness, do: Callable[[GameEnded], Awaitable[None]]) -> Outbox[GameEnded]:
    return Outbox(harness.database, Subscribers(), GameEnded, do, SHORT)


async def none_left(harness: Harness) -> None:
    async with asyncio.timeout(20):
        while await stored(harness):
            await asyncio.sleep(0.01)


async def test_an_end_is_stored_with_its_play_and_nothing_before_is(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", Agreement("lucky_numbers", {}, ["person", "greedy"]))
    table = await harness.service.load(table_id)
    while not table.is_over:
        assert await stored(harness) == 0
        assert table.state
        seat = table.awaited()[0]
        text = table.state.action_to_string(seat, table.state.legal_actions(seat)[-1])
        table = await harness.service.do(table_id, commands.Play(seat, table.ply, (text,)))
    assert await stored(harness) == 1


async def test_what_a_process_left_is_done_by_another_one_and_only_once(harness: Harness) -> None:
    table_id, done = await ended(harness), list[GameEnded]()

    async def do(one: GameEnded) -> None:
        done.append(one)

    async with AsyncExitStack() as stack:
        for _ in range(3):  # as three processes would
            await stack.enter_async_context(outbox(harness, do).running())
        await none_left(harness)
    table = await harness.service.load(table_id)
    assert table.state
    assert [(one.table_id, one.game, list(one.winners)) for one in done] == [(table_id, 1, table.state.winners())]


async def test_what_happens_meanwhile_is_done_at_once(harness: Harness) -> None:
    done = asyncio.Event()

    async def do(_one: GameEnded) -> None:
        done.set()

    patient = Outbox(harness.database, harness.service.subscribers, GameEnded, do, replace(SHORT, outbox=600.0))
    async with patient.running():
        await ended(harness)
        async with asyncio.timeout(5):
            await done.wait()


async def test_what_fails_is_tried_again_and_given_up_at_last(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "LEASE", timedelta(0))
    tries = list[GameEnded]()

    async def fail(one: GameEnded) -> None:
        tries.append(one)
        raise MemoryError

    await ended(harness)
    async with outbox(harness, fail).running():
        await none_left(harness)
    assert len(tries) == MOST_TRIES
    assert tries == [tries[0]] * MOST_TRIES
    assert [record.levelname for record in caplog.records] == ["ERROR"] * MOST_TRIES


async def test_nobody_else_has_it_while_somebody_does_it(harness: Harness) -> None:
    begun, tries = asyncio.Event(), list[GameEnded]()

    async def last(one: GameEnded) -> None:
        tries.append(one)
        begun.set()
        await asyncio.Event().wait()

    await ended(harness)
    async with outbox(harness, last).running(), outbox(harness, last).running():
        await begun.wait()
        await asyncio.sleep(2 * SHORT.outbox)
    assert len(tries) == 1
    assert await stored(harness) == 1  # both processes are gone: it is left for the next


async def test_while_the_database_is_away_nothing_counts_as_done(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "LEASE", timedelta(0))
    tries = list[GameEnded]()

    async def do(one: GameEnded) -> None:
        tries.append(one)
        if len(tries) == 1:
            raise DatabaseAwayError

    await ended(harness)
    async with outbox(harness, do).running():
        await none_left(harness)
    assert len(tries) == 2
    assert not caplog.records


async def test_a_turn_is_stored_where_a_person_has_days_for_it_and_no_live_one_is(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    for pace in ({}, {"seconds_a_turn": 60}, {"bank": Bank(60, 5)}):
        live = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "person"], first="1", **pace)
        await begun(harness, live, ada, ben)
    assert await stored(harness) == 0
    slow = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "greedy"], first="1", seconds_a_turn=2 * DAY)
    table_id = await harness.service.open_table(ada, "Ada", slow)
    assert await stored(harness) == 1, "her first turn came as the table was opened"
    told = list[TurnCame]()

    async def tell(one: TurnCame) -> None:
        told.append(one)

    async with Outbox(harness.database, harness.service.subscribers, TurnCame, tell, SHORT).running():
        await none_left(harness)
        table = await harness.service.load(table_id)
        while len(told) == 1:  # the bot's turn in between is nobody's
            assert table.state
            seat = table.awaited()[0]
            text = table.state.action_to_string(seat, table.state.legal_actions(seat)[0])
            table = await harness.service.do(table_id, commands.Play(seat, table.ply, (text,)))
            await none_left(harness)
    assert [(one.table_id, one.seat, one.person) for one in told] == [(table_id, 0, ada)] * 2


async def test_the_first_turn_of_a_rematch_is_stored_too(harness: Harness) -> None:
    ada = await harness.person("Ada")
    slow = Agreement("maudits_criquets", {}, ["person", "greedy"], seconds_a_turn=DAY)
    table_id = await harness.service.open_table(ada, "Ada", slow)
    await harness.play_to_its_end(table_id)
    await harness.database.write(lambda connection: connection.execute(delete(HappeningRow)))
    await harness.service.rematch(table_id, ada)
    assert await stored(harness) == 1


async def begun(harness: Harness, agreement: Agreement, ada: str, ben: str) -> None:
    """A table at which both have played once."""
    table_id = await harness.service.open_table(ada, "Ada", agreement)
    table = await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    for _play in range(4):
        assert table.state
        seat = table.awaited()[0]
        text = table.state.action_to_string(seat, table.state.legal_actions(seat)[0])
        table = await harness.service.do(table_id, commands.Play(seat, table.ply, (text,)))
