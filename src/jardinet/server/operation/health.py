"""Health of a process, for monitoring: that it runs (/healthz), and that it can serve people (/readyz).

Each part is asked once at a time and not again within a second, and nobody waits for one that hangs: polling all day costs
nothing. What is wrong is told in our own words only, since an error may name hosts and passwords.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.enums import MediaType
from sqlalchemy import select

from jardinet.server.storage.database import Database, DatabaseRefusesError
from jardinet.server.storage.models import PersonRow
from jardinet.server.worker import Worker

FRESH = 1.0  # seconds for which an answer is believed
PATIENCE = 1.0  # seconds that a part has to answer
LEAST_SPACE = 100 * 2**20  # bytes that must be free where SQLite writes

OK, UNUSED = "ok", "not used"
SILENT = "does not answer"
READ_ONLY = "cannot be written to"

# Locks no row; its transaction locks SQLite's file for a moment, and a read-only PostgreSQL refuses it.
_AS_IF_TO_CHANGE = select(PersonRow.id).limit(0).with_for_update()

Question = Callable[[], Awaitable[str]]


class Readiness:
    """Readiness of a process to serve people, part by part, for /readyz."""

    def __init__(self, parts: Mapping[str, Question], workers: Sequence[Worker], closing: asyncio.Event) -> None:
        """Each part's question answers OK, UNUSED, or what is wrong; once `closing` is set nothing is ready."""
        self._parts = {name: _Part(question) for name, question in parts.items()}
        self._workers = workers
        self._closing = closing

    async def look(self) -> Mapping[str, str]:
        """What each part and each worker says, within PATIENCE."""
        if self._closing.is_set():
            return {"process": "is closing"}
        answers = await asyncio.gather(*(part.look() for part in self._parts.values()))
        told = dict(zip(self._parts, answers, strict=True))
        return told | {one.name: one.trouble() or OK for one in self._workers}

    def is_ready(self, told: Mapping[str, str]) -> bool:
        """Whether the process can serve people, by what `look` has told: a worker that is not vital does not count."""
        others = {one.name for one in self._workers if not one.is_vital}
        return all(answer in (OK, UNUSED) for name, answer in told.items() if name not in others)


class _Part:
    """Part of a process, with what it said last."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._asking: asyncio.Task[None] | None = None
        self._told, self._fresh_until = SILENT, 0.0

    async def look(self) -> str:
        if self._asking is None:
            if monotonic() < self._fresh_until:
                return self._told
            self._asking = asyncio.create_task(self._ask())
        answered, _ = await asyncio.wait([self._asking], timeout=PATIENCE)
        return self._told if answered else SILENT

    async def _ask(self) -> None:
        try:
            self._told = await self._question()
        except Exception:  # of any kind: the part's own code logs it
            self._told = SILENT
        self._asking, self._fresh_until = None, monotonic() + FRESH


def parts_of(
    database: Database,
    redis: Callable[[], Awaitable[bool]] | None,
    folder: Path | None,
) -> Mapping[str, Question]:
    """The parts of a process.

    Args:
        database: has to answer, and to let a transaction begin that may change it.
        redis: tells whether Redis answers; None: there is none.
        folder: has to have LEAST_SPACE; None: nothing is written on this machine.
    """

    async def ask_database() -> str:
        try:
            await database.read(lambda connection: connection.execute(select(1)).scalar_one())
            async with asyncio.timeout(PATIENCE / 2):
                await database.write(lambda connection: connection.execute(_AS_IF_TO_CHANGE).close())
        except (DatabaseRefusesError, TimeoutError):
            return READ_ONLY
        return OK

    async def ask_redis() -> str:
        if redis is None:
            return UNUSED
        return OK if await redis() else SILENT

    async def ask_disk() -> str:
        if folder is None:
            return UNUSED
        free = (await asyncio.to_thread(shutil.disk_usage, folder)).free
        return OK if free >= LEAST_SPACE else f"{free // 2**20} MB are free, {LEAST_SPACE // 2**20} are needed"

    return {"database": ask_database, "redis": ask_redis, "disk": ask_disk}


@get("/healthz", include_in_schema=False, sync_to_thread=False)
def healthz() -> str:
    """Whether the process answers."""
    return "ok"


@get("/readyz", include_in_schema=False, cache_control=CacheControlHeader(no_store=True))
async def readyz(readiness: NamedDependency[Readiness]) -> Response[str]:
    """Whether the process can serve people: a line for each part or worker, and status 503 if a vital one is not ready."""
    told = await readiness.look()
    return Response(
        "".join(f"{part}: {answer}\n" for part, answer in told.items()),
        status_code=200 if readiness.is_ready(told) else 503,
        media_type=MediaType.TEXT,
    )
