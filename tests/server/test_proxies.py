"""Two processes behind Caddy and nginx, each with the very file that docs/operating.md gives to hosts."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar, Request, get
from litestar.datastructures import State
from tests.kit.servers import ServerProcess, serving_app, two_processes
from tests.kit.stores import free_port
from tests.kit.waiting import PATIENCE, until
from tests.sizes import WHOLE
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from jardinet.server.bench import Visitor
from jardinet.server.http.closing import CLOSING

PAGE = Path(__file__).parents[2] / "docs/operating.md"
HOST = "games.example.org"  # the host, the ports and the certificate that the page speaks of
PORTS = "127.0.0.1:8012", "127.0.0.1:8013"
CERTIFICATE = f"/etc/letsencrypt/live/{HOST}"
TOKEN = re.compile(r"(jardinet_[\w-]{43})")
PLAY, PLY = re.compile(r'name="play" value="([^"]+)"'), re.compile(r'data-ply="(\d+)"')

Proxy = Callable[[Path, list[str], int], tuple[list[str], Path]]


@WHOLE
def test_whoever_comes_through_caddy_plays_on_while_each_process_is_ended_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _goes_on_behind(_caddy, tmp_path, monkeypatch)


@WHOLE
def test_whoever_comes_through_nginx_plays_on_while_each_process_is_ended_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _goes_on_behind(_nginx, tmp_path, monkeypatch)


@WHOLE
def test_nobody_who_comes_through_caddy_waits_long_for_a_process_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        servers = [ServerProcess(tmp_path / f"{n}.log", f"sqlite:///{tmp_path / f'{n}.sqlite3'}") for n in range(2)]
        for one in servers:
            stack.callback(one.close)
            one.start()
        address = stack.enter_context(_behind(_caddy, tmp_path, [one.address for one in servers], monkeypatch))
        visitor = stack.enter_context(Visitor(address))
        servers[0].process.send_signal(signal.SIGSTOP)
        until = time.monotonic() + PATIENCE
        while not all(_is_quick(visitor) for _ in range(20)):
            assert time.monotonic() < until, "Caddy goes on asking a process that does not answer"


def _is_quick(visitor: Visitor) -> bool:
    try:
        return visitor.get("/healthz", timeout=2).is_success
    except (httpx.TransportError, ssl.SSLError):  # not there yet, or its authority half written
        return False


@get(["/", "/{path:path}"], sync_to_thread=False)
def which(request: Request[Any, Any, Any]) -> str:
    """Say which process answers."""
    return str(request.app.state.name)


def test_all_who_are_at_a_table_come_through_caddy_to_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _keeps_tables_together(_caddy, tmp_path, monkeypatch)


def test_all_who_are_at_a_table_come_through_nginx_to_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _keeps_tables_together(_nginx, tmp_path, monkeypatch)


def _keeps_tables_together(proxy: Proxy, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = "/t/{}", "/t/{}/play", "/api/tables/{}/sit", "/api/bot/game/{}/move/b3", "/api/bot/game/stream/{}"
    with ExitStack() as stack:
        processes = []
        for name in ("first", "second"):
            app = Litestar([which], state=State({CLOSING: asyncio.Event(), "name": name}))
            processes.append(stack.enter_context(serving_app(app)))
        address = stack.enter_context(_behind(proxy, folder, processes, monkeypatch))
        visitors = [stack.enter_context(Visitor(address, ours)) for ours in ("127.0.0.2", "127.0.0.3")]
        claim = {"X-Table": "another"}
        told = [
            {visitor.get(page.format(table), headers=claim).text for page in pages for visitor in visitors}
            for table in ("b7c2f0", "x91kd3", "q4m8zz", "h0w5tn", "e6y2rp", "u3j7ac", "k8v1sd", "n5g9lf")
        ]
        assert {len(names) for names in told} == {1}
        assert set.union(*told) == {"first", "second"}, "each process has its tables"
        assert {visitors[0].get("/games").text for _ in range(40)} == {"first", "second"}


@get(["/", "/healthz"], sync_to_thread=False)
def who(request: Request[Any, Any, Any]) -> str:
    """Say who asks, and how, as the server knows it."""
    return f"{request.client.host if request.client else None} {request.url.scheme} {request.url.netloc}"


def test_a_process_behind_caddy_knows_where_somebody_comes_from_whatever_they_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _tells_who_comes(_caddy, tmp_path, monkeypatch)


def test_a_process_behind_nginx_knows_where_somebody_comes_from_whatever_they_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _tells_who_comes(_nginx, tmp_path, monkeypatch)


def _tells_who_comes(proxy: Proxy, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        processes = [
            stack.enter_context(serving_app(Litestar([who], state=State({CLOSING: asyncio.Event()})))) for _ in range(2)
        ]
        address = stack.enter_context(_behind(proxy, folder, processes, monkeypatch))
        claims = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"}
        for ours in ("127.0.0.2", "127.0.0.3"):
            visitor = stack.enter_context(Visitor(address, ours))
            for headers in ({}, claims):
                told = {visitor.get("/", headers=headers).text for _ in range(4)}
                assert told == {f"{ours} https {visitor.base_url.netloc.decode()}"}


def _goes_on_behind(proxy: Proxy, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        servers = stack.enter_context(two_processes(folder, JARDINET_SECURE="1"))
        address = stack.enter_context(_behind(proxy, folder, [server.address for server in servers], monkeypatch))
        ada, ben = (stack.enter_context(Visitor(address, f"127.0.0.{n}")) for n in (2, 3))
        table = ada.set_table(seat2="person", setup="michael", first="1", name="Ada")
        _is_known_by_its_address(ada, table)
        _has_an_id_by_the_proxy(ada)
        _hears_by_a_stream(ada, ben, table)
        sockets = [_socket(stack, visitor, table) for visitor in (ada, ben, ada, ben)]
        _is_seen(sockets, _played(table, ada, ben))
        for server, lost in zip(servers, ({0, 4}, {4}), strict=True):
            server.stop()
            for _ in range(4):  # one of them is offered first to the process that is away
                ben.post_form("/account", name="Ben")
            ply = _played(table, ada, ben)
            reconnected = [one for one in sockets if not _sees(one, ply)]
            assert len(reconnected) in lost, "all who look at a table are at one process"
            sockets = [_socket(stack, ada, table) for _ in reconnected] or sockets
            _is_seen(sockets, _played(table, ada, ben))
            assert {ada.get(table).status_code for _ in range(20)} == {200}
            server.start()
        for server in servers:
            assert "Traceback" not in server.told()


def _is_known_by_its_address(ada: Visitor, table: str) -> None:
    """The link that invites begins with https and the proxy's name, in the page and in what a WebSocket brings."""
    link = f"{ada.base_url}".rstrip("/") + table
    assert link in ada.get(table).text
    with ExitStack() as stack:
        assert link in str(_socket(stack, ada, table).recv(PATIENCE))


