"""What goes wrong between a person and a server: nothing is lost by it, and nothing is played twice."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, Route
from tests.kit.servers import ServerProcess
from tests.server.browser.players import Forms, choose, has_chosen, play_until, ply, press, table_of_two, until
from tests.sizes import first_of

from jardinet.play.record_format import read

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")

# Send the board's form twice at once, as an impatient hand or a bad line may.
TWICE = """
async (name) => {
  const form = document.getElementById("board");
  const body = new URLSearchParams(new FormData(form, document.getElementById(name)));
  const send = () => fetch(form.action, { method: "POST", body }).then((answer) => answer.status);
  return Promise.all([send(), send()]);
}
"""


def decisions(page: Page) -> int:
    """How many moves of players the table's record holds."""
    record = read(page.request.get(page.url.partition("?")[0] + "/record").text())[-1]
    state, count = record.game.new_initial_state(), 0
    for move in record.moves:
        count += not state.is_chance_node()
        state.apply(move)
    return count


def board(page: Page) -> str:
    """What the board shows, in words."""
    return page.locator("#board").inner_text()


def mid_turn(visit: Visit, game: str) -> tuple[Page, Page]:
    """Ada and Ben at a table, Ada in the middle of her turn: a tile in hand, or a bid chosen that Ben waits for."""
    ada, ben = visit(), visit()
    table_of_two(ada, ben, game)
    if game == "lucky_numbers":
        play_until(ada, ben, "#discard")
    else:
        press(ada, Random(5))
        assert has_chosen(ada)
    return ada, ben


@pytest.mark.parametrize("game", first_of(GAMES))
def test_a_reload_and_a_second_tab_show_the_same_turn(visit: Visit, game: str) -> None:
    ada, ben = mid_turn(visit, game)
    shown, count = board(ada), decisions(ada)
    ada.reload()
    assert board(ada) == shown
    second = ada.context.new_page()
    second.goto(ada.url)
    assert board(second) == shown
    player = ada if game == "lucky_numbers" else ben
    before = ply(player)
    player.locator(f"#{choose(player, Random(1))}").click()
    for page in (ada, ben, second):
        until(page, lambda page=page: ply(page) > before)  # type: ignore[misc]
    assert decisions(ada) == count + 1
    assert board(second) == board(ada)


@pytest.mark.parametrize("game", GAMES)
def test_a_form_sent_twice_is_played_once(visit: Visit, game: str) -> None:
    ada, ben = mid_turn(visit, game)
    player, count = (ada if game == "lucky_numbers" else ben), decisions(ada)
    before = ply(player)
    assert player.evaluate(TWICE, choose(player, Random(1))) == [200, 200]
    for page in (ada, ben):
        until(page, lambda page=page: ply(page) > before)  # type: ignore[misc]
    assert decisions(ada) == count + 1


def test_a_double_click_draws_a_tile_and_does_not_place_it(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "lucky_numbers")
    play_until(ada, ben, "#draw")
    count = decisions(ada)
    ada.locator("#draw").dblclick()
    until(ada, lambda: ada.locator("#discard").count() == 1)
    ada.wait_for_timeout(300)  # the second click would have come back by now
    assert decisions(ada) == count + 1
    assert ada.locator("#discard").count() == 1
    cell = choose(ada, Random(1))
    ada.locator(f"#{cell}").dblclick()
    until(ben, lambda: ben.locator("main[data-yours]").count() == 1)
    ada.wait_for_timeout(300)
    assert decisions(ada) == count + 2


def test_the_way_back_leads_to_the_table_as_it_stands(visit: Visit) -> None:
    ada, ben = mid_turn(visit, "lucky_numbers")
    before, table = ply(ada), ada.url
    ada.goto("/rules")
    second = ada.context.new_page()
    second.goto(table)
    press(second, Random(1))
    ada.go_back()
    until(ada, lambda: ply(ada) == ply(second) > before)
    assert ada.locator("#discard").count() == 0
    until(ben, lambda: ply(ben) == ply(ada))


def test_a_page_whose_scripts_come_one_by_one_is_live_all_the_same(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "maudits_criquets")

    def late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    ben.route("**/htmx.js", late)
    ben.route("**/garden.js", late)
    until(ben, lambda: "?" not in ben.url)  # nobody reads the time in it
    ben.reload()
    before = ply(ben)
    assert Forms(ben, ben.url).play(Random(2))
    press(ada, Random(1))
    until(ben, lambda: ply(ben) > before)


@pytest.mark.parametrize("game", first_of(GAMES[::-1]))
def test_a_server_that_starts_again_loses_nothing_and_the_pages_recover_by_themselves(
    visit: Visit, site: ServerProcess, game: str
) -> None:
    ada, ben = mid_turn(visit, game)
    pages, shown, count = (ada, ben), board(ada), decisions(ada)
    loads: list[Page] = []

    def note(page: Page) -> None:
        loads.append(page)

    for page in pages:
        page.on("load", note)
    player = ada if game == "lucky_numbers" else ben
    name, before = choose(player, Random(1)), ply(player)

    site.stop()
    player.locator(f"#{name}").click()
    connection = player.locator("#connection")
    until(player, lambda: connection.inner_text() == connection.get_attribute("data-failed"))
    until(ada, lambda: ada.locator("#connection").inner_text() != "")
    assert board(ada) == shown

    site.start()
    for page in pages:
        until(page, lambda page=page: page.locator("#connection").inner_text() == "")  # type: ignore[misc]
    assert board(ada) == shown
    assert decisions(ada) == count  # what did not arrive was not played
    player.locator(f"#{name}").click()
    for page in pages:
        until(page, lambda page=page: ply(page) > before)  # type: ignore[misc]
    assert decisions(ada) == count + 1
    assert loads == []
