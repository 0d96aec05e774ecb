"""The focus goes into a drawer that opens, back to where it was when it closes, and a setting that changes keeps both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import focused, go_to, set_table, until, wait_for_turn

Visit = Callable[..., Page]


@pytest.fixture
def page(visit: Visit) -> Page:
    """A table at which it is the reader's turn, with the focus on the board."""
    page = visit()
    set_table(page, "maudits_criquets", name="Ada", seat2="casual")
    wait_for_turn(page)
    go_to(page, "bid-3")
    return page


def opens(page: Page, drawer: str) -> None:
    """The drawer is open, and the focus lies in it."""
    until(page, lambda: page.evaluate(f"document.activeElement.closest('#{drawer}:popover-open') !== null"))


def has_focus(page: Page, name: str) -> None:
    until(page, lambda: focused(page) == name)


def test_it_goes_into_the_menu_and_back_to_where_it_was(page: Page) -> None:
    for _ in range(2):
        page.keyboard.press("Escape")
        opens(page, "menu")
        page.keyboard.press("Escape")
        has_focus(page, "bid-3")
    go_to(page, "open-menu")
    page.keyboard.press("Enter")
    opens(page, "menu")
    go_to(page, "close-menu")
    page.keyboard.press("Enter")
    has_focus(page, "open-menu")


def test_from_the_rules_it_goes_back_to_what_opened_the_menu_in_which_they_were_asked_for(page: Page) -> None:
    go_to(page, "open-menu")
    page.keyboard.press("Enter")
    opens(page, "menu")
    page.locator("#menu a[href^='/rules/']").focus()
    page.keyboard.press("Enter")
    opens(page, "rules")
    page.keyboard.press("Escape")
    has_focus(page, "open-menu")


def test_from_the_settings_it_goes_back_to_the_menu_that_is_still_open(page: Page) -> None:
    page.keyboard.press("Escape")
    opens(page, "menu")
    go_to(page, "open-settings")
    page.keyboard.press("Enter")
    opens(page, "settings")
    page.keyboard.press("Escape")
    has_focus(page, "open-settings")


def test_a_setting_that_changes_keeps_it_and_the_drawers_and_keys_that_pass_by_choose_nothing(page: Page) -> None:
    page.keyboard.press("Escape")
    go_to(page, "open-settings")
    page.keyboard.press("Enter")
    go_to(page, "set-theme")
    sent = list[str]()
    page.on("request", lambda one: sent.append(one.post_data or "") if one.url.endswith("/me") else None)
    with page.expect_navigation():
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
    has_focus(page, "set-theme")
    opens(page, "settings")
    assert len(sent) == 1 and "theme=dark" in sent[0]
    assert page.locator("html").get_attribute("data-theme") == "dark"
    with page.expect_navigation():
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Tab")
    has_focus(page, "set-sound")
    opens(page, "settings")
    assert page.locator("html").get_attribute("data-theme") == "light"
    page.keyboard.press("Escape")  # of drawers that no press has opened one Escape closes all
    has_focus(page, "open-menu")
