"""Health: a process says of each of its parts whether it is ready, whatever hangs, and costs nobody anything by it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from sqlalchemy import create_engine, text
from tests.kit.databases import locked_by_another, new_postgresql, new_sqlite
from tests.kit.servers import process, serving, serving_app, settings_of
from tests.kit.stores import own_stores
from tests.kit.waiting import PATIENCE, until

from jardinet.bots.api import choose
from jardinet.server.app import create_app
from jardinet.server.bench import Visitor
from jardinet.server.http.closing import closing_of
from jardinet.server.operation import health
from jardinet.server.operation.health import OK, READ_ONLY, SILENT, Readiness
from jardinet.server.storage import database as database_module
from jardinet.server.tables import bot_runner
from jardinet.server.worker import Worker

WORKERS = (
    "counters: ok\nbans: ok\ndevices: ok\nlive-pages: ok\npresence: ok\nrenaming: ok\nvacations: ok\nbots: ok\nclocks: ok\nanalyses: ok\n"
    "outbox-GameEnded: ok\noutbox-TurnCame: ok\nlobby: ok\ndeals-of-the-day: ok\ntournaments: ok\nratings: ok\nolder-results: ok\n"
)
READY = f"database: ok\nredis: not used\ndisk: ok\n{WORKERS}"


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    return create_app(settings_of(f"sqlite:///{tmp_path / 'tables.sqlite3'}"))


@pytest.fixture
def address(app: Litestar) -> Iterator[str]:
    with serving_app(app) as url:
        yield url


def until_it_says(address: str, told: str, status: int) -> None:
    """Ask until the answer has these words."""
    answers: list[httpx.Response] = []

    def says_it() -> bool:
        answers.append(httpx.get(f"{address}/readyz"))
        return told in answers[-1].text

    until(says_it, told)
    assert answers[-1].status_code == status


def test_a_process_tells_part_by_part_that_it_is_ready(address: str) -> None:
    answer = httpx.get(f"{address}/readyz")
    assert (answer.status_code, answer.text) == (200, READY)
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.headers["Cache-Control"] == "no-store"
    for path in ("/readyz", "/healthz"):
        assert path not in httpx.get(f"{address}/api/openapi.json").text


def test_a_process_that_is_closing_is_not_ready_but_runs(app: Litestar, address: str) -> None:
    closing_of(app).set()
    answer = httpx.get(f"{address}/readyz")
    assert (answer.status_code, answer.text) == (503, "process: is closing\n")
    assert httpx.get(f"{address}/healthz").text == "ok"


def test_it_tells_which_of_database_and_redis_is_away_or_hangs_within_two_seconds(tmp_path: Path) -> None:
    with own_stores() as (postgresql, redis, database), process(database, JARDINET_REDIS_URL=redis.url) as (address, _):
        until_it_says(address, f"database: ok\nredis: ok\ndisk: not used\n{WORKERS}", 200)
        for stop, start, part in (
            (redis.kill, redis.start, "redis"),
            (postgresql.stop, postgresql.start, "database"),
            (postgresql.hang, postgresql.go_on, "database"),
        ):
            stop()
            until_it_says(address, f"{part}: {SILENT}\n", 503)
            assert _quickest(address) < 2
            assert httpx.get(f"{address}/healthz").text == "ok"
            start()
            until_it_says(address, "database: ok\nredis: ok\n", 200)
        redis.hang()
        until_it_says(address, f"redis: {SILENT}\n", 503)
        assert _quickest(address) < 2


def _quickest(address: str) -> float:
    """Seconds that an answer takes; the best of three, since the machine may be busy."""
    return min(httpx.get(f"{address}/readyz").elapsed.total_seconds() for _ in range(3))


def test_it_is_not_ready_where_the_disk_is_all_but_full(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_SPACE", 2**70)
    until_it_says(address, "MB are free, ", 503)
    monkeypatch.undo()
    until_it_says(address, READY, 200)


def test_it_is_not_ready_while_another_program_has_locked_the_database_and_says_so_to_whoever_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "LOCKED", 0.05)
    file = tmp_path / "tables.sqlite3"
    with serving(settings_of(new_sqlite(file))) as address, Visitor(address) as ada:
        with locked_by_another(file):
            with pytest.raises(httpx.HTTPStatusError) as refused:
                ada.set_table(seat2="random")
            assert refused.value.response.status_code == 503
            assert "The database cannot be written to at the moment" in refused.value.response.text
            until_it_says(address, f"database: {READ_ONLY}\n", 503)
        until_it_says(address, READY, 200)
        assert ada.get(ada.set_table(seat2="random")).status_code == 200


def test_it_is_not_ready_where_postgresql_may_only_be_read() -> None:
    with new_postgresql() as url, serving(settings_of(url)) as address:
        until_it_says(address, "database: ok\n", 200)
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            database = connection.scalar(text("SELECT current_database()"))
            connection.execute(text(f"ALTER DATABASE {database} SET default_transaction_read_only = on"))
            cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
            connection.execute(text(cut + "AND datname = current_database()"))
            until_it_says(address, f"database: {READ_ONLY}\n", 503)
        engine.dispose()


def test_it_is_not_ready_while_nobody_looks_for_tables_that_wait(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Worker, "patience", 3.0)
    with _without_tables(tmp_path / "tables.sqlite3"):
        until_it_says(address, "\nclocks: nothing has been done for ", 503)
    until_it_says(address, READY, 200)


@contextmanager
def _without_tables(file: Path) -> Iterator[None]:
    with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
        connection.execute("ALTER TABLE tables RENAME TO elsewhere")
        yield
        connection.execute("ALTER TABLE elsewhere RENAME TO tables")


def test_it_is_not_ready_while_a_bot_hangs(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def hang(*what: object) -> object:
        assert go_on.wait(PATIENCE)
        return choose(*what)  # type: ignore[arg-type]

    monkeypatch.setattr("jardinet.server.tables.bot_runner.choose", hang)
    monkeypatch.setattr(bot_runner, "LONGEST_TURN", 1.0)
    with Visitor(address) as host:
        host.set_table(seat1="random", seat2="random", bot_pace="instant")
        until_it_says(address, "\nbots: a bot has been playing for ", 503)
        go_on.set()
        until_it_says(address, READY, 200)


@pytest.mark.anyio
async def test_a_part_is_asked_once_a_second_however_many_want_to_know() -> None:
    asked = []

    async def answer() -> str:
        asked.append(time.monotonic())
        await asyncio.sleep(0)
        return OK

    readiness = Readiness({"database": answer}, (), asyncio.Event())
    begun = time.monotonic()
    for _ in range(100):
        assert await asyncio.gather(*(readiness.look() for _ in range(10))) == [{"database": OK}] * 10
    assert len(asked) <= 1 + (time.monotonic() - begun) / health.FRESH


@pytest.mark.anyio
async def test_a_part_that_hangs_is_asked_once_until_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.01)
    asked, answers = 0, asyncio.Event()

    async def answer() -> str:
        nonlocal asked
        asked += 1
        await answers.wait()
        return OK

    readiness = Readiness({"redis": answer}, (), asyncio.Event())
    for _ in range(5):
        assert await readiness.look() == {"redis": SILENT}
    answers.set()
    monkeypatch.undo()
    assert await readiness.look() == {"redis": OK}
    assert asked == 1
