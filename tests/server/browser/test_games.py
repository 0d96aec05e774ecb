"""Whole games in real browsers, in every way in which people play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import (
    LONGEST,
    OPEN,
    choose,
    is_over,
    play_by_mouse,
    play_by_two,
    renew,
    set_table,
    table_of_two,
    wait_for_turn,
)
from tests.sizes import WHOLE, first_of

from jardinet.play.record_format import read
from jardinet.play.verification import verify

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def check_the_end(page: Page) -> None:
    """The record of a finished table is a fair game, and its other pages are there."""
    table = page.url.partition("?")[0]
    answer = page.request.get(f"{table}/record")
    assert answer.ok
    record = read(answer.text())[-1]
    assert verify(record).is_fair
    for path in ("/proof", "/replay/1"):
        assert page.request.get(table + path).ok


@pytest.mark.parametrize("game", first_of(GAMES))
def test_one_click_starts_a_game_that_is_played_to_its_end_by_mouse(visit: Visit, game: str) -> None:
    page = visit()
    page.locator(f"button[name=game][value={game}]").click()
    page.wait_for_url("**/t/*")
    assert wait_for_turn(page)
    set_table(page, game, seat2="casual")
    assert play_by_mouse(page) > 10
    check_the_end(page)


@pytest.mark.parametrize("game", first_of(GAMES[::-1]))
def test_two_people_play_to_the_end_each_seeing_the_other_s_plays_live(visit: Visit, game: str) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, game)
    loads = {ada: 0, ben: 0}
    for page in (ada, ben):
        page.wait_for_load_state()
        page.on("load", lambda one: loads.update({one: loads[one] + 1}))
    play_by_two(ada, ben)
    assert is_over(ada) and is_over(ben)
    assert loads == {ada: 0, ben: 0}, "a page was loaded anew instead of being brought up to date"
    check_the_end(ada)


@pytest.mark.parametrize("game", first_of(GAMES[::-1]))
def test_a_game_is_played_to_its_end_without_javascript(visit: Visit, game: str) -> None:
    page = visit(java_script_enabled=False)
    set_table(page, game, seat2="casual")
    chance = Random(3)
    for _ in range(LONGEST):
        if is_over(page):
            break
        if page.locator(OPEN).count():
            page.locator(f"#{choose(page, chance)}").click()
        else:
            renew(page)
    assert is_over(page)
    check_the_end(page)


@WHOLE
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_on_a_phone(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    set_table(page, game, seat2="casual")
    assert play_by_mouse(page, 4) > 10
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    check_the_end(page)
