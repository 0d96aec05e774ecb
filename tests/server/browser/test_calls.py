"""Being called to another game: it comes by itself to the home page that is open, and is answered there by keyboard."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.server.browser.players import table_of_two

Visit = Callable[..., Page]


def test_a_call_comes_to_the_open_home_page_and_goes_when_it_is_taken_back(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "maudits_criquets")
    ben.goto("/")
    ada.goto("/people")
    expect(ada.locator(".companions")).to_contain_text("Ben")
    expect(ben.locator(".call")).to_have_count(0)
    ada.locator("form[action='/play-again'] button").press("Enter")
    ada.wait_for_url("**/t/*")
    expect(ben.locator(".call")).to_contain_text("wants to play")
    ada.locator("form[action$='/uninvite'] button").first.click()
    expect(ben.locator(".call")).to_have_count(0)
    ada.goto("/people")
    ada.locator("form[action='/play-again'] button").click()
    ben.locator(".call button[name=join]").press("Enter")
    ben.wait_for_url("**/t/*")
    expect(ben.locator("#board")).to_have_count(1)
