"""Without JavaScript: every button is a form, every play is a post that leads back to the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, Response
from tests.server.browser.players import OPEN, PICKABLE, choose, has_chosen, ply, renew, set_table, sit_down

Visit = Callable[..., Page]


@pytest.fixture
def two(visit: Visit) -> Callable[[str], tuple[Page, Page]]:
    """Ada and Ben at a table, neither with JavaScript."""

    def sit(game: str) -> tuple[Page, Page]:
        ada, ben = visit(java_script_enabled=False), visit(java_script_enabled=False)
        first = {"first": "1"} if game == "lucky_numbers" else {}
        sit_down(ben, set_table(ada, game, name="Ada", seat2="person", **first), "Ben")
        renew(ada)
        return ada, ben

    return sit


def answers_to(page: Page, name: str) -> list[tuple[str, int]]:
    """Press a button; the requests for the page that it makes, and how they are answered."""
    answers: list[tuple[str, int]] = []

    def note(response: Response) -> None:
        if response.request.is_navigation_request() and response.frame == page.main_frame:
            answers.append((response.request.method, response.status))

    page.on("response", note)
    with page.expect_navigation():
        page.locator(f"#{name}").click()
    page.remove_listener("response", note)
    return answers


def play_until(ada: Page, ben: Page, selector: str) -> None:
    """Play on until Ada's page has what a selector finds."""
    chance = Random(3)
    for _ in range(100):
        for page in (ada, ben):
            renew(page)
            if ada.locator(selector).count():
                return
            if page.locator(OPEN).count():
                with page.expect_navigation():
                    page.locator(f"#{choose(page, chance)}").click()
    raise AssertionError(f"{selector} does not come")


def test_a_tile_is_thought_of_put_back_and_taken_by_forms(two: Callable[[str], tuple[Page, Page]]) -> None:
    ada, ben = two("lucky_numbers")
    play_until(ada, ben, PICKABLE)
    before, tile = ply(ada), str(ada.locator(PICKABLE).first.get_attribute("id"))
    assert answers_to(ada, tile) == [("GET", 200)]
    assert re.search(r"[?&]pick=\d", ada.url)
    assert ply(ada) == before
    assert ada.locator(f"#{tile}").get_attribute("aria-pressed") == "true"
    assert answers_to(ada, tile) == [("GET", 200)]
    assert ada.locator(f"#{tile}").get_attribute("aria-pressed") == "false"

    ada.go_back()
    cell = str(ada.locator(".cell button[name=play]").first.get_attribute("id"))
    assert answers_to(ada, cell) == [("POST", 303), ("GET", 200)]
    assert ply(ada) == before + 2
    assert "pick" not in ada.url


def test_a_play_gone_back_to_is_not_played_again(two: Callable[[str], tuple[Page, Page]]) -> None:
    ada, ben = two("lucky_numbers")
    play_until(ada, ben, "#discard")
    old = ada.content()
    assert answers_to(ada, "discard") == [("POST", 303), ("GET", 200)]
    after = ply(ada)
    again = ada.request.post(
        ada.url.partition("?")[0] + "/play",
        form={name: re.findall(rf'name="{name}" value="(\w+)"', old)[0] for name in ("_csrf_token", "ply")}
        | {"play": "place-a1 place-a1"},
    )
    assert again.status == 409
    ada.go_back()
    assert ply(ada) == after
    assert not ada.locator("#discard").count()


def test_a_question_is_answered_by_a_form(two: Callable[[str], tuple[Page, Page]]) -> None:
    ada, ben = two("lucky_numbers")
    play_until(ada, ben, "#discard")
    before = ply(ada)
    barred = str(ada.locator("#board button[name=why]").first.get_attribute("id"))
    assert answers_to(ada, barred) == [("GET", 200)]
    assert ada.locator("#answer").inner_text()
    assert ply(ada) == before
    assert ada.locator("#discard").count()


def test_a_bid_is_changed_by_forms_until_all_have_chosen(two: Callable[[str], tuple[Page, Page]]) -> None:
    ada, ben = two("maudits_criquets")
    before = ply(ada)
    for bid in ("bid-4", "bid-a"):
        assert answers_to(ada, bid) == [("POST", 303), ("GET", 200)]
        assert [one.get_attribute("id") for one in ada.locator("[aria-pressed=true]").all()] == [bid]
        assert ply(ada) == before
    renew(ben)
    assert not has_chosen(ben)
    assert answers_to(ben, "bid-1") == [("POST", 303), ("GET", 200)]
    renew(ada)
    assert ply(ada) > before
    assert "you bid the ace and Ben bids 1" in ada.locator("#news").inner_html()
