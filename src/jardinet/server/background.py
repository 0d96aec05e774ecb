"""Work in the background: what goes on beside the requests, until the server closes, and gives way to them."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

SHARE = 0.25  # of one core, at most, for what nobody waits for at a board
UNTIL_READY = 1.0  # seconds after which whoever waits for the games to be ready looks again
NICENESS = 10  # of the threads that reckon, above the server's own: whatever serves people comes first


@asynccontextmanager
async def in_background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Let work go on that may be cut off anywhere; it is, at the end."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def happens_within(event: asyncio.Event, seconds: float) -> bool:
    """Whether an event is set before so many seconds are over; returns as soon as it is."""
    if seconds:
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), seconds)
    return event.is_set()


def give_way() -> None:
    """Let the thread that calls it come after all those that serve people."""
    if hasattr(os, "setpriority"):  # on Linux a thread has a priority of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
