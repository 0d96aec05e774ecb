"""The way to a game: home, setting a table, waiting for company; with scripts, and where there are none."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.kit.servers import SHORT
from tests.server.browser.players import set_table, sit_down, until

Visit = Callable[..., Page]

GAMES = ("lucky_numbers", "maudits_criquets")
ONE_RELOAD = 1800 * SHORT.reload  # milliseconds: time enough for a page that comes anew to have done so once
PHONE, SMALL_PHONE = {"width": 390, "height": 844}, {"width": 360, "height": 640}


def test_a_name_is_kept_by_enter_and_one_press_begins_a_game(visit: Visit) -> None:
    page = visit()
    page.locator("#name").fill("Ada")
    page.keyboard.press("Enter")
    page.get_by_text("Good to see you, Ada.").wait_for()
    page.locator("#play").wait_for(state="attached")
    assert page.locator("#name").count() == 0
    page.get_by_role("button", name=re.compile("^Play.*Lucky Numbers$")).click()
    page.wait_for_url("**/t/*")
    until(page, lambda: page.locator("#board").count() == 1)


def test_somebody_new_learns_with_one_press(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name=re.compile("^Learn.*Grasshopper Poker$")).click()
    page.wait_for_url("**/t/*")
    until(page, lambda: page.locator(".coach").count() == 1)


def test_an_opponent_is_chosen_by_keyboard_and_says_how_they_play(visit: Visit) -> None:
    page = visit()
    card = page.locator(".game").first
    chosen = card.locator("input:checked")
    before = chosen.get_attribute("value")
    chosen.focus()
    page.keyboard.press("ArrowLeft")
    assert card.locator("input:checked").get_attribute("value") != before
    shown = [
        one for one in card.locator(".how").all() if one.evaluate("one => getComputedStyle(one).clipPath") == "none"
    ]
    assert len(shown) == 1
    assert card.locator("label:has(:checked) .how").inner_text() == shown[0].inner_text()


def test_a_table_that_waits_appears_and_goes_while_one_looks(visit: Visit) -> None:
    page, ada, ben = visit(), visit(), visit()
    table = set_table(ada, "lucky_numbers", name="Ada", seat2="person", is_listed="yes")
    place = page.locator(f"#company a[href='{table[table.index('/t/') :]}']")
    until(page, lambda: place.count() == 1)
    sit_down(ben, table, "Ben")
    until(page, lambda: place.count() == 0)


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_set_on_one_screen_of_a_phone(visit: Visit, game: str, size: dict[str, int]) -> None:
    page = visit(f"/set-up/{game}", viewport=size, locale="de-DE")
    wanted = page.locator("main input:visible, main select:visible, main summary:visible, main button:visible")
    boxes = [one.bounding_box() for one in wanted.all()]
    assert len(boxes) >= 9
    button = boxes.pop()
    assert button
    assert button["y"] + button["height"] <= size["height"]
    lowest = max(box["y"] + box["height"] for box in boxes if box)
    assert lowest <= (button["y"] if size is PHONE else size["height"])


def test_what_contradicts_a_choice_is_barred_at_once_and_says_why(visit: Visit) -> None:
    page = visit("/set-up/lucky_numbers")
    page.locator("summary", has_text="Rules of this table").click()

    def bars() -> list[str]:
        return [str(one.get_attribute("data-said")) for one in page.locator("main input:disabled").all()]

    assert bars() == ["How many games: A match without ties"]
    page.locator("[name=edition][value='5-vor-12']").check()
    barred = page.locator("[name=bruno][value=true]")
    assert barred.is_disabled()
    assert "Does not go with “Edition: 5 vor 12”." in page.locator("label", has=barred).inner_text()
    page.locator("[name=edition][value=es]").check()
    page.locator("[name=tie][value=replay]").check()
    assert page.locator("[name=edition][value=tiki]").is_disabled()
    page.locator("form[action='/tables'] button.main").click()
    page.wait_for_url("**/t/*")  # what is not barred can be agreed


def test_a_contradiction_is_refused_where_there_is_no_script_and_the_form_stays_filled(visit: Visit) -> None:
    page = visit("/set-up/lucky_numbers", java_script_enabled=False)
    page.locator("summary", has_text="Rules of this table").click()
    page.locator("[name=edition][value='5-vor-12']").check()
    page.locator("[name=bruno][value=true]").check()
    with page.expect_navigation():
        page.locator("form[action='/tables'] button.main").click()
    assert "do not go together" in page.locator("#problem").inner_text()
    assert page.locator("[name=bruno][value=true]").is_checked()
    assert page.locator("[name=bruno][value=true]").is_visible()  # the fold is open


def test_only_a_seat_that_is_there_can_begin(visit: Visit) -> None:
    page = visit("/set-up/lucky_numbers")
    page.locator("summary", has_text="Rules of this table").click()
    first, seats = page.locator("[name=first]"), first_seats(page)
    assert seats == ["random", "host", "1", "2"]
    page.locator("[name=seat3]").select_option("person")
    assert first_seats(page) == [*seats, "3"]
    first.select_option("3")
    page.locator("[name=seat3]").select_option("")
    assert first_seats(page) == seats
    assert first.input_value() == "random"


def first_seats(page: Page) -> list[str]:
    found: list[str] = page.locator("[name=first] option:not([disabled])").evaluate_all(
        "(all) => all.map((one) => one.value)"
    )
    return found


# In German too while there are two games: the third one of the tests makes the columns narrower, and its lines more.
@pytest.mark.parametrize("locale", ["en", "es", "fr"])
def test_somebody_new_can_play_every_game_without_scrolling(visit: Visit, locale: str) -> None:
    page = visit(locale=locale, viewport={"width": 1280, "height": 800})
    assert page.locator(".first").count() == 1
    doors = page.locator("button[name=game]")
    bottoms = doors.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().bottom)")
    assert len(bottoms) >= 2
    assert max(bottoms) <= 800


def test_the_link_is_copied_by_its_button(visit: Visit) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    table = set_table(page, "maudits_criquets", name="Ada", seat2="person")
    page.get_by_role("button", name="Copy the link").click()
    until(page, lambda: page.locator("#copied").inner_text() == "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == table


def test_a_guest_without_a_script_joins_at_leisure_and_the_host_sees_it(visit: Visit) -> None:
    ada, ben = visit(java_script_enabled=False), visit(java_script_enabled=False)
    table = set_table(ada, "maudits_criquets", name="Ada", seat2="person")
    assert not ada.locator(".copy").first.is_visible()
    loads: list[str] = []
    ben.goto(table)
    ben.on(
        "request",
        lambda request: (
            loads.append(request.url) if request.is_navigation_request() and request.frame == ben.main_frame else None
        ),
    )
    ben.locator("#join ~ form [name=name]").fill("Be")
    ben.wait_for_timeout(ONE_RELOAD)
    assert loads == []
    ben.locator("#join ~ form [name=name]").press_sequentially("n")
    ben.locator("#join ~ form button.main").click()
    ben.wait_for_selector("#board")
    ada.frame_locator("iframe").get_by_role("link", name="Look again").click()  # it came by itself
    ada.wait_for_selector("#board")


def test_a_host_without_a_script_types_on_a_page_that_stays(visit: Visit) -> None:
    ada = visit(java_script_enabled=False)
    loads: list[str] = []
    set_table(ada, "lucky_numbers", name="Ada", seat2="person")
    ada.locator("#fairness summary").click()
    ada.locator("#fairness [name=nonce]").fill("ladybird")
    ada.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    ada.wait_for_timeout(ONE_RELOAD)
    assert ada.locator("#fairness [name=nonce]").input_value() == "ladybird"
    assert ada.locator("#fairness").get_attribute("open") is not None
    assert loads
    assert all("/news?" in load for load in loads)  # of the frame alone
    ada.locator("#fairness button").click()
    ada.wait_for_url(re.compile(r"\?at=[\d.]+$"))


@pytest.mark.parametrize("window", [PHONE, SMALL_PHONE], ids=["phone", "small"])
def test_play_is_on_the_first_screen_at_the_first_visit_and_at_any_later_one(
    visit: Visit, window: dict[str, int]
) -> None:
    page = visit(viewport=window)

    def is_in_sight(name: str) -> bool:
        box = page.get_by_role("button", name=re.compile(name)).first.bounding_box()
        return box is not None and box["y"] + box["height"] <= window["height"]

    assert is_in_sight("^(Learn|Play)")  # somebody new is led to the lesson first
    for game in GAMES:
        set_table(page, game, name="Ada", seat2="casual")
    page.goto("/")
    page.locator(".own").wait_for()
    assert is_in_sight("^Play")