def _has_an_id_by_the_proxy(ada: Visitor) -> None:
    """A request is called by an id of the proxy's own, whatever is claimed: not one of our sixteen digits."""
    answered = ada.get("/", headers={"X-Request-ID": "claimed"}).headers["X-Request-ID"]
    assert len(answered) >= 32
    assert answered != "claimed"


def _hears_by_a_stream(ada: Visitor, ben: Visitor, table: str) -> None:
    """A line of an NDJSON stream, which never ends, comes when something happens."""
    ada.post_form("/account", name="Ada")
    told = TOKEN.search(ada.post_form("/account/tokens", label="bot").text)
    assert told
    with ada.stream("GET", "/api/stream/event", headers={"Authorization": f"Bearer {told[1]}"}) as stream:
        lines = stream.iter_lines()
        assert "gameStart" not in next(lines)
        ben.post_form(f"{table}/sit", name="Ben", seat="1")
        assert any("gameStart" in line for line in lines)


def _socket(stack: ExitStack, visitor: Visitor, table: str) -> ClientConnection:
    address = str(visitor.base_url).rstrip("/")
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    uri = address.replace("http", "ws", 1) + f"{table}/live"
    live = connect(uri, origin=Origin(address), additional_headers={"Cookie": cookies}, max_size=None)
    return stack.enter_context(live)


