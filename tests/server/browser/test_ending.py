"""The end of a game before one's eyes: it is celebrated once, and can be taken along."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from tests.server.browser.players import is_over, play_by_mouse, set_table, until

Visit = Callable[..., Page]

# What a page does to its root, since the name of what it is given is gone in a second.
WATCH = """
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  if (document.documentElement.classList.contains("has-just-ended")) sessionStorage.setItem("celebrated", "yes");
}).observe(document.documentElement, { attributes: true }));
"""


def finished(visit: Visit, **options: object) -> Page:
    """The page of somebody who has played at both seats to the end."""
    page = visit(script=WATCH, **options)
    set_table(page, "maudits_criquets", name="Ada", seat2="novice")
    play_by_mouse(page)
    until(page, lambda: is_over(page))
    return page


def test_the_end_is_celebrated_as_it_comes_and_not_when_the_page_is_read_again(visit: Visit) -> None:
    page = finished(visit)
    until(page, lambda: page.evaluate("sessionStorage.getItem('celebrated')") == "yes")
    page.wait_for_timeout(1300)
    assert "has-just-ended" not in (page.locator("html").get_attribute("class") or "")
    assert page.evaluate("document.getAnimations().length") == 0  # less motion was asked for
    page.evaluate("sessionStorage.clear()")
    page.reload()
    page.wait_for_timeout(500)
    assert page.evaluate("sessionStorage.getItem('celebrated')") is None
    with page.expect_download() as downloading:
        page.locator(".after [data-as-png]").click()
    assert downloading.value.suggested_filename == "Grasshopper Poker.png"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".after [data-share]").click()
    until(page, lambda: page.locator("#copied").inner_text() == "Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/replay/1")
    page.locator(".after a[href$='/replay/1']").click()
    until(page, lambda: page.locator(".turn-number").inner_text() == "Before the first turn")
