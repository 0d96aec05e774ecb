"""Clocks that run out before two browsers: seen to run, loud at the end, and told to both when a bot has played."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page
from tests.server.browser.players import table_of_two, until

Visit = Callable[..., Page]


def seconds(page: Page, seat: int) -> int:
    """What a seat's clock shows."""
    minutes, rest = page.locator(f"#clock-{seat}").inner_text().split(":")
    return int(minutes) * 60 + int(rest)


def test_a_clock_runs_out_before_two_browsers(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "lucky_numbers", pace="20", bot_pace="instant")
    for page in (ada, ben):
        # A device whose clock is wrong by an hour shows the same.
        page.evaluate("() => { const now = Date.now; Date.now = () => now() + 3600000; }")
    begun = seconds(ada, 0)
    assert 10 < begun <= 20
    until(ada, lambda: seconds(ada, 0) < begun)
    assert abs(seconds(ada, 0) - seconds(ben, 0)) <= 1
    assert not re.search(r"\bshort\b", ada.locator("#clock-0").get_attribute("class") or "")
    until(ada, lambda: ada.locator("#hurry").inner_text() == "Ten seconds left.")
    assert seconds(ada, 0) <= 10
    until(ben, lambda: bool(re.search(r"\bshort\b", ben.locator("#clock-0").get_attribute("class") or "")))
    assert ben.locator("#hurry").inner_text() == ""  # it is Ada's time
    until(ada, lambda: "Your time was up: Skilled played for you." in ada.locator("#news").inner_html())
    until(ben, lambda: "Ada's time was up: Skilled played for them." in ben.locator("#news").inner_html())


def clock_begins(page: Page, told: str) -> bool:
    return page.locator("#clock-0").inner_text().split("\n")[0] == told


def test_a_clock_of_days_counts_down_in_words_that_never_promise_more_and_says_until_when(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "lucky_numbers", pace="259200")
    ben.clock.install()
    ben.reload()
    clock = ben.locator("#clock-0")
    until(ben, lambda: not clock.inner_text().endswith("UTC"))  # the script has come: a date as this device tells it
    shown, date = clock.inner_text().split("\n")
    ends = float(clock.get_attribute("data-deadline") or 0)
    told = ben.evaluate(
        """at => new Date(1000 * at).toLocaleString("en", {day: "numeric", month: "short", hour: "numeric",
        minute: "2-digit"})""",
        ends,
    )
    assert (shown, date) == ("2 days", told)
    for hours, expected in ((24, "47 hours"), (23, "24 hours")):
        ben.clock.fast_forward(hours * 3_600_000)
        until(ben, partial(clock_begins, ben, expected))
    ben.clock.fast_forward(3_600_000)
    until(ben, lambda: bool(re.fullmatch(r"23:\d\d:\d\d", clock.inner_text())))
