"""Connections that never come to the point: each ends by itself, and troubles nobody else."""

from __future__ import annotations

import logging
import resource
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.kit.servers import launched, serving, settings_of
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from jardinet.server.bench import Visitor
from jardinet.server.http import http_protocol
from jardinet.server.http.http_protocol import LARGEST_MESSAGE

HALF_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nX-Half"
HALF_BODY = b"POST /me HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nname=A"
NO_PAGE = b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nname=A"
UPGRADE = b"GET /t/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module", params=["AutoHTTPProtocol", "H11Protocol"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("server") / "tables.sqlite3"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http_protocol, "PATIENCE", 1.0)
        if request.param == "H11Protocol":  # what uvicorn takes where httptools is not installed
            patch.setattr(http_protocol, "AutoHTTPProtocol", H11Protocol)
        with serving(settings_of(f"sqlite:///{database}")) as url:
            yield url


def connected(address: str) -> socket.socket:
    to = urlsplit(address)
    return socket.create_connection((to.hostname, to.port), timeout=30)


def until_the_end(connection: socket.socket) -> bytes:
    """Everything that the server says until it ends the connection."""
    told = b""
    while True:
        try:
            more = connection.recv(4096)
        except ConnectionResetError:
            return told
        if not more:
            return told
        told += more


@pytest.mark.parametrize("half", [b"", b"G", HALF_HEAD, HALF_BODY])
def test_half_a_request_ends(address: str, half: bytes) -> None:
    with connected(address) as one:
        one.sendall(half)
        assert until_the_end(one).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("half", [HALF_HEAD, HALF_BODY, NO_PAGE])
def test_a_request_that_comes_by_single_bytes_ends_too(address: str, half: bytes) -> None:
    """Also where its answer has gone out already."""
    began = time.monotonic()
    with connected(address) as one, pytest.raises(OSError):
        one.sendall(half)
        while time.monotonic() - began < 30:
            one.sendall(b"a")
            time.sleep(0.05)


def test_connections_that_ask_nothing_end_before_they_keep_others_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "MOST_WAITING", 20)
    monkeypatch.setattr(http_protocol, "PATIENCE", 3600.0)
    with (
        serving(settings_of(f"sqlite:///{tmp_path / 'tables.sqlite3'}")) as address,
        ExitStack() as idle,
    ):
        opened = [idle.enter_context(connected(address)) for _ in range(60)]
        for one in opened[:30]:
            assert until_the_end(one).startswith(b"HTTP/1.1 408 ")
        assert httpx.get(f"{address}/healthz", timeout=30).is_success
        opened[-1].sendall(WHOLE)
        assert opened[-1].recv(4096).startswith(b"HTTP/1.1 200 ")


def test_a_server_has_as_many_connections_as_the_system_allows(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))  # as the server inherits it
    try:
        _address, server = launched(f"sqlite:///{tmp_path / 'tables.sqlite3'}", subprocess.DEVNULL, {})
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with server:
        allowed = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        server.terminate()
    assert allowed == (hard, hard)


@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b"GET /"])
def test_a_request_that_is_too_long_ends(address: str, head: bytes) -> None:
    with connected(address) as one:
        with suppress(OSError):
            one.sendall(head)
            for _ in range(100):
                one.sendall(b"a" * 10_000)
        assert until_the_end(one)[:12] in (b"", b"HTTP/1.1 400", b"HTTP/1.1 413")


def test_the_next_request_of_a_connection_has_no_more_time(address: str) -> None:
    with connected(address) as one:
        one.sendall(WHOLE)
        assert one.recv(4096).startswith(b"HTTP/1.1 200 ")
        one.sendall(HALF_HEAD)
        assert b"HTTP/1.1 408 " in until_the_end(one)


def test_a_live_page_and_a_stream_go_on(address: str) -> None:
    """A connection that was begun later ends while they are open: so their time has been up."""
    with Visitor(address) as ada:
        table = ada.set_table(seat2="person")
        stream = f"{address}/api/bot/game/stream/{table.rpartition('/')[2]}"
        with ada.listen(table) as live, httpx.stream("GET", stream, timeout=60) as lines, connected(address) as later:
            said = lines.iter_lines()
            next(said)
            until_the_end(later)
            assert live.ping().wait(30)
            assert next(said) == ""


def test_a_message_that_is_too_large_closes_the_socket(address: str, caplog: pytest.LogCaptureFixture) -> None:
    with Visitor(address) as ada:
        table = ada.set_table(seat2="person")
        for message in ("x" * (LARGEST_MESSAGE + 1), ["x" * LARGEST_MESSAGE, "x"], b"x" * 10 * LARGEST_MESSAGE):
            with ada.listen(table) as live:
                live.send("x" * LARGEST_MESSAGE)
                live.send(b"\0\xff")
                assert live.ping().wait(30)
                with pytest.raises(ConnectionClosedError) as closed:  # perhaps while its second piece is sent
                    live.send(message)
                    live.recv(timeout=30)
                assert closed.value.rcvd
                assert closed.value.rcvd.code == 1009
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize(
    "rest",
    [b"Content-Length: 5\r\n\r\nhello", b"X-Long: " + b"x" * 9000 + b"\r\n\r\n", b"X: x\r\n" * 200 + b"\r\n", b"\r\n"],
    ids=["body", "long", "many", "no-key"],
)
def test_what_asks_for_no_live_page_as_it_should_is_answered_and_let_go(address: str, rest: bytes) -> None:
    for method in (b"GET", b"POST"):
        with connected(address) as one:
            one.sendall(UPGRADE.replace(b"GET", method) + rest)
            assert until_the_end(one).startswith(b"HTTP/1.1 4")


def test_text_that_is_none_closes_the_socket_without_a_word_in_the_log(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Visitor(address) as ada:
        table = ada.set_table(seat2="person")
        for message in (b"\xff", [b"\xed\xa0", b"\x80"]):
            with ada.listen(table) as live:
                live.send(message, text=True)
                with pytest.raises(ConnectionClosedError) as closed:
                    live.recv(timeout=30)
                assert closed.value.rcvd
                assert closed.value.rcvd.code == 1007
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("said", [b"\x81\x00", b"\x81\x81\0\0\0\0\xff\x88\x80\0\0\0\0"], ids=["unmasked", "no-text"])
def test_who_breaks_the_protocol_while_they_are_answered_troubles_nobody(
    address: str, caplog: pytest.LogCaptureFixture, said: bytes
) -> None:
    """Their page is looked for meanwhile, and what is found can no longer be told."""
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    for _ in range(50):
        with connected(address) as one:
            one.sendall(UPGRADE + key)
            assert one.recv(4096).startswith(b"HTTP/1.1 101 ")
            one.sendall(said)
            until_the_end(one)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_live_page_of_no_table_is_closed_for_good(address: str) -> None:
    with (
        connect(f"{address.replace('http', 'ws')}/t/nowhere/live") as live,
        pytest.raises(ConnectionClosedError) as closed,
    ):
        live.recv(timeout=30)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4404
