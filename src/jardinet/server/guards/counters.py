"""Counters for rate limits: how many within some seconds, and how many at once.

If the server has a Redis, they stand there and all processes share them; while Redis is away each process counts for itself.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from limits.aio.storage import MemoryStorage

from jardinet.server.worker import WHEN_CALLED, Worker

if TYPE_CHECKING:
    from limits.aio.storage import RedisStorage
    from redis.asyncio import Redis

_PREFIX = "jardinet-limits"
_PATIENCE = 0.5  # seconds that an answer of Redis may take
_AGAIN = 5.0  # seconds until it is asked again
_FRESH = 90  # seconds for which what a process has open counts in Redis; it is told three times as often

T = TypeVar("T")


class Counters(Worker):
    """Counters: see the module. A round tells Redis what is open here."""

    name = "counters"

    def __init__(self, redis: str | None) -> None:
        """Count in the Redis at that URL; None: in this process."""
        super().__init__()
        self._here = MemoryStorage()
        self._open: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._process = secrets.token_hex(4)
        self._away_until = 0.0
        self._ahead: float | None = None  # of this process's `monotonic`, Redis' clock
        self._redis: Redis | None = None
        self._there: RedisStorage | None = None
        self._errors: tuple[type[Exception], ...] = ()
        if redis is not None:
            self._connect(redis)

    def _connect(self, url: str) -> None:
        from limits.aio.storage import RedisStorage  # an extra
        from redis.asyncio import Redis
        from redis.exceptions import RedisError

        self._redis = Redis.from_url(url, socket_connect_timeout=_PATIENCE, socket_timeout=_PATIENCE)
        pool: Any = self._redis.connection_pool
        self._there = RedisStorage("redis://", implementation="redispy", key_prefix=_PREFIX, connection_pool=pool)
        self._errors = (RedisError, OSError)

    @property
    def are_shared(self) -> bool:
        """Whether other processes count too."""
        return self._redis is not None

    async def once(self) -> float:
        """Ask Redis what time it is, and tell it of all that is open here."""
        if self._redis is None:
            return WHEN_CALLED
        await self._asked(self._read_clock)
        for key in list(self._open):
            await self._told(key)
        return _FRESH / 3

    async def finish(self) -> None:
        """Tell the rest, and leave Redis."""
        await asyncio.gather(*self._tasks)
        if self._redis is not None:
            with suppress(*self._errors):
                await self._redis.aclose()

    def now(self) -> float:
        """Seconds by the one clock that all processes go by: Redis', if there is one."""
        return time.time() if self._ahead is None else time.monotonic() + self._ahead

    async def count(self, key: str, seconds: int, amount: int = 1) -> int:
        """Count `amount` more of `key`; returns the total within the present window of `seconds`."""
        there = self._there
        if there is not None:
            counted = await self._asked(lambda: there.incr(key, seconds, amount))
            if counted is not None:
                return counted
        return await self._here.incr(key, seconds, amount)

    async def open(self, key: str) -> int:
        """Count one more of `key`, open until `close`; returns how many are open."""
        self._open[key] += 1
        others = await self._asked(lambda: self._shared(key)) if self._redis is not None else 0
        return self._open[key] + (others or 0)

    def close(self, key: str) -> None:
        """Count one less of `key` as open."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]
        if self._redis is not None:
            self.soon(self._told(key))

    def soon(self, job: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, for which nobody waits."""
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _asked(self, question: Callable[[], Awaitable[T]]) -> T | None:
        """What Redis answers; None while it is away."""
        if time.monotonic() < self._away_until:
            return None
        try:
            return await question()
        except self._errors:  # RedisChannels says so
            self._away_until = time.monotonic() + _AGAIN
            return None

    async def _told(self, key: str) -> None:
        await self._asked(lambda: self._shared(key))

    async def _shared(self, key: str) -> int:
        """Tell Redis how many are open here; returns how many are open in other processes."""
        assert self._redis
        name, until = f"{_PREFIX}:open:{key}", self.now() + _FRESH
        async with self._redis.pipeline(transaction=False) as pipeline:
            if own := self._open[key]:
                pipeline.hset(name, self._process, f"{own} {until}")
            else:
                pipeline.hdel(name, self._process)
            pipeline.expire(name, _FRESH)
            pipeline.hgetall(name)
            *_, told = await pipeline.execute()
        others = (value.split() for process, value in told.items() if process != self._process.encode())
        return sum(int(count) for count, fresh_until in others if float(fresh_until) > self.now())

    async def _read_clock(self) -> None:
        assert self._redis
        seconds, microseconds = await self._redis.time()
        self._ahead = seconds + microseconds / 1e6 - time.monotonic()


class QuickCounter:
    """Counter for what comes with every request: it counts in memory, and shares with other processes in bursts.

    The library's counter in memory takes 17 µs a hit, and 50 where a thousand addresses are known; this one takes 1.
    """

    def __init__(self, counters: Counters, name: str, most: int, seconds: int) -> None:
        """Count up to `most` within so many seconds."""
        self._counters = counters
        self._name = name
        self._most = most
        self._seconds = seconds
        self._burst = max(most // 10, 1)
        self._window = 0
        self._own: dict[str, int] = {}
        self._others: dict[str, int] = {}

    def exceeds(self, key: str) -> bool:
        """Count one more; returns whether that is too many."""
        window = int(self._counters.now()) // self._seconds
        if window != self._window:
            self._window = window
            self._own.clear()
            self._others.clear()
        own = self._own[key] = self._own.get(key, 0) + 1
        if self._counters.are_shared and own % self._burst == 0 and own <= self._most:
            self._counters.soon(self._share(key, window, own))
        return own + self._others.get(key, 0) > self._most

    def rest(self) -> int:
        """Seconds until there may be more."""
        return self._seconds - int(self._counters.now()) % self._seconds

    async def _share(self, key: str, window: int, own: int) -> None:
        counted = await self._counters.count(f"{self._name}:{key}:{window}", 2 * self._seconds, self._burst)
        if window == self._window:
            self._others[key] = max(self._others.get(key, 0), counted - own)
