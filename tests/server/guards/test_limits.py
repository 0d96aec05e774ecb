"""Limits: whoever asks for too much is told to wait, by every process alike, and nobody else is."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from tests.kit.servers import process
from tests.kit.stores import RedisProcess
from tests.kit.waiting import PATIENCE
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from jardinet.server.allowances import AllowanceError, Allowances
from jardinet.server.guards.counters import Counters, QuickCounter
from jardinet.server.guards.limits import network_of
from jardinet.words.language import load_language

TOKEN = re.compile(r'name="_csrf_token" value="(\w+)"')
TOO_MUCH = "Too much at once: wait a moment."
AGAINST = {"level-lucky_numbers": "random"}


class Stranger:
    """Somebody from elsewhere: a proxy on this machine says from where."""

    def __init__(self, address: str, *, comes_from: str, language: str = "en") -> None:
        self.headers = {"X-Forwarded-For": comes_from, "Accept-Language": language}
        self.http = httpx.Client(base_url=address, headers=self.headers, timeout=PATIENCE, verify=False)
        self.token = ""

    def post(self, path: str, **fields: str) -> httpx.Response:
        if not self.token:
            shown = TOKEN.search(self.http.get("/learn/lucky_numbers").text)
            assert shown
            self.token = shown[1]
        return self.http.post(path, data={"_csrf_token": self.token, **fields})

    def opens(self) -> int:
        return self.post("/play-now", game="lucky_numbers", name="Ada", **AGAINST).status_code

    def watches_bots(self) -> int:
        seats = {"seat1": "random", "seat2": "random", "bot_pace": "calm"}
        return self.post("/tables", game="lucky_numbers", name="Ada", **seats).status_code

    def listens(self, table: str) -> ClientConnection:
        address = f"ws{str(self.http.base_url).removeprefix('http').rstrip('/')}{table}/live"
        origin = Origin(str(self.http.base_url).rstrip("/"))
        return connect(address, additional_headers=self.headers, origin=origin)


@contextmanager
def server(path: Path, limits: str, **settings: str) -> Iterator[str]:
    with process(f"sqlite:///{path / 'tables.sqlite3'}", JARDINET_LIMITS=limits, **settings) as (address, _process):
        yield address


def test_who_opens_too_many_tables_is_told_to_wait_and_others_are_not(tmp_path: Path) -> None:
    with server(tmp_path, "tables=2") as address:
        ada = Stranger(address, comes_from="203.0.113.1")
        assert [ada.opens() for _ in range(3)] == [303, 303, 429]
        refused = ada.post("/play-now", game="lucky_numbers", name="Ada", **AGAINST)
        assert TOO_MUCH in refused.text
        assert 1 <= int(refused.headers["Retry-After"]) <= 60
        family = [Stranger(address, comes_from="203.0.113.1").opens() for _ in range(9)]
        assert family == [303] * 8 + [429]  # five times as many by one address
        assert Stranger(address, comes_from="203.0.113.2").opens() == 303
        home = Stranger(address, comes_from="127.0.0.1")
        assert [home.opens() for _ in range(12)] == [303] * 12


def test_who_opens_too_many_tables_for_bots_alone_is_told_to_wait_and_may_still_play(tmp_path: Path) -> None:
    with server(tmp_path, "bot_tables=2") as address:
        ada = Stranger(address, comes_from="203.0.113.1")
        assert [ada.watches_bots() for _ in range(3)] == [303, 303, 429]
        assert ada.opens() == 303


def test_who_asks_too_often_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    with server(tmp_path, "requests=20 forms=3") as address:
        ada = Stranger(address, comes_from="2001:db8::1", language="fr")
        answers = [ada.http.get("/healthz") for _ in range(200)]
        refused = next(one for one in answers if one.status_code == 429)
        assert refused.headers["Retry-After"] == "1"
        assert refused.text == load_language("fr").gettext(TOO_MUCH) != TOO_MUCH
        asked = ({"X-Forwarded-For": f"2001:db8::{number:x}"} for number in range(1, 200))
        statuses = {ada.http.get("/healthz", headers=headers).status_code for headers in asked}
        assert 429 in statuses  # one network, whatever address of it
        other = Stranger(address, comes_from="2001:db8:0:1::1")
        assert other.http.get("/healthz").status_code == 200
        assert {other.post("/me", theme="dark").status_code for _ in range(8)} == {
            303,
            429,
        }  # a minute may end meanwhile


def test_who_has_too_many_pages_open_gets_no_more_until_one_is_closed(tmp_path: Path) -> None:
    with server(tmp_path, "connections=1") as address, ExitStack() as open_pages:
        home = Stranger(address, comes_from="127.0.0.1")
        table = home.post("/play-now", game="lucky_numbers", name="Ada", **AGAINST).headers["Location"]
        ada = Stranger(address, comes_from="203.0.113.1")
        pages = [open_pages.enter_context(ada.listens(table)) for _ in range(5)]  # of people without a name
        for page in pages:
            page.recv(timeout=PATIENCE)
        with pytest.raises(InvalidStatus):
            ada.listens(table)
        stream = f"/api/bot/game/stream/{table.rpartition('/')[2]}"
        assert ada.http.get(stream).status_code == 429
        pages[0].close()
        while True:  # until the server has seen it go
            with ada.http.stream("GET", stream) as lines:
                if lines.status_code == 200:
                    every = lines.iter_lines()
                    next(every)
                    assert ada.http.get(stream).status_code == 429
                    break


def test_two_processes_count_together_while_redis_is_there(tmp_path: Path) -> None:
    redis = RedisProcess()
    redis.start()
    with ExitStack() as stack:
        stack.callback(redis.kill)
        one, other = (
            stack.enter_context(server(tmp_path, "tables=2 connections=1", JARDINET_REDIS_URL=redis.url))
            for _ in range(2)
        )
        ada, ben = (Stranger(address, comes_from="203.0.113.1") for address in (one, other))
        assert ada.opens() == 303
        ben.http.cookies = ada.http.cookies  # Ada at the other process
        assert [ben.opens(), ada.opens()] == [303, 429]
        table = _table(ada)
        pages = [stack.enter_context(who.listens(table)) for who in (ada, ben, ada, ben, ada)]
        assert len(pages) == 5
        for who in (ada, ben):
            with pytest.raises(InvalidStatus):
                who.listens(table)
        redis.kill()
        assert Stranger(one, comes_from="203.0.113.9").opens() == 303


def _table(who: Stranger) -> str:
    found = re.search(r"/t/[\w-]+", who.http.get("/").text)
    assert found
    return found[0]


@pytest.mark.parametrize(
    ("host", "network"),
    [("::1", None), ("127.8.8.8", None), ("::ffff:127.0.0.1", None), ("", None), ("198.51.100.7", "198.51.100.7")],
)
def test_this_machine_has_no_limit(host: str, network: str | None) -> None:
    assert network_of(host) == network


@pytest.mark.parametrize("text", ["tables", "chairs=3", "tables=-1", "tables=many", "OFF!"])
def test_a_limit_that_is_none_is_told(text: str) -> None:
    with pytest.raises(AllowanceError, match="JARDINET_LIMITS is not valid"):
        Allowances.of(text)
    assert Allowances.of("off") is None


def test_a_quick_counter_forgets_what_is_past(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 1000.0
    monkeypatch.setattr("time.time", lambda: at)
    counter = QuickCounter(Counters(None), "requests", 2, 10)
    assert [counter.exceeds("a") for _ in range(3)] == [False, False, True]
    assert not counter.exceeds("b")
    assert counter.rest() == 10
    at = 1010.0
    assert not counter.exceeds("a")


def test_what_is_closed_counts_no_longer() -> None:
    async def opened() -> list[int]:
        counters = Counters(None)
        counts = [await counters.open("a"), await counters.open("a")]
        counters.close("a")
        return [*counts, await counters.open("a")]

    assert asyncio.run(opened()) == [1, 2, 2]
