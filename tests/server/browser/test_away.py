"""Being asked whether a bot may play, by whoever waits: it comes by itself to a page that is open, and is answered there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.server.browser.players import table_of_two
from tests.sizes import first_of

Visit = Callable[..., Page]


@pytest.mark.parametrize("answer", first_of(["agree", "refuse"]))
def test_whoever_is_asked_for_a_bot_answers_on_their_page(visit: Visit, answer: str) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "maudits_criquets")
    expect(ada.locator("#absent")).to_have_text("")
    expect(ben.locator("#question")).to_have_text("")
    ada.locator("#open-menu").click()
    ada.locator("#away summary").click()
    ada.locator("form[action$='/ask'] select").select_option("skilled")
    ada.locator("form[action$='/ask'] button").click()
    expect(ada.locator("#away")).to_contain_text("Ben is asked whether a bot may play.")
    expect(ben.locator("#question")).to_contain_text("Ada asks whether a bot may play for you.")
    ben.locator(f"#{answer}-1").click()
    expect(ben.locator(f"#{answer}-1")).to_have_count(0)
    if answer == "agree":
        expect(ben.locator("#return-1")).to_be_visible()
    else:
        expect(ada.locator("#away")).to_contain_text("Ben would rather play")
