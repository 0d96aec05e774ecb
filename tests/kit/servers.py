"""Servers of tests: in a thread of the test's own process, or in processes that may be ended and started again.

What a server waits for is short in them (`SHORT`), so that no test waits for an interval.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import msgspec
import pytest
from litestar import Litestar
from tests.kit.applications import application
from tests.kit.forking import Forked
from tests.kit.stores import free_port, own_stores
from tests.kit.waiting import PATIENCE

from jardinet.server.http.http_server import HttpServer
from jardinet.server.intervals import Intervals
from jardinet.server.keys import Keys
from jardinet.server.serve import HOST, _listen
from jardinet.server.settings import Settings

SHORT = Intervals(
    bans=0.5,
    devices=0.5,
    presence=0.5,
    presence_pause=0.1,
    removed_tables=0.5,
    deadlines=0.25,
    lateness=0.0,
    awaited_bots=0.5,
    outbox=0.5,
    keep_alive=1.0,
    company=1,
    seeks=0.1,
    tournaments=0.1,
    next_game=0.1,
    reload=1,
    bot_pace={"instant": 0.0, "quick": 0.05, "calm": 0.2},
    bot_goes_on={"instant": 0.0, "quick": 0.05, "calm": 0.2},
    correction={"instant": 0.0, "quick": 0.5, "calm": 0.5},
)
AWAY_AT_ONCE = replace(SHORT, away_after=0.0)  # whoever has no page open is away

# `jardinet serve` with intervals of its own: their JSON, the port, 0 for a free one, and the host.
START = """
import sys
from dataclasses import replace
import msgspec
from jardinet.server.intervals import Intervals
from jardinet.server.serve import serve
from jardinet.server.settings import Settings
settings = replace(Settings.of(), intervals=msgspec.json.decode(sys.argv[1], type=Intervals))
serve(settings, host=sys.argv[3], port=int(sys.argv[2]), browse=False, on_start=lambda reach: print(reach.own, flush=True))
"""


def settings_of(database: str, **settings: Any) -> Settings:
    """Settings of a server at the database of a URL, with short intervals and a key that others know, and these."""
    return Settings(database, Keys.of("00" * 32), **{"intervals": SHORT, **settings})


# In a thread ---------------------------------------------------------------------------------------


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """The address of a server with these settings."""
    with application(settings) as app, serving_app(app) as address:
        yield address


@contextmanager
def serving_app(app: Litestar, listening: socket.socket | None = None) -> Iterator[str]:
    """The address of an application, served as ours is, perhaps at a socket of the test's own."""
    listening = listening or _listen(HOST, 0)
    running = HttpServer(app)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not running.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://{HOST}:{listening.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join()


# In processes --------------------------------------------------------------------------------------


def launched(
    database: str,
    stderr: int | IO[str],
    settings: Mapping[str, str],
    port: int = 0,
    intervals: Intervals = SHORT,
    host: str = HOST,
) -> tuple[str, subprocess.Popen[str]]:
    """A process of the server that answers, and its address; the test fails where it does not come to that."""
    # A fork has started already: PYTHONPATH, for another package, and LD_PRELOAD, for another clock, come too late there.
    start = Forked if settings.keys().isdisjoint({"PYTHONPATH", "LD_PRELOAD"}) else subprocess.Popen
    one = start(
        [sys.executable, "-c", START, msgspec.json.encode(intervals).decode(), str(port), host],
        env={**os.environ, "JARDINET_DATABASE_URL": database, "JARDINET_KEY": "ab" * 32, **settings},
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    )
    assert one.stdout
    address = one.stdout.readline().strip()
    if not address:
        one.terminate()
        pytest.fail(f"the server did not start: {one.communicate(timeout=PATIENCE)}")
    return address.rstrip("/"), one


