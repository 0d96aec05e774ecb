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
from litestar.types import ASGIApp, HTTPDisconnectEvent, HTTPReceiveMessage, Message, Receive, Scope, Send

from jardinet.server.http.closing import closing_of
from jardinet.server.metrics import VIEWERS

NDJSON = "application/x-ndjson"
EMPTY = b"\n"


@asynccontextmanager
async def listening(
    channels: ChannelsPlugin, names: Iterable[str], keep_alive: float
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """A function that waits for a change in one of the channels, `keep_alive` seconds at most."""
    async with channels.start_subscription(list(names)) as subscriber:

        async def change() -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(keep_alive), aclosing(subscriber.iter_events()) as events:
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


def while_open(app: ASGIApp) -> ASGIApp:
    """Middleware of a stream: when the server closes it ends as if it were through.

    Whoever reads it finds no end of the game in it, and connects again. WebSockets need none of this: uvicorn closes them
    by 1012, "service restart".
    """

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:
        closing, is_open = closing_of(scope["litestar_app"]), False

        async def noted(message: Message) -> None:
            nonlocal is_open
            is_open = message["type"] == "http.response.start" or bool(message.get("more_body"))
            await send(message)

        async def received() -> HTTPReceiveMessage:
            """What the reader says; that they have gone, where it is the server that goes."""
            arriving, ending = asyncio.ensure_future(receive()), asyncio.ensure_future(closing.wait())
            try:
                await asyncio.wait((arriving, ending), return_when=asyncio.FIRST_COMPLETED)
                return HTTPDisconnectEvent(type="http.disconnect") if ending.done() else arriving.result()  # type: ignore[return-value]
            finally:
                arriving.cancel()
                ending.cancel()

        with VIEWERS.labels("stream").track_inprogress():
            await app(scope, received, noted)
        if is_open:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return stream


def streamed(lines: AsyncIterator[bytes]) -> Stream:
    """The response; proxies are asked not to hold lines back."""
    return Stream(lines, media_type=NDJSON, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
