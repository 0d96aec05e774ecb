"""HTTP server: uvicorn's, which opens our application and closes it, within ten seconds even if something does not answer."""

from __future__ import annotations

import logging
import os
import socket
import threading
from contextlib import AsyncExitStack
from types import FrameType

import uvicorn
from litestar import Litestar

from jardinet.server.http.closing import closing_of
from jardinet.server.http.http_protocol import config_of

LONGEST_STOP = 9.0  # seconds from the signal to the end

_log = logging.getLogger(__name__)


class HttpServer(uvicorn.Server):
    """Server of uvicorn that opens and closes the application itself.

    By ASGI's lifespan protocol any error at the start would be a traceback in the log, and nobody could be told that the
    server is about to close before all connections have closed.
    """

    def __init__(self, app: Litestar) -> None:
        """Serve `app`."""
        super().__init__(config_of(app))
        self._app = app
        self._opened = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the application, then the sockets."""
        try:
            await self._opened.enter_async_context(self._app.lifespan())
        except ExceptionGroup as group:  # Litestar has a task group around everything: what went wrong is in it
            raise group.exceptions[0] from None
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close in the reverse order; streams are told first, so that they end properly."""
        closing_of(self._app).set()
        await super().shutdown(sockets)
        await self._opened.aclose()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to shut down, and exit after LONGEST_STOP at the latest: what was answered is durable already."""
        super().handle_exit(sig, frame)
        last = threading.Timer(LONGEST_STOP, _end_at_once, [sig])
        last.daemon = True
        last.start()


def _end_at_once(sig: int) -> None:
    """End without waiting for what does not answer."""
    _log.error("closed after %.0f seconds, though something does not answer.", LONGEST_STOP)
    os._exit(128 + sig)
