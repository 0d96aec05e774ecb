"""Setting up in a browser: four tiles beside the board, laid by tap, by keyboard or without JavaScript, and one post."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import APIResponse, Page, Request, Route
from tests.server.browser.axe import AXE, FLAWS
from tests.server.browser.players import Forms, focused, go_to, ply, set_table, table_of_two, until

Visit = Callable[..., Page]
Press = Callable[[Page, str], None]


def tap(page: Page, name: str) -> None:
    page.locator(f"#{name}").click()


def touch(page: Page, name: str) -> None:
    page.locator(f"#{name}").tap()


def key(page: Page, name: str) -> None:
    go_to(page, name)
    page.keyboard.press("Enter")
    assert focused(page) != "BODY"


PRESSES: dict[str, tuple[Press, dict[str, object]]] = {
    "mouse": (tap, {}),
    "touch": (touch, {"has_touch": True, "viewport": {"width": 390, "height": 844}}),
    "keyboard": (key, {}),
    "forms": (tap, {"java_script_enabled": False}),
}


def hand(page: Page) -> list[int]:
    """The tiles as they were drawn."""
    return [int(one.get_attribute("data-seen") or 0) for one in page.locator(".arranged li .tile b").all()]


def laid(page: Page) -> dict[str, int]:
    """What lies on the board in front."""
    found = page.locator(".near .cell button").evaluate_all(
        "(all) => all.map((one) => [one.id, Number(one.querySelector('.tile b')?.dataset.seen ?? 0)])"
    )
    return {name.removeprefix("cell-"): tile for name, tile in found if tile}


def lies(page: Page, expected: dict[str, int]) -> None:
    until(page, lambda: laid(page) == expected)


def say_something(page: Page) -> None:
    """What makes the others' live pages come, and nothing else."""
    page.locator("#speak").click()
    page.locator("#phrases button").first.click()


def posts_of(page: Page) -> list[str]:
    """What is posted from now on."""
    posts: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            posts.append(request.post_data or "")

    page.on("request", note)
    return posts


@pytest.mark.parametrize("way", PRESSES)
def test_the_tiles_are_laid_in_any_order_swapped_and_set_up_by_one_post(visit: Visit, way: str) -> None:
    press, options = PRESSES[way]
    page = visit(**options)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    tiles, before, posts = hand(page), ply(page), posts_of(page)
    for number, cell in ((3, "b2"), (1, "d4")):
        press(page, f"hand-{number}")
        until(page, lambda: page.locator("#put-back").count() == 1)
        press(page, f"cell-{cell}")
        until(page, lambda cell=cell: cell in laid(page))  # type: ignore[misc]
    press(page, "cell-a1")  # nothing is picked: the first that lies beside the board
    lies(page, {"b2": tiles[2], "d4": tiles[0], "a1": tiles[1]})
    assert page.locator("#ready").count() == 0
    press(page, "cell-c3")
    lies(page, {"b2": tiles[2], "d4": tiles[0], "a1": tiles[1], "c3": tiles[3]})
    press(page, "cell-b2")
    until(page, lambda: page.locator("#cell-b2[aria-pressed=true]").count() == 1)
    press(page, "cell-d4")
    lies(page, {"d4": tiles[2], "b2": tiles[0], "a1": tiles[1], "c3": tiles[3]})
    assert (ply(page), posts) == (before, [])
    press(page, "ready")
    until(page, lambda: ply(page) > before)
    until(page, lambda: laid(page) == {"d4": tiles[2], "b2": tiles[0], "a1": tiles[1], "c3": tiles[3]})
    assert [post.partition("play=")[2] for post in posts] == ["place-b2+place-a1+place-d4+place-c3"]


@pytest.mark.parametrize("way", PRESSES)
def test_a_cell_where_nothing_goes_says_why_and_everything_still_lies_there(visit: Visit, way: str) -> None:
    press, options = PRESSES[way]
    page = visit(**options)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    tiles = hand(page)
    press(page, "cell-b2")
    lies(page, {"b2": tiles[0]})
    press(page, "hand-2")
    until(page, lambda: page.locator("#put-back").count() == 1)
    press(page, "cell-b1")
    until(page, lambda: "diagonal" in page.locator("#answer").inner_text())
    assert laid(page) == {"b2": tiles[0]}
    assert page.locator("#hand-2").get_attribute("aria-pressed") == "true"
    press(page, "cell-a1")
    lies(page, {"b2": tiles[0], "a1": tiles[1]})


