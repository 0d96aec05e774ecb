"""Tiles, loot and bid cards that are dragged, by mouse and by touch: what a tap would press, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import PICKABLE, Forms, has_chosen, play_until, ply, set_table, table_of_two, until
from tests.server.browser.test_tiles_set_up import hand, laid, lies, posts_of, say_something
from tests.sizes import first_of

Visit = Callable[..., Page]
WAYS = ["mouse", "touch"]


class Finger:
    """A mouse, or a finger on a screen."""

    def __init__(self, page: Page, way: str) -> None:
        self._page, self._way = page, way
        self._wire = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def down(self, selector: str) -> None:
        self._at = self._middle(selector)
        if self._way == "mouse":
            self._page.mouse.move(*self._at)
            self._page.mouse.down()
        else:
            self._touch("touchStart")

    def move(self, selector: str) -> None:
        """In steps, as fingers do."""
        (x, y), (to_x, to_y) = self._at, self._middle(selector)
        for step in range(1, 9):
            self._at = x + (to_x - x) * step / 8, y + (to_y - y) * step / 8
            if self._way == "mouse":
                self._page.mouse.move(*self._at)
            else:
                self._touch("touchMove")

    def up(self) -> None:
        if self._way == "mouse":
            self._page.mouse.up()
        else:
            self._touch("touchEnd")

    def drag(self, thing: str, place: str) -> None:
        self.down(thing)
        self.move(place)
        self.up()

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self._page.locator(selector).first.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _touch(self, kind: str) -> None:
        points = [] if kind == "touchEnd" else [{"x": self._at[0], "y": self._at[1]}]
        self._wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def person(visit: Visit, way: str) -> Page:
    return visit(**({"has_touch": True, "viewport": {"width": 390, "height": 844}} if way == "touch" else {}))


def is_dragging(page: Page) -> bool:
    return page.locator("html[data-dragging]").count() == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_hand_is_set_up_by_dragging(visit: Visit, way: str) -> None:
    page = person(visit, way)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    finger, tiles, before, posts = Finger(page, way), hand(page), ply(page), posts_of(page)
    finger.drag("#hand-3", "#cell-b2")
    lies(page, {"b2": tiles[2]})
    finger.drag("#hand-1", "#cell-b2")  # its tile comes back
    lies(page, {"b2": tiles[0]})
    finger.drag("#cell-b2", "#cell-d4")
    lies(page, {"d4": tiles[0]})
    finger.drag("#cell-d4", ".arranged")
    lies(page, {})
    for k, cell in enumerate(("d4", "a1", "c3", "b2")):
        finger.drag(f"#hand-{k + 1}", f"#cell-{cell}")
        until(page, lambda cell=cell: cell in laid(page))  # type: ignore[misc]
    finger.drag("#cell-a1", "#cell-b2")
    lies(page, {"d4": tiles[0], "b2": tiles[1], "c3": tiles[2], "a1": tiles[3]})
    assert (ply(page), posts) == (before, [])
    page.locator("#ready").click()
    until(page, lambda: ply(page) > before)
    assert len(posts) == 1


@pytest.mark.parametrize("way", first_of(WAYS))
def test_a_tile_dropped_where_nothing_is_lies_where_it_lay_and_a_barred_cell_says_why(visit: Visit, way: str) -> None:
    page = person(visit, way)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    finger, tiles = Finger(page, way), hand(page)
    finger.drag("#hand-2", ".bar h1")
    until(page, lambda: page.locator("#arrange").count() == 1 and not is_dragging(page))
    assert (laid(page), page.locator(".dragged").count()) == ({}, 0)
    finger.drag("#hand-2", "#cell-b1")
    until(page, lambda: "diagonal" in page.locator("#answer").inner_text())
    assert (laid(page), page.locator(".dragged").count()) == ({}, 0)
    assert hand(page) == tiles


@pytest.mark.parametrize("way", first_of(WAYS[::-1]))
def test_a_tile_of_the_table_is_taken_by_dragging_and_a_drawn_one_placed_or_discarded(visit: Visit, way: str) -> None:
    ada, ben = person(visit, way), visit()
    table_of_two(ada, ben, "lucky_numbers")
    finger = Finger(ada, way)
    play_until(ada, ben, "#discard")
    before, number = ply(ada), ada.locator(".in-hand b").inner_text()
    finger.drag("#in-hand", ".cloth")
    until(ada, lambda: ply(ada) > before)
    assert ada.locator(f".tiles [data-seen='{number}']").count() >= 1
    play_until(ada, ben, PICKABLE)
    before = ply(ada)
    tile = str(ada.locator(PICKABLE).first.get_attribute("id"))
    finger.down(f"#{tile}")
    finger.move("#cell-b2")
    until(ada, lambda: ada.locator(".cell.open").count() > 0)  # what takes it glows while it is carried
    finger.move(".bar h1")
    finger.up()
    until(ada, lambda: ada.locator(".in-hand").count() == 0)
    assert ply(ada) == before
    finger.down(f"#{tile}")
    finger.move("#cell-b2")
    until(ada, lambda: ada.locator(".cell.open").count() > 0)
    cell = str(ada.locator(".cell.open button").first.get_attribute("id"))
    finger.move(f"#{cell}")
    finger.up()
    until(ada, lambda: ply(ada) == before + 2)
    assert ada.locator(f"#{cell} .tile b").get_attribute("data-seen") == tile.removeprefix("table-")


@pytest.mark.parametrize("way", first_of(WAYS[::-1]))
def test_a_bid_card_is_dragged_to_the_loot_and_loot_to_ones_garden(visit: Visit, way: str) -> None:
    ada, ben = person(visit, way), visit()
    table_of_two(ada, ben, "maudits_criquets")
    finger = Finger(ada, way)
    finger.drag("#bid-4", ".bar h1")
    assert not has_chosen(ada)
    finger.drag("#bid-4", ".soil")
    until(ada, lambda: ada.locator("#bid-4[aria-pressed=true]").count() == 1)
    forms, chance = [Forms(page, ada.url) for page in (ben, ada)], Random(5)
    forms[0].play(chance)
    for _ in range(60):
        until(ada, lambda: ply(ada) == forms[1].ply())
        if ada.locator(".heap.open").count():
            break
        assert any(one.play(chance) for one in forms)
    before = ply(ada)
    finger.drag(".heap.open", ".own .plate")
    until(ada, lambda: ply(ada) > before)


def test_a_tap_stays_a_tap_and_escape_puts_back_what_is_carried(visit: Visit) -> None:
    page = visit()
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    finger = Finger(page, "mouse")
    box = page.locator("#hand-2").bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 13, box["y"] + 12)
    page.mouse.up()
    until(page, lambda: page.locator("#hand-2[aria-pressed=true]").count() == 1)
    assert not is_dragging(page)
    page.keyboard.press("Escape")
    until(page, lambda: page.locator("#arrange").count() == 1)
    finger.down("#hand-2")
    finger.move("#cell-b2")
    assert is_dragging(page)
    page.keyboard.press("Escape")
    until(page, lambda: page.locator("#arrange").count() == 1 and not is_dragging(page))
    finger.up()
    assert (laid(page), page.locator("#menu:popover-open").count()) == ({}, 0)


def test_a_live_page_that_comes_while_a_tile_is_carried_takes_it_from_nobody(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "lucky_numbers")
    finger, tiles = Finger(ada, "mouse"), hand(ada)
    finger.down("#hand-4")
    finger.move("#cell-c3")
    until(ada, lambda: ada.locator("#put-back").count() == 1)
    say_something(ben)
    until(ada, lambda: ada.locator("#main .speech, #remarks p").count() > 0)
    assert is_dragging(ada)
    finger.up()
    lies(ada, {"c3": tiles[3]})
