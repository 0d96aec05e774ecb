"""What tests of the API share: a server that listens, with a database of its own, and people with tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.serving import serving

from jardinet.server.keys import Keys
from jardinet.server.settings import Settings

TOKEN = re.compile(r"jardinet_[\w-]{43}")


@dataclass
class Server:
    """A server that runs: its address, and the file of its database."""

    url: str
    database: Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("server") / "tables.sqlite3"
    with serving(Settings(f"sqlite:///{database}", Keys.of("00" * 32))) as url:
        yield Server(url, database)


PATIENCE = 60  # seconds for one answer; the first one of a game may compile its rules


class Browser:
    """A person at the account page."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE, verify=False)

    def post(self, path: str, **fields: str) -> httpx.Response:
        page = self.http.get("/account")
        found = re.search(r'name="_csrf_token" value="(\w+)"', page.text)
        assert found, page.text
        return self.http.post(path, data={"_csrf_token": found[1], **fields})

    def token(self, label: str = "a test") -> str:
        shown = TOKEN.findall(self.post("/account/tokens", label=label).text)
        assert len(shown) >= 1
        return str(shown[0])


class Player:
    """An account and its token, at the JSON API."""

    def __init__(self, server: Server, name: str) -> None:
        browser = Browser(server)
        browser.post("/account", name=name)
        self.token = browser.token()
        self.http = httpx.Client(
            base_url=server.url,
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=PATIENCE,
            verify=False,
        )
        self.id = self.get("/api/account")["id"]

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, **data: Any) -> Any:
        answer = self.http.post(path, json=data)
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, path: str, **data: Any) -> tuple[int, str]:
        """The status and the sentence of what is not possible."""
        answer = self.http.post(path, json=data)
        assert set(answer.json()) == {"error", "code"}
        return answer.status_code, answer.json()["error"]

    def open(self, game: str, *, seats: int = 2, **agreed: Any) -> str:
        """A table at which this player sits and the other seats are free; returns its id."""
        agreement = {"game": game, "parameters": {}, "seats": ["person"] * seats, "first": "1", **agreed}
        return str(self.post("/api/tables", **agreement)["id"])


@pytest.fixture
def player(server: Server) -> Callable[[str], Player]:
    """Makes an account of that name."""
    return lambda name: Player(server, name)
