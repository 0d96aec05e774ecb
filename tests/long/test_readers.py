"""Readers that never read what they have asked for: they hold nobody up, take little memory, and are let go of."""

from __future__ import annotations

import base64
import re
import secrets
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from tests.kit.servers import ServerProcess, Start, serving_app
from tests.kit.waiting import PATIENCE
from tests.long.pages import Page
from tests.long.people import Account, Line, new_account
from tests.long.sizes import SHARE, log, size, until
from tests.sizes import WHOLE
from websockets.sync.client import connect
from websockets.typing import Origin

from jardinet.server import serve
from jardinet.server.app import create_app
from jardinet.server.http import http_protocol
from jardinet.server.keys import Keys
from jardinet.server.serve import HOST, _listen
from jardinet.server.settings import Settings

TURNS = 15  # more pages than a connection holds that nobody reads
SMALLEST = 4096  # bytes that the system keeps for a connection, at either end
SOON = 5.0  # seconds until a play is answered, and seen, on a machine that does something else too
LET_GO = 90.0  # seconds until the last reader is
MOST_MEMORY = 0.5  # MB that a reader takes

CONNECTIONS = Path("/proc/net/tcp")
NOBODYS = "0"  # the number of what no process holds
PLY = re.compile(r'data-ply="(\d+)"')

Patch = pytest.MonkeyPatch

pytestmark = [
    WHOLE,
    pytest.mark.skipif(not CONNECTIONS.exists(), reason="only Linux tells which connections there are"),
]


class Served(NamedTuple):
    """Server, and its process where it has one of its own."""

    address: str
    process: ServerProcess | None = None

    def connected(self, readers: Sequence[socket.socket]) -> int:
        """How many of the readers it has a connection with."""
        theirs = {f":{one.getsockname()[1]:04X}" for one in readers}
        own = f":{urlsplit(self.address).port:04X}"
        rows = [line.split() for line in CONNECTIONS.read_text("ascii").splitlines()[1:]]
        return sum(row[1].endswith(own) and row[2][-5:] in theirs and row[9] != NOBODYS for row in rows)

    def megabytes(self) -> float:
        return self.process.megabytes() if self.process else 0.0


class Garden:
    """Table at which one person plays at all four seats."""

    def __init__(self, served: Served, chance: Random) -> None:
        self._chance = chance
        self.person = new_account(served.address, "Ada", chance)
        self._line = Line(served.address, self.person)
        agreed = {"game": "lucky_numbers", "parameters": {}, "seats": ["person"] * 4}
        self.id = str(self._line.post("/api/tables", **agreed)["id"])
        for seat in (1, 2, 3):
            self._line.post(f"/api/tables/{self.id}/sit", seat=seat, beside=True)

    def play(self) -> int:
        """One turn; returns the ply after it."""
        state = self._line.table(self.id)
        begun, move = time.monotonic(), self._chance.choice(state["legal"])
        table = self._line.post(f"/api/tables/{self.id}/play", ply=state["seq"], moves=[move], seat=state["seat"])
        assert time.monotonic() - begun < SOON, "a play is held up"
        return int(table["state"]["seq"])


@contextmanager
def _served_here(folder: Path) -> Iterator[Served]:
    """A server in this process, whose patience a test may change; the system takes nothing off its hands."""
    listening = _listen(HOST, 0)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALLEST)
    app = create_app(Settings(f"sqlite:///{folder / 'tables.sqlite3'}", Keys.of("00" * 32)))
    with serving_app(app, listening) as address:
        yield Served(address)


