"""What is heard: sounds made on the page, for those who have switched them on, each once and in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import Forms, press, set_table, sit_down, table_of_two, until, wait_for_turn
from tests.server.browser.stepping import HOLD

Visit = Callable[..., Page]
NAMES = ["draw", "place", "exchange", "flip", "harvest", "invasion", "turn", "win", "loss", "remark"]

# Keeps every note that is given to the speaker: its wave, pitch, begin, length and the loudest of its swell.
RECORD = """
window.notes = [];
const { start, stop } = OscillatorNode.prototype;
const { setValueAtTime, linearRampToValueAtTime } = AudioParam.prototype;
AudioParam.prototype.setValueAtTime = function (value, at) { this.first = value; return setValueAtTime.call(this, value, at); };
AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
  window.loudest = Math.max(window.loudest ?? 0, value);
  window.swells = [...(window.swells ?? []), this.first];
  return linearRampToValueAtTime.call(this, value, at);
};
OscillatorNode.prototype.start = function (at) { this.at = at; start.call(this, at); };
OscillatorNode.prototype.stop = function (at) {
  window.notes.push([this.type, Math.round(this.frequency.first), this.at, at - this.at]);
  stop.call(this, at);
};
"""
TELL = """
(heard) => {
  const main = document.getElementById("main");
  main.dataset.heard = heard;
  main.dispatchEvent(new CustomEvent("htmx:before:settle", { bubbles: true }));
}
"""

Note = tuple[str, int, float, float]


def notes(page: Page) -> list[Note]:
    """What was given to the speaker since this was asked last: wave, pitch, begin and length."""
    found: list[Note] = [tuple(one) for one in page.evaluate("window.notes.splice(0)")]
    return found


def sounds(found: Sequence[Note]) -> list[tuple[str, int]]:
    return [(wave, pitch) for wave, pitch, _begin, _length in found]


def hears(page: Page) -> bool:
    return page.locator("#sound").get_attribute("aria-pressed") == "true"


def at_a_table(visit: Visit, **options: object) -> Page:
    page = visit(script=RECORD, **options)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    until(page, lambda: page.locator("#board").count() == 1)
    return page


def test_nothing_is_heard_until_it_is_switched_on_in_the_bar(visit: Visit) -> None:
    page = at_a_table(visit)
    assert not hears(page)
    for _ in range(3):
        assert wait_for_turn(page)
        press(page, Random(1))
    assert wait_for_turn(page)  # what the bot plays after the click would be heard beside it
    assert notes(page) == []
    page.locator("#sound").click()
    until(page, lambda: len(sounds(notes(page))) == 2)
    assert hears(page)
    page.reload()
    assert hears(page), "it is kept"
    assert page.locator("#set-sound").input_value() == "on"
    page.locator("#sound").click()
    assert not hears(page)
    assert notes(page) == []


def test_without_javascript_the_same_button_is_a_form(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.locator("#name").fill("Ada")
    page.locator("button[name=game]").first.click()
    page.wait_for_url("**/t/*")
    assert not hears(page)
    for is_on in (True, False):
        page.locator("#sound").click()
        assert hears(page) is is_on


def test_every_sound_is_another_one_soft_and_short(visit: Visit) -> None:
    page = at_a_table(visit)
    page.locator("#sound").click()
    until(page, lambda: bool(notes(page)))
    known = {}
    for number, name in enumerate(NAMES):
        page.evaluate(TELL, f"{900 + number}.{name}")
        played = notes(page)
        begin = min(note[2] for note in played)
        known[name] = tuple((wave, pitch, round(at - begin, 3)) for wave, pitch, at, _length in played)
        assert max(at + length for _wave, _pitch, at, length in played) - begin < 1.2, name
        page.evaluate(TELL, f"{900 + number}.{name}")
        assert notes(page) == [], "once is enough"
    assert len(set(known.values())) == len(NAMES)
    assert page.evaluate("window.loudest") <= 0.3
    assert set(page.evaluate("window.swells")) == {0}, "each swells from silence"


def test_of_a_page_with_much_news_the_last_three_are_heard_one_after_the_other(visit: Visit) -> None:
    page = at_a_table(visit)
    page.locator("#sound").click()
    until(page, lambda: bool(notes(page)))
    page.evaluate(TELL, "901.invasion 902.remark 903.turn 904.remark 904.loss")
    played = notes(page)
    assert "sawtooth" not in {wave for wave, _pitch in sounds(played)}
    begins = sorted({round(begin, 2) for _wave, _pitch, begin, _length in played})
    assert all(later > earlier for earlier, later in pairwise(begins))
    assert begins[-1] - begins[0] > 0.7


def test_a_step_is_heard_as_it_is_seen_and_the_turn_after_all_of_them(visit: Visit) -> None:
    ada, ben = visit(script=RECORD + HOLD, reduced_motion="no-preference"), visit()
    table_of_two(ada, ben, "maudits_criquets")
    ada.locator("h1").click()  # skips what was laid out
    ada.locator("#sound").click()
    until(ada, lambda: bool(notes(ada)))
    for page in (ada, ben):
        page.locator("#bid-1").click()
    until(ada, lambda: ada.locator(".shows-steps .ghosts").count() == 1)
    assert notes(ada) == [], "the cards have yet to be turned"
    ada.evaluate("for (const one of document.getAnimations()) one.play()")
    until(ada, lambda: ada.locator(".ghosts").count() == 0)
    until(ada, lambda: "sine" in ada.evaluate("window.notes.map(([wave]) => wave)"))
    heard = sounds(notes(ada))
    assert heard[0][0] == "custom", "they were turned"
    assert heard[-1] == ("sine", 880), "it is Ada's turn"


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_what_others_do_and_say_is_heard_once(visit: Visit, game: str) -> None:
    ada, ben = visit(script=RECORD), visit()
    first = {"first": "2"} if game == "lucky_numbers" else {}
    table = set_table(ada, game, name="Ada", seat2="person", **first)
    sit_down(ben, table, "Ben")
    until(ada, lambda: ada.locator("#board").count() == 1)
    ada.locator("#sound").click()
    until(ada, lambda: bool(notes(ada)))
    both, chance = [Forms(page, table) for page in (ada, ben)], Random(2)
    heard: list[tuple[str, int]] = []
    for _ in range(8):
        assert sum(one.play(chance) for one in both)
        at = both[0].ply()
        until(ada, lambda at=at: ada.locator("#main").get_attribute("data-ply") == str(at))  # type: ignore[misc]
        heard += sounds(notes(ada))
    assert ("triangle" if game == "lucky_numbers" else "custom") in {wave for wave, _pitch in heard}
    assert ("sine", 659) in heard, "it was Ada's turn"
    ben.locator("#speak").click()
    ben.locator("#phrase-hello").click()
    until(ada, lambda: ("sine", 420) in sounds(notes(ada)))
    ada.reload()
    ada.locator("h1").click()
    assert notes(ada) == [], "what was there before is not heard"
