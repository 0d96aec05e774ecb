"""The rules over a table: at the place of the rule that an answer goes by, without leaving the table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from tests.server.browser.players import set_table, until, wait_for_turn

Visit = Callable[..., Page]


def test_the_rules_open_over_the_table_at_the_rule_that_an_answer_goes_by(visit: Visit) -> None:
    page = visit()
    table = set_table(page, "lucky_numbers", name="Ada", seat2="novice", first="1")
    assert wait_for_turn(page)
    page.goto(f"{table}?why=b1")
    page.locator("#answer a").click()
    until(page, lambda: page.locator("#rules").is_visible())
    until(page, lambda: page.locator("[id='LN-2.2']").is_visible())
    assert page.url.endswith("?why=b1")
    page.keyboard.press("Escape")
    until(page, lambda: not page.locator("#rules").is_visible())
    page.locator("#open-menu").click()
    page.locator("#menu a[href='/rules/lucky_numbers']").click()
    until(page, lambda: page.locator("#rules").is_visible())
    assert not page.locator("#menu").is_visible()
