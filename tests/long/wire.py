"""Wire to a server, on which anything may be sent as bytes: what no client of ours would let through."""

from __future__ import annotations

import contextlib
import socket
from http.client import HTTPException, HTTPResponse
from urllib.parse import urlsplit

from tests.long.people import Answer

PATIENCE = 30  # seconds for one answer
LINGERING = 0.05  # seconds that somebody waits who wants no answer
NDJSON = "application/x-ndjson"


class Wire:
    """Connection of one address of this machine, kept as long as the server keeps it."""

    def __init__(self, address: str, host: str) -> None:
        """To the server at `address`, from `host`; it is made when something is sent."""
        to = urlsplit(address)
        self._to, self._host = (str(to.hostname), to.port or 0), host
        self._socket: socket.socket | None = None

    def ask(self, sent: bytes, method: str) -> Answer | None:
        """Send something and read the answer; None where the connection ends without one.

        Raises:
            TimeoutError: there is none within PATIENCE.
        """
        is_kept = self._socket is not None
        answer = self._ask(sent, method)
        return (
            self._ask(sent, method) if answer is None and is_kept else answer
        )  # it was closed meanwhile, as it may be

    def hang_up_after(self, sent: bytes) -> None:
        """Send something, and go before it is answered."""
        self._send(sent)
        self.close()

    def say(self, sent: bytes) -> bytes:
        """Send something after an answer, and read what comes of it for a moment."""
        assert self._socket
        heard = b""
        self._socket.settimeout(LINGERING)
        with contextlib.suppress(OSError):
            self._socket.sendall(sent)
            while got := self._socket.recv(65536):
                heard += got
        return heard

    def close(self) -> None:
        """Close it; the next question makes another one."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _ask(self, sent: bytes, method: str) -> Answer | None:
        self._send(sent)
        assert self._socket
        response = HTTPResponse(self._socket, method=method)
        try:
            response.begin()
            is_endless = response.headers.get_content_type() == NDJSON
            answer = Answer(
                response.status, dict(response.headers), response.readline() if is_endless else response.read()
            )
        except TimeoutError:
            self.close()
            raise
        except (OSError, HTTPException):
            self.close()
            return None
        if is_endless or response.will_close:
            self.close()
        return answer

    def _send(self, sent: bytes) -> None:
        if self._socket is None:
            self._socket = socket.create_connection(self._to, PATIENCE, (self._host, 0))
        self._socket.settimeout(PATIENCE)
        with contextlib.suppress(ConnectionError):  # it may have answered already, and read no more
            self._socket.sendall(sent)
