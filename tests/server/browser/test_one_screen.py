"""Two people at one phone: they hand it over, and whoever has just played does not play for the other."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from playwright.sync_api import Error, Page
from tests.kit.pictures import pixels
from tests.server.browser.players import LONGEST, choose, is_over, ply, set_table, until
from tests.sizes import first_of

Visit = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TWO = {"name": "Ada", "seat2": "beside", "beside2": "Tom"}
LIFT = "#curtain a"
SEEN = 8.0  # of 255, in the mean over eight by eight pixels: a browser smooths what is round otherwise each time, by up to 2.2 of it


SHORTER = {"maudits_criquets": {"crops": "2", "copies": "4"}, "lucky_numbers": {}}


@pytest.mark.parametrize("game", first_of(["maudits_criquets", "lucky_numbers"]))
def test_a_whole_game_is_played_by_touch_at_one_phone(visit: Visit, game: str) -> None:
    page, chance = visit(**PHONE), Random(8)
    set_table(page, game, **TWO, **SHORTER[game])
    handed: list[str] = []
    for _ in range(2 * LONGEST):
        until(page, lambda: page.locator(f"{LIFT}, #board button[name=play], #arrange, #after").count() > 0)
        if is_over(page):
            break
        if page.locator(LIFT).count():
            assert page.locator(".bid.chosen, #board button[name=play]").count() == 0
            handed.append(page.locator(LIFT).inner_text())
            page.locator(LIFT).tap()
            until(page, lambda: page.locator(LIFT).count() == 0)
        elif name := choose(page, chance):
            tap(page, name)
    assert is_over(page)
    if game == "maudits_criquets":
        assert handed[:2] == ["I am Ada", "I am Tom"]
        assert len(handed) > 4


def tap(page: Page, name: str) -> None:
    """Play something, as soon as one may."""
    before, front = ply(page), page.locator("#main").get_attribute("data-front")

    def has_come() -> bool:
        return ply(page) > before or page.locator("#main").get_attribute("data-front") != front or is_over(page)

    def is_played() -> bool:
        try:
            if page.locator(f"#{name}").count():
                page.locator(f"#{name}").tap(timeout=2000)
            if name == "arrange":
                page.locator("#ready").tap(timeout=2000)
        except Error:
            pass
        return has_come()

    until(page, is_played)


def test_what_is_seen_of_the_curtain_is_the_same_for_two_different_bids(visit: Visit) -> None:
    page = visit(**PHONE)
    table = set_table(page, "maudits_criquets", **TWO)
    seen = []
    for card in ("bid-4", "bid-x"):
        form: dict[str, str | float | bool] = {
            name: page.locator(f"[name={name}]").first.input_value() for name in ("_csrf_token", "ply")
        }
        hand = {"hand": f"{form['ply']}-0"}
        answer = page.request.post(f"{table.split('?')[0]}/play", form=form | hand | {"play": card})
        assert answer.ok
        page.goto(table)
        until(page, lambda: page.locator(LIFT).inner_text() == "I am Tom")
        seen.append(at_rest(page))
        page.locator(LIFT).tap()
        until(page, lambda: page.locator("#bid-4").count() == 1)
        seen.append(at_rest(page))
        page.goto(table)
    assert [farthest(*pair) < SEEN for pair in zip(seen[:2], seen[2:], strict=True)] == [True, True]
    assert farthest(seen[0], seen[1]) > 10 * SEEN


def at_rest(page: Page) -> np.ndarray:
    """The page when its steps are over."""
    until(page, lambda: page.locator("#ghosts *").count() == 0)
    return pixels(page.screenshot(animations="disabled"))


def farthest(one: np.ndarray, other: np.ndarray) -> float:
    """How far two pictures differ where they differ most: the mean over eight by eight pixels, of 255."""
    away = np.abs(one.astype(np.int16) - other).mean(axis=2)
    rows, columns = (length // 8 * 8 for length in away.shape)
    return float(away[:rows, :columns].reshape(rows // 8, 8, columns // 8, 8).mean(axis=(1, 3)).max())


def test_a_second_tap_plays_nothing_for_the_next_person(visit: Visit) -> None:
    """Whatever lies under the finger by then; a moment later it is the next person's own."""
    page, chance = visit(**PHONE), Random(3)
    set_table(page, "lucky_numbers", first="1", setup="michael", **TWO)
    until(page, lambda: page.locator("#main").get_attribute("data-front") is not None)
    front = page.locator("#main").get_attribute("data-front")
    while page.locator("#main").get_attribute("data-front") == front:
        if name := choose(page, chance):
            tap(page, name)
    # As soon as the other's things lie there, within the moment in which that page came.
    assert page.evaluate(PLAYS_AT_ONCE) is False
    before = ply(page)
    tap(page, choose(page, chance))
    assert ply(page) > before


# Whether a tap plays something at the very moment at which a page with the other seat in front has come.
PLAYS_AT_ONCE = """
() => {
  const main = document.getElementById("main");
  main.dataset.front = main.dataset.front === "0" ? "1" : "0";
  document.dispatchEvent(new Event("htmx:before:settle"));
  let isPlayed = false;
  const note = (event) => { isPlayed = true; event.preventDefault(); };
  addEventListener("submit", note, { capture: true, once: true });
  document.querySelector("#board button[name=play]").click();
  removeEventListener("submit", note, { capture: true });
  return isPlayed;
}
"""
