"""Nothing moves but pieces: whatever a turn brings, boards and what lies around them stay where they are, on every screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import (
    PICKABLE,
    Forms,
    is_over,
    ply,
    set_table,
    until,
    wait_for_play,
    wait_for_turn,
)
from tests.sizes import cases, few

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")
SCREENS = (
    (1280, 800),
    (390, 844),
    (1024, 768),
    (844, 390),
    (768, 1024),
    (360, 640),
    (375, 667),
    (810, 1080),
    (820, 1180),
    (1920, 1080),
)
STILL = ".planter, .cloth, .soil, .garden, .own .bids, .others .bids"
TURNS = few(16, 6)

BOXES = """
(selector) => [...document.querySelectorAll(selector)].map((one, place) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [`${one.className} ${place}`, [x, y, width, height].map((side) => Math.round(side)).join(" ")];
})
"""


@pytest.mark.parametrize(("game", "seats"), cases(GAMES, (2, 4, 3)))
def test_a_turn_moves_nothing_but_pieces(visit: Visit, game: str, seats: int) -> None:
    page, chance = visit(), Random(4)
    bots = {f"seat{number}": "casual" for number in range(2, seats + 1)}
    first = {"first": "1"} if game == "lucky_numbers" else {}
    forms = Forms(page, set_table(page, game, name="Ada", **bots, **first))
    boxes: dict[str, set[str]] = defaultdict(set)

    def look() -> None:
        for width, height in SCREENS[:: few(1, 2)]:
            page.set_viewport_size({"width": width, "height": height})
            for name, box in page.evaluate(BOXES, STILL):
                boxes[f"{name} at {width}x{height}"].add(box)
        page.set_viewport_size({"width": 1280, "height": 800})

    for turn in range(TURNS):
        wait_for_turn(page)
        if is_over(page):
            break
        is_set_up = not page.locator("#arrange").count()
        if is_set_up:
            look()
        if is_set_up and page.locator(PICKABLE).count() and turn % 2:
            page.locator(PICKABLE).last.click()
            until(page, lambda: page.locator("#put-back").count() == 1)
            look()
            page.locator("#put-back").click()
            until(page, lambda: page.locator("#put-back").count() == 0)
        before = ply(page)
        forms.play(chance)
        wait_for_play(page, before)
        if is_set_up:
            look()
    assert boxes
    assert {name: found for name, found in boxes.items() if len(found) > 1} == {}
