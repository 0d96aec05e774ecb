"""Steps: what happens is seen where it happens, for as long as one likes, and a press skips it and does nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.server.browser.players import (
    OPEN,
    Forms,
    focused,
    has_chosen,
    play_until,
    ply,
    set_table,
    table_of_two,
    until,
)
from tests.server.browser.stepping import HOLD, WATCH, forget, is_at_rest, shown, shows, wait_for_rest

Visit = Callable[..., Page]
EXCHANGE = ".cell.open:has(.face) button"


def test_an_exchange_shows_both_tiles_and_nothing_else(visit: Visit) -> None:
    ada, ben = (visit(script=WATCH, reduced_motion="no-preference") for _ in range(2))
    table_of_two(ada, ben, "lucky_numbers")
    play_until(ada, ben, EXCHANGE)
    for page in (ada, ben):
        until(page, lambda page=page: page.locator(".in-hand .tile").count() == 1)  # type: ignore[misc]
        until(page, lambda page=page: ply(page) == ply(ada))  # type: ignore[misc]
        forget(page)
    cell = ada.locator(EXCHANGE).first
    pieces = {one.get_attribute("data-piece") for one in (cell.locator(".tile"), ada.locator(".in-hand .tile"))}
    cell.click()
    for page in (ada, ben):
        until(page, lambda page=page: shown(page) == pieces)  # type: ignore[misc]
        wait_for_rest(page)
        assert len(shows(page)) == 1  # though the play came to Ada twice


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_click_is_not_lost_where_a_play_arrives_under_it(visit: Visit, game: str) -> None:
    ada, ben = visit(), visit(script=WATCH, reduced_motion="no-preference")
    table_of_two(ada, ben, game)
    if game == "lucky_numbers":
        play_until(ada, ben, "#discard")
    else:
        assert Forms(ben, ada.url).play(Random(1))
        until(ben, lambda: has_chosen(ben))
    until(ben, lambda: ply(ben) == ply(ada))
    forget(ben)
    ben.evaluate("addEventListener('click', (event) => { window.clicked = event.target.tagName; }, true)")
    before, heading = ply(ben), ben.locator("h1").bounding_box()
    assert heading
    ben.mouse.move(heading["x"] + 5, heading["y"] + 5)
    ben.mouse.down()
    assert Forms(ada, ada.url).play(Random(1))
    until(ben, lambda: ply(ben) > before)
    ben.mouse.up()
    assert ben.evaluate("window.clicked") == "H1"
    assert shows(ben) == []


# What would be over by then is over.
LATER = """
async (ms) => {
  const over = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime <= ms);
  for (const one of over) one.finish();
  await Promise.all(over.map((one) => one.finished));
  await new Promise(requestAnimationFrame);
}
"""
# Where a face has a back, what is animated of it. To animate its opacity makes it flat: its front is seen from behind then.
TURNED = """
() => document.getAnimations().filter((one) => one.effect.target.matches(".ghosts > div > :is([data-how=flip], [data-how=down])"))
  .flatMap((one) => one.effect.getKeyframes().flatMap(Object.keys))
