"""NDJSON streams: a line after every change, and empty lines in between to keep the connection alive.

A channel tells only that something has changed. The stream then reads the state anew, as it does before every empty
line, and sends what differs from its last line: so a lost message only delays it by some seconds.
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
    """Subscription to channels: gives a function that waits for a change in one of them, `keep_alive` seconds at most."""
    async with channels.start_subscription(list(names)) as subscriber:

        async def change() -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(keep_alive), aclosing(subscriber.iter_events()) as events:
                    await anext(events)
                    while subscriber.qsize:  # changes that came together are one
                        await anext(events)

        yield change


def lines_of(kinds: Any, problems: Mapping[int, ResponseSpec]) -> dict[int, ResponseSpec]:
    """The responses of a stream for the OpenAPI document: lines of one of these types, or a problem."""
    lines = ResponseSpec(kinds, generate_examples=False, description="One line for each change.", media_type=NDJSON)
    return {200: lines, **problems}


def line(told: msgspec.Struct) -> bytes:
    """A line of a stream: the message as JSON."""
    return msgspec.json.encode(told) + b"\n"


def while_open(app: ASGIApp) -> ASGIApp:
    """Middleware of a stream: when the server shuts down, the response ends properly instead of breaking off.

    A client that has not read the end of the game then connects again. WebSockets do not need this: uvicorn closes
    them by 1012, "service restart".
    """

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:
        closing, is_open = closing_of(scope["litestar_app"]), False

        async def noted(message: Message) -> None:
            nonlocal is_open
            is_open = message["type"] == "http.response.start" or bool(message.get("more_body"))
            await send(message)

        async def received() -> HTTPReceiveMessage:
            """The client's next message; a disconnect if the server shuts down."""
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
    """The response for a stream of lines; its headers ask proxies not to buffer."""
    return Stream(lines, media_type=NDJSON, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
