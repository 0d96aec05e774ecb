"""Enlarged by 200 to 400 %: all that is pressed stays large enough and lies open, and the page scrolls in one direction.

WCAG 1.4.10 names 320 × 256 pixels, which is what a screen of 1280 × 1024 has at 400 %.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.server.browser.test_layout import alone, phases

Visit = Callable[..., Page]
SCREENS = [(320, 256), (427, 287), (512, 345), (640, 320), (667, 375), (844, 390)]

# Whatever is pressed, chosen or typed into and is smaller than WCAG 2.5.8 asks for; a link within a sentence may be.
TOO_SMALL = """
() => [...document.querySelectorAll("button, a[href], input, select, summary")].filter((one) => {
  if (!one.checkVisibility({ visibilityProperty: true }) || one.type === "hidden") return false;
  if (one.closest(".visually-hidden, .skip, [popover]:not(:popover-open)") || one.closest("p, dd, li") && one.matches("a")) return false;
  const { width, height } = one.getBoundingClientRect();
  return width < 23.9 || height < 23.9;
}).map((one) => `${one.id || one.outerHTML.slice(0, 60)}: ${JSON.stringify(one.getBoundingClientRect())}`)
"""

# Whatever is pressed and, brought into view, has something else above its middle, or above a corner of its middle part.
COVERED = """
() => [...document.querySelectorAll("button:not(:disabled), a[href], select, summary")].filter((one) => {
  if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".visually-hidden, .skip, [popover]:not(:popover-open)")) return false;
  one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { left, top, width, height } = one.getBoundingClientRect();
  return [[0.5, 0.5], [0.3, 0.3], [0.7, 0.3], [0.3, 0.7], [0.7, 0.7]].some(([x, y]) => {
    const above = document.elementFromPoint(left + width * x, top + height * y);
    return !(above && (one.contains(above) || above.contains(one)) && !(above !== one && above.matches("main, body, html")));
  });
}).map((one) => `${one.id || one.outerHTML.slice(0, 60)}: ${JSON.stringify(one.getBoundingClientRect())}`)
"""

# Tiles and cards that something else lies above; what makes a board of another's large is not seen.
NUMBERS_COVERED = """
() => [...document.querySelectorAll("#board :is(.tile, .heap b, .tokens b)")].filter((one) => {
  if (!one.checkVisibility({ visibilityProperty: true })) return false;
  one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { left, top, width, height } = one.getBoundingClientRect();
  const seen = document.elementsFromPoint(left + width / 2, top + height / 2).filter((above) => !above.matches(".enlarge"));
  return seen.length && !one.contains(seen[0]) && !seen[0].contains(one);
}).map((one) => one.outerHTML.slice(0, 80))
"""
SCROLLS_SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
@pytest.mark.parametrize("seats", [2, 4])
def test_all_that_is_pressed_can_be_pressed_when_the_page_is_enlarged(visit: Visit, game: str, seats: int) -> None:
    page = visit()
    forms = alone(page, game, seats)
    found = dict[str, list[str]]()
    for phase in phases(page, forms):
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for what, script in (("small", TOO_SMALL), ("covered", COVERED), ("number", NUMBERS_COVERED)):
                if what == "number" and phase == "over":
                    continue  # the result lies above what is no longer needed
                if wrong := page.evaluate(script):
                    found[f"{phase} {width}x{height} {what}"] = wrong
            if page.evaluate(SCROLLS_SIDEWAYS):
                found[f"{phase} {width}x{height} sideways"] = []
    assert not found, "\n".join(f"{where}: {wrong}" for where, wrong in found.items())
