"""Benchmark of the server: a real one on this machine, asked as browsers ask it, beside its own simplest answer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import httpx
from websockets.sync.client import ClientConnection, connect

from jardinet.arena.bench import seconds_of
from jardinet.arena.measuring import Measurement, Row, compare
from jardinet.games import default_game, playable_games
from jardinet.server.http.sessions import CSRF_COOKIE, cookie_name

# Ratios to the peer of the same run: at most so much.
START_GOAL, MEMORY_GOAL, VISIBLE_GOAL, BOT_GOAL = 3.0, 1.5, 20.0, 30.0
IDLE_TABLES, BUSY_TABLES, PLAYS = 1000, 100, 4
PATIENCE = 60  # seconds for an answer

# Without SciPy, as `make play` installs it: where Numba finds SciPy it imports it at every start.
_WITHOUT_SCIPY = "import sys; sys.modules['scipy'] = None"
_JARDINET = f"{_WITHOUT_SCIPY}; import runpy; runpy.run_module('jardinet', run_name='__main__')"
SERVE = [sys.executable, "-c", _JARDINET, "serve", "--no-browser"]
_PLAY = re.compile(r'name="play" value="([^"]+)"')
_ARRANGED = "?pick=all"  # lays a hand that is to be set up in order, ready to be played; has no other effect
_PLY = re.compile(r'data-ply="(\d+)"')


def rows() -> Iterator[Row]:
    """The server's rows; it runs as long as they are asked for."""
    with tempfile.TemporaryDirectory() as folder:
        with _server(Path(folder)):
            pass  # what is to be compiled and migrated is
        yield _start(Path(folder))
        with _server(Path(folder)) as (address, process, _):
            yield from _plays(address)
            yield _memory(address, process)


def _start(folder: Path) -> Row:
    name = "server: start to the first answer"

    def start() -> float:
        with _server(folder) as (_, _, seconds):
            return seconds

    imports = f"{_WITHOUT_SCIPY}; import litestar, numba, sqlalchemy"
    return Row(
        name,
        lambda: compare(
            name,
            "s",
            start,
            'python -c "import litestar, numba, sqlalchemy"',
            lambda: seconds_of("-c", imports),
            goal=START_GOAL,
        ),
    )


def _plays(address: str) -> Iterator[Row]:
    """The time from a click until it is seen, while a hundred tables are playing."""
    with Visitor(address) as host, Visitor(address) as ada, Visitor(address) as ben:
        for _ in range(BUSY_TABLES):
            host.set_table(seat1="greedy", seat2="greedy", bot_pace="quick")

        def simplest() -> float:
            return median(_seconds(ada, "/healthz") for _ in range(PLAYS))

        def shared_table() -> str:
            path = ada.set_table(seat1="person", seat2="person")
            ben.post_form(f"{path}/sit", name="Ben", seat="1")
            return path

        def seen() -> float:
            table = shared_table()
            return median(seconds for _ in range(PLAYS) for seconds in _played_once(table, (ada, ben)))

        def answered() -> float:
            table = ada.set_table(seat1="person", seat2="greedy", bot_pace="instant")
            return median(_answered(table, ada) for _ in range(PLAYS))

        peer = "the server's simplest answer then"
        for name, measure, goal in (
            (f"server: a play is on the other's page, {BUSY_TABLES} tables playing", seen, VISIBLE_GOAL),
            ("server: greedy's answer is on one's own page", answered, BOT_GOAL),
        ):
            yield Row(name, partial(compare, name, "s", measure, peer, simplest, goal=goal))


def _memory(address: str, process: subprocess.Popen[str]) -> Row:
    name = f"server: memory with {IDLE_TABLES:,} idle tables more"

    def measure() -> Measurement:
        before = megabytes_of(process.pid)
        if before is None:
            return Measurement(name, None, "MB", note="only Linux tells how much memory a process has")
        with Visitor(address) as host:
            for number in range(IDLE_TABLES):
                host.set_table(game=playable_games()[number % len(playable_games())], seat2="person")
        return Measurement(name, megabytes_of(process.pid), "MB", peer="before", peer_value=before, goal=MEMORY_GOAL)

    return Row(name, measure)


