"""Pages look and work alike, whether their style sheets and scripts come in bundles or one by one, as a checkout has them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from fetch_web import FOLDERS
from playwright.sync_api import Page, Route
from tests.kit.servers import ServerProcess
from tests.own_games import OWN_GAMES
from tests.server.browser.players import id_of, load_whole, set_table, until

OURS = re.compile(r"/(static|games/\w+)/(?!vendor)[^?]*\.(css|js)$")
# Every element with all that its style comes to, and where it lies; tab stops are what a script has set. Of what stands before
# and after most elements there is nothing to be seen.
LOOKS = """
() => {
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--")); // written shorter in bundles
  const written = (style) => names.map((name) => style.getPropertyValue(name)).join("|");
  const isThere = (style) => !["none", "normal"].includes(style.content);
  return [...document.querySelectorAll("body, body *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const around = ["::before", "::after"].map((part) => getComputedStyle(one, part));
    const styles = [written(getComputedStyle(one)), ...around.map((style) => (isThere(style) ? written(style) : style.content))];
    return [one.tagName, one.id, one.tabIndex, x, y, width, height, ...styles].join();
  });
}
"""


def from_sources(route: Route) -> None:
    """Answer with the file in the checkout."""
    path = urlsplit(route.request.url).path.lstrip("/")
    folder = next(one for one in FOLDERS if path.startswith(f"{one}/"))
    route.fulfill(path=FOLDERS[folder] / path.removeprefix(f"{folder}/"))


def awaits_host(site: ServerProcess, table: str) -> bool:
    """Whether the first seat alone is awaited: all others have played, and nothing changes by itself."""
    with closing(sqlite3.connect(site.file)) as database:
        (awaited,) = database.execute("SELECT awaited FROM tables WHERE id = ?", (id_of(table),)).fetchone()
    return bool(awaited == 1)


def look_at(page: Page, address: str) -> list[str]:
    load_whole(page, address)
    found: list[str] = page.evaluate(LOOKS)
    return found


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_page_is_the_same_from_bundles_and_from_their_sources(
    visit: Callable[..., Page], site: ServerProcess, game: str
) -> None:
    host = visit()
    table = set_table(host, game, name="Ada", seat2="novice", seat3="novice")
    until(host, lambda: awaits_host(site, table))
    waiting = set_table(host, game, seat2="person")
    reader = visit("about:blank", storage_state=host.context.storage_state())
    reader.route_web_socket("**", lambda _socket: None)  # nothing changes meanwhile
    pages = [table, waiting, "/", f"/learn/{game}", f"/set-up/{game}", f"/rules/{game}", "/account"]
    bundled = [look_at(reader, address) for address in pages]
    served: list[str] = []
    reader.on("request", lambda request: served.append(urlsplit(request.url).path))
    reader.route(OURS, from_sources)
    for address, looks in zip(pages, bundled, strict=True):
        assert look_at(reader, address) == looks, address
    assert {"/static/steps.css", "/static/steps.js", f"/games/{game}/layout.css"} <= set(served)
