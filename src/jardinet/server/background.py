"""Work in the background: what goes on beside the requests, until the server closes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


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
