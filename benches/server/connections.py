"""HTTP connections of the load generator: kept alive, one request after another, and cheap.

httpx takes about a millisecond of our own for a request, more than the server is to take for it: on two cores it would be
httpx that is measured. This reads what our server sends (Content-Length, gzip) and nothing else. Each connection
comes from a loopback address of its own: limits are per address, and are meant for one.
"""

from __future__ import annotations

import asyncio
import zlib
from itertools import count
from urllib.parse import urlsplit

from benches.server.processes import BenchError

PATIENCE = 60.0  # seconds for an answer
_GZIP = 31  # zlib's window bits that mean gzip
_addresses = count(1)


def next_loopback_address() -> str:
    """An address of this machine that nobody here has used."""
    number = next(_addresses)
    return f"127.{1 + number // 62500 % 200}.{number // 250 % 250}.{1 + number % 250}"


class Connection(asyncio.Protocol):
    """A connection to a server; where the server has ended it, as servers do after some seconds, it is made anew."""

    def __init__(self, address: str) -> None:
        """`address` of the server."""
        self._to, self._local_address = urlsplit(address), next_loopback_address()
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    async def request(self, method: str, path: str, headers: str = "", body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of the answer.

        Args:
            method, path, body: of the request.
            headers: further lines, each with its CRLF.
        """
        sent = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._to.netloc}\r\nAccept-Encoding: gzip, deflate\r\n{headers}{sent}\r\n"
        is_kept = self._transport is not None
        try:
            async with asyncio.timeout(PATIENCE):
                try:
                    return await self._answered(head.encode() + body)
                except ConnectionResetError:
                    if not is_kept:
                        raise
                    return await self._answered(head.encode() + body)  # the server ended it while we wrote: not read
        except TimeoutError:
            raise BenchError(f"{method} {path} was not answered within {PATIENCE:g} seconds.") from None
        except OSError as error:
            raise BenchError(f"{method} {path} was not answered: {error}.") from None

    async def _answered(self, request: bytes) -> tuple[int, bytes]:
        assert self._answer is None, "one request at a time"
        if self._transport is None or self._transport.is_closing():
            self._transport = await self._connected()
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        try:
            return await self._answer
        finally:
            self._answer = None

    async def _connected(self) -> asyncio.Transport:
        self._received.clear()
        transport, _ = await asyncio.get_running_loop().create_connection(
            lambda: self, self._to.hostname or "", self._to.port or 80, local_addr=(self._local_address, 0)
        )
        return transport

    def close(self) -> None:
        """End it."""
        if self._transport is not None:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        self._transport = None
        if self._answer and not self._answer.done():
            self._answer.set_exception(ConnectionResetError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        self._received += data
        end = self._received.find(b"\r\n\r\n")
        if end < 0 or self._answer is None or self._answer.done():
            return
        first, *lines = self._received[:end].decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if "content-length" not in headers:
            self._answer.set_exception(
                BenchError("an answer without Content-Length is more than the bench understands.")
            )
            return
        length = int(headers["content-length"])
        body = bytes(self._received[end + 4 : end + 4 + length])
        if len(body) < length:
            return
        del self._received[: end + 4 + length]
        if headers.get("content-encoding") == "gzip":
            body = zlib.decompress(body, _GZIP)
        self._answer.set_result((int(first.split(" ", 2)[1]), body))
