"""Two browsers that find each other in the lobby and play a first move, with a script and without."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FrameLocator, Page, expect
from tests.server.browser.axe import EVERYTHING, flaws
from tests.server.browser.players import OPEN, ply, until

Visit = Callable[..., Page]
NO_SCRIPT = {"java_script_enabled": False}


def seek(page: Page, name: str, pace: str) -> None:
    """Seek by the form of the lobby; each test has a pace of its own, since all are at one server."""
    page.goto("/lobby")
    page.get_by_label("Your name").fill(name)
    page.locator("select[name=game]").select_option("maudits_criquets")
    page.get_by_label("Time to think").select_option(pace)
    page.get_by_role("button", name="Seek", exact=True).click()


def frame(page: Page) -> FrameLocator:
    return page.frame_locator("iframe").first


def plays(*pages: Page) -> None:
    """Whoever may plays a first move."""
    for page in pages:
        page.wait_for_url("**/t/*")
        expect(page.locator("#board")).to_have_count(1)
    assert pages[0].url.partition("?")[0] == pages[1].url.partition("?")[0]
    for page in pages:
        page.locator(OPEN).first.click()
    until(pages[0], lambda: bool(pages[0].goto(pages[0].url.partition("?")[0])) and ply(pages[0]) > 0)


def test_two_find_each_other_and_play_a_first_move(visit: Visit) -> None:
    ada, ben = visit(), visit()
    seek(ada, "Ada", "20")
    expect(ada.locator("#seeking")).to_contain_text("We are looking for somebody: Grasshopper Poker, 2 players")
    seek(ben, "Ben", "20")
    expect(ada.locator("#seeking")).to_contain_text("Ben is found.")
    expect(ben.locator("#seeking")).to_contain_text("Ada is found.")
    ada.get_by_role("button", name="I am here").click()
    expect(ada.locator("#seeking")).to_contain_text("We still wait for Ben.")
    ben.get_by_role("button", name="I am here").click()
    plays(ada, ben)


def test_without_a_script_two_find_each_other_and_play_a_first_move(visit: Visit) -> None:
    ada, ben = visit(**NO_SCRIPT), visit(**NO_SCRIPT)
    seek(ada, "Ada", "45")
    seek(ben, "Ben", "45")
    for page, other in ((ada, "Ben"), (ben, "Ada")):
        expect(frame(page).locator(".told")).to_contain_text(f"{other} is found.")
    frame(ada).get_by_role("button", name="I am here").click()
    ada.wait_for_url("**/lobby")
    frame(ben).get_by_role("button", name="I am here").click()
    frame(ada).get_by_role("link", name="To the table").click()
    plays(ada, ben)


@pytest.mark.parametrize(("scripts", "pace"), [(True, "90"), (False, "180")])
def test_whoever_plays_a_bot_meanwhile_is_told_there_and_the_game_stays(visit: Visit, scripts: bool, pace: str) -> None:
    ada, ben = visit(java_script_enabled=scripts), visit()
    seek(ada, "Ada", pace)
    ada.get_by_role("button", name="meanwhile").click()
    ada.wait_for_url("**/t/*")
    meanwhile = ada.url.partition("/t/")[2]
    seek(ben, "Ben", pace)
    told = ada.locator("#seeking") if scripts else frame(ada).locator(".sought")
    expect(told).to_contain_text("Ben is found.")
    button = told.get_by_role("button", name="I am here")
    expect(button).to_be_in_viewport(ratio=0.9)
    button.click()
    ada.wait_for_url("**/lobby")
    ben.get_by_role("button", name="I am here").click()
    ben.wait_for_url("**/t/*")
    if scripts:
        ada.wait_for_url("**/t/*")
    ada.goto("/games")
    expect(ada.locator(f"a[href='/t/{meanwhile}']").first).to_be_visible()


@pytest.mark.parametrize(("theme", "pace"), [("light", "180+5"), ("dark", "300+10")])
def test_no_state_of_a_seek_has_a_flaw_that_axe_knows(visit: Visit, theme: str, pace: str) -> None:
    ada, ben = visit(bypass_csp=True, color_scheme=theme, viewport={"width": 360, "height": 740}), visit()
    ada.goto("/lobby")
    assert flaws(ada, EVERYTHING) == []
    seek(ada, "Ada", pace)
    expect(ada.locator("#seeking")).to_contain_text("We are looking for somebody")
    assert flaws(ada, EVERYTHING) == []
    seek(ben, "Ben", pace)
    expect(ada.locator("#seeking")).to_contain_text("Ben is found.")
    assert flaws(ada, EVERYTHING) == []
    ada.goto("/rules")
    expect(ada.locator("#seeking")).to_contain_text("Ben is found.")
    assert flaws(ada, EVERYTHING) == []
    assert ada.evaluate("document.documentElement.scrollWidth") == 360


def test_a_seek_is_made_and_confirmed_by_keyboard_and_what_changes_is_announced_politely(visit: Visit) -> None:
    ada, ben = visit("/rules"), visit()
    seek(ada, "Ada", "600")
    ada.goto("/rules")
    note = ada.locator("#seeking")
    expect(note).to_have_attribute("role", "status")
    expect(note).to_have_text("")
    seek(ben, "Ben", "600")
    expect(note).to_contain_text("Ben is found.")
    note.get_by_role("button").focus()
    ada.wait_for_timeout(1500)
    expect(note.get_by_role("button")).to_be_focused()  # though the note has come anew
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/lobby")
    ben.get_by_role("button", name="Stop seeking").click()
    expect(ada.locator("#seeking")).to_contain_text("We are looking for somebody")
    ada.get_by_role("button", name="Stop seeking").click()
    expect(ada.get_by_role("button", name="Seek", exact=True)).to_be_visible()
