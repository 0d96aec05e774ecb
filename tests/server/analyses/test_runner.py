"""Analyses are made in the background, one at a time, by threads that give way, and kept in the database."""

from __future__ import annotations

import asyncio
import os
import threading
from dataclasses import replace

import pytest
from sqlalchemy import update
from tests.kit.harness import Harness

import jardinet.server.analyses.runner as module
from jardinet.analysis.model import to_json
from jardinet.analysis.review import Review, review_of
from jardinet.play.record import Record, decisions_of
from jardinet.play.record_format import read, write
from jardinet.server.analyses.runner import SCHEMA, AnalysisRunner, BrokenAnalysisError
from jardinet.server.background import NICENESS
from jardinet.server.storage.models import AnalysisRow
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import StandIn, TableGame
from jardinet.words.analysis import report
from jardinet.words.game_words import load_words
from jardinet.words.language import load_language

pytestmark = pytest.mark.anyio


async def finished(harness: Harness, game: str = "maudits_criquets") -> tuple[TableState, TableGame]:
    ada = await harness.person("Ada")
    agreement = Agreement(game, {}, ["person", "greedy"], first="1", seed=1)  # a deal in which Ada errs
    table_id = await harness.service.open_table(ada, "Ada", agreement)
    await harness.play_to_its_end(table_id)
    table = await harness.service.load(table_id)
    return table, table.games[0]


async def found(runner: AnalysisRunner, table: TableState, game: TableGame) -> Review:
    while (review := await runner.find(table, game)) is None:
        await asyncio.sleep(0.01)
    return review


async def test_what_was_found_is_kept_for_all_processes(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table, game = await finished(harness)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        assert await runner.find(table, game) is None
        told = await found(runner, table, game)
    record = table.record_of(game)
    assert record
    assert told == review_of(record)
    monkeypatch.setattr(module, "review_of", None)  # nobody makes it again
    assert await AnalysisRunner(harness.database, harness.changes.append).find(table, game) == told


async def test_one_of_another_schema_is_made_again(harness: Harness) -> None:
    table, game = await finished(harness)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        told = await found(runner, table, game)
        older = update(AnalysisRow).values(schema=SCHEMA - 1, content="{}")
        await harness.database.write(lambda connection: connection.execute(older))
        assert await found(runner, table, game) == told


@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
async def test_what_bots_chose_in_a_persons_place_is_neither_their_error_nor_their_practice(
    harness: Harness, name: str
) -> None:
    table, game = await finished(harness, name)
    plain = table.record_of(game)
    assert plain
    own = decisions_of(plain)[0]
    stand_ins = tuple(StandIn(game.log[0].ply + before, 0, "skilled", is_late=True) for before in own)
    game = replace(game, stand_ins=stand_ins)
    table = table.with_game(game)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        told = await found(runner, table, game)
        assert not await runner.practisers(table)
    yours, others = told.analysis.accounts
    assert (yours.errors, yours.error_rate, yours.decisions) == (0, 0, 0)
    assert yours.bot_errors > 0 and others.bot_errors == 0
    record = table.record_of(game)
    assert record
    (reread,) = read(write(record))
    assert to_json([review_of(reread).analysis]) == to_json([told.analysis])
    words = load_words(load_language("en"), reread.game, ["Ada", "Greedy"], None)
    text = str(report(words, told, reread.moves))
    assert "bots' errors" in text and "Skilled played for Ada. Better:" in text and "Better for Ada" not in text


async def test_it_is_made_in_a_thread_that_gives_way(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int]] = []

    def watched(record: Record) -> Review:
        priority = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        seen.append((threading.current_thread().name, priority))
        return review_of(record)

    monkeypatch.setattr(module, "review_of", watched)
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
    made: list[Review] = []

    def noted(record: Record) -> Review:
        made.append(review_of(record))
        return made[-1]

    monkeypatch.setattr(module, "review_of", noted)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        await runner.explain(gone, game)
        await found(runner, table, game)
    assert len(made) == 2
    assert not caplog.records


async def test_asking_who_may_practise_explains_nothing(harness: Harness) -> None:
    table, game = await finished(harness)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        assert not await runner.practisers(table)
        assert not runner._waiting
        await runner.explain(table, game)
        assert await runner.practisers(table) == {table.seats[0].person}


async def test_what_failed_is_tried_again_after_a_while_and_not_before(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(record: Record) -> Review:
        raise MemoryError

    table, game = await finished(harness)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        with monkeypatch.context() as patched, pytest.raises(BrokenAnalysisError):
            patched.setattr(module, "review_of", fails)
            await found(runner, table, game)
        with pytest.raises(BrokenAnalysisError):
            await runner.find(table, game)
        monkeypatch.setattr(module, "TRY_AGAIN", 0)
        assert await found(runner, table, game)


async def test_of_many_games_that_failed_the_oldest_is_forgotten(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "review_of", None)
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
