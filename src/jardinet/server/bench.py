"""How fast the server is: a real one on this machine, asked as browsers ask it, beside its own simplest answer."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import httpx
from websockets.sync.client import ClientConnection, connect

from jardinet.arena.bench import Figure
from jardinet.games import default_game, playable_games

START_GOAL, MEMORY_GOAL, VISIBLE_GOAL, BOT_GOAL, INTERACTIVE_GOAL = 2.0, 250.0, 0.1, 0.3, 1.0
IDLE_TABLES, BUSY_TABLES, PLAYS, VISITS = 1000, 100, 20, 5
PATIENCE = 60  # seconds for an answer

# Lighthouse's profile of a phone: 1.6 Mbit/s, 150 ms a request, a processor four times slower than this one.
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4

# Without SciPy, as `make play` installs it: where Numba finds SciPy it imports it at every start.
_SERVE = "import runpy, sys; sys.modules['scipy'] = None; runpy.run_module('jardinet', run_name='__main__')"
_INTERACTIVE = """() => new Promise((told) => new PerformanceObserver((seen) => {
  const [paint] = seen.getEntriesByName("first-contentful-paint");
  const [navigation] = performance.getEntriesByType("navigation");
  if (paint) told(Math.max(navigation.domContentLoadedEventEnd, paint.startTime) / 1000);
}).observe({ type: "paint", buffered: true }))"""

_PLAY = re.compile(r'name="play" value="([^"]+)"')
_PLY = re.compile(r'data-ply="(\d+)"')


def figures() -> Iterator[Figure]:
    """Each figure as soon as it is measured; a minute or so."""
    with tempfile.TemporaryDirectory() as folder:
        with _server(Path(folder)):
            pass  # what is to be compiled and migrated is
        with _server(Path(folder)) as (address, process, seconds):
            yield Figure("server: start to the first answer", seconds, "s", goal=START_GOAL)
            yield _first_page(address)
            yield from _plays(address)
            yield _memory(address, process)


def _first_page(address: str) -> Figure:
    """Until the first page can be used: it is painted, and its scripts have run."""
    name = "server: first page interactive on a throttled phone (median)"
    chromium = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        return Figure(name, None, "s", note="`make test` installs the browser that this is measured with")

    def opened(*, is_slow: bool) -> float:
        with browser.new_context(**playwright.devices["Pixel 7"]) as context:
            page = context.new_page()
            if is_slow:
                phone = context.new_cdp_session(page)
                phone.send("Network.emulateNetworkConditions", SLOW_NETWORK)
                phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(address, wait_until="load")
            return float(page.evaluate(_INTERACTIVE))

    flags = ["--no-sandbox", "--disable-background-networking"]
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium, args=flags) as browser:
        slow, quick = (median(opened(is_slow=is_slow) for _ in range(VISITS)) for is_slow in (True, False))
    return Figure(name, slow, "s", goal=INTERACTIVE_GOAL, peer="the same, not throttled", peer_value=quick)


def _plays(address: str) -> Iterator[Figure]:
    """From a click to where it is seen, while a hundred tables are playing."""
    with Visitor(address) as host, Visitor(address) as ada, Visitor(address) as ben:
        for _ in range(BUSY_TABLES):
            host.set_table(seat1="greedy", seat2="greedy", bot_pace="quick")
        table = ada.set_table(seat1="person", seat2="person", setup="michael")
        ben.post_form(f"{table}/sit", name="Ben", seat="1")
        seen = [seconds for _ in range(PLAYS) for seconds in _played_once(table, (ada, ben))]
        yield Figure(
            f"server: a play is on the other's page, {BUSY_TABLES} tables playing (median)",
            median(seen),
            "s",
            goal=VISIBLE_GOAL,
            peer="the server's simplest answer then",
            peer_value=median(_seconds(ada, "/healthz") for _ in range(PLAYS)),
        )
        table = ada.set_table(seat1="person", seat2="greedy", setup="michael", first="1", bot_pace="instant")
        yield Figure(
            "server: greedy's answer is on one's own page (median)",
            median(_answered(table, ada) for _ in range(PLAYS // 2)),
            "s",
            goal=BOT_GOAL,
        )


def _memory(address: str, process: subprocess.Popen[str]) -> Figure:
    name = f"server: memory with {IDLE_TABLES:,} idle tables"
    with Visitor(address) as host:
        for number in range(IDLE_TABLES):
            host.set_table(game=playable_games()[number % len(playable_games())], seat2="person")
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        return Figure(name, None, "MB", note="only Linux tells how much memory a process has")
    kilobytes = re.search(r"VmRSS:\s+(\d+)", status.read_text("ascii"))
    return Figure(name, int(kilobytes[1]) / 1024 if kilobytes else None, "MB", goal=MEMORY_GOAL)


@contextmanager
def _server(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str], float]]:
    """A server of its own: its address, its process, and how long it took to answer."""
    begun = time.perf_counter()
    with subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, "-c", _SERVE, "serve", "--no-browser"],
        env={**os.environ, "JARDINET_DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}", "JARDINET_KEY": "00" * 32},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        told = re.search(r"http://\S+", process.stdout.readline())
        if told is None:
            raise RuntimeError("the server did not start.")
        httpx.get(f"{told[0]}healthz").raise_for_status()
        seconds = time.perf_counter() - begun
        try:
            yield told[0].rstrip("/"), process, seconds
        finally:
            process.terminate()


class Visitor(httpx.Client):
    """A browser without a screen: it keeps cookies, fills in forms, and listens to live updates."""

    def __init__(self, address: str) -> None:
        """`address` of the server; entered as a context, the visitor comes to the home page."""
        super().__init__(base_url=address, follow_redirects=True, timeout=PATIENCE)

    def __enter__(self) -> Visitor:
        """Come in, as everybody does."""
        visitor = super().__enter__()
        self.get("/").raise_for_status()
        return visitor

    def post_form(self, path: str, **fields: str) -> httpx.Response:
        """Send a form, as its button does."""
        return self.request("POST", path, data={"_csrf_token": self.cookies["csrftoken"], **fields}).raise_for_status()

    def set_table(self, *, game: str = "", **chosen: str) -> str:
        """Set a table, of the default game where none is named, and return its path."""
        return self.post_form(
            "/tables", **{"game": game or default_game(), "seat1": "person", "name": "Ada"} | chosen
        ).url.path

    @contextmanager
    def listen(self, table: str) -> Iterator[ClientConnection]:
        """The table's live updates, the present page taken already."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = str(self.base_url).rstrip("/").replace("http", "ws", 1)
        with connect(f"{address}{table}/live", additional_headers={"Cookie": cookies}, max_size=None) as live:
            live.recv(timeout=PATIENCE)
            yield live


def _played_once(table: str, people: tuple[Visitor, Visitor]) -> Iterator[float]:
    """Whoever is on turn plays; how long until the other one sees it."""
    for person, other in (people, people[::-1]):
        page = person.get(table).text
        if play := _PLAY.search(page):
            with other.listen(table) as live:
                yield _until_shown(table, person, live, page, play[1])
            return


def _answered(table: str, person: Visitor) -> float:
    """Play, and how long until it is one's own turn again."""
    page = person.get(table).text
    while not (play := _PLAY.search(page)):
        time.sleep(0.02)
        page = person.get(table).text
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
