"""The wall of a tournament as it is projected, and pages that come anew by themselves, with a script and without."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
PROJECTED = {"viewport": {"width": 1920, "height": 1080}}
# How high the figures are that stand there: those of the glyphs, and not of their lines.
HEIGHTS = """
() => [...document.querySelectorAll(".digits")].map((one) => {
  const context = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const { actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(one.textContent.replace(/\\D/g, ""));
  return actualBoundingBoxAscent + actualBoundingBoxDescent;
})
"""
# Lines that stand below the lower edge, or beside their half.
OUTSIDE = """
() => [...document.querySelectorAll(".wall li, .wall tr, .wall .address")].filter((one) => {
  const { bottom, right } = one.getBoundingClientRect();
  return bottom > innerHeight + 1 || right > innerWidth + 1;
}).length
"""


def opened(host: Page, rounds: int = 2) -> str:
    """A tournament of tables of two, opened by the form; the path of its page."""
    host.goto("/tournaments")
    host.get_by_label("Your name").fill("Hanna")
    host.get_by_label("Title").fill("Saturday")
    host.get_by_label("Rounds by lot").fill(str(rounds))
    host.get_by_role("button", name="Open a tournament").click()
    host.wait_for_url("**/host")
    expect(host.locator(".pin .digits")).to_have_count(1)
    return host.url.partition("/tournaments/")[2].partition("/host")[0].join(["/tournaments/", ""])


def enter(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("button", name="Leave the tournament")).to_be_visible()


def test_the_wall_is_read_from_afar_and_by_a_screen_reader(visit: Visit) -> None:
    host = visit()
    address = opened(host)
    for number in range(20):
        enter(visit(), address, f"Guest number {number}")
    wall = visit(f"{address}/wall", **PROJECTED)
    expect(wall.locator(".names li")).to_have_count(20)
    assert wall.evaluate(OUTSIDE) == 0
    host.get_by_role("button", name="Begin the next round").click()
    expect(wall.locator(".wall li")).to_have_count(7, timeout=20_000)  # by itself: seven of ten, then the others
    for number in range(1, 11):
        host.goto(f"{address}/host/table/1/{number}")
        for field in host.locator("input[name^=points]").all():
            field.fill(str(number - 30))
        host.get_by_role("button", name="Set the points").click()
        host.wait_for_url("**/host")
    expect(wall.locator(".wall tr")).to_have_count(11)
    heights = wall.evaluate(HEIGHTS)
    assert len(heights) > 20
    assert min(heights) >= 1080 / 25
    assert wall.evaluate(OUTSIDE) == 0
    told = wall.locator("#wall").aria_snapshot()
    for text in ("Saturday", "Standings", r"Table \d", "Guest number", r"minus \d\d"):
        assert re.search(text, told)


def test_who_plays_is_led_to_each_table_with_a_script_and_without(visit: Visit) -> None:
    host = visit()
    address = opened(host)
    ada, ben = visit(), visit(java_script_enabled=False)
    enter(ada, address, "Ada")
    enter(ben, address, "Ben")
    host.reload()
    host.get_by_role("button", name="Begin the next round").click()
    for page in (ada, ben):
        page.get_by_role("link", name="To your table").click()
        page.wait_for_url("**/t/*")
    assert ada.url.partition("?")[0] == ben.url.partition("?")[0]
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("link", name="To the tournament").click()
    ada.wait_for_url(f"**{address}")
