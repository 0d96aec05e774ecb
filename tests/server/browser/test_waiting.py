"""How many tables wait: told by the titles of pages, and on the app's icon, as it changes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from tests.server.browser.players import set_table, sit_down, until
from tests.server.browser.test_turn import play_on

Visit = Callable[..., Page]

BADGE = """
Object.assign(Navigator.prototype, {
  setAppBadge(count) { window.badge = count; return Promise.resolve(); },
  clearAppBadge() { window.badge = 0; return Promise.resolve(); },
});
"""


def test_the_number_of_tables_that_wait_stands_in_titles_and_on_the_icon(visit: Visit) -> None:
    ada, ben = visit(script=BADGE), visit()
    other = set_table(ada, "lucky_numbers", name="Ada", seat2="person", first="1")
    sit_down(ben, other, "Ben")
    table = set_table(ada, "lucky_numbers", name="Ada", seat2="person", first="2")
    sit_down(ben, table, "Ben")
    until(ada, lambda: ada.locator("#board").count() == 1)
    until(ada, lambda: ada.title() == "(1) Lucky Numbers · Jardinet" and ada.evaluate("window.badge") == 1)
    play_on(ben, table)
    until(ada, lambda: ada.title() == "(2) ● Your turn – Lucky Numbers · Jardinet")
    until(ada, lambda: ada.evaluate("window.badge") == 2)
    ada.reload()
    until(ada, lambda: ada.title() == "(2) ● Your turn – Lucky Numbers · Jardinet")
    play_on(ada, other)
    until(ada, lambda: ada.title() == "● Your turn – Lucky Numbers · Jardinet" and ada.evaluate("window.badge") == 1)
    play_on(ada, table)
    until(ada, lambda: ada.title() == "Lucky Numbers · Jardinet" and ada.evaluate("window.badge") == 0)
