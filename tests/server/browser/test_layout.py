"""The table on every screen: what must be seen at once is whole on it, nothing scrolled, and no play moves the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import (
    LONGEST,
    PICKABLE,
    Forms,
    ply,
    press,
    set_table,
    sit_down,
    until,
    wait_for_play,
    wait_for_turn,
)
from tests.sizes import WHOLE, cases, few

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")
BOARD = {"lucky_numbers": ".near .planter", "maudits_criquets": ".soil"}
EVERYTHING = (
    "#board .planter, #board .garden, .soil, .tiles > li, .pile, #board button:not(.enlarge), .prompt .turn, .clock"
)
OWN = ".near .planter, .soil, .own, #board :is([name=play], [name=pick]), .prompt .turn, .clock"
NEIGHBOURS = ", .far .planter, .others .garden"
RESULT = ", #after, #next"

# For each screen: what must be whole on it, and how large the board in front is at least, in pixels.
SCREENS = {
    (1280, 800): (EVERYTHING, 520),
    (1920, 1080): (EVERYTHING, 760),
    (390, 844): (OWN + NEIGHBOURS, 340),
    (360, 640): (OWN, 0),
    (320, 640): (OWN, 0),
    (844, 390): (OWN, 300),
    (768, 1024): (EVERYTHING, 470),
}
FAR = {(390, 844): 110, (360, 640): 85, (844, 390): 110, (768, 1024): 190}  # how wide a neighbour's board is at least
SMALLEST = (
    "Math.min(...[...document.querySelectorAll('.tile b')].map((one) => parseFloat(getComputedStyle(one).fontSize)))"
)

COUNTED = [(1280, 800), (1920, 1080), (390, 844)]  # where it is told what may still lie in the pile

BY_MOUSE = few(12, 6)  # plays, each after a tile was picked and put back; then forms go on, which is quicker
ENDED = 'aria-labelledby="after"'
CHOSEN = re.compile(r'name="play"[^>]*aria-pressed="true"')
KINDS_FACE_UP = re.compile(r'class="[^"]*\btiles\b.*?</(ul|p)>', re.DOTALL)
KIND = re.compile(r'<button id="([a-z]+)[^>]* name="(play|pick)" value="([a-z]*)')  # of what can be done

# What a selector finds that is not whole on the screen, and what does not lie open there.
CUT_OFF = """
(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const { left, top, right, bottom, width } = one.getBoundingClientRect();
  const isSeen = width > 2 && one.checkVisibility();
  return isSeen && (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
}).map((one) => `${one.id || one.className}: ${JSON.stringify(one.getBoundingClientRect())}`)
"""
COVERED = """
(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) !== one;
}).map((one) => one.id)
"""
# What a kind of the loot brings, where the sentence below the loot lies over it.
WRITTEN_OVER = """
() => [...document.querySelectorAll(".note")].flatMap((note) => [...document.querySelectorAll(".brings")].filter((one) => {
  const below = note.getBoundingClientRect(), told = one.getBoundingClientRect();
  const isSeen = one.textContent.trim() && one.checkVisibility({ visibilityProperty: true });
  return isSeen && below.top < told.bottom - 0.5 && told.top < below.bottom - 0.5;
}).map((one) => one.textContent.trim()))
"""
LINES = """
() => Math.max(0, ...[...document.querySelectorAll(".turn")].filter((one) => one.textContent).map((one) => {
  const style = getComputedStyle(one);
  const inner = one.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  return Math.round(inner / parseFloat(style.lineHeight));
}))
"""


def alone(page: Page, game: str, seats: int) -> Forms:
    """A table of Margarethe and as many bots as make so many seats, played by forms and looked at by `page`."""
    bots = {f"seat{number}": "casual" for number in range(2, seats + 1)}
    first = {"first": "1"} if game == "lucky_numbers" else {}
    return Forms(page, set_table(page, game, name="Margarethe-Elisabeth von Blumenthal", pace="600", **bots, **first))


def phases(page: Page, forms: Forms) -> Iterator[str]:
    """Play to the end of the game; `page` shows whatever is offered of a new kind, and what it is comes by.

    In between it is elsewhere: a game that nobody looks at is played quickly.
    """
    chance, known = Random(4), set[str]()
    for _ in range(LONGEST):
        page.goto("about:blank")
        html = _when_it_is_ones_turn(page, forms)
        kinds = "over" if ENDED in html else ",".join(sorted({"".join(kind) for kind in KIND.findall(html)}))
        if kinds not in known:
            known.add(kinds)
            page.goto(forms.table)
            yield kinds
            if page.locator("#arrange").count():
                yield from _while_arranged(page)
        if kinds == "over":
            return
        assert forms.play(chance)
    raise AssertionError("the game does not end")


def _when_it_is_ones_turn(page: Page, forms: Forms) -> str:
    """The table's page as soon as something can be played there, or the game is over."""
    found: list[str] = []

    def is_so() -> bool:
        found.append(forms.look())
        html = found[-1]
        return ENDED in html or 'id="arrange"' in html or ('name="play"' in html and not CHOSEN.search(html))

    until(page, is_so)
    return found[-1]


