"""Steps skipped at any moment: what lies on the page then is what the server says, and nothing of the steps is left."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import Forms, is_over, ply, set_table, until
from tests.server.browser.stepping import WATCH, is_at_rest, shows
from tests.sizes import few

Visit = Callable[..., Page]
TURNS = few(200, 30)
SPEEDS = ("normal", "fast", "fast", "fast")  # so that it does not take for ever

# Whether the page shows what a page shows that is loaded now: everything but what scripts do to both, tokens and the time.
SAME = """
(html) => {
  const whole = (page) => {
    const main = page.getElementById("main").cloneNode(true);
    for (const one of main.querySelectorAll("[name=_csrf_token], #presence")) one.remove();
    for (const one of main.querySelectorAll("[href*='?at=']")) one.removeAttribute("href");
    for (const one of main.querySelectorAll("*")) {
      for (const name of ["tabindex", "data-current", "data-htmx-powered"]) one.removeAttribute(name);
      if (!one.className) one.removeAttribute("class");
    }
    const box = document.createElement("div");
    box.append(...main.childNodes);
    return box;
  };
  return whole(document).isEqualNode(whole(new DOMParser().parseFromString(html, "text/html")));
}
"""


@pytest.mark.sleeps("it skips at moments of chance, some of which lie within the steps")
@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_the_page_ends_as_a_new_one_begins_wherever_its_steps_are_skipped(visit: Visit, game: str) -> None:
    page, chance, seen = visit(script=WATCH, reduced_motion="no-preference"), Random(11), 0
    table = Forms(page, set_table(page, game, name="Ada", seat2="casual"))
    for _ in range(TURNS):
        if is_over(page):
            seen += len(shows(page))
            table = Forms(page, set_table(page, game, seat2="casual"))
        page.evaluate("(speed) => { document.documentElement.dataset.speed = speed; }", chance.choice(SPEEDS))
        before = ply(page)
        until(page, lambda table=table: is_over(page) or table.play(chance))  # type: ignore[misc]
        if is_over(page):
            continue  # a bot has ended the game meanwhile
        until(page, lambda before=before: ply(page) > before)  # type: ignore[misc]
        page.wait_for_timeout(chance.choice([0, 0, 0, 100, 400]) * chance.random())
        skip = chance.choice(["click", "click", "key", "key", "nothing"])
        if skip == "click":
            page.mouse.click(*chance.choice([(150, 25), (5, 400)]))
        elif skip == "key":
            page.keyboard.press("Shift")
        until(page, lambda table=table: is_at_rest(page) and page.evaluate(SAME, table.look()))  # type: ignore[misc]
    assert seen + len(shows(page)) > TURNS / 2
