"""Databases of tests: empty ones, and copies of one as a server leaves it that has just been started for the first time.

To copy a database takes a tenth of the time that it takes to make its tables.
"""

from __future__ import annotations

import asyncio
import atexit
import secrets
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine, text
from tests.kit.stores import postgresql_url

from jardinet.server.storage.database import Database


def new_sqlite(path: Path) -> str:
    """The URL of a new database in that file, with its tables."""
    path.touch(0o600)
    path.write_bytes(_sqlite_pattern())
    return f"sqlite:///{path}"


@contextmanager
def locked_by_another(file: Path) -> Iterator[None]:
    """Within this another process holds the write lock of SQLite's file, which is there already."""
    hold = (
        "import sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)\n"
        "connection.execute('BEGIN IMMEDIATE')\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", hold, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdin
        assert other.stdout.readline() == "held\n"
        try:
            yield
        finally:
            other.stdin.close()


@contextmanager
def empty_postgresql() -> Iterator[str]:
    """The URL of an empty database at a PostgreSQL of this machine; skips the test where none is installed."""
    with _postgresql("template1") as url:
        yield url


@contextmanager
def new_postgresql() -> Iterator[str]:
    """The same with the tables in it."""
    with _postgresql(_postgresql_pattern()) as url:
        yield url


@contextmanager
def _postgresql(pattern: str) -> Iterator[str]:
    name = f"jardinet_{secrets.token_hex(6)}"
    engine = create_engine(postgresql_url(), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {pattern}"))
        try:
            yield postgresql_url().rpartition("/")[0] + "/" + name
        finally:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@cache
def _sqlite_pattern() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite3"
        _make_tables(f"sqlite:///{path}")
        return path.read_bytes()


@cache
def _postgresql_pattern() -> str:
    """The name of a database that is there until the tests end."""
    made = empty_postgresql()
    url = made.__enter__()
    atexit.register(made.__exit__, None, None, None)
    _make_tables(url)
    return url.rpartition("/")[2]


def _make_tables(url: str) -> None:
    async def make() -> None:
        async with Database.open(url):
            pass

    with ThreadPoolExecutor(1) as apart:  # from an event loop that may be running here
        apart.submit(asyncio.run, make()).result()
