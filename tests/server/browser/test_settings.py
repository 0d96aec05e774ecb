"""What a reader can set of the table: how much it helps, what the board bears, and whether a play is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import (
    OPEN,
    Forms,
    focused,
    ply,
    press,
    set_table,
    table_of_two,
    until,
    wait_for_play,
    wait_for_turn,
)

Visit = Callable[..., Page]


def choose(page: Page, name: str, value: str) -> None:
    """Set something in the settings that the menu opens; the page comes anew by itself, as it was. Then both are closed."""
    page.keyboard.press("Escape")
    page.locator("#open-settings").click()
    with page.expect_navigation():
        page.locator(f"#set-{name}").select_option(value)
    until(page, lambda: focused(page) == f"set-{name}")
    page.keyboard.press("Escape")
    until(page, lambda: page.locator(":popover-open").count() == 0)


def shows(page: Page, selector: str) -> bool:
    return page.locator(selector).first.evaluate("(one) => one.checkVisibility({ visibilityProperty: true })") is True


def test_the_board_helps_as_much_as_its_reader_likes(visit: Visit) -> None:
    page = visit()
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    for button in ("arrange", "ready", "draw"):
        page.locator(f"#{button}").click()
    until(page, lambda: page.locator(".cell.open").count() > 0)
    seen = {}
    for told in ("fit", "everything", "none"):
        if told != "fit":  # a new reader's
            choose(page, "help", told)
        seen[told] = shows(page, ".cell.open .sign"), shows(page, ".accepts")
    assert seen == {"fit": (True, False), "everything": (True, True), "none": (False, False)}


def test_the_names_of_rows_and_columns_can_go(visit: Visit) -> None:
    page = visit()
    set_table(page, "lucky_numbers", name="Ada", seat2="casual")
    assert shows(page, ".columns")
    choose(page, "coordinates", "off")
    assert not shows(page, ".columns")


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_page_that_comes_anew_with_a_setting_shows_the_next_play_by_itself(visit: Visit, game: str) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, game)
    chance, forms = Random(3), [Forms(page, ada.url) for page in (ada, ben)]
    for value in ("slow", "off"):
        choose(ada, "speed", value)
        for one in forms:  # of two bids the second is the play
            one.play(chance)
        until(ada, lambda: ply(ada) == forms[0].ply() > 0)


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_play_to_be_confirmed_is_pressed_twice(visit: Visit, game: str) -> None:
    page = visit()
    set_table(page, game, name="Ada", seat2="casual")
    wait_for_turn(page)
    if page.locator("#arrange").count():
        press(page, Random(1))
    choose(page, "confirm", "on")
    wait_for_turn(page)
    before, button = ply(page), page.locator(OPEN).first

    def is_asked() -> bool:
        button.click()
        return page.locator("#answer").inner_text() == "Press it again to play it."

    until(page, is_asked)  # the page that comes when it is connected asks for nothing yet
    page.reload()
    assert ply(page) == before
    button.click()
    button.click()
    wait_for_play(page, before)
