"""Turns of bots, one after another: those at tables without people leave most of the processor to those with people.

A hint, which is what a bot thinks, takes such a turn too.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

from jardinet.server.background import SHARE, give_way
from jardinet.server.metrics import BOTS_CHOOSING, BOTS_WAITING, TURNS
from jardinet.server.tables.table import TableState

T = TypeVar("T")


class BotTurns:
    """Scheduler of bots' turns: one at a time at tables with people, and beside it one at a time at tables without."""

    def __init__(self, rest: Callable[[float], Awaitable[object]]) -> None:
        """`rest` waits for so many seconds, which are left to others, after a turn at a table without people."""
        self._rest = rest
        self._among_people, self._among_bots = asyncio.Lock(), asyncio.Lock()
        self._among_hints = asyncio.Lock()
        self._threads = ThreadPoolExecutor(2, "bots", initializer=give_way)
        self._begun: set[float] = set()  # when the turns began that are played now

    @asynccontextmanager
    async def turn(self, table: TableState) -> AsyncIterator[None]:
        """A bot's turn at this table, from its choice until that is durable."""
        has_people = any(seat.person and seat.level is None for seat in table.seats)
        BOTS_WAITING.inc()
        async with self._among_people if has_people else self._among_bots:
            BOTS_WAITING.dec()
            used = time.process_time()
            with self._lasting():
                yield
            if not has_people:
                await self._rest((time.process_time() - used) * (1 / SHARE - 1))  # longer, the more others do

    async def chosen(self, choose: Callable[[], T]) -> T:
        """What a bot chooses, in a thread that gives way to all others."""
        with TURNS.time(), BOTS_CHOOSING.track_inprogress():
            return await self._in_thread(choose)

    async def hint(self, reckon: Callable[[], T]) -> T:
        """A hint, worked out in a turn among those at tables with people.

        Only one hint at a time waits for such a turn: however many are asked for, a bot waits for one of them at most.
        """
        async with self._among_hints, self._among_people:
            with self._lasting():
                return await self._in_thread(reckon)

    def longest(self) -> float:
        """Seconds for which the slowest of the turns that are played now has lasted."""
        now = time.monotonic()
        return now - min(self._begun, default=now)

    def close(self) -> None:
        """End the threads, when no bot plays any more."""
        self._threads.shutdown(wait=False)

    @contextmanager
    def _lasting(self) -> Iterator[None]:
        """Context of a turn, which `longest` counts while it lasts."""
        begun = time.monotonic()
        self._begun.add(begun)
        try:
            yield
        finally:
            self._begun.discard(begun)

    async def _in_thread(self, reckon: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, reckon)