@pytest.fixture
def served(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: Patch) -> Iterator[Served]:
    """A server as it is; in a small test one of less patience."""
    if SHARE:
        at: Start = request.getfixturevalue("at")
        (process,) = at(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
        yield Served(process.address, process)
        return
    monkeypatch.setattr(serve, "LONGEST_UNREAD", 3000)
    with _served_here(tmp_path) as one:
        yield one


def _never_reads(
    stack: ExitStack, address: str, path: str, *headers: str, account: Account | None = None
) -> socket.socket:
    """Ask for something that goes on and on, and never look at it."""
    to = urlsplit(address)
    one = stack.enter_context(socket.socket())
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST)
    one.settimeout(PATIENCE)
    one.connect((to.hostname, to.port))
    own = [f"Authorization: Bearer {account.token}", f"Cookie: {account.cookies}"] if account else []
    one.sendall("\r\n".join([f"GET {path} HTTP/1.1", f"Host: {to.netloc}", *own, *headers, "", ""]).encode())
    return one


def _live_page(stack: ExitStack, address: str, table_id: str, account: Account | None = None) -> socket.socket:
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    upgrade = "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"
    return _never_reads(stack, address, f"/t/{table_id}/live", f"Origin: {address}", *upgrade, account=account)


def _stream(stack: ExitStack, address: str, table_id: str, account: Account | None = None) -> socket.socket:
    return _never_reads(stack, address, f"/api/bot/game/stream/{table_id}?everything=true", account=account)


def _seen(page: Page, ply: int) -> float:
    """How many seconds it takes until a page shows that."""
    return until(lambda: page.ply >= ply, f"an open page shows ply {ply}", SOON)


def test_readers_that_never_read_are_let_go_of_and_hold_nobody_up(served: Served, chance: Random) -> None:
    """Live pages and streams, of a player and of others; whoever does read sees each play at once."""
    garden = Garden(served, chance)
    page = Page(served.address, garden.id)
    until(lambda: page.ply >= 0, "a page is open")
    count, memory = size(80, 8), served.megabytes()
    with ExitStack() as stack:
        readers = [
            ask(stack, served.address, garden.id, account)
            for account in (garden.person, None)
            for ask in (_live_page, _stream)
            for _ in range(count // 4)
        ]
        until(lambda: served.connected(readers) == count, "all of them are connected")
        longest = max(_seen(page, garden.play()) for _ in range(TURNS))
        taken = served.megabytes() - memory
        assert taken < MOST_MEMORY * count
        within = until(lambda: not served.connected(readers), "all of them are let go of", LET_GO)
        _seen(page, garden.play())
    assert page.comebacks == 0
    page.close()
    back = Page(served.address, garden.id, garden.person)
    _seen(back, garden.play())
    back.close()
    log.info(
        "%d readers: %.0f MB, others see a play after %.2f s, all gone %.0f s later", count, taken, longest, within
    )


def test_a_live_page_that_answers_no_ping_is_cut_off_whatever_waits_for_it(
    tmp_path: Path, monkeypatch: Patch, chance: Random
) -> None:
    """Also where the system does not do it, and of somebody who now and then reads a little."""
    monkeypatch.setattr(serve, "LONGEST_UNREAD", 0)
    monkeypatch.setattr(http_protocol, "PING_EVERY", 2.0)
    with _served_here(tmp_path) as served, ExitStack() as stack:
        garden = Garden(served, chance)
        page = _live_page(stack, served.address, garden.id)
        for _ in range(TURNS):
            garden.play()
        until(lambda: not served.connected([page]), "it is cut off")


def test_who_reads_late_gets_the_newest_page_and_not_all_that_were_before(tmp_path: Path, chance: Random) -> None:
    with _served_here(tmp_path) as served, socket.socket() as slow:
        garden = Garden(served, chance)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST)
        to = urlsplit(served.address)
        slow.connect((to.hostname, to.port))
        address = f"{served.address.replace('http', 'ws', 1)}/t/{garden.id}/live"
        origin = Origin(served.address)
        with connect(address, sock=slow, origin=origin, compression=None, max_queue=1, max_size=None) as late:
            first = len(str(late.recv(PATIENCE)))
            for _ in range(TURNS):
                ply = garden.play()
            seen = []
            while ply not in seen:
                seen += [int(told) for told in PLY.findall(str(late.recv(PATIENCE)))[:1]]
        assert seen == sorted(seen)
        assert len(seen) < TURNS, f"{len(seen)} pages of {first} bytes waited"
