"""Closing of the server, for handlers that would otherwise not learn of it before they are cut off."""

from __future__ import annotations

import asyncio

from litestar import Litestar

CLOSING = "closing"  # in the application's state


def closing_of(app: Litestar) -> asyncio.Event:
    """The event that is set as soon as the server is asked to close."""
    closing: asyncio.Event = app.state[CLOSING]
    return closing
