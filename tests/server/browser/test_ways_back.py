"""The pages of ways back, in a browser: without a flaw that axe knows, and within a narrow screen; by keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page
from tests.kit.servers import ServerProcess
from tests.server.browser.axe import EVERYTHING, flaws

NARROW = {"width": 320, "height": 700}


def send(page: Page) -> None:
    """Press Enter, and wait for the answer's page."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def press(page: Page, name: str) -> None:
    """Press a button by the keyboard; `name` is a regular expression."""
    page.get_by_role("button", name=re.compile(name)).focus()
    send(page)


def looked_at(page: Page) -> list[str]:
    """The flaws of a page, and whether it is wider than the screen."""
    is_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [*flaws(page, EVERYTHING), *(["it is wider than the screen"] if is_wide else [])]


def test_somebody_keeps_their_games_and_comes_back_by_keyboard_alone(browser: Browser, site: ServerProcess) -> None:
    new = {"base_url": site.address, "bypass_csp": True, "viewport": NARROW, "java_script_enabled": True}
    with browser.new_context(**new) as laptop, browser.new_context(**new) as phone:  # type: ignore[arg-type]
        page, other = laptop.new_page(), phone.new_page()
        found: dict[str, list[str]] = {}
        page.goto("/account")
        page.get_by_label("What the others call you").fill("Ada")
        send(page)
        found["account of a guest"] = looked_at(page)
        press(page, "Make a recovery sheet")
        found["sheet"] = looked_at(page)
        sheet = re.search(r"(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}", page.inner_text("main"))
        assert sheet
        page.goto("/account")
        page.get_by_role("region", name="Ways back").get_by_label("Handle").fill("ada-at-home")
        page.get_by_label("Password, 8").fill("correct horse")
        send(page)
        press(page, "Make a link")
        found["account with a link"] = looked_at(page)
        link = re.search(r"/go-on/[\w-]+", page.inner_text("main"))
        assert link
        other.goto("/account")
        other.get_by_label("What the others call you").fill("Guest")
        send(other)
        other.goto(link[0])
        found["go on"] = looked_at(other)
        press(other, "Go on as .*Ada")
        assert "Ada" in other.inner_text("h1")
        other.goto("/sign-in")
        found["sign in"] = looked_at(other)
        other.get_by_label("What the sheet says").fill(sheet[0])
        send(other)
        other.goto("/sign-in")
        other.get_by_label("Handle").fill("ada-at-home")
        other.get_by_label("Password", exact=True).fill("wrong horse")
        send(other)
        assert other.locator("#problem").is_visible()
        found["sign in, refused"] = looked_at(other)
        assert {name: told for name, told in found.items() if told} == {}
