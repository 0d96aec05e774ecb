"""Tiles that are seen to move: from where they lay to where they lie, on the page of whoever plays and on the others'."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from tests.server.browser.players import play_until, ply, table_of_two, until

Visit = Callable[..., Page]
EXCHANGE = ".cell.open:has(.face) button"

# Runs before the page's own scripts: keeps the name of every tile that a browser moves across the page.
WATCH = """
window.moved = new Set();
(function look() {
  for (const { effect } of document.getAnimations()) {
    const name = /^::view-transition-group\\((.+)\\)$/.exec(effect.pseudoElement ?? "")?.[1];
    if (name) window.moved.add(name);
  }
  requestAnimationFrame(look);
})();
"""


def moved(page: Page) -> set[str]:
    return set(page.evaluate("[...window.moved]"))


def place_of(page: Page, tile: str) -> str:
    return str(page.locator(f"[data-tile={tile}]").get_attribute("data-place"))


def test_an_exchange_moves_both_tiles_and_nothing_else(visit: Visit) -> None:
    ada, ben = (visit(script=WATCH, reduced_motion="no-preference") for _ in range(2))
    table_of_two(ada, ben, "lucky_numbers")
    play_until(ada, ben, EXCHANGE)
    for page in (ada, ben):
        until(page, lambda page=page: page.locator(".in-hand .tile").count() == 1)  # type: ignore[misc]
        page.wait_for_timeout(500)  # what moved to get here has come to rest
        page.evaluate("window.moved.clear()")
    cell = ada.locator(EXCHANGE).first
    leaving, coming = (
        str(one.get_attribute("data-tile")) for one in (cell.locator(".tile"), ada.locator(".in-hand .tile"))
    )
    before = ply(ada)
    place = place_of(ada, leaving)
    cell.click()
    for page in (ada, ben):
        until(page, lambda page=page: moved(page) == {leaving, coming})  # type: ignore[misc]
        until(page, lambda page=page: ply(page) == before + 1)  # type: ignore[misc]
        assert place_of(page, coming) == place
        assert place_of(page, leaving) == "table"
