"""Every page, as it is for people with other eyes, other screens and other languages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from tests.kit.servers import ServerProcess
from tests.server.browser.axe import COLOURS, EVERYTHING, WORDS, flaws
from tests.server.browser.places import places
from tests.sizes import IS_WHOLE, first_of

from jardinet.words.language import CODES

SCREENSHOTS = os.environ.get("JARDINET_SCREENSHOTS")
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
NEW = {
    "home": "/",
    "set-up": "/set-up/lucky_numbers",
    "learn": "/learn/lucky_numbers",
    "practice": "/practice",
}  # where one is asked for a name, or has nothing yet

# Everything one can press, smaller than WCAG 2.5.8 allows: words in a sentence may be, and what nobody sees.
SMALL = """
() => [...document.querySelectorAll("a[href], button, input, select, summary")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  const isSeen = one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
  const label = one.closest("label")?.getBoundingClientRect();
  const isLarge = width >= 24 && height >= 24 || label?.width >= 24 && label?.height >= 24;
  return isSeen && !isLarge && getComputedStyle(one).display !== "inline";
}).map((one) => one.outerHTML.slice(0, 120))
"""


class Travellers:
    """Ada in several browsers at once; made for a module, since making the places takes a while."""

    def __init__(self, browser: Browser, site: ServerProcess) -> None:
        self._browser, self._site = browser, site
        self._contexts: list[BrowserContext] = []
        ada, ben = self._context().new_page(), self._context().new_page()
        self.places = places(site, ada, ben)
        self._cookies = ada.context.storage_state()

    def _context(self, **options: Any) -> BrowserContext:
        context = self._browser.new_context(
            base_url=self._site.address, bypass_csp=True, **{"reduced_motion": "reduce", **options}
        )
        self._contexts.append(context)
        return context

    def ada(self, **options: Any) -> Page:
        """A page of Ada's, in a browser with other settings."""
        return self._context(storage_state=self._cookies, **options).new_page()

    def walk(self, **options: Any) -> Iterator[tuple[str, str, Page]]:
        """Every place, and the page on which to look at it: Ada's, and somebody's who is new here."""
        ada, stranger = self.ada(**options), self._context(**options).new_page()
        yield from ((name, address, ada) for name, address in self.places.items())
        yield from ((f"{name}-new", address, stranger) for name, address in NEW.items())

    def go_home(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture(scope="module")
def travellers(browser: Browser, site: ServerProcess) -> Iterator[Travellers]:
    some = Travellers(browser, site)
    yield some
    some.go_home()


def keep_pictures(page: Page, name: str) -> None:
    """Keep what the page looks like, wide and narrow, by day and by night."""
    if SCREENSHOTS is None:
        return
    for size, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            path = Path(SCREENSHOTS) / "pages" / f"{name}-{size}-{scheme}.png"
            page.screenshot(path=path, full_page=True)
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", first_of(CODES))
def test_no_page_has_a_flaw_that_axe_knows(travellers: Travellers, language: str) -> None:
    found = {}
    for number, (name, address, page) in enumerate(travellers.walk(locale=language, viewport=DESKTOP)):
        by_day, by_night = (
            (True, True) if IS_WHOLE else (number % 2 == 0, number % 2 == 1)
        )  # each of a kind comes often
        page.emulate_media(color_scheme="light" if by_day else "dark")
        answer = page.goto(address)
        assert answer and answer.status == (404 if name == "problem" else 200), name
        assert page.locator("html").get_attribute("lang") == language
        if language != CODES[0]:
            found[name] = flaws(page, WORDS)
            continue
        found[name] = flaws(page, EVERYTHING)
        if by_day and by_night:
            page.emulate_media(color_scheme="dark")
            found[f"{name} by night"] = flaws(page, COLOURS)
        keep_pictures(page, name)
    assert {name: one for name, one in found.items() if one} == {}


@pytest.mark.parametrize("width", first_of([320, 640]))
def test_no_page_is_wider_than_its_window_nor_has_targets_too_small_to_hit(travellers: Travellers, width: int) -> None:
    wide, small = {}, {}
    for name, address, page in travellers.walk(
        viewport={"width": width, "height": 640}, locale="de"
    ):  # the longest words
        page.goto(address)
        wide[name] = page.evaluate("document.documentElement.scrollWidth")
        small[name] = page.evaluate(SMALL)
    assert {name: one for name, one in wide.items() if one > width} == {}
    assert {name: one for name, one in small.items() if one} == {}


def test_nothing_moves_for_who_asks_for_less_motion(travellers: Travellers) -> None:
    for _name, address, page in travellers.walk():
        page.goto(address)
        assert page.evaluate("document.getAnimations().map((one) => one.animationName ?? one.transitionProperty)") == []
