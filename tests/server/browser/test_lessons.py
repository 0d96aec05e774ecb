"""Whole lessons on a phone, by touch and in each language: nothing that the coach says is cut, and the end leads on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.server.browser.axe import EVERYTHING, flaws
from tests.server.browser.players import is_over, play_by_mouse, ply, set_table, until

from jardinet.words.language import CODES

Visit = Callable[..., Page]

GAMES = ("lucky_numbers", "maudits_criquets")
SMALL_PHONE, PHONE = (360, 640), (390, 844)
THOUGHTS = range(14, 19)  # different ones in a lesson: six times why, what to look at before each play, and the offer
HELD = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
WITHIN = 60  # pixels that the page may be longer than the screen while nothing but "Go on" is to be pressed

# How much of the coach's room is cut: by itself, by what holds it, and below the whole page.
_CUT = """
(room) => {
  const box = room.getBoundingClientRect(), says = room.querySelector(".says"), told = room.closest(".told");
  const end = document.documentElement.scrollHeight - scrollY;
  return [room.scrollHeight - room.clientHeight, says.scrollWidth - says.clientWidth, says.scrollHeight - says.clientHeight,
    told.scrollHeight - told.clientHeight, box.bottom - end, -box.left, box.right - innerWidth];
}
"""
_BELOW = "document.documentElement.scrollHeight - innerHeight"
_POINTED = "(all) => all.map((one) => one.id)"


def learn(page: Page, game: str) -> None:
    page.goto(f"/learn/{game}")
    page.locator("main form button.main").tap()
    page.wait_for_url("**/t/*")


def step(page: Page) -> None:
    """Do what the coach says: go on, or play what it points at."""
    until(page, lambda: page.locator("#go-on, #finish, .pointed").count() > 0)
    if page.locator("#go-on").count():
        before = page.locator("#go-on").get_attribute("value")
        page.locator("#go-on").tap()
        until(page, lambda: not page.locator(f"#go-on[value='{before}']").count())
        return
    ids, before_it = page.locator(".pointed").evaluate_all(_POINTED), ply(page)
    for name in sorted(ids, reverse=True):  # a tile of the table before its cell
        page.locator(f"#{name}").tap()
        if name.startswith("table-"):
            until(page, lambda: page.locator("#put-back").count() > 0)
    until(page, lambda: ply(page) > before_it)


@pytest.mark.parametrize(
    ("game", "code", "size"),
    [*((game, code, SMALL_PHONE) for game in GAMES for code in CODES), *((game, "de", PHONE) for game in GAMES)],
)
def test_a_lesson_is_played_by_touch_and_nothing_is_cut(
    visit: Visit, game: str, code: str, size: tuple[int, int]
) -> None:
    page = visit(
        viewport={"width": size[0], "height": size[1]},
        locale=code,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    learn(page, game)
    heard = list[str]()
    while not page.locator("#finish").count():
        step(page)
        room = page.locator("#coach-says")
        assert max(room.evaluate(_CUT)) <= 1, room.inner_text()
        assert page.evaluate(_BELOW) <= WITHIN, room.inner_text()
        heard.append(room.locator(".says").inner_text())
        assert len(heard) < 60
    assert len(dict.fromkeys(heard)) in THOUGHTS
    page.locator("#finish").tap()
    until(page, lambda: not page.locator("#finish").count())
    assert page.locator("#coach-says").is_hidden()
    assert page.locator("#board button[name=play]").count() > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_finished_and_ends_with_what_went_well(visit: Visit, game: str) -> None:
    page = visit(**HELD, bypass_csp=True)
    learn(page, game)
    while not page.locator("#finish").count():
        step(page)
    assert flaws(page, EVERYTHING) == []
    play_by_mouse(page)
    assert is_over(page)
    assert re.search("What you did well:|Well done:", page.locator("#coach-says").inner_text())


def test_after_a_lesson_a_real_game_is_one_press_away(visit: Visit) -> None:
    page = visit(**HELD)
    learn(page, "lucky_numbers")
    lesson = page.url
    while not page.locator("#real-game").count():
        step(page)
    page.locator("#real-game").tap()
    until(page, lambda: page.url != lesson and "/t/" in page.url)
    until(page, lambda: page.locator("#board").count() == 1)
    assert page.locator(".coach").count() == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_a_hint_marks_what_it_means(visit: Visit, *, scripts: bool) -> None:
    page = visit(java_script_enabled=scripts, bypass_csp=True)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    page.wait_for_selector("#hint")
    page.locator("#hint").click()
    page.wait_for_selector("#answer:not(:empty)")
    assert page.locator(".pointed").evaluate_all(_POINTED) == ["arrange"]
    outline = page.locator(".pointed").evaluate("(one) => getComputedStyle(one).outlineWidth")
    assert outline == "4px"
    if scripts:
        assert flaws(page, EVERYTHING) == []
