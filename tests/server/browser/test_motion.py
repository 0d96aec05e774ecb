"""Tiles that are seen to move: from where they lay to where they lie, on the page of whoever plays and on the others'."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import Forms, play_until, ply, press, table_of_two, until

Visit = Callable[..., Page]
EXCHANGE = ".cell.open:has(.face) button"

# Runs before the page's own scripts: keeps the name of every tile that a browser moves across the page.
WATCH = """
window.moved = new Set();
const start = document.startViewTransition.bind(document);
function look() {
  for (const { effect } of document.getAnimations()) {
    const name = /^::view-transition-group\\((.+)\\)$/.exec(effect.pseudoElement ?? "")?.[1];
    if (name) window.moved.add(name);
  }
}
document.startViewTransition = (update) => {
  const motion = start(update);
  motion.ready.then(look, () => {});
  return motion;
};
"""

# Runs before the page's own scripts: every motion takes a second to begin, as on a busy device, and clicks are kept.
SLOW = """
window.motions = 0;
window.clicked = [];
const start = document.startViewTransition.bind(document);
document.startViewTransition = (update) => {
  window.motions += 1;
  return start(() => new Promise((begin) => setTimeout(begin, 1000)).then(update));
};
addEventListener("click", (event) => window.clicked.push(event.target.tagName), true);
"""


def moved(page: Page) -> set[str]:
    return set(page.evaluate("[...window.moved]"))


def is_at_rest(page: Page) -> bool:
    return bool(page.evaluate("!document.activeViewTransition && !document.getAnimations().length"))


def place_of(page: Page, tile: str) -> str:
    return str(page.locator(f"[data-tile={tile}]").get_attribute("data-place"))


def test_an_exchange_moves_both_tiles_and_nothing_else(visit: Visit) -> None:
    ada, ben = (visit(script=WATCH, reduced_motion="no-preference") for _ in range(2))
    table_of_two(ada, ben, "lucky_numbers")
    play_until(ada, ben, EXCHANGE)
    for page in (ada, ben):
        until(page, lambda page=page: page.locator(".in-hand .tile").count() == 1)  # type: ignore[misc]
        until(page, lambda page=page: ply(page) == ply(ada) and is_at_rest(page))  # type: ignore[misc]
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


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_click_is_not_lost_where_a_play_arrives_under_it(visit: Visit, game: str) -> None:
    ada, ben = visit(), visit(script=SLOW, reduced_motion="no-preference")
    table_of_two(ada, ben, game)
    if game == "lucky_numbers":
        play_until(ada, ben, "#discard")
    else:
        press(ben, Random(1))
    until(ben, lambda: ply(ben) == ply(ada) and is_at_rest(ben))
    ben.evaluate("window.motions = 0, window.clicked.length = 0")
    before, heading = ply(ben), ben.locator("h1").bounding_box()
    assert heading
    ben.mouse.move(heading["x"] + 5, heading["y"] + 5)
    ben.mouse.down()
    assert Forms(ada, ada.url).play(Random(1))
    until(ben, lambda: ply(ben) > before or ben.evaluate("window.motions") > 0)
    ben.mouse.up()
    assert ben.evaluate("window.clicked") == ["H1"]
    until(ben, lambda: ply(ben) > before)


def test_no_motion_holds_clicks_back_where_nothing_moves(visit: Visit) -> None:
    ada, ben = (visit(script=SLOW, reduced_motion="no-preference") for _ in range(2))
    table_of_two(ada, ben, "maudits_criquets")
    for page in (ada, ben):
        until(page, lambda page=page: is_at_rest(page))  # type: ignore[misc]
        page.evaluate("window.motions = 0")
    before = ply(ada)
    press(ada, Random(1))
    press(ben, Random(2))
    for page in (ada, ben):
        until(page, lambda page=page: ply(page) > before)  # type: ignore[misc]
        assert page.evaluate("window.motions") == 0
