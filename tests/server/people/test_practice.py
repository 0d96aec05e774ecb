"""Positions to practise belong to whoever erred in them, are added once, have room for so many, and go with their table."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import func, select
from tests.kit.harness import Harness

from jardinet.analysis.practice import MOST, Judged, Position, coming
from jardinet.analysis.turning_points import LEAST
from jardinet.server.analyses.runner import AnalysisRunner
from jardinet.server.operation.admin import prune
from jardinet.server.people.practice import PositionKey, add, note_answer, position_of, progress_of
from jardinet.server.storage.models import PracticeRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement

pytestmark = pytest.mark.anyio


def position(before: int, cost: float) -> Position:
    judged = {"": Judged({"draw": cost, "take-3": 0.0}, {"take-3": 1.0})}
    return Position(0, before, before, "draw", cost, judged)


async def table_of(harness: Harness, person: str, second: str = "greedy") -> str:
    agreement = Agreement("lucky_numbers", {}, ["person", second], first="1", seed=1)  # a deal in which Ada errs
    return await harness.service.open_table(person, "Ada", agreement)


async def count(harness: Harness) -> int:
    found = select(func.count()).select_from(PracticeRow)
    return await harness.database.read(lambda connection: connection.scalar(found) or 0)


async def test_an_analysis_gives_whoever_played_their_own_errors_once(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await table_of(harness, ada)
    await harness.play_to_its_end(table_id)
    table = await harness.service.load(table_id)
    for _ in range(2):
        runner = AnalysisRunner(harness.database, harness.changes.append)
        async with runner.running():
            while (found := await runner.find(table, table.games[0])) is None:
                await asyncio.sleep(0.01)
        progress = await progress_of(harness.database, ada)
        assert progress
        assert await count(harness) == len(progress)
        for key, one in progress.items():
            kept = await position_of(harness.database, ada, key)
            assert kept
            assert (key.table_id, key.seat, kept.seat, kept.cost) == (table_id, 0, 0, one.cost)
            assert any((d.seat, d.cost) == (0, one.cost) for d in found.analysis.turns[kept.turn - 1].decisions)
        await harness.database.write(lambda connection: connection.exec_driver_sql("DELETE FROM analyses"))


async def test_what_a_bot_or_somebody_beside_chose_is_nobody_s(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await table_of(harness, ada, "person")
    await harness.service.do(table_id, commands.Sit(1, ada, "Ben", None, beside=True))
    table = await harness.service.load(table_id)
    await harness.service.seat_bot(table_id, 0, ada, "novice")
    async with harness.with_bots():
        while not (table := await harness.service.load(table_id)).is_over:
            if table.seats[0].level is None or 1 not in table.awaited():
                await asyncio.sleep(0.01)
                continue
            assert table.state
            last = table.state.action_to_string(1, table.state.legal_actions(1)[-1])
            await harness.service.do(table_id, commands.Play(1, table.ply, (last,)))
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        while await runner.find(table, table.games[0]) is None:
            await asyncio.sleep(0.01)
    assert not await progress_of(harness.database, ada)


async def test_answers_count_once_and_lead_on(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await table_of(harness, ada)
    found = {ada: [position(1, 0.2), position(2, 0.1)]}
    await harness.database.write(partial(add, table_id=table_id, game=1, found=found))
    costly, other = PositionKey(table_id, 1, 1, 0), PositionKey(table_id, 1, 2, 0)
    assert coming(await progress_of(harness.database, ada)) == [costly, other]
    for _ in range(2):
        await note_answer(harness.database, ada, costly, 0, is_right=False)
        assert coming(await progress_of(harness.database, ada)) == [other, costly]
    await note_answer(harness.database, ada, other, 0, is_right=True)
    await note_answer(harness.database, ada, costly, 1, is_right=True)
    await harness.database.write(partial(add, table_id=table_id, game=1, found=found))
    progress = await progress_of(harness.database, ada)
    assert {key: (one.tries, one.is_right) for key, one in progress.items()} == {costly: (2, True), other: (1, True)}


async def test_nobody_sees_or_answers_somebody_else_s(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await table_of(harness, ada)
    key = PositionKey(table_id, 1, 1, 0)
    await harness.database.write(partial(add, table_id=table_id, game=1, found={ada: [position(1, 0.2)], ben: []}))
    await note_answer(harness.database, ben, key, 0, is_right=True)
    assert await position_of(harness.database, ben, key) is None
    assert not await progress_of(harness.database, ben)
    assert not (await progress_of(harness.database, ada))[key].is_right


async def test_a_person_keeps_the_costliest(harness: Harness) -> None:
    ada = await harness.person("Ada")
    first, second = await table_of(harness, ada), await table_of(harness, ada)
    cheap = [position(k, LEAST + k / 1000) for k in range(MOST)]
    dear = [position(k, 0.5 + k / 1000) for k in range(10)]
    await harness.database.write(partial(add, table_id=first, game=1, found={ada: cheap}))
    await harness.database.write(partial(add, table_id=second, game=1, found={ada: dear}))
    progress = await progress_of(harness.database, ada)
    assert sorted(one.cost for one in progress.values()) == sorted(one.cost for one in [*cheap[10:], *dear])


async def test_they_go_with_their_table(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await table_of(harness, ada)
    await harness.database.write(partial(add, table_id=table_id, game=1, found={ada: [position(1, 0.2)]}))
    assert await count(harness) == 1
    gone = [one.id async for some in prune(harness.database, timedelta(0)) for one in some]
    assert gone == [table_id]
    assert await count(harness) == 0
