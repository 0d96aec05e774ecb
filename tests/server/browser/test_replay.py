"""A replay in the browser: its address follows the steps, so that it can be reloaded, sent to others and gone back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.kit.servers import ServerProcess
from tests.server.browser.players import focused, is_over, set_table, until
from tests.server.browser.stepping import WATCH, is_at_rest, shows

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def table(browser: Browser, site: ServerProcess) -> Iterator[str]:
    """The address of a table at which two bots have played to the end."""
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    found = set_table(page, "maudits_criquets", seat1="novice", seat2="casual")
    until(page, lambda: is_over(page))
    yield found
    context.close()


@pytest.fixture
def page(visit: Visit, table: str) -> Page:
    """Turn 3 of its game, come to from the table."""
    page = visit(table)
    page.goto(f"{table}/replay/1?step=3")
    is_at(page, 3)
    return page


def is_at(page: Page, step: int) -> None:
    """Wait until the page shows a step, in its words, its title, its slider and its address."""
    until(page, lambda: page.locator(".turn-number").inner_text().startswith(f"Turn {step} of "))
    until(page, lambda: page.title().startswith(f"Turn {step} · "))
    until(page, lambda: page.url.endswith(f"/replay/1?step={step}"))
    until(page, lambda: page.locator("#step").input_value() == str(step))


def test_the_address_names_the_step_however_one_comes_to_it(page: Page) -> None:
    page.locator("#next").click()
    is_at(page, 4)
    page.keyboard.press("ArrowRight")
    is_at(page, 5)
    page.locator("#open-turns").click()
    page.locator(".turns a").nth(8).click()
    is_at(page, 9)
    assert not page.locator("#all-turns").is_visible()
    page.keyboard.press("ArrowLeft")
    is_at(page, 8)
    page.reload()
    is_at(page, 8)


def test_the_way_back_leads_through_the_steps_to_the_table(page: Page) -> None:
    page.locator("#next").click()
    is_at(page, 4)
    page.locator("#next").click()
    is_at(page, 5)
    page.go_back()
    is_at(page, 4)
    page.go_back()
    is_at(page, 3)
    page.go_forward()
    is_at(page, 4)
    page.locator("#next").click()
    is_at(page, 5)
    for step in (4, 3):
        page.go_back()
        is_at(page, step)
    page.go_back()
    until(page, lambda: is_over(page))
    assert re.search(r"/t/[\w-]+/?$", page.url)


def test_one_comes_back_to_the_step_that_one_left(page: Page) -> None:
    page.locator("#next").click()
    is_at(page, 4)
    page.locator("#leave").click()
    until(page, lambda: is_over(page))
    page.go_back()
    is_at(page, 4)
    page.go_back()
    is_at(page, 3)


def test_stepping_keeps_the_focus_and_what_is_open(page: Page) -> None:
    page.locator("#open-turns").click()
    page.locator("#in-words summary").click()
    page.keyboard.press("Escape")
    page.locator("#next").focus()
    for step in (4, 5):
        page.keyboard.press("Enter")
        is_at(page, step)
        assert focused(page) == "next"
    page.locator("#open-turns").click()
    assert page.locator("#in-words p").first.is_visible()


def test_pressing_thrice_at_once_is_one_step(page: Page) -> None:
    page.evaluate("() => { for (let times = 0; times < 3; times++) document.getElementById('next').click(); }")
    is_at(page, 4)
    page.wait_for_timeout(300)
    page.go_back()
    is_at(page, 3)


def test_it_plays_by_itself_as_fast_as_one_likes_until_somebody_presses(page: Page) -> None:
    page.locator("#pace").select_option("600")
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    is_at(page, 5)
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-pressed") == "false"
    at = page.locator("#step").input_value()
    page.wait_for_timeout(900)
    assert page.locator("#step").input_value() == at


def test_the_way_forward_is_shown_in_steps_and_the_way_back_and_jumps_are_not(visit: Visit, table: str) -> None:
    page = visit(table, script=WATCH, reduced_motion="no-preference")
    page.goto(f"{table}/replay/1?step=3")
    is_at(page, 3)
    page.keyboard.press("ArrowRight")
    is_at(page, 4)
    assert len(shows(page)) == 1
    assert shows(page)[0].travels
    page.keyboard.press("ArrowLeft")
    is_at(page, 3)
    page.keyboard.press("End")
    until(page, lambda: page.locator("#next[aria-disabled]").count() == 1)
    assert len(shows(page)) == 1
    assert is_at_rest(page)


def test_the_slider_and_the_keys_lead_to_every_step(page: Page) -> None:
    last = int(page.locator("#step").get_attribute("max") or 0)
    page.keyboard.press("End")
    is_at(page, last)
    page.locator("#step").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    is_at(page, last - 2)
    assert focused(page) == "step"
    page.locator("h1").click()
    page.keyboard.press("Home")
    until(page, lambda: page.url.endswith("step=0"))
    until(page, lambda: page.locator(".turn-number").inner_text() == "Before the first turn")