def megabytes_of(pid: int, which: str = "VmRSS") -> float | None:
    """The memory that a process has now, or another figure of proc(5)'s status; None if the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    kilobytes = re.search(rf"{which}:\s+(\d+)", status.read_text("ascii")) if status.exists() else None
    return int(kilobytes[1]) / 1024 if kilobytes else None


@contextmanager
def _server(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str], float]]:
    """A server of its own: its address, its process, and how long it took to answer."""
    begun = time.perf_counter()
    with subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
        SERVE,
        env=environment_of(f"sqlite:///{folder / 'bench.sqlite3'}"),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # so that Ctrl-C is ours alone
    ) as process:
        try:
            yield address_of(process), process, time.perf_counter() - begun
        finally:
            process.terminate()


def environment_of(database: str) -> dict[str, str]:
    """The environment of a server on the database of this URL, in which SERVE runs."""
    return {**os.environ, "JARDINET_DATABASE_URL": database, "JARDINET_KEY": "00" * 32}


def address_of(process: subprocess.Popen[str]) -> str:
    """The address of a server that is starting, as soon as it answers there; RuntimeError if it does not start."""
    assert process.stdout
    told = re.search(r"http://\S+", process.stdout.readline())
    if told is None:
        raise RuntimeError("the server did not start.")
    httpx.get(f"{told[0]}healthz", timeout=PATIENCE).raise_for_status()
    return told[0].rstrip("/")


class Visitor(httpx.Client):
    """A browser without a screen: it keeps cookies, fills in forms, and listens to live updates."""

    def __init__(self, address: str, local_address: str | None = None) -> None:
        """`address` of the server; entered as a context, the visitor comes to the home page.

        `local_address`: which address of this machine they come from.
        """
        transport = httpx.HTTPTransport(local_address=local_address) if local_address else None
        super().__init__(base_url=address, follow_redirects=True, timeout=PATIENCE, transport=transport)

    def __enter__(self) -> Visitor:
        """Enter the context: the visitor opens the home page."""
        visitor = super().__enter__()
        self.get("/").raise_for_status()
        return visitor

    def post_form(self, path: str, **fields: str) -> httpx.Response:
        """Send a form, as its button does."""
        token = self.cookies[cookie_name(CSRF_COOKIE, is_secure=self.base_url.scheme == "https")]
        return self.request("POST", path, data={"_csrf_token": token, **fields}).raise_for_status()

    def set_table(self, *, game: str = "", **chosen: str) -> str:
        """Set a table, of the default game where none is named, and return its path."""
        return self.post_form(
            "/tables", **{"game": game or default_game(), "seat1": "person", "name": "Ada"} | chosen
        ).url.path

    @contextmanager
    def listen(self, table: str) -> Iterator[ClientConnection]:
        """The table's live updates, after the present page."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = str(self.base_url).rstrip("/").replace("http", "ws", 1)
        with connect(f"{address}{table}/live", additional_headers={"Cookie": cookies}, max_size=None) as live:
            live.recv(timeout=PATIENCE)
            yield live


def _played_once(table: str, people: tuple[Visitor, Visitor]) -> Iterator[float]:
    """The seconds from a play of the person on turn until the other one sees it."""
    for person, other in (people, people[::-1]):
        page = person.get(table + _ARRANGED).text
        if play := _PLAY.search(page):
            with other.listen(table) as live:
                yield _until_shown(table, person, live, page, play[1])
            return


def _answered(table: str, person: Visitor) -> float:
    """Play; returns the seconds until it is the same person's turn again."""
    page = person.get(table + _ARRANGED).text
    while not (play := _PLAY.search(page)):
        time.sleep(0.02)
        page = person.get(table + _ARRANGED).text
    with person.listen(table) as live:
        begun = time.perf_counter()
        person.post_form(f"{table}/play", ply=_ply(page), play=play[1])
        while not _PLAY.search(live.recv(timeout=PATIENCE, decode=True)):
            pass
        return time.perf_counter() - begun


def _until_shown(table: str, person: Visitor, live: ClientConnection, page: str, play: str) -> float:
    def shown() -> float:
        while int(_ply(str(live.recv(timeout=PATIENCE, decode=True)))) <= int(_ply(page)):
            pass
        return time.perf_counter()

    with ThreadPoolExecutor(1) as other:
        seen = other.submit(shown)
        begun = time.perf_counter()
        person.post_form(f"{table}/play", ply=_ply(page), play=play)  # and the page that answers it
        return seen.result() - begun


def _ply(page: str) -> str:
    found = _PLY.search(page)
    assert found, "this is no page of a table"
    return found[1]


def _seconds(visitor: Visitor, path: str) -> float:
    begun = time.perf_counter()
    visitor.get(path).raise_for_status()
    return time.perf_counter() - begun
