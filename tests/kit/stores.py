"""Stores that the server speaks to: this machine's PostgreSQL and Redis, or ones of a test's own that may be ended and started again."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import pytest
from tests.kit.waiting import PATIENCE

from jardinet.server.settings import with_driver


def runs(port: int) -> bool:
    """Whether something listens on this machine."""
    with socket.socket() as one:
        one.settimeout(0.5)
        return one.connect_ex(("127.0.0.1", port)) == 0


@cache
def postgresql_url() -> str:
    """The URL of a database of this machine's PostgreSQL; where none runs, one of our own does until the tests end."""
    told = os.environ.get("JARDINET_TEST_POSTGRESQL")
    if told or runs(5432):
        return told or "postgresql+psycopg://postgres@127.0.0.1:5432/postgres"
    own = PostgresProcess()
    atexit.register(own.close)
    own.start()
    return with_driver(own.url("postgres"))


@cache
def redis_port() -> int:
    """The port of this machine's Redis; where none runs, one of our own does until the tests end."""
    if runs(6379):
        return 6379
    own = RedisProcess()
    own.start()
    atexit.register(own.kill)
    return int(own.url.rpartition(":")[2])


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class RedisProcess:
    """Redis at a port that stays its own."""

    def __init__(self) -> None:
        """It does not run yet: see `start`."""
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        if not shutil.which("redis-server"):
            pytest.skip("no Redis is installed")
        command = ["redis-server", "--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        while not runs(self._port):
            time.sleep(0.02)

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def hang(self) -> None:
        """Let it take what is sent, and answer no more."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class PostgresProcess:
    """PostgreSQL with a cluster and a port of its own, which keeps what it holds when it is ended."""

    def __init__(self) -> None:
        """Make the cluster; it does not run yet: see `start`."""
        found = [shutil.which("pg_ctl"), *sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))]
        control = next((Path(one) for one in reversed(found) if one), None)
        if control is None:
            pytest.skip("no PostgreSQL is installed")
        self._programs = control.parent
        self._port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="jardinet-postgresql-"))
        self._is_running = False
        if os.getuid() == 0:  # it refuses to be run by root
            shutil.chown(self._folder, "postgres", "postgres")
        self._run("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1"
        self._run("pg_ctl", "--wait", "--silent", f"--log={self._folder / 'log'}", "--options", options, "start")
        self._is_running = True

    def stop(self, *, at_once: bool = False) -> None:
        """End it: `at_once` as a crash would, so that it recovers when it starts again."""
        self._run("pg_ctl", "--wait", "--silent", f"--mode={'immediate' if at_once else 'fast'}", "stop")
        self._is_running = False

    def hang(self) -> None:
        """Let it take what is sent, and answer no more, until it may go on."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End what keeps it from answering."""
        if self._is_running:
            self._signal(signal.SIGCONT)
        else:
            self.start()

    def close(self) -> None:
        """End it and throw away what it holds."""
        if self._is_running:
            self.stop(at_once=True)
        shutil.rmtree(self._folder)

    def new_database(self, *options: str) -> str:
        """The URL of an empty database, made with these options of createdb."""
        name = f"jardinet_{secrets.token_hex(6)}"
        self.run("createdb", *options, name)
        return self.url(name)

    def url(self, name: str, user: str = "postgres") -> str:
        """The URL of a database."""
        return f"postgresql://{user}@127.0.0.1:{self._port}/{name}"

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of PostgreSQL's that connects to the cluster; returns what it says."""
        at = ["--host=127.0.0.1", f"--port={self._port}", "--username=postgres"]
        command = [str(self._programs / program), *at, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout

    @property
    def environment(self) -> dict[str, str]:
        """What programs of PostgreSQL's need to know to be found, and to connect as who may do everything."""
        path = os.pathsep.join([str(self._programs), os.environ["PATH"]])
        return {"PATH": path, "PGHOST": "127.0.0.1", "PGPORT": str(self._port), "PGUSER": "postgres"}

    def _signal(self, what: signal.Signals) -> None:
        """Send a signal to all of its processes."""
        first = int((self._folder / "data" / "postmaster.pid").read_text("ascii").split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text("ascii").split()
        for pid in (first, *map(int, children)):
            os.kill(pid, what)

    def _run(self, program: str, *arguments: str) -> None:
        """Run a program on the cluster's files, as whom they belong to."""
        command = [str(self._programs / program), f"--pgdata={self._folder / 'data'}", *arguments]
        user = "postgres" if os.getuid() == 0 else None
        told = subprocess.DEVNULL  # the cluster would hold a pipe open
        subprocess.run(command, check=True, stdout=told, stderr=told, user=user, group=user, cwd="/", timeout=PATIENCE)


@contextmanager
def own_stores() -> Iterator[tuple[PostgresProcess, RedisProcess, str]]:
    """A PostgreSQL and a Redis that nobody else uses, and the URL of an empty database."""
    with ExitStack() as stack:
        postgresql, redis = PostgresProcess(), RedisProcess()
        stack.callback(postgresql.close)
        stack.callback(redis.kill)
        redis.start()
        postgresql.start()
        yield postgresql, redis, postgresql.new_database()