@contextmanager
def process(database: str, **settings: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A process of the server, and its address."""
    address, one = launched(database, subprocess.PIPE, settings)
    with one:
        try:
            yield address, one
        finally:
            one.terminate()


def waits_for(server: subprocess.Popen[str], told: str) -> None:
    """Read what the server says until it has said that."""
    assert server.stderr
    while told not in (line := server.stderr.readline()):
        assert line, f"it did not say {told!r}"


class ServerProcess:
    """Server at a port that stays its own, to be ended in every way and started again.

    Attributes:
        address: where it answers whenever it runs.
        log: the file that holds whatever it has said since its first start.
        settings: its environment, which may be changed while it does not run.
    """

    def __init__(
        self, log: Path, database: str, intervals: Intervals = SHORT, host: str = HOST, **settings: str
    ) -> None:
        """It does not run yet: see `start`."""
        self._host = host
        self.log, self.database, self.settings = log, database, settings
        self._intervals = intervals
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self.log.open("a", encoding="utf-8") as log:
            _, self._process = launched(self.database, log, self.settings, self._port, self._intervals, self._host)

    def kill(self) -> None:
        """End it as a loss of power would: kill −9."""
        process = self.process
        process.kill()
        self._over(process)

    def stop(self, within: float = 10) -> None:
        """Ask it to end (SIGTERM), which it does within so many seconds."""
        process = self.process
        process.terminate()
        try:
            process.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            pytest.fail(f"it did not end within {within} s of SIGTERM")
        self._over(process)

    def close(self) -> None:
        """End it if it runs, whatever became of the test."""
        if self._process is not None:
            self.kill()

    @property
    def is_running(self) -> bool:
        return self._process is not None

    @property
    def process(self) -> subprocess.Popen[str]:
        """The process, which runs."""
        assert self._process, "it does not run"
        assert self._process.poll() is None, f"it has ended by itself:\n{self.told()[-3000:]}"
        return self._process

    def told(self) -> str:
        """What it has said."""
        return self.log.read_text("utf-8") if self.log.exists() else ""

    @property
    def file(self) -> Path:
        """The file of its SQLite database."""
        return Path(self.database.removeprefix("sqlite:///"))

    def megabytes(self) -> float:
        """The memory that it has now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found
        return int(found[1]) / 1024

    def _over(self, process: subprocess.Popen[str]) -> None:
        process.wait()
        assert process.stdout
        process.stdout.close()
        self._process = None


def site_in(folder: Path, intervals: Intervals = SHORT, host: str = HOST, **settings: str) -> ServerProcess:
    """A process that runs, with its database in a folder."""
    site = ServerProcess(folder / "server.log", f"sqlite:///{folder / 'tables.sqlite3'}", intervals, host, **settings)
    site.start()
    return site


@contextmanager
def two_processes(folder: Path, **settings: str) -> Iterator[list[ServerProcess]]:
    """Two processes of one server, on a PostgreSQL and a Redis of their own; their logs lie in a folder."""
    with own_stores() as (_postgresql, redis, database), ExitStack() as stack:
        servers = []
        for number in range(2):
            log = folder / f"server-{number}.log"
            servers.append(one := ServerProcess(log, database, SHORT, JARDINET_REDIS_URL=redis.url, **settings))
            stack.callback(one.close)
            one.start()
        yield servers


Start = Callable[..., list[ServerProcess]]


@contextmanager
def starter(folder: Path, intervals: Intervals) -> Iterator[Start]:
    """Starts so many servers at one database; none of them has met a fault of ours when all is over."""
    servers: list[ServerProcess] = []

    def start(database: str, count: int = 1, **settings: str) -> list[ServerProcess]:
        new = [
            ServerProcess(folder / f"server-{len(servers) + n}.log", database, intervals, **settings)
            for n in range(count)
        ]
        servers.extend(new)
        for one in new:
            stack.callback(one.close)
            one.start()
        return new

    with ExitStack() as stack:
        yield start
        for one in servers:
            assert "Traceback" not in one.told(), one.told()[-5000:]
