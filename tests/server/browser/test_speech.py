"""What is said at a table: a bubble at the seat that says it, over everything and in nobody's way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.kit.waiting import PATIENCE
from tests.server.browser.listening import LISTEN, heard
from tests.server.browser.players import Forms, set_table, sit_down, until
from tests.server.browser.stepping import wait_for_rest

Visit = Callable[..., Page]

BOXES = """
(all) => all.map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})
"""
# What would be pressed at the middle of each thing that plays: the thing itself, or something that lies over it.
COVERED = """
(all) => all.filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.id)
"""


def say(page: Page, phrase: str) -> None:
    page.locator("#speak").click()
    page.locator(f"#phrase-{phrase}").click()


def boxes(page: Page, selector: str) -> list[list[int]]:
    found: list[list[int]] = page.locator(selector).evaluate_all(BOXES)
    return found


def table_of_four(visit: Visit, game: str, **options: Any) -> list[Page]:
    """Four people who play and see each other, the first of them with a page of these options."""
    people = [visit(locale="de", **(options if k == 0 else {})) for k in range(4)]
    first = {"first": "1"} if game == "lucky_numbers" else {}
    seats = {f"seat{k}": "person" for k in (2, 3, 4)}
    table = set_table(people[0], game, name="Margarethe-Elisabeth von Blumenthal", **seats, **first)
    for page, name in zip(people[1:], ["Bartholomäus", "Caroline", "Dada"], strict=True):
        sit_down(page, table, name)
    others_here = people[0].locator("#board .is-here")
    until(people[0], lambda: others_here.count() == 3)  # a light at each face
    return people


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_each_remark_hangs_at_the_face_of_who_says_it_on_every_screen(visit: Visit, game: str) -> None:
    people = table_of_four(visit, game, script=LISTEN)
    page = people[0]
    before = {}
    screens = [(1280, 800), (390, 844), (320, 640), (844, 390)]
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_rest(page)
        before[width] = boxes(page, ".stage > :not(.remarks), #board *")
    for one, phrase in zip(people, ["hello", "moment", "flower", "thanks"], strict=True):
        say(one, phrase)
    until(page, lambda: page.locator("#remarks .shown").count() == 4)
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_rest(page)
        assert boxes(page, ".stage > :not(.remarks), #board *") == before[width], "a bubble has moved something"
        assert page.locator("#board [name=play]").evaluate_all(COVERED) == []
        bubbles = boxes(page, "#remarks .shown")
        for left, top, right, bottom in bubbles:
            assert left >= 0
            assert top >= 0
            assert right <= width
            assert bottom <= height
            assert right - left > 30
        for seat, (left, top, right, _bottom) in list(enumerate(bubbles))[1:]:
            [[face_left, _, face_right, face_bottom]] = boxes(page, f".others .s{seat} .medal")
            assert left <= face_right
            assert right >= face_left
            assert abs(top - face_bottom) < 30, "it hangs below the face, or over part of it"
    log = [one.text for one in heard(page) if one.region == "remarks"]
    assert len(log) == len(set(log)) == 4, "each is said once"
    assert [one.split()[0] for one in log] == ["Margarethe-Elisabeth", "Bartholomäus", "Caroline", "Dada"]


def test_a_bubble_goes_and_what_was_said_stays_in_the_log(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table = set_table(ada, "lucky_numbers", name="Ada", seat2="person", first="1")
    sit_down(ben, table, "Ben")
    until(ada, lambda: ada.locator("#speak").count() == 1 and ada.locator("#board").count() == 1)
    say(ben, "hello")
    bubble = ada.locator("#remark-1")
    until(ada, lambda: bubble.count() == 1)
    assert bubble.evaluate("(one) => getComputedStyle(one).opacity") == "1"
    until(ada, lambda: bubble.evaluate("(one) => getComputedStyle(one).opacity") == "0", PATIENCE)
    assert ada.locator("#remarks").inner_text().split() == ["Ben", "Hello!"]
    assert Forms(ada, table).look().count('class="s1 shown"') <= 1
