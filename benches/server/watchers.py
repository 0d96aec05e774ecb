"""Watchers: spectators' live pages, as a browser opens them, and when each of them has seen a play.

While a click is timed, what arrives is only put aside with the moment of its arrival; it is unpacked and read after the last
one has it. So the time that a thousand pages take to unpack here is not counted as the server's.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

from benches.server.connections import next_loopback_address
from benches.server.people import PlayedTable
from benches.server.processes import BenchError, Process
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.typing import Origin
from websockets.uri import parse_uri

PATIENCE = 60.0  # seconds until a page comes
QUIET = 0.05  # seconds without anything new, after which all is thought to have come
AT_ONCE = 40  # pages that are opened at the same time
AN_ADDRESS = 10  # live pages from one address
_PLY = re.compile(rb'data-ply="(\d+)"')


class Watcher(asyncio.Protocol):
    """A spectator's live page: one WebSocket, compressed as browsers ask for it.

    Attributes:
        ply: of the page as it is now; -1: it has not come yet.
        changed_at: when it came (time.perf_counter).
        put_aside: what has arrived while a click is timed; None: none is.
    """

    def __init__(self, address: str, table_id: str, cookies: str) -> None:
        """Not for callers: see `Audience`."""
        uri = parse_uri(f"{address.replace('http', 'ws', 1)}/t/{table_id}/live")
        deflate = ClientPerMessageDeflateFactory(client_max_window_bits=True)
        self._protocol = ClientProtocol(uri, origin=Origin(address), extensions=[deflate], max_size=None)
        self._cookies = cookies
        self._transport: asyncio.Transport | None = None
        self._parts: list[bytes] = []
        self.ply, self.changed_at = -1, 0.0
        self.put_aside: list[tuple[float, bytes]] | None = None
        self.came: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """See asyncio.Protocol."""
        self._transport = transport
        request = self._protocol.connect()
        request.headers["Accept-Language"] = "en"
        request.headers["Cookie"] = self._cookies
        self._protocol.send_request(request)
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        self._transport = None
        if not self.came.done():
            self.came.set_exception(BenchError("the server refused a spectator."))

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        if self.put_aside is None:
            self._read(time.perf_counter(), data)
        else:
            self.put_aside.append((time.perf_counter(), data))

    def unpack(self) -> None:
        """Read what was put aside, and everything from now on as it comes."""
        arrived, self.put_aside = self.put_aside or [], None
        for moment, data in arrived:
            self._read(moment, data)

    @property
    def is_open(self) -> bool:
        """Whether the page is still connected."""
        return self._transport is not None

    def leave(self) -> None:
        """Close the page."""
        if self._transport is not None:
            self._transport.abort()

    def _read(self, moment: float, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                if self._protocol.state is not State.OPEN and not self.came.done():
                    self.came.set_exception(BenchError(f"the server refused a spectator: {event.status_code}."))
            elif isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.CONT):
                self._parts.append(bytes(event.data))
                if event.fin:
                    self._changed(moment, b"".join(self._parts))
                    self._parts = []
        self._send()  # pongs, without which the server gives us up

    def _changed(self, moment: float, page: bytes) -> None:
        found = _PLY.search(page)
        if found and int(found[1]) > self.ply:
            self.ply, self.changed_at = int(found[1]), moment
        if not self.came.done():
            self.came.set_result(None)

    def _send(self) -> None:
        for data in self._protocol.data_to_send():
            if data and self._transport is not None:
                self._transport.write(data)


class Click:
    """A play before an audience: seconds of the server's processor, until the answer, and until the last one saw it."""

    def __init__(self, processor: float, answered: float, last_seen: float) -> None:
        """All in seconds."""
        self.processor, self.answered, self.last_seen = processor, answered, last_seen


class Audience:
    """The spectators of some tables."""

    def __init__(self, server: Process, cookies: Sequence[str]) -> None:
        """`cookies`: of real visits; the watchers take them in turns."""
        self._server = server
        self._cookies: Iterator[str] = cycle(cookies)
        self.watchers: list[Watcher] = []

    async def grow(self, table_ids: Sequence[str], until: float = float("inf")) -> None:
        """Open a live page for each of these ids, until all have come, or that moment (time.monotonic) has passed."""
        ids, local = iter(enumerate(table_ids)), ""

        async def open_some() -> None:
            nonlocal local
            for number, table_id in ids:
                if time.monotonic() > until:
                    return
                if number % AN_ADDRESS == 0 or not local:
                    local = next_loopback_address()
                self.watchers.append(await self._opened(table_id, local))

        try:
            async with asyncio.TaskGroup() as together:
                for _ in range(AT_ONCE):
                    together.create_task(open_some())
        except* (BenchError, OSError, TimeoutError) as several:
            raise BenchError(
                f"{len(self.watchers)} pages are open, then: {several.exceptions[0] or 'no answer'}"
            ) from None

    async def _opened(self, table_id: str, local_address: str) -> Watcher:
        to, cookies = urlsplit(self._server.address), next(self._cookies)
        _transport, watcher = await asyncio.get_running_loop().create_connection(
            lambda: Watcher(self._server.address, table_id, cookies),
            to.hostname or "",
            to.port or 80,
            local_addr=(local_address, 0),
        )
        async with asyncio.timeout(PATIENCE):
            await watcher.came
        return watcher

    async def see(self, table: PlayedTable) -> Click:
        """Let the table play once, and wait until everybody has seen it."""
        for watcher in self.watchers:
            watcher.put_aside = []
        processor, begun = self._server.seconds(), time.perf_counter()
        await table.play()
        answered = time.perf_counter()
        while not self._is_quiet(begun):
            await asyncio.sleep(QUIET / 5)
        processor = self._server.seconds() - processor
        for watcher in self.watchers:
            watcher.unpack()
        while not all(watcher.ply >= table.position.seq for watcher in self.watchers):  # some came in two parts
            self._check(begun)
            await asyncio.sleep(QUIET / 5)
        last = max((watcher.changed_at for watcher in self.watchers), default=answered)
        return Click(processor, answered - begun, last - begun)

    def _is_quiet(self, begun: float) -> bool:
        """Whether everybody has got something, and nothing came for a moment."""
        self._check(begun)
        arrived = [watcher.put_aside[-1][0] for watcher in self.watchers if watcher.put_aside]
        last = max(arrived, default=begun)
        return len(arrived) == len(self.watchers) and time.perf_counter() - last > QUIET

    def _check(self, begun: float) -> None:
        if time.perf_counter() - begun > PATIENCE or not all(watcher.is_open for watcher in self.watchers):
            gone = sum(not watcher.is_open for watcher in self.watchers)
            raise BenchError(f"not all of {len(self.watchers)} spectators saw a play: {gone} were disconnected.")

    def leave(self) -> None:
        """Close all pages."""
        for watcher in self.watchers:
            watcher.leave()
        self.watchers = []
