"""What a first visit weighs: every byte that the server sends to somebody who has never been here, headers and all.

They are counted as they pass by, over HTTP/1.1, for a browser that knows gzip alone, as browsers do where there is no https.
What comes live afterwards is not: that depends on what happens meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from tests.kit.servers import ServerProcess
from tests.own_games import OWN_GAMES
from tests.server.browser.players import OPEN, load_whole, play_by_mouse, set_table, until
from tests.server.gates import Gate
from tests.sizes import cases

MOST = 55_000  # bytes of a page, scripts and drawings and all; with the first page that comes live, 60,000
FEW = 14  # answers


class Newcomer:
    """Somebody's first visit, by a way on which bytes are counted."""

    def __init__(self, gate: Gate, visit: Callable[..., Page]) -> None:
        self._gate, self._visit = gate, visit

    def visits(self, address: str, host: Page | None = None) -> int:
        """How many bytes a page takes; where `host` is given, somebody comes who is known as they are."""
        known = {"storage_state": host.context.storage_state()} if host else {}
        page = self._visit("about:blank", extra_http_headers={"Accept-Encoding": "gzip"}, **known)
        page.route_web_socket("**", lambda _socket: None)
        answers: set[str] = set()
        page.on("response", lambda answer: answers.add(answer.url))
        before = self._gate.answered
        load_whole(page, f"http://127.0.0.1:{self._gate.port}{urlsplit(address).path}")
        assert any(url.endswith("/static/sheets/site.css") for url in answers), answers
        assert len(answers) <= FEW, answers
        return self._gate.answered - before


@pytest.fixture
def newcomer(site: ServerProcess, visit: Callable[..., Page]) -> Iterator[Newcomer]:
    with Gate(int(site.address.rpartition(":")[2])) as gate:
        yield Newcomer(gate, visit)


def test_the_home_page_is_light(newcomer: Newcomer, visit: Callable[..., Page]) -> None:
    assert newcomer.visits("/") <= MOST
    host = visit()
    set_table(host, "lucky_numbers", name="Ada", seat2="person", is_listed="yes")
    assert newcomer.visits("/", host) <= MOST


@pytest.mark.parametrize(("game", "seats"), cases(OWN_GAMES, [4, 3, 2]))
def test_a_table_is_light(newcomer: Newcomer, visit: Callable[..., Page], game: str, seats: int) -> None:
    host = visit()
    bots = {f"seat{number}": "casual" for number in range(2, seats + 1)}
    table = set_table(host, game, name="Ada", **bots)
    until(host, lambda: host.locator(OPEN).count() > 0)
    assert newcomer.visits(table, host) <= MOST
    waiting = set_table(host, game, **(bots | {"seat2": "person"}))
    assert newcomer.visits(waiting, host) <= MOST
    assert newcomer.visits(waiting) <= MOST


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_table_is_light_at_its_end_and_so_is_a_lesson(
    newcomer: Newcomer, visit: Callable[..., Page], game: str
) -> None:
    host = visit(f"/learn/{game}")
    host.locator("main form button.main").click()
    host.wait_for_url("**/t/*")
    assert newcomer.visits(host.url, host) <= MOST
    table = set_table(host, game, seat2="casual")
    play_by_mouse(host)
    assert newcomer.visits(table, host) <= MOST
