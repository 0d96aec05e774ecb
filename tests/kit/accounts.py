"""People with tokens: somebody at the account page, and whom a token acts for, at the JSON API."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from tests.kit.waiting import PATIENCE

TOKEN = re.compile(r"jardinet_[\w-]{43}")


@dataclass
class Server:
    """A server that runs: its address, the file of its database, and the application, which runs in this process."""

    url: str
    database: Path
    app: Litestar


class Browser:
    """A person at the account page."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, follow_redirects=True, timeout=PATIENCE, verify=False)

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

    def __init__(self, address: str, name: str) -> None:
        self.browser = Browser(address)
        self.browser.post("/account", name=name)
        self.token = self.browser.token()
        self.http = httpx.Client(
            base_url=address,
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
