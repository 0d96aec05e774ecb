"""HTTP protocol of uvicorn, with bounds on what one connection may ask of the server.

uvicorn waits for ever for the rest of a request, of any length: its one timeout is for connections that are idle after an
answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from litestar.types import ASGIApp
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from jardinet.server.http.open_files import files_at_most
from jardinet.server.http.web_socket_protocol import WebSocketProtocol

PATIENCE = 20.0  # seconds for a request to arrive, its body included
LARGEST_REQUEST = 64 * 1024  # bytes, likewise
LARGEST_MESSAGE = 4096  # bytes of a WebSocket's; pages of ours send none
MOST_WAITING = 4096  # connections whose request is still to come, at most; fewer where a process may have few files
PING_EVERY = 20.0  # seconds; a WebSocket's other end has as long to answer


class PatientProtocol(asyncio.Protocol):
    """Protocol that goes before one of uvicorn's, and ends a connection whose request takes too long or is too long.

    If too many wait for their request, the oldest is ended: a client that opens connections and asks nothing shuts nobody out.
    """

    cycle: Any  # what uvicorn knows of the last request whose head has arrived; None: none has
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    waiting: dict[PatientProtocol, None]  # those of one server whose request is still to come, the oldest first
    most_waiting: int
    _deadline: asyncio.TimerHandle | None = None
    _received = 0  # bytes of the request that is arriving

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept a connection, and wait for its first request, not for ever."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take bytes of a request; end the connection if the request gets too long."""
        super().data_received(data)
        self._received += len(data)
        if self._is_whole():
            self._stop_waiting()
        elif self._received > LARGEST_REQUEST:
            self._end(b"413 Content Too Large")
        elif self._deadline is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that is lost."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_whole(self) -> bool:
        """Whether a request has arrived whole, and is not answered yet."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(PATIENCE, self._end, b"408 Request Timeout")
        self.waiting[self] = None
        if len(self.waiting) > self.most_waiting:
            next(iter(self.waiting))._end(b"408 Request Timeout")

    def _stop_waiting(self) -> None:
        self._received = 0
        self.waiting.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self, status: bytes) -> None:
        self._stop_waiting()
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # it is a WebSocket by now
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" % status)
        self.transport.close()


def most_waiting() -> int:
    """MOST_WAITING, or half of the files this process may have, if less: the others are for requests that came, and for us."""
    return min(MOST_WAITING, files_at_most() // 2)


def config_of(app: ASGIApp) -> uvicorn.Config:
    """uvicorn's configuration for an application that somebody else opens and closes."""
    return uvicorn.Config(
        app,
        http=type("HttpProtocol", (PatientProtocol, AutoHTTPProtocol), {"waiting": {}, "most_waiting": most_waiting()}),
        ws=WebSocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_EVERY,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