def test_put_back_and_escape_put_a_tile_where_it_belongs(visit: Visit) -> None:
    page = visit()
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    tiles = hand(page)
    key(page, "cell-b2")
    lies(page, {"b2": tiles[0]})
    key(page, "cell-b2")
    until(page, lambda: page.locator("#put-back").count() == 1)
    page.keyboard.press("Escape")  # it stays where it lay
    until(page, lambda: page.locator("#put-back").count() == 0)
    assert laid(page) == {"b2": tiles[0]}
    key(page, "cell-b2")
    until(page, lambda: page.locator("#put-back").count() == 1)
    key(page, "put-back")
    lies(page, {})
    assert hand(page) == tiles


def test_a_live_page_takes_nothing_away_and_nobody_sees_what_is_not_ready(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "lucky_numbers")
    tiles = hand(ada)
    tap(ada, "hand-4")
    until(ada, lambda: ada.locator("#put-back").count() == 1)
    tap(ada, "cell-a1")
    lies(ada, {"a1": tiles[3]})
    tap(ada, "hand-2")
    until(ada, lambda: ada.locator("#put-back").count() == 1)
    say_something(ben)
    until(ada, lambda: ada.locator("#remarks p").count() == 1)
    assert laid(ada) == {"a1": tiles[3]}
    assert ada.locator("#hand-2").get_attribute("aria-pressed") == "true"
    ben.reload()
    assert ben.locator(".far .cell .tile").count() == 0
    assert ben.locator(".far .hand .tile").all_inner_texts() == [str(tile) for tile in tiles]


def test_a_press_and_a_live_page_that_cross_lose_nothing(visit: Visit) -> None:
    """Whichever of the two was asked for first, and whichever answer is held up on its way."""
    ada, ben = visit(), visit()
    frames = list[object]()

    def hear(frame: object) -> None:
        frames.append(frame)

    def hold(route: Route) -> None:
        held.append(route)

    ada.on("websocket", lambda socket: socket.on("framereceived", hear))
    table_of_two(ada, ben, "lucky_numbers")
    tiles, held = hand(ada), list[Route]()
    ada.route(re.compile("pick=0b2"), hold)
    tap(ada, "cell-b2")
    until(ada, lambda: len(held) == 1)
    before = len(frames)
    say_something(ben)
    until(ada, lambda: len(frames) > before)
    held.pop().continue_()
    lies(ada, {"b2": tiles[0]})

    second = ada.context.new_page()
    second.goto(ada.url.partition("?")[0])
    say_something(second)
    until(ada, lambda: len(held) == 1)  # what was asked for is asked for again
    tap(ada, "cell-a1")
    lies(ada, {"b2": tiles[0], "a1": tiles[1]})
    held.pop().continue_()
    tap(ada, "cell-c3")
    lies(ada, {"b2": tiles[0], "a1": tiles[1], "c3": tiles[2]})


def test_what_happens_while_the_page_is_asked_for_again_is_seen(visit: Visit) -> None:
    """Its answer, which is held up, knows nothing of a remark and of a play that came later."""
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "lucky_numbers")
    hand(ada)
    tap(ada, "cell-b2")
    until(ada, lambda: ada.locator("#hand-1 .tile").count() == 0 or len(laid(ada)) == 1)
    held = list[tuple[Route, APIResponse]]()

    def hold(route: Route) -> None:
        held.append((route, route.fetch()))

    def let_go() -> None:
        route, answer = held.pop()
        route.fulfill(response=answer)

    ada.route(re.compile("laid="), hold)
    say_something(ben)
    until(ada, lambda: len(held) == 1)
    second = ada.context.new_page()
    second.goto(ada.url.partition("?")[0])
    say_something(second)
    ada.wait_for_timeout(300)
    let_go()
    until(ada, lambda: len(held) == 1)
    let_go()
    until(ada, lambda: ada.locator("#remarks p").count() == 2)

    before = ply(ada)

    def is_asked_again() -> bool:
        say_something(ben)
        ada.wait_for_timeout(500)
        return len(held) == 1

    until(ada, is_asked_again)  # nothing comes of what somebody says within two seconds of what they said before
    assert Forms(ada, ada.url.partition("?")[0]).play(Random(1))
    until(ada, lambda: ply(ada) > before)


def test_whoever_hears_the_page_is_told_where_each_tile_lies(visit: Visit) -> None:
    page = visit()
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    tiles = hand(page)
    tap(page, "cell-c3")
    lies(page, {"c3": tiles[0]})
    told = page.locator(".arranged").aria_snapshot()
    assert f"the {tiles[0]}, on c3" in told
    for tile in tiles[1:]:
        assert f'button "the {tile}, not yet placed"' in told


def test_the_page_of_a_half_done_set_up_has_no_flaws(visit: Visit) -> None:
    page = visit(bypass_csp=True)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    tap(page, "cell-c3")
    until(page, lambda: len(laid(page)) == 1)
    tap(page, "hand-2")
    until(page, lambda: page.locator("#put-back").count() == 1)
    page.add_script_tag(path=str(AXE))
    assert page.evaluate(FLAWS, {}) == []