"""


def test_equal_bids_lie_face_down_until_they_are_turned(visit: Visit) -> None:
    ada, ben = visit(), visit(script=HOLD, reduced_motion="no-preference")
    table_of_two(ada, ben, "maudits_criquets")
    ada.locator("#bid-1").click()
    until(ben, lambda: ben.locator(".bid.down").count() == 1)
    ben.locator("#bid-1").click()
    until(ben, lambda: ben.locator(".ghosts").count() == 1)
    assert {"bid-0", "bid-1"} <= shown(ben)
    animated = set(ben.evaluate(TURNED))
    assert "transform" in animated
    assert not animated & {"opacity", "filter"}


@pytest.mark.parametrize(("pace", "longest"), [("calm", 2400), ("quick", 1200)])
def test_bids_are_turned_and_numbered_in_the_middle_soon_enough(visit: Visit, pace: str, longest: int) -> None:
    ada, ben = visit(), visit(script=WATCH, reduced_motion="no-preference")
    prefer(ben, pace=pace)
    table_of_two(ada, ben, "maudits_criquets")
    forget(ben)
    for page, bid in ((ada, "#bid-5"), (ben, "#bid-2")):
        page.locator(bid).click()
    until(ben, lambda: {"order-0", "order-1"} <= shown(ben))
    wait_for_rest(ben)
    assert sum(show.total for show in shows(ben) if show.acts != ["bid-0"]) <= longest
    assert ben.locator("[aria-live] >> text=The bids are revealed").count() <= 1


def test_a_bid_slides_in_when_it_is_chosen_and_holds_nobody_up(visit: Visit) -> None:
    ada, ben = (visit(script=HOLD, reduced_motion="no-preference") for _ in range(2))
    table_of_two(ada, ben, "maudits_criquets")
    ada.keyboard.press("Shift")  # skips what was laid out before her eyes
    ada.evaluate("window.shows.length = 0")
    ada.locator("#bid-1").click()
    for page in (ada, ben):
        until(page, lambda page=page: shown(page) == {"bid-0"})  # type: ignore[misc]
        assert page.locator(".bid.down").count() == 1
    assert ada.locator(".ghosts .bid").get_attribute("data-seen") == "1"
    assert ben.locator(".ghosts .bid").get_attribute("data-seen") == "", "what it is only Ada knows"
    ada.locator("#bid-2").click()  # while the first still slides
    until(ada, lambda: ada.locator("#bid-2[aria-pressed=true]").count() == 1)
    assert len(shows(ada)) == 1, "it lies there already"


def test_a_figure_changes_when_its_step_has_been_seen(visit: Visit) -> None:
    page = held(visit)
    free = page.locator(".far [data-place^=free] b")
    shown_over = "(one) => getComputedStyle(one, '::before').content"
    told = "(one) => getComputedStyle(one, '::after').content"
    assert (free.evaluate(told), free.evaluate(shown_over)) == ('"12"', '"16"'), "beneath is what the server says"
    page.locator("#hint").dispatch_event("click")  # no press, which would skip them
    expect(page.locator("#answer")).not_to_have_text("")
    assert free.evaluate(shown_over) == '"16"', "a page that comes meanwhile changes nothing of it"
    page.keyboard.press("Shift")
    assert free.evaluate(shown_over) == "none"


def set_up(page: Page) -> None:
    """Put the tiles that were dealt on the board, whatever lies over the buttons; again where a page came in between."""
    before = ply(page)

    def is_done() -> bool:
        page.evaluate("document.querySelector('.htmx-request') ?? document.querySelector('#ready, #arrange')?.click()")
        page.wait_for_timeout(50)
        return ply(page) > before

    until(page, is_done)


def prefer(page: Page, **preferences: str) -> None:
    """Set something for whoever is at this page."""
    token = page.locator("[name=_csrf_token]").first.input_value()
    assert page.request.post("/me", form={"_csrf_token": token, "back": "/", **preferences}).ok


def held(visit: Visit, **preferences: str) -> Page:
    """Ada's page of Lucky Numbers, on which a bot's play is shown that does not get on, while she could play already."""
    page = visit(script=HOLD, reduced_motion="no-preference")
    prefer(page, **preferences)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    set_up(page)
    for one in ("#draw", ".ghosts", ".far [data-was]"):  # of the bot's play, not of hers, which may be shown still
        page.wait_for_selector(one, state="attached")
    return page


def test_a_click_during_the_steps_skips_them_and_plays_nothing(visit: Visit) -> None:
    page = held(visit)
    before = ply(page)
    page.locator("#draw").click(force=True)
    assert is_at_rest(page)
    page.reload()
    assert ply(page) == before
    page.locator("#draw").click()
    until(page, lambda: ply(page) > before)


@pytest.mark.parametrize("pace", ["quick", "calm"])
def test_unless_bots_play_calmly_a_decision_waits_half_a_second_for_what_is_shown(visit: Visit, pace: str) -> None:
    page = held(visit, speed="slow", pace=pace)
    assert shows(page)[-1].total > 700, "the bot lays three tiles or more, one after another"
    page.evaluate(LATER, 510)
    assert page.locator(".ghosts").count() == 1
    assert page.locator(".shows-steps").count() == (pace == "calm")


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_key_during_the_steps_skips_them_and_keeps_the_focus(visit: Visit, key: str) -> None:
    page = held(visit)
    before = ply(page)
    page.locator("#draw").focus()
    page.keyboard.press(key)
    assert is_at_rest(page)
    assert focused(page) == "draw"
    page.reload()
    assert ply(page) == before
    page.locator("#draw").focus()
    page.keyboard.press(key)
    until(page, lambda: ply(page) > before)


def test_what_presses_without_pointer_and_key_need_not_wait(visit: Visit) -> None:
    page = held(visit)
    before = ply(page)
    page.locator("#draw").dispatch_event("click")
    until(page, lambda: ply(page) > before)


def test_escape_during_the_steps_opens_no_menu(visit: Visit) -> None:
    page = held(visit)
    page.keyboard.press("Escape")
    assert is_at_rest(page)
    assert not page.locator("#menu").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("#menu").is_visible()


@pytest.mark.parametrize(
    ("speed", "pace", "step", "turn"),
    [
        ("slow", "calm", 390, 2500),
        ("normal", "calm", 260, 1670),
        ("fast", "calm", 130, 835),
        ("normal", "quick", 160, 1670),
    ],
)
def test_steps_take_as_long_as_one_likes(visit: Visit, speed: str, pace: str, step: int, turn: int) -> None:
    page = arranged_at(visit, speed, pace)
    assert {round(show.longest) for show in shows(page)} == {step}
    assert max(show.total for show in shows(page)) <= turn


def test_steps_can_be_switched_off(visit: Visit) -> None:
    assert shows(arranged_at(visit, "off")) == []


def arranged_at(visit: Visit, speed: str, pace: str = "quick") -> Page:
    """Ada's page after the set-up of Lucky Numbers beside a bot, everything shown at a speed of hers."""
    page = visit(script=WATCH, reduced_motion="no-preference")
    prefer(page, speed=speed, pace=pace)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    set_up(page)
    until(page, lambda: page.locator("#draw").count() == 1)
    wait_for_rest(page)
    return page


def test_whoever_wants_less_motion_sees_a_frame_and_nothing_travel(visit: Visit) -> None:
    page = visit(script=WATCH)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    set_up(page)
    until(page, lambda: page.locator("#draw").count() == 1)
    wait_for_rest(page)
    assert shows(page)
    assert not any(show.travels for show in shows(page))
    assert max(show.total for show in shows(page)) <= 400


def test_decisions_are_open_while_frames_are_shown(visit: Visit) -> None:
    page = visit(script=HOLD)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    set_up(page)
    until(page, lambda: page.locator("#draw").count() == 1 and page.locator(".ghosts").count() == 1)
    before = ply(page)
    page.locator("#draw").click()
    until(page, lambda: ply(page) > before)


def test_a_page_that_is_loaded_shows_no_steps(visit: Visit) -> None:
    page = visit(script=WATCH, reduced_motion="no-preference")
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    set_up(page)
    until(page, lambda: page.locator("#draw").count() == 1)
    page.reload()
    assert page.locator(OPEN).count()
    assert shows(page) == []
    assert is_at_rest(page)
