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


def test_on_paper_all_is_there_that_is_folded_and_nothing_that_only_a_screen_can_do(visit: Visit) -> None:
    page = visit("/rules/lucky_numbers")
    folded = page.locator("details.exact > dl")
    kept_from_paper = page.locator(".to-settings, main .doors a, .contents")
    assert folded.count() > 3
    assert not any(one.is_visible() for one in folded.all())
    page.emulate_media(media="print")
    assert all(one.is_visible() for one in folded.all())
    assert not any(one.is_visible() for one in kept_from_paper.all())
    page.emulate_media(media="screen")
    for happens, is_open in (
        ("beforeprint", True),
        ("afterprint", False),
    ):  # for browsers whose styles cannot open them
        page.evaluate(f"dispatchEvent(new Event('{happens}'))")
        assert [one.is_visible() for one in folded.all()] == [is_open] * folded.count()