def _while_arranged(page: Page) -> Iterator[str]:
    """A tile of the set-up is picked, then all are laid."""
    for button, then in (("hand-1", "put-back"), ("put-back", "arrange"), ("arrange", "ready")):
        page.locator(f"#{button}").click()
        until(page, lambda then=then: page.locator(f"#{then}").count() == 1)  # type: ignore[misc]
        yield then


@pytest.mark.parametrize(("game", "seats"), cases(GAMES, (4, 2, 3)))
def test_everything_that_counts_is_whole_on_the_first_screen(visit: Visit, game: str, seats: int) -> None:
    page = visit(locale="de")  # the longest words
    faults: list[str] = []
    for phase in phases(page, alone(page, game, seats)):
        for (width, height), (selector, least) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            where = f"{phase} at {width}x{height}"
            faults += [f"{where}: {one}" for one in page.evaluate(CUT_OFF, selector + RESULT)]
            faults += [f"{where}: {one} is covered" for one in page.evaluate(COVERED, ".clock")]
            faults += [f"{where}: {one} is written over" for one in page.evaluate(WRITTEN_OVER)]
            if (width, height) in COUNTED and page.locator(".pile .counted").count():
                faults += [] if page.locator(".pile .counted").is_visible() else [f"{where}: the pile is not counted"]
            if page.evaluate(LINES) > 2:
                faults.append(f"{where}: the prompt has {page.evaluate(LINES)} lines")
            if game == "lucky_numbers":
                for board, wide in ((BOARD[game], least), (".far .planter", FAR.get((width, height), 0))):
                    if _box(page, board)["width"] < wide:
                        faults.append(f"{where}: {board} is {_box(page, board)['width']} wide")
                if page.locator(".tile b").count() and page.evaluate(SMALLEST) < 12:
                    faults.append(f"{where}: a number is {page.evaluate(SMALLEST)} pixels high")
    assert faults == []


@pytest.mark.parametrize(("game", "screen"), cases(GAMES, list(SCREENS)[:: few(1, 3)]))
def test_a_game_is_played_to_its_end_and_nothing_moves_the_board(
    visit: Visit, game: str, screen: tuple[int, int]
) -> None:
    width, height = screen
    page = visit(viewport={"width": width, "height": height})
    chance, boxes = Random(4), set()
    forms = alone(page, game, 3)
    for turn in range(LONGEST):
        is_on = wait_for_turn(page)
        if is_on or game == "lucky_numbers":
            boxes.add(tuple(_box(page, BOARD[game]).values()))
        if not is_on:
            break
        if turn >= BY_MOUSE:
            before = ply(page)
            forms.play(chance)
            wait_for_play(page, before)
            continue
        if page.locator(PICKABLE).count():
            page.locator(PICKABLE).last.click()
            until(page, lambda: page.locator("#put-back").count() == 1)
            boxes.add(tuple(_box(page, BOARD[game]).values()))
            page.locator("#put-back").click()
            until(page, lambda: page.locator("#put-back").count() == 0)
        press(page, chance)
    assert page.locator("#after").count() == 1
    assert len(boxes) == 1, boxes


@WHOLE
def test_however_many_tiles_lie_face_up_the_board_stays(visit: Visit) -> None:
    people = ada, *others = visit(), visit(), visit()
    table = set_table(ada, "lucky_numbers", name="Ada", seat2="person", seat3="person")
    for page, name in zip(others, ("Ben", "Cleo"), strict=True):
        sit_down(page, table, name)
    for page in people:
        page.goto("about:blank")  # a game that nobody looks at is played quickly
    forms, chance, boxes, most = [Forms(page, table) for page in people], Random(1), set(), 0
    small = [(width, height) for width, height in SCREENS if height < 700]
    while any(one.play(chance, wishes=("draw", "discard")) for one in forms):  # until the pile is empty
        lying = KINDS_FACE_UP.search(forms[0].look())[0].count("<li")  # type: ignore[index]
        if lying <= most:
            continue
        most = lying
        ada.goto(table)
        for width, height in small:
            ada.set_viewport_size({"width": width, "height": height})
            boxes.add(tuple(_box(ada, BOARD["lucky_numbers"]).values()))
            assert ada.evaluate(CUT_OFF, OWN + ", .tiles > li") == [], f"{lying} kinds of tiles at {width}x{height}"
        ada.goto("about:blank")
    assert most >= 15
    assert len(boxes) == len(small), boxes


def _box(page: Page, selector: str) -> dict[str, Any]:
    """Where something lies, to half a pixel."""
    found: dict[str, Any] = page.locator(selector).first.evaluate(
        "(one) => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height }; }"
    )
    return {name: round(2 * value) / 2 for name, value in found.items()}
