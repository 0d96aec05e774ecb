"""Database access: jobs that read, and one queue of jobs that write, which are committed together.

A job is a plain function of a connection in a running transaction. It is called in a thread that does nothing else, whole,
so that the event loop is crossed twice a job and not twice a statement. Jobs that want to write and arrive while a
transaction is being made durable share the next one, and each is answered only when it is durable.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from jardinet.server.storage.absence import Absence
from jardinet.server.storage.clock import Reckoning
from jardinet.server.storage.dialects import DatabaseTime, begin, may_pass
from jardinet.server.storage.migrating import migrate
from jardinet.server.storage.models import now
from jardinet.server.storage.opening import opening

READERS = 4  # threads, each with a connection; a job that finds none free waits a millisecond
CONNECTING = 5  # seconds to answer at all
MOST_JOBS = 200  # in one transaction: enough that its cost no longer counts, few enough not to keep anybody waiting
CALM = 10.0  # seconds without a refusal after which all is well: on a full disk something small may still find room
PATIENCE = 10.0  # seconds for an answer: a database that takes longer is away
LOCKED = 5.0  # seconds that are waited for another program's lock on SQLite's file; then it refuses
AGAIN = 1.0  # seconds until `when_it_answers` asks again

_log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[Connection], T]


class DatabaseAwayError(Exception):
    """The database does not answer; nothing of what was asked is known to have been done."""


class DatabaseRefusesError(DatabaseAwayError):
    """The database answers, but does not do that just now: its disk is full, for instance. Nothing was done."""


async def when_it_answers(ask: Callable[[], Awaitable[T]]) -> T:
    """The result of `ask`, retried until the database answers: for callers that can wait, such as open pages and streams."""
    while True:
        try:
            return await ask()
        except DatabaseAwayError:
            await asyncio.sleep(AGAIN)


class _Asked(NamedTuple):
    """A job, and the future that gets its outcome."""

    job: Job[Any]
    answer: asyncio.Future[Any]


class Database:
    """The database of a server, open while `opened` is.

    Attributes:
        losses: counter of lost connections. After a loss the database may be in an older state than before: a backup was
            restored, or another one has replaced the one that failed.
    """

    def __init__(self, url: str) -> None:
        """The database at `url`, of which nothing is asked yet."""
        self._url = url
        self._engine = create_engine(
            url,
            pool_size=READERS + 1,
            max_overflow=0,
            hide_parameters=True,  # in errors, which are logged: keys and bids are among them
            connect_args={} if url.startswith("sqlite") else {"connect_timeout": CONNECTING},
        )
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _set_up_sqlite)
            self._reading = self._engine  # readers see one state anyhow
        else:
            self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
        self._to_read: SimpleQueue[_Asked | None] = SimpleQueue()
        self._to_write: SimpleQueue[_Asked | None] = SimpleQueue()
        self._clock = Reckoning(now(), monotonic())
        self.losses = 0
        self._absence = Absence()
        self._refused_at: float | None = None  # when something was last, in `monotonic`'s time; None: all is well

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Database]:
        """The database at `url`, open: see `opened`."""
        database = cls(url)
        async with database.opened():
            yield database

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Open it, bringing its tables up to date first.

        Raises:
            SettingError: it cannot be used; the message says why.
        """
        self._loop = asyncio.get_running_loop()
        if self._engine.dialect.name == "sqlite":
            _make_private(self._engine.url.database)
        with opening(self._url):
            await asyncio.to_thread(migrate, self._engine)
        # Daemons: a database that never answers keeps no process from ending.
        threads = [Thread(target=self._read_jobs, name=f"reader {k}", daemon=True) for k in range(READERS)]
        threads.append(Thread(target=self._write_jobs, name="writer", daemon=True))
        for thread in threads:
            thread.start()
        try:
            await self.read_clock()
            yield
        finally:
            await self._close(threads)
            self._engine.dispose()

    def now(self) -> datetime:
        """The time by the database's clock: processes compare times by this one clock, as their own may be wrong."""
        return self._clock.at(monotonic())

    async def read_clock(self) -> None:
        """Ask the database what time it is; `now` counts on from there.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        asked_at = monotonic()
        told = await self.read(lambda connection: connection.execute(select(DatabaseTime())).scalar_one())
        self._clock.learn(told, asked_at, monotonic())

    async def read(self, job: Job[T]) -> T:
        """The result of `job`, which changes nothing, on a connection that sees one snapshot of the database.

        Raises:
            DatabaseAwayError: the database does not answer.
            Exception: what the job raised.
        """
        return await self._ask("read", self._to_read, job)

    async def write(self, job: Job[T]) -> T:
        """Let `job` change the database; returns its result once that is durable.

        The job may be called twice, if another one of the same transaction failed.

        Raises:
            DatabaseAwayError: the database does not answer.
            Exception: what the job raised; nothing it did is kept.
        """
        return await self._ask("write", self._to_write, job)

    def waiting(self) -> Mapping[str, Callable[[], int]]:
        """Functions that count the jobs that wait to read, and to write."""
        return {"read": self._to_read.qsize, "write": self._to_write.qsize}

    async def _ask(self, kind: str, queue: SimpleQueue[_Asked | None], job: Job[T]) -> T:
        answer: asyncio.Future[T] = self._loop.create_future()
        queue.put(_Asked(job, answer))
        asked_at = monotonic()
        too_late = self._loop.call_later(PATIENCE, _give_up, answer)
        try:
            found = await answer
        except DatabaseRefusesError:
            raise
        except DatabaseAwayError as error:
            self._absence.note(kind, error, asked_at)
            raise
        finally:
            too_late.cancel()
        self._absence.end(kind)
        return found

    # In the threads

    def _read_jobs(self) -> None:
        kept = _KeptConnection(self._reading, self, is_writing=False)
        while asked := self._to_read.get():
            try:
                result = kept.read(asked.job)
            except Exception as error:
                self._tell([(asked.answer, None, error)])
            else:
                self._tell([(asked.answer, result, None)])
        kept.close()

    def _write_jobs(self) -> None:
        kept = _KeptConnection(self._engine, self, is_writing=True)
        while asked := self._to_write.get():
            jobs = [asked, *self._waiting_too()]
            if not self._commit(kept, jobs):  # one of them failed: each is done on its own, so that only that one fails
                for one in jobs:
                    self._commit(kept, [one])
        kept.close()

    def _waiting_too(self) -> Iterator[_Asked]:
        """The other jobs that wait to be written at this moment."""
        for _more in range(min(MOST_JOBS - 1, self._to_write.qsize())):  # nobody else takes any
            asked = self._to_write.get()
            if asked is None:
                self._to_write.put(None)  # the end, which is for the next round
                return
            yield asked

    def _commit(self, kept: _KeptConnection, jobs: Sequence[_Asked]) -> bool:
        """Commit jobs together and tell their outcomes; False: one of several failed, and nothing of any is kept or told."""
        try:
            with kept.transaction() as connection:
                results = [one.job(connection) for one in jobs]
        except DatabaseAwayError as error:  # perhaps all is durable: a retry might do it twice
            self._note_refusal(error)
            self._tell([(one.answer, None, error) for one in jobs])
        except Exception as error:
            if len(jobs) > 1:
                return False
            self._tell([(jobs[0].answer, None, error)])
        else:
            self._note_refusal(None)
            self._tell([(one.answer, result, None) for one, result in zip(jobs, results, strict=True)])
        return True

    def _note_refusal(self, error: DatabaseAwayError | None) -> None:
        """Log once that nothing can be written, and once that it can again; Absence does so for a database that is away."""
        if isinstance(error, DatabaseRefusesError):
            if self._refused_at is None:
                _log.error("the database cannot be written (%s): whoever changes something has to try again.", error)
            self._refused_at = monotonic()
        elif error is None and self._refused_at is not None and monotonic() - self._refused_at > CALM:
            self._refused_at = None
            _log.warning("the database can be written again.")

    def _tell(self, outcomes: Sequence[tuple[asyncio.Future[Any], Any, Exception | None]]) -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody listens any more
            self._loop.call_soon_threadsafe(_settle, outcomes)

    async def _close(self, threads: Sequence[Thread]) -> None:
        """End the threads, each after what it does; one that waits for a database that is away is left behind."""
        for _reader in range(READERS):
            self._to_read.put(None)
        self._to_write.put(None)
        await asyncio.to_thread(_join, threads)


def _settle(outcomes: Sequence[tuple[asyncio.Future[Any], Any, Exception | None]]) -> None:
    for answer, result, error in outcomes:
        if answer.done():  # the caller has gone
            continue
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)


def _give_up(answer: asyncio.Future[Any]) -> None:
    if not answer.done():
        answer.set_exception(DatabaseAwayError(f"no answer within {PATIENCE:.0f} seconds"))


def _join(threads: Sequence[Thread]) -> None:
    for thread in threads:
        thread.join(timeout=1.0)


class _KeptConnection:
    """Connection of a thread, kept between its transactions, and made anew if it or another thread's was lost.

    What broke one of them mostly broke all; and a job that writes is not retried once it has met a lost connection.
    """

    def __init__(self, engine: Engine, database: Database, *, is_writing: bool) -> None:
        """Connect by `engine`, and count losses in `database`, before anything is asked of another connection."""
        self._engine, self._is_writing = engine, is_writing
        self._database = database
        self._losses = database.losses  # when the connection was made
        self._connection: Connection | None = None

    def read(self, job: Job[T]) -> T:
        """The result of a job; if the connection was lost since its last use, the job is retried on a new one."""
        was_kept = self._connection is not None
        try:
            return self._read(job)
        except DatabaseAwayError:
            if not was_kept:
                raise
        return self._read(job)

    def _read(self, job: Job[T]) -> T:
        with self.transaction() as connection:
            return job(connection)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction on it.

        Raises:
            DatabaseRefusesError: a failure, perhaps at the commit, that may pass by itself; nothing of it is kept.
            DatabaseAwayError: there is no connection, or it was lost, perhaps at the commit.
        """
        if self._connection is not None and self._losses != self._database.losses:
            self._connection.invalidate()
            self.close()
        connection = self._connection or self._connect()
        try:
            with connection.begin():
                begin(connection, is_writing=self._is_writing)
                yield connection
        except DBAPIError as error:
            self.close()  # which ends the transaction: a commit that is refused may leave it open
            told = str(error.orig).partition("\n")[0]
            if error.connection_invalidated:
                self._database.losses += 1
                raise DatabaseAwayError(told) from error
            if may_pass(error):
                raise DatabaseRefusesError(told) from error
            raise

    def _connect(self) -> Connection:
        self._losses = self._database.losses
        try:
            self._connection = self._engine.connect()
        except Exception as error:  # of any class: each driver has errors of its own
            raise DatabaseAwayError(str(error).partition("\n")[0]) from error
        return self._connection

    def close(self) -> None:
        """Give it back; the next transaction makes another one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _make_private(file: str | None) -> None:
    """Make the file of a new database, and with it what SQLite puts beside it, for its owner alone: it holds seats' keys."""
    if file and file != ":memory:" and not file.startswith("file:"):
        with suppress(OSError):  # it already exists, or SQLite will say what is wrong
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Readers do not wait for the writer, and what is committed survives a loss of power."""
    connection.isolation_level = None  # transactions begin where we say so: see `dialects.begin`
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={1000 * LOCKED:.0f}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def without_password(url: str) -> str:
    """A database URL that may be shown."""
    return make_url(url).render_as_string(hide_password=True)
