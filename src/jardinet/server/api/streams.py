"""NDJSON streams: a line after every change, an empty one while there is none, so that nobody takes them for dead.

A channel tells only that something has changed. A stream reads it anew then, and before every empty line, and
sends what differs from what it sent last: a message lost costs some seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

KEEP_ALIVE = 6.0  # seconds, as Lichess does
NDJSON = "application/x-ndjson"
EMPTY = b"\n"


@asynccontextmanager
async def listening(channels: ChannelsPlugin, names: Iterable[str]) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """A function that waits for a change in one of the channels, KEEP_ALIVE seconds at most."""
    async with channels.start_subscription(list(names)) as subscriber:

        async def change() -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(KEEP_ALIVE), aclosing(subscriber.iter_events()) as events:
                    await anext(events)
                    while subscriber.qsize:  # changes that came together are one
                        await anext(events)

        yield change


def lines_of(kinds: Any, problems: Mapping[int, ResponseSpec]) -> dict[int, ResponseSpec]:
    """The answers of a stream for the OpenAPI document: lines of one of these kinds, or a problem."""
    lines = ResponseSpec(kinds, generate_examples=False, description="A line a change.", media_type=NDJSON)
    return {200: lines, **problems}


def line(told: msgspec.Struct) -> bytes:
    """A line of a stream."""
    return msgspec.json.encode(told) + b"\n"


def streamed(lines: AsyncIterator[bytes]) -> Stream:
    """The response; proxies are asked not to hold lines back."""
    return Stream(lines, media_type=NDJSON, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
