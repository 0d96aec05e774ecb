"""A site without a network: the application itself, and visitors, each with cookies of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Protocol

import httpx
from litestar import Litestar
from litestar.routes import BaseRoute
from litestar.testing import TestClient, WebSocketTestSession
from tests.kit.applications import application
from tests.kit.waiting import until

from jardinet.bots.levels import levels_of
from jardinet.server.daily.dealer import Dealer
from jardinet.server.services import Services
from jardinet.server.settings import Settings
from jardinet.server.tables.presence import Presence
from jardinet.server.tables.table import TableState


class Visitor:
    """Somebody with a browser that runs no script; the client follows redirects."""

    def __init__(self, client: TestClient[Litestar] | httpx.Client) -> None:
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

    def send(self, address: str, content: object, **headers: str) -> httpx.Response:
        """Send JSON, as a program does."""
        return self._asked("POST", address, json=content, headers=headers)

    def becomes(self, other: Visitor) -> None:
        """Be known as somebody else is, who uses this browser too."""
        self._cookies = httpx.Cookies(other._cookies)

    @contextmanager
    def listen(self, table: str) -> Iterator[WebSocketTestSession]:
        """The live page of a table; of a site without a network alone."""
        assert isinstance(self._client, TestClient)
        self._client.cookies = self._cookies
        with self._client.websocket_connect(f"{table}/live") as live:
            yield live

    def _asked(self, method: str, address: str, **more: Any) -> httpx.Response:
        self._client.cookies = self._cookies
        answer = self._client.request(method, address, **more)
        self._cookies = httpx.Cookies(self._client.cookies)
        return answer


class Opens(Protocol):
    """Server, wherever it runs; `visitor` opens another browser."""

    def visitor(self) -> Visitor: ...


class Site:
    """The server without a network; `visitor` opens another browser."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._client = client

    def visitor(self) -> Visitor:
        return Visitor(self._client)

    @property
    def services(self) -> Services:
        """What the server is made of."""
        found: Services = self._client.app.state.services
        return found

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses that it answers."""
        found: list[BaseRoute] = self._client.app.routes
        return found

    def pass_time(self, **time: float) -> None:
        """Let time pass, given as a timedelta's, for all who ask the database; also when its clock is read anew meanwhile."""
        database, passed = self.services.database, timedelta(**time)
        before = database.now
        database.now = lambda: before() + passed  # type: ignore[method-assign]

    def portal(self) -> Any:
        """Context of a portal to the loop in which the server runs, by which its coroutines are called."""
        return self._client.portal()

    def deal(self) -> None:
        """Let the server make the deals of the day that are due by now."""
        with self._client.portal() as portal:
            for one in self.services.workers:
                if isinstance(one, Dealer):
                    portal.call(one.start)

    def table(self, table_id: str) -> TableState:
        """A table as it stands, secrets included."""
        with self._client.portal() as portal:
            return portal.call(self.services.service.load, table_id)

    @property
    def presence(self) -> Presence:
        """Who is where, as the server knows it."""
        return self.services.service.presence

    def finished_table(self, game: str, **form: str) -> str:
        """A table at which two bots have played to the end; returns its address."""
        table = self.visitor().set_table(game, name="Ada", seat1="random", seat2=levels_of(game)[-1], **form)

        def is_over() -> bool:
            record = self.visitor().get(f"{table}/record")
            return record.status_code == 200 and bool(re.search(r"^\[Secret ", record.text, re.MULTILINE))

        until(is_over, "the bots come to an end")
        return table


@contextmanager
def open_site(settings: Settings) -> Iterator[Site]:
    """The server with these settings, while it is open."""
    with application(settings) as app, TestClient(app) as client:
        yield Site(client)