def _played(table: str, *people: Visitor) -> int:
    """Whoever is on turn plays; the ply after that."""
    for person in people:
        page = person.get(table).raise_for_status().text
        if play := PLAY.search(page):
            return _ply(person.post_form(f"{table}/play", ply=str(_ply(page)), play=play[1]).text)
    pytest.fail("nobody is on turn")


def _is_seen(sockets: list[ClientConnection], ply: int) -> None:
    assert all(_sees(one, ply) for one in sockets)


def _sees(socket: ClientConnection, ply: int) -> bool:
    """Whether that ply comes; otherwise the socket has been closed."""
    try:
        while _ply(str(socket.recv(PATIENCE))) < ply:
            pass
    except ConnectionClosed:
        return False
    return True


def _ply(page: str) -> int:
    found = PLY.search(page)
    assert found
    return int(found[1])


@contextmanager
def _behind(proxy: Proxy, folder: Path, processes: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a proxy that runs in front of processes at these addresses."""
    command, authority = proxy(folder, processes, port := free_port())
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))  # whom httpx and websockets trust
    address, log = f"https://localhost:{port}", folder / "proxy.log"
    kept = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with log.open("w") as told, subprocess.Popen(command, env={**os.environ, **kept}, stdout=told, stderr=told) as one:
        try:

            def is_there() -> bool:
                assert one.poll() is None, log.read_text()
                return authority.exists() and _answers(address)

            until(is_there, f"it answers: {log}")
            yield address
        finally:
            one.terminate()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz").is_success
    except (httpx.TransportError, ssl.SSLError):  # not there yet, or its authority half written
        return False


def _caddy(folder: Path, addresses: list[str], port: int) -> tuple[list[str], Path]:
    """Caddy's command, and the authority that it makes for names of this machine."""
    file = folder / "Caddyfile"
    ours = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n\n"
    file.write_text(ours + _given("Caddyfile", addresses).replace(HOST, f"https://localhost:{port}"))
    command = [_program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
    return command, folder / "caddy/pki/authorities/local/root.crt"


def _nginx(folder: Path, addresses: list[str], port: int) -> tuple[list[str], Path]:
    """nginx' command, and a certificate that vouches for itself."""
    command = [_program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx.log")]
    certificate = folder / "fullchain.pem"
    made = [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
    ]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(certificate)]
    subprocess.run(
        [_program("openssl"), *made, "-addext", "subjectAltName=DNS:localhost", *files], check=True, capture_output=True
    )
    given = _given("nginx", addresses).replace(HOST, "localhost").replace("listen 443", f"listen {port}")
    (folder / "site.conf").write_text(given.replace(CERTIFICATE.replace(HOST, "localhost"), str(folder)))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    ours = f"daemon off;\npid {folder / 'nginx.pid'};\nevents {{}}\n"
    if os.getuid() == 0:
        ours += "user root;\n"  # nobody else may enter the folder
    (folder / "nginx.conf").write_text(f"{ours}http {{\naccess_log off;\n{places}include {folder / 'site.conf'};\n}}\n")
    return command, certificate


def _given(name: str, addresses: list[str]) -> str:
    """The file that the page gives, for processes elsewhere."""
    found = re.search(rf"^```text\n# {name}.*?\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found, f"{PAGE.name} gives no file for {name}"
    given = found[1]
    for port, address in zip(PORTS, addresses, strict=True):
        assert port in given
        given = given.replace(port, address.removeprefix("http://"))
    return given


def _program(name: str) -> str:
    program = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if program is None:
        pytest.skip(f"no {name} is installed")
    return program
