"""Workers: rounds are done again and again, whatever one of them meets, and are over when the server closes."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from typing import Any, ClassVar

import pytest
from sqlalchemy.exc import OperationalError
from tests.kit.servers import settings_of

from jardinet.server import worker as module
from jardinet.server.messaging import Messaging
from jardinet.server.services import services_of
from jardinet.server.storage.absence import Absence
from jardinet.server.storage.database import DatabaseAwayError
from jardinet.server.worker import WHEN_CALLED, Worker, working

pytestmark = pytest.mark.anyio


class Gardener(Worker):
    """Worker that notes its rounds, and meets in each what it is given: an error, or seconds until the next."""

    name = "gardener"

    def __init__(self, *met: Exception | float) -> None:
        super().__init__()
        self.met = list(met)
        self.rounds = 0
        self.ended = ""

    async def once(self) -> float:
        self.rounds += 1
        met = self.met.pop(0) if self.met else WHEN_CALLED
        if isinstance(met, Exception):
            raise met
        return met

    async def finish(self) -> None:
        self.ended += "finished"


async def reaches(one: Gardener, rounds: int) -> None:
    async with asyncio.timeout(20):
        while one.rounds < rounds:
            await asyncio.sleep(0.001)


async def test_rounds_follow_each_other_and_a_call_brings_the_next_one() -> None:
    one = Gardener(0.0, 0.001, 3600.0)
    async with one.running():
        await reaches(one, 3)
        one.call(3600.0)
        one.call(0.001)
        await reaches(one, 4)
        one.call()
        await reaches(one, 5)
    assert one.ended == "finished"


async def test_a_fault_is_told_once_and_so_is_its_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.001)
    one = Gardener(
        ValueError("a spade"), ValueError("a spade"), 0.0, OperationalError("select 1", {}, Exception("odd"))
    )
    async with one.running():
        await reaches(one, 5)
        await asyncio.sleep(0.01)
    told = [(record.levelname, bool(record.exc_info)) for record in caplog.records]
    assert told == [("ERROR", True), ("WARNING", False), ("ERROR", False), ("WARNING", False)]


async def test_an_absent_database_is_no_fault_of_the_worker(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.001)
    one = Gardener(DatabaseAwayError("gone"), DatabaseAwayError("gone"))
    async with one.running():
        await reaches(one, 3)
    assert not [record for record in caplog.records if record.levelno > logging.DEBUG]


async def test_it_says_that_it_is_late_while_rounds_fail_and_not_while_it_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.001)
    monkeypatch.setattr(Worker, "patience", 0.05)
    one = Gardener(0.0, WHEN_CALLED, *[ValueError() for _ in range(100_000)])
    async with one.running():
        await reaches(one, 2)
        await asyncio.sleep(0.1)
        assert one.trouble() == ""
        one.call()
        async with asyncio.timeout(20):
            while not one.trouble():
                await asyncio.sleep(0.01)
        assert one.trouble() == "nothing has been done for 0 s"
        one.met.clear()
        async with asyncio.timeout(20):
            while one.trouble():
                await asyncio.sleep(0.01)


class Digger(Gardener):
    """Worker whose round takes until it is over."""

    async def once(self) -> float:
        self.rounds += 1
        try:
            await self.dig()
            self.ended += "round, "
        except asyncio.CancelledError:
            self.ended += "cut off, "
            raise
        return 0.0

    async def dig(self) -> None:
        await self.pause(3600.0)


class Hasty(Digger):
    """One that may be cut off, and does not look whether the server closes."""

    is_cut_off: ClassVar[bool] = True

    async def dig(self) -> None:
        await asyncio.Event().wait()


@pytest.mark.parametrize(("kind", "ended"), [(Digger, "round, finished"), (Hasty, "cut off, finished")])
async def test_at_the_end_a_round_is_finished_or_cut_off(kind: type[Digger], ended: str) -> None:
    one = kind()
    async with asyncio.timeout(20), working([one]):
        await reaches(one, 1)
    assert (one.ended, one.rounds) == (ended, 1)


async def test_a_start_that_fails_ends_those_that_have_started() -> None:
    class Clumsy(Gardener):
        async def start(self) -> float:
            raise ValueError("no boots")

    first, clumsy = Gardener(), Clumsy()
    with pytest.raises(ValueError, match="no boots"):
        async with working([first, clumsy]):
            pass
    assert (first.ended, clumsy.ended) == ("finished", "")


def test_the_docs_have_a_row_for_every_worker(tmp_path: Path) -> None:
    settings = settings_of(
        f"sqlite:///{tmp_path / 'tables.sqlite3'}", prune_days=90, messaging=Messaging("mailto:host@example.org")
    )
    services = services_of(settings)
    docs = (Path(__file__).parents[2] / "docs/architecture.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z][\w-]+)` \| .+ \|$", docs, re.MULTILINE) == [one.name for one in services.workers]


def test_an_absence_is_told_once_and_what_was_asked_before_an_answer_tells_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    absence, later = Absence(), 1e12
    for kind in ("read", "write", "read"):
        absence.note(kind, DatabaseAwayError("gone"), later)
    absence.end("read")
    absence.note("read", DatabaseAwayError("gone"), 0.0)
    absence.end("write")
    absence.end("write")
    told: list[Any] = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert told == ["the database does not answer (gone)", "the database answers again."]
