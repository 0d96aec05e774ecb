"""A site with an empty database, and visitors, each with cookies of their own."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient, WebSocketTestSession
from tests.server.databases import new_sqlite

import jardinet.server.app
from jardinet.bots.levels import levels_of
from jardinet.server.keys import Keys
from jardinet.server.settings import Settings


class Visitor:
    """Somebody with a browser that runs no script."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._client = client
        self._cookies = httpx.Cookies()

    def get(self, address: str, **headers: str) -> httpx.Response:
        return self._asked("GET", address, headers=headers)

    def post(self, address: str, **form: Any) -> httpx.Response:
        """Send a form, as a page of ours does; follows where that leads."""
        if "csrftoken" not in self._cookies:
            self.get("/")
        return self._asked("POST", address, data={"_csrf_token": self._cookies["csrftoken"], **form})

    def asked_once(self, address: str, **form: Any) -> httpx.Response:
        """The answer to a form itself, wherever it leads."""
        return self._asked(
            "POST", address, data={"_csrf_token": self._cookies["csrftoken"], **form}, follow_redirects=False
        )

    def set_table(self, game: str, **form: Any) -> str:
        """Set a table; returns its address."""
        seats = {"seat1": "person", "seat2": "person", "bot_pace": "instant"}
        answer = self.post("/tables", game=game, **(seats | form))
        assert answer.status_code == 200, answer.text
        return answer.url.path.rstrip("/")

    @contextmanager
    def listen(self, table: str) -> Iterator[WebSocketTestSession]:
        """The live page of a table."""
        self._client.cookies = self._cookies
        with self._client.websocket_connect(f"{table}/live") as live:
            yield live

    def _asked(self, method: str, address: str, **more: Any) -> httpx.Response:
        self._client.cookies = self._cookies
        answer = self._client.request(method, address, **more)
        self._cookies = httpx.Cookies(self._client.cookies)
        return answer


class Site:
    """The server; `visitor` opens another browser."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._client = client

    def visitor(self) -> Visitor:
        return Visitor(self._client)

    def finished_table(self, game: str, **form: str) -> str:
        """A table at which two bots have played to the end; returns its address."""
        table = self.visitor().set_table(game, name="Ada", seat1="random", seat2=levels_of(game)[-1], **form)
        for _ in range(2400):
            record = self.visitor().get(f"{table}/record")
            if record.status_code == 200 and re.search(r"^\[Secret ", record.text, re.MULTILINE):
                return table
            time.sleep(0.05)
        raise AssertionError("the bots do not come to an end")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    settings = Settings(new_sqlite(tmp_path / "tables.sqlite3"), Keys.of("00" * 32))
    with TestClient(jardinet.server.app.create_app(settings)) as client:
        yield Site(client)
