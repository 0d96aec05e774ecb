"""The walk through a finished game in a real browser: by keyboard, on a phone, and without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.kit.servers import ServerProcess
from tests.kit.waiting import UNHURRIED
from tests.server.browser.axe import COLOURS, EVERYTHING, flaws
from tests.server.browser.players import until
from tests.server.browser.test_practice import PHONE, erred

Visit = Callable[..., Page]


def begun(page: Page, site: ServerProcess, game: str) -> None:
    """Play badly, and go from the end of the game to the first moment."""
    erred(page, site, game)
    key = page.locator("#board [name=at]").get_attribute("value") or ""
    page.goto(f"/t/{key.partition('.')[0]}")
    page.get_by_role("link", name="Luck or skill?").click()
    until(page, lambda: page.locator(".moment").count() == 1, UNHURRIED)


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_on_a_phone_every_moment_is_shown_answered_and_left_for_the_verdict(
    visit: Visit, site: ServerProcess, game: str
) -> None:
    page = visit("/", viewport=PHONE, bypass_csp=True)
    begun(page, site, game)
    for _ in range(4):
        for scheme, options in (("light", EVERYTHING), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert flaws(page, options) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        if (show := page.get_by_role("link", name="Show me")).count():
            show.click()
            until(page, lambda: page.locator(".moment.answered .pointed").count() >= 1)
            assert "Better:" in page.locator("#reasons").inner_text()
        way_on = page.locator("#go-on")
        box = way_on.bounding_box()
        assert box and box["y"] + box["height"] <= PHONE["height"]
        at = page.url
        way_on.click()
        until(page, lambda left=at: page.url != left)  # type: ignore[misc]
        if page.locator(".verdict").count():
            break
    until(page, lambda: page.locator(".verdict").count() == 1)
    page.get_by_text("The figures").click()
    assert page.locator(".accounts table").is_visible()


def test_arrows_lead_from_a_moment_through_the_turns_and_back_to_it(visit: Visit, site: ServerProcess) -> None:
    page = visit("/")
    begun(page, site, "lucky_numbers")
    turn = int(page.locator("main").get_attribute("data-turn") or "")
    page.keyboard.press("ArrowRight")
    until(page, lambda: page.url.endswith(f"/replay/1?step={turn + 1}"))
    page.keyboard.press("ArrowLeft")
    until(page, lambda: page.url.endswith(f"/replay/1?step={turn}"))
    page.keyboard.press("ArrowLeft")
    until(page, lambda: page.url.endswith(f"/replay/1?step={turn - 1}"))
    page.locator("#open-turns").click()
    page.get_by_role("link", name="Moment 1").click()
    until(page, lambda: page.locator("#progress").count() == 1)
    page.locator("#step").focus()
    page.keyboard.press("End")
    until(page, lambda: "/replay/1?step=" in page.url and page.locator(".outcome").count() == 1)


def test_without_a_script_a_wrong_answer_is_told_and_tried_again(visit: Visit, site: ServerProcess) -> None:
    page = visit("/", java_script_enabled=False, viewport=PHONE)
    begun(page, site, "maudits_criquets")
    while page.get_by_role("link", name="Try again").count() == 0:
        to_error(page)
        page.locator("#board [name=play]:enabled").last.click()
        page.locator(".moment.answered").wait_for()
        if "Right!" in page.locator("#verdict").inner_text():
            page.locator("#go-on").click()
    assert page.locator("#verdict").inner_text().startswith("Not quite:")
    page.get_by_role("link", name="Try again").click()
    page.locator("#board").wait_for()


def to_error(page: Page) -> None:
    """Go on to a moment in which somebody erred; there is one more."""
    while not page.locator("#board").count():
        at = page.locator("#progress").inner_text()
        page.locator("#go-on").click()
        until(page, lambda left=at: page.locator("#progress").inner_text() != left)  # type: ignore[misc]
