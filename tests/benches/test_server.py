"""The bench of the server: its small parts run whole, and what they rest upon is so."""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest
from benches.server.parts import Bench, Options, memory, plays, sign_ins, watchers
from benches.server.processes import Process
from benches.server.stored import multiply

from jardinet.server.storage.database import Database
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.service import TableService

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the bench runs on Linux"),
]

LITTLE = Options(rounds=1, plays=1, audiences=(0, 3), clicks=2, guesses=1)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_the_processor_time_of_a_process_is_its_own_and_not_that_of_the_clock_on_the_wall() -> None:
    code = "import time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\ninput()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as one:
        assert one.stdout
        one.stdout.readline()
        worked = Process(one.pid).seconds()
        assert 0.5 <= worked < 0.6
        time.sleep(0.3)  # it waits for a line
        assert Process(one.pid).seconds() == pytest.approx(worked, abs=0.05)
        one.communicate(b"\n")


async def test_whole_games_of_both_kinds_are_played_and_their_cost_is_told(tmp_path: Path) -> None:
    figures = [figure async for figure in plays(Bench(LITTLE, tmp_path, None, np.random.default_rng(1)))]
    costs = [figure for figure in figures if "processor time" in figure.name]
    assert len(costs) == 2
    for figure in costs:
        assert figure.value
        assert figure.ratio() is None  # no peer was asked


async def test_every_watcher_has_the_page_of_the_very_ply(tmp_path: Path) -> None:
    figures = {
        one.name: one
        for one in [one async for one in watchers(Bench(LITTLE, tmp_path, None, np.random.default_rng(1)))]
    }
    assert list(figures) == [
        "0 watching: processor time a play",
        "3 watching: processor time a play",
        "3 watching: until the last one sees it",
    ]
    assert all(figure.value for figure in figures.values())


async def test_copies_of_a_stored_table_are_tables_with_the_same_moves_and_other_people(tmp_path: Path) -> None:
    file, ada, ben = tmp_path / "tables.sqlite3", *(secrets.token_hex(16) for _ in range(2))
    agreement = Agreement("lucky_numbers", {}, ["person", "person"], first="1")
    async with Database.open(f"sqlite:///{file}") as database:
        service = TableService(database)
        for person, name in ((ada, "Ada"), (ben, "Ben")):
            await service.introduce(person, name)
        played, waiting = [await service.open_table(ada, "Ada", agreement) for _ in range(2)]
        await service.do(played, commands.Sit(1, ben, "Ben"))
        await service.do(played, commands.Play(0, (await service.load(played)).ply, ("place-a1",)))
    multiply(file, {played: 90, waiting: 10}, 200)
    async with Database.open(f"sqlite:///{file}") as database:
        service = TableService(database)
        model, first, last = [await service.load(one) for one in (played, f"{1:016x}", f"{199:016x}")]
        assert model.state
        assert first.state
        assert first.state.serialize() == model.state.serialize()
        assert not {seat.person for seat in first.seats} & {ada, ben}
        assert last.is_waiting
        assert {seat.key for seat in first.seats} & {seat.key for seat in model.seats} == set()


async def test_memory_is_told_of_a_server_that_has_just_started_and_of_one_that_was_played_at(tmp_path: Path) -> None:
    little = msgspec.structs.replace(LITTLE, opponent="greedy")
    idle, played = [one async for one in memory(Bench(little, tmp_path, None, np.random.default_rng(1)))]
    assert idle.value and played.value
    assert 50 < idle.value < played.value


async def test_guesses_of_one_handle_are_looked_at_by_fives_and_those_of_many_all(tmp_path: Path) -> None:
    figures = [one async for one in sign_ins(Bench(LITTLE, tmp_path, None, np.random.default_rng(1)))]
    assert [one.unit for one in figures] == ["ms", "MB"] * 2
    assert all(one.value is not None and one.value >= 0 for one in figures)
    assert figures[0].note.endswith("; 5 passwords were looked at")
    assert figures[2].note.endswith("; 20 passwords were looked at")
