"""Channels (publish and subscribe) over Redis between the processes of one server; they reconnect when Redis has been away.

Litestar's own backend ends its one reading task at the first lost connection, and no page is told anything ever after. Here
that task connects again, and then sends a message to every channel, since nobody knows what was missed: a message says only
that something has changed, and its receivers read the state anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from typing import Any

from litestar.channels.backends.base import ChannelsBackend
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from jardinet.games.sentences import Sentence
from jardinet.server.settings import SettingError
from jardinet.system_errors import reason_of

_PREFIX = "jardinet:"
_HEART = "jardinet-heart"  # a channel that nobody publishes to, so that there is always one to listen to
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0  # seconds between two tries to connect
_LOOK_UP = 1.0  # seconds: how long a look for messages lasts, and what a stop waits for at most
_AWAY = (RedisError, OSError)

_log = logging.getLogger(__name__)


def _reason(error: Exception) -> Sentence | str:
    """Why Redis does not answer; what it says of its own is quoted."""
    if isinstance(error, AuthenticationError):
        return Sentence("it does not know this name and password")
    if isinstance(error, RedisTimeoutError):
        return Sentence("there is no answer")
    cause = error if isinstance(error, OSError) else error.__context__
    if isinstance(cause, OSError):
        return reason_of(cause)
    return Sentence("it says “{words}”", words=str(error).partition("\n")[0] or type(error).__name__)


class RedisChannels(ChannelsBackend):
    """Backend of Litestar's channels over Redis, which reconnects."""

    def __init__(self, url: str) -> None:
        """Use the Redis at `url`.

        Raises:
            SettingError: it is no address of a Redis.
        """
        # Redis' own retries would subscribe again without a word, and nobody would know that something was missed.
        once = Retry(NoBackoff(), 0)
        try:
            self._redis = Redis.from_url(url, retry=once, socket_connect_timeout=2, socket_timeout=5)
        except ValueError:
            raise SettingError(
                "redis-url",
                "JARDINET_REDIS_URL is not valid: it must read like redis://:password@host:port or unix:///path.",
            ) from None
        self._wanted: set[str] = set()
        self._listening: PubSub | None = None
        self._is_away = False
        # What this process said while Redis was away, for its own pages and, later, for those of others.
        self._own: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._untold: dict[str, bytes] = {}

    async def on_startup(self) -> None:
        """Check that Redis answers, so that a wrong address is reported at the start.

        Raises:
            SettingError: it does not.
        """
        try:
            await self._redis.ping()
        except _AWAY as error:
            await self.on_shutdown()
            raise SettingError("redis-unusable", "Redis cannot be used: {reason}.", reason=_reason(error)) from None

    async def on_shutdown(self) -> None:
        """Close the connections, if there are any."""
        with suppress(*_AWAY):
            await self._redis.aclose()

    async def is_there(self) -> bool:
        """Whether it answers, and this process hears of changes by it."""
        try:
            await self._redis.ping()
        except _AWAY:
            return False
        return self._listening is not None

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Tell all processes; while Redis is away this one alone, and the others when it is back."""
        names = set(channels)
        if not self._is_away:
            try:
                for channel in names:
                    await self._redis.publish(_PREFIX + channel, data)
            except _AWAY as error:
                self._lost(error)
        if self._is_away:
            for channel in names:
                self._own.put_nowait((channel, data))
                self._untold[channel] = data

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen to more channels."""
        new = set(channels) - self._wanted
        self._wanted |= new
        await self._say("subscribe", new)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listen to some channels no longer."""
        gone = set(channels) & self._wanted
        self._wanted -= gone
        await self._say("unsubscribe", gone)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Nothing: what has changed is read from the database."""
        return []

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """The messages of the channels, for ever; one for each channel when Redis is back."""
        wait = _FIRST_WAIT
        while True:
            try:
                async with self._redis.pubsub() as listening:
                    await listening.subscribe(_HEART, *(_PREFIX + channel for channel in self._wanted))
                    self._listening = listening
                    await self._tell_others()
                    for channel in list(self._wanted) if self._is_away else ():
                        yield channel, b"{}"
                    self._back()
                    wait = _FIRST_WAIT
                    while not self._is_away:  # a publisher may be the first to find out
                        message = await listening.get_message(ignore_subscribe_messages=True, timeout=_LOOK_UP)
                        if message is not None:
                            yield message["channel"].decode().removeprefix(_PREFIX), message["data"]
            except _AWAY as error:
                self._lost(error)
            self._listening = None
            until = asyncio.get_running_loop().time() + wait
            while (told := await self._own_until(until)) is not None:
                yield told
            wait = min(2 * wait, _LONGEST_WAIT)

    async def _tell_others(self) -> None:
        """Publish what other processes have not been told; their pages may have been refreshed before it happened."""
        while self._untold:
            channel, data = next(iter(self._untold.items()))
            await self._redis.publish(_PREFIX + channel, data)
            if self._untold[channel] is data:
                del self._untold[channel]

    async def _own_until(self, until: float) -> tuple[str, bytes] | None:
        """The next thing that this process said meanwhile; None: the time is up."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                return await self._own.get()
        return None

    async def _say(self, command: str, channels: Iterable[str]) -> None:
        """Tell Redis, if it is there, of a changed subscription; else it is told when it is back."""
        names = [_PREFIX + channel for channel in channels]
        if self._listening and names:
            try:
                await getattr(self._listening, command)(*names)
            except _AWAY as error:
                self._lost(error)

    def _lost(self, error: Exception) -> None:
        if not self._is_away:
            self._is_away = True
            _log.error("Redis does not answer (%s): pages of other processes wait until it does.", error)

    def _back(self) -> None:
        if self._is_away:
            self._is_away = False
            _log.warning("Redis is back.")
