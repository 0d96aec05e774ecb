"""Analyses are made in the background, one at a time, by threads that give way, and kept in the database."""

from __future__ import annotations

import asyncio
import os
import threading
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update
from tests.server.conftest import Harness

import jardinet.server.tables.analysis_runner as module
from jardinet.analysis.ledger import analyse
from jardinet.analysis.model import SCHEMA, Analysis
from jardinet.server.background import NICENESS
from jardinet.server.storage.models import AnalysisRow
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.analysis_runner import AnalysisRunner, BrokenAnalysisError
from jardinet.server.tables.table import TableGame, TableState

pytestmark = pytest.mark.anyio


async def finished(harness: Harness, game: str = "maudits_criquets") -> tuple[TableState, TableGame]:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", Agreement(game, {}, ["person", "random"]))
    await harness.play_to_its_end(table_id)
    table = await harness.service.load(table_id)
    return table, table.games[0]


async def found(runner: AnalysisRunner, table: TableState, game: TableGame) -> Analysis:
    while (analysis := await runner.find(table, game)) is None:
        await asyncio.sleep(0.01)
    return analysis


async def test_what_was_found_is_kept_for_all_processes(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table, game = await finished(harness)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        assert await runner.find(table, game) is None
        told = await found(runner, table, game)
    assert game.state
    assert told == analyse(game.state.get_game(), [one.move for one in game.log])
    monkeypatch.setattr(module, "analyse", None)  # nobody makes it again
    assert await AnalysisRunner(harness.database, harness.changes.append).find(table, game) == told


async def test_one_of_another_schema_is_made_again(harness: Harness) -> None:
    table, game = await finished(harness)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        told = await found(runner, table, game)
        older = update(AnalysisRow).values(schema=SCHEMA - 1, content="{}")
        await harness.database.write(lambda connection: connection.execute(older))
        assert await found(runner, table, game) == told


async def test_it_is_made_in_a_thread_that_gives_way(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int]] = []

    def watched(game: Any, moves: Any) -> Analysis:
        priority = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        seen.append((threading.current_thread().name, priority))
        return analyse(game, moves)

    monkeypatch.setattr(module, "analyse", watched)
    table, game = await finished(harness)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        await found(runner, table, game)
    ((name, priority),) = seen
    assert name.startswith("analysis")
    assert priority >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


async def test_of_a_table_that_is_gone_meanwhile_nothing_is_kept(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, game = await finished(harness)
    gone = replace(table, id="gone")
    made: list[Analysis] = []

    def noted(game: Any, moves: Any) -> Analysis:
        made.append(analyse(game, moves))
        return made[-1]

    monkeypatch.setattr(module, "analyse", noted)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        assert not runner.practisers(gone, game)
        await found(runner, table, game)  # after it
    assert len(made) == 2
    assert not caplog.records


async def test_what_failed_is_tried_again_after_a_while_and_not_before(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(game: Any, moves: Any) -> Analysis:
        raise MemoryError

    table, game = await finished(harness)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        with monkeypatch.context() as patched, pytest.raises(BrokenAnalysisError):
            patched.setattr(module, "analyse", fails)
            await found(runner, table, game)
        with pytest.raises(BrokenAnalysisError):
            await runner.find(table, game)
        monkeypatch.setattr(module, "TRY_AGAIN", 0)
        assert await found(runner, table, game)


async def test_of_many_games_that_failed_the_oldest_is_forgotten(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "analyse", None)
    monkeypatch.setattr(module, "MOST_KNOWN", 2)
    table, game = await finished(harness)
    tables = [replace(table, id=name) for name in ("first", "second", "third")]
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        for one in tables:
            with pytest.raises(BrokenAnalysisError):
                await found(runner, one, game)
        assert await runner.find(tables[0], game) is None
        with pytest.raises(BrokenAnalysisError):
            await runner.find(tables[2], game)
