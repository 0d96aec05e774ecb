"""Background work: it goes on beside the requests until the server closes, and gives way to them."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

SHARE = 0.25  # of one core, at most, for work that nobody at a board waits for
UNTIL_READY = 1.0  # seconds between two looks whether the games are ready
NICENESS = 10  # of the threads that reckon, above the server's own: those that serve people come first


@asynccontextmanager
async def in_background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run work during the block, and cut it off at the end; it may be cut off anywhere."""
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
    """Lower the priority of the calling thread below that of all threads that serve people."""
    if hasattr(os, "setpriority"):  # on Linux a thread has a priority of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
