"""Being asked whether a bot may play, by whoever waits: it comes by itself to a page that is open, and is answered there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import FloatRect, Page, expect
from tests.kit.servers import AWAY_AT_ONCE, ServerProcess, site_in
from tests.server.browser.players import set_table, sit_down, table_of_two
from tests.sizes import first_of

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def site_where_all_are_away(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Whoever has no page open is away."""
    one = site_in(tmp_path_factory.mktemp("away"), AWAY_AT_ONCE)
    yield one
    one.close()


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


def box(page: Page, selector: str) -> FloatRect:
    """Where something is on the screen."""
    found = page.locator(selector).bounding_box()
    assert found
    return found


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_two_who_are_away_are_told_within_the_bar(
    visit: Visit, site_where_all_are_away: ServerProcess, game: str
) -> None:
    people = [visit(base_url=site_where_all_are_away.address) for _ in range(3)]
    seats = {"seat2": "person", "seat3": "person"}
    table = set_table(people[0], game, name="Margarethe-Elisabeth", **seats)
    for page, name in zip(people[1:], ("Bernadette-Charlotte", "Clementine-Dorothea"), strict=True):
        sit_down(page, table, name)
    for page in people[1:]:
        page.close()
    ada = people[0]
    expect(ada.locator("#absent")).to_have_text("Bernadette-Charlotte and Clementine-Dorothea are away.")
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        ada.set_viewport_size({"width": width, "height": height})
        bar, told, title = (box(ada, one) for one in (".bar", "#presence", ".bar h1"))
        assert told["y"] >= bar["y"] - 0.5, (width, told)
        assert told["y"] + told["height"] <= bar["y"] + bar["height"] + 0.5, (width, told)
        assert told["width"] < 2 or told["x"] >= title["x"] + title["width"] - 0.5, (width, told, title)
