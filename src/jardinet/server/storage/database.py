"""Database access: one way to read, one queue of writes that are committed together.

Everything that changes something is a job for the Writer. Jobs that arrive while a transaction is being
made durable wait and share the next one, and each is answered only when it is durable.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

MIGRATIONS = Path(__file__).parent / "migrations"
MOST_CONNECTIONS = 6  # each holds a cache and a thread; whoever finds none free waits a millisecond
MOST_JOBS = 200  # in one transaction: enough that its cost no longer counts, few enough not to keep anybody waiting

T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[T]]


class DatabaseAwayError(Exception):
    """The database does not answer; nothing of what was asked is known to have been done."""


class Database:
    """The database of a server, open from `open` to its end."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Not for callers: see `open`."""
        is_sqlite = engine.dialect.name == "sqlite"  # whose readers see one state anyhow
        self._reading = engine if is_sqlite else engine.execution_options(isolation_level="REPEATABLE READ")
        self._writing = engine.execution_options(is_writing=True)
        self._waiting: asyncio.Queue[tuple[Job[Any], asyncio.Future[Any]]] = asyncio.Queue()

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Database]:
        """Open it, bringing its tables up to date first."""
        engine = create_async_engine(url, pool_size=MOST_CONNECTIONS, max_overflow=0)
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "connect", _set_up_sqlite)
            event.listen(engine.sync_engine, "begin", _begin_sqlite)
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
        database = cls(engine)
        writing = asyncio.create_task(database._write())
        try:
            yield database
        finally:
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing
            await engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of the database; what it changes is not kept.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        async with _connected(self._reading) as connection:
            yield connection

    async def write(self, job: Job[T]) -> T:
        """Let `job` change the database; returns its result once that is durable.

        The job may be called twice, where another one of the same transaction failed.

        Raises:
            DatabaseAwayError: the database does not answer.
            Exception: what the job raised; nothing it did is kept.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        await self._waiting.put((job, answer))
        return await answer

    async def _write(self) -> None:
        while True:
            jobs = [await self._waiting.get()]
            while not self._waiting.empty() and len(jobs) < MOST_JOBS:
                jobs.append(self._waiting.get_nowait())
            try:
                await self._commit(jobs)
            except Exception:  # one of them failed: each on its own, so that only that one does
                for job in jobs:
                    try:
                        await self._commit([job])
                    except Exception as error:
                        if not job[1].done():
                            job[1].set_exception(error)

    async def _commit(self, jobs: list[tuple[Job[Any], asyncio.Future[Any]]]) -> None:
        async with _connected(self._writing) as connection, connection.begin():
            results = [await job(connection) for job, _answer in jobs]
        for (_job, answer), result in zip(jobs, results, strict=True):
            if not answer.done():  # whoever asked may have gone
                answer.set_result(result)


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection; DatabaseAwayError where there is none, or it is lost."""
    try:
        connection = await engine.connect()
    except Exception as error:  # whatever the driver says: each has errors of its own
        raise DatabaseAwayError(str(error).partition("\n")[0]) from error
    try:
        yield connection
    except DBAPIError as error:
        if error.connection_invalidated:
            raise DatabaseAwayError(str(error.orig).partition("\n")[0]) from error
        raise
    finally:
        await connection.close()


def _migrate(connection: Connection) -> None:
    command.upgrade(migrations(connection), "head")


def migrations(connection: Connection) -> Config:
    """Alembic's way to the revisions of the tables, on a connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Readers do not wait for the writer, and what is committed survives a loss of power."""
    connection.isolation_level = None  # transactions begin where we say so: see _begin_sqlite
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its lock at once: one that has read before may find that another process was faster."""
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def without_password(url: str) -> str:
    """A database URL that may be shown."""
    return make_url(url).render_as_string(hide_password=True)
