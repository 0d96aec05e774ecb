"""A server in a process of its own, people with tokens there, and terminals that join their tables."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pexpect
import pytest

START = """
import sys
from jardinet.server.serve import serve
from jardinet.server.keys import Keys
from jardinet.server.settings import Settings
serve(Settings(sys.argv[1], Keys.of("00" * 32)), port=int(sys.argv[2]), browse=False, on_start=lambda url: print(url, flush=True))
"""
TIMEOUT = 60  # seconds for one answer; on a new machine the first one compiles the rules


def interrupt(child: pexpect.spawn) -> None:
    """Press Ctrl-C once the process waits for something: between its prompt and its read nothing would hear it."""
    until = time.monotonic() + TIMEOUT
    while Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
        assert time.monotonic() < until, child.before
        time.sleep(0.01)
    child.sendintr()


class Site:
    """A server that can be stopped and started again at the same address."""

    def __init__(self, folder: Path, before: str = "") -> None:
        """`before`: what Python does in its process first."""
        self._start = before + START
        self._database = f"sqlite:///{folder / 'tables.sqlite3'}"
        self._port = "0"
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", self._start, self._database, self._port], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout
        self.url = self._process.stdout.readline().strip().rstrip("/")
        assert self.url, "the server did not start"
        self._port = self.url.rpartition(":")[2]

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(10)


class Player:
    """Somebody with an account, who plays from a terminal and sees the same table by the API."""

    def __init__(self, site: Site, name: str) -> None:
        self._site = site
        self._terminals: list[pexpect.spawn] = []
        self._browser = httpx.Client(base_url=site.url, follow_redirects=True, timeout=TIMEOUT)
        self.fills_in("/account", name=name)
        found = re.search(r"jardinet_[\w-]{43}", self.fills_in("/account/tokens", label="a terminal"))
        assert found
        self.token = found[0]
        self.http = httpx.Client(base_url=site.url, headers={"Authorization": f"Bearer {self.token}"}, timeout=TIMEOUT)

    def open(self, game: str, *seats: str, **agreed: Any) -> str:
        """Make a table at whose first free seat this player sits; returns its id."""
        agreement = {"game": game, "parameters": {}, "seats": seats, "first": "1", "bot_pace": "instant", **agreed}
        answer = self.http.post("/api/tables", json=agreement)
        assert answer.is_success, answer.text
        return str(answer.json()["id"])

    def sees(self, table: str) -> dict[str, Any]:
        """The `state` of a table."""
        state: dict[str, Any] = self.http.get(f"/api/tables/{table}").json()["state"]
        return state

    def joins(self, table: str, *options: str) -> pexpect.spawn:
        """A terminal of this player at a table."""
        child = terminal("--server", self._site.url, "--table", table, "--plain", *options, token=self.token)
        self._terminals.append(child)
        return child

    def fills_in(self, path: str, **fields: str) -> str:
        """Send a form of the pages; returns the page that comes then."""
        found = re.search(r'name="_csrf_token" value="(\w+)"', self._browser.get("/account").text)
        assert found
        return self._browser.post(path, data={"_csrf_token": found[1], **fields}).text

    def leaves(self) -> None:
        """End everything that still runs."""
        for child in self._terminals:
            child.kill(signal.SIGKILL)
            child.wait()  # closing waits for a tenth of a second only
            child.close()
        self.http.close()
        self._browser.close()


def terminal(*options: str, token: str = "") -> pexpect.spawn:
    """`jardinet play` with these options in a pseudo-terminal."""
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200", "LANGUAGE": "", "LC_ALL": "C.UTF-8"}
    environment["JARDINET_TOKEN"] = token
    call = ["-m", "jardinet", "play", "--lang", "en", *options]
    child = pexpect.spawn(
        sys.executable, call, env=environment, encoding="utf-8", timeout=TIMEOUT, dimensions=(50, 200), echo=False
    )
    child.delaybeforesend = None  # it is for passwords
    return child


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    one = Site(tmp_path_factory.mktemp("site"))
    yield one
    one.stop()


@pytest.fixture
def player(site: Site) -> Iterator[Callable[[str], Player]]:
    """Makes an account of that name."""
    players: list[Player] = []

    def make(name: str) -> Player:
        players.append(Player(site, name))
        return players[-1]

    yield make
    for one in players:
        one.leaves()
