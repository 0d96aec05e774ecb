"""Bench of the pages: `make bench-pages`. How soon a tap is answered on a slow phone while steps are shown.

It is the browser's own figure, interaction to next paint: from the finger to the next picture. Of some taps at a table with two
bots the slowest counts, on a processor that is four times slower than this one; beside it, the same with steps switched off.
Before that, how soon the first page can be used there; and how long one waits in a whole game against one bot, begun with one click, as everything is until somebody sets it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from benches.waiting import Waits, waits_of
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from rich.console import Console
from rich.progress import Progress
from tests.kit.browsers import launch
from tests.kit.servers import ServerProcess, site_in
from tests.server.browser.players import choose, is_over, set_table, until

from jardinet.arena.measuring import Measurement, compare
from jardinet.commands.options import DONE, FAILED, INTERRUPTED
from jardinet.server.intervals import Intervals
from jardinet.terminal.measurements import BenchReport

GAMES = {"lucky_numbers": "Lucky Numbers", "maudits_criquets": "Maudits Criquets"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "no-preference",
}
# Lighthouse's profile of a phone: 1.6 Mbit/s, 150 ms a request, a processor so many times slower than this one.
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4
INTERACTIVE_GOAL = 8.0  # times as long as without that
MOST_WAITED = {"lucky_numbers": 0.9, "maudits_criquets": 1.2}  # seconds from one's own decision to the next
MOST = 200.0  # ms, that a tap may wait for a picture
REST = 300  # ms, between two taps at most: shorter than steps are shown

INTERACTIVE = """() => new Promise((told) => new PerformanceObserver((seen) => {
  const [paint] = seen.getEntriesByName("first-contentful-paint");
  const [navigation] = performance.getEntriesByType("navigation");
  if (paint) told(Math.max(navigation.domContentLoadedEventEnd, paint.startTime) / 1000);
}).observe({ type: "paint", buffered: true }))"""
LISTEN = """
window.waits = [];
new PerformanceObserver((list) => {
  window.waits.push(...list.getEntries().filter((one) => one.interactionId).map((one) => one.duration));
}).observe({ type: "event", durationThreshold: 16 });
"""


def main(
    taps: Annotated[int, typer.Option(min=1, help="Taps in each game.")] = 40,
    seed: Annotated[int, typer.Option(help="Of what is tapped, and when; the deals are the server's.")] = 1,
) -> None:
    """Measure how soon a tap is answered while steps are shown."""
    report = BenchReport(["pages"], as_json=False)
    with tempfile.TemporaryDirectory(prefix="jardinet-bench-") as folder, sync_playwright() as playwright:
        browser, site = launch(playwright), site_in(Path(folder), Intervals())
        try:
            report.add(first_page(playwright, browser, site))
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task("taps", total=2 * len(GAMES) * taps)
                for game, title in GAMES.items():
                    shown, hidden = (
                        slowest(browser, site, game, speed, taps, seed, lambda: progress.advance(task))
                        for speed in ("normal", "off")
                    )
                    name = f"{title}: slowest of {taps} taps, {SLOWER}× slower"
                    report.add(Measurement(name, shown, "ms", "without steps", hidden, bound=MOST))
                task = progress.add_task("games", total=2 * len(GAMES))
                for game, title in GAMES.items():
                    usual = waits_of(browser, site, game, seed, PHONE)
                    progress.advance(task)
                    hidden_ones = waits_of(browser, site, game, seed, PHONE, speed="off")
                    progress.advance(task)
                    for one in _waiting(title, MOST_WAITED[game], usual, hidden_ones):
                        report.add(one)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        finally:
            site.stop()
    raise typer.Exit(DONE if report.is_met else FAILED)


def first_page(playwright: Playwright, browser: Browser, site: ServerProcess) -> Measurement:
    """Until the first page can be used: it is painted, and its scripts have run."""

    def opened(*, is_slow: bool) -> float:
        with browser.new_context(**playwright.devices["Pixel 7"]) as context:
            page = context.new_page()
            if is_slow:
                phone = context.new_cdp_session(page)
                phone.send("Network.emulateNetworkConditions", SLOW_NETWORK)
                phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(site.address, wait_until="load")
            return float(page.evaluate(INTERACTIVE))

    return compare(
        "first page interactive on a throttled phone",
        "s",
        lambda: opened(is_slow=True),
        "the same, not throttled",
        lambda: opened(is_slow=False),
        goal=INTERACTIVE_GOAL,
    )


def _waiting(title: str, most: float, usual: Waits, hidden: Waits) -> list[Measurement]:
    """What two whole games tell, the second without steps."""
    beside = "without steps"
    return [
        Measurement(f"{title}: median wait for a bot", usual.usual(), "s", beside, hidden.usual(), bound=most),
        Measurement(f"{title}: waiting, of a whole game", usual.share(), "%", beside, hidden.share()),
    ]


def slowest(
    browser: Browser, site: ServerProcess, game: str, speed: str, taps: int, seed: int, advance: Callable[[], object]
) -> float:
    """Milliseconds that the slowest of some taps waited for a picture, steps shown at a speed."""
    chance = Random(seed)  # noqa: S311 what is tapped is no secret
    context = browser.new_context(base_url=site.address, **PHONE)
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto("/")
    token = page.locator("[name=_csrf_token]").first.input_value()
    assert page.request.post("/me", form={"_csrf_token": token, "back": "/", "speed": speed}).ok
    waits = list[float]()
    _sit(page, game)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(taps):
        if is_over(page):
            waits += _waits(page)
            _sit(page, game)
        until(page, lambda: choose(page, chance) != "" or is_over(page))
        if name := choose(page, chance):
            page.evaluate("(name) => document.getElementById(name)?.scrollIntoView({ block: 'nearest' })", name)
            box = page.evaluate("(name) => document.getElementById(name)?.getBoundingClientRect().toJSON()", name)
            if box:
                page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(chance.random() * REST)
        if page.locator("#ready").count():
            page.locator("#ready").tap(force=True)
        advance()
    waits += _waits(page)
    context.close()
    return max(waits)


def _sit(page: Page, game: str) -> None:
    set_table(page, game, name="Ada", seat2="casual", seat3="casual")
    page.wait_for_timeout(1000)  # what a page costs that is loaded is another figure


def _waits(page: Page) -> list[float]:
    """What the taps on this page have waited, as far as that is longer than a picture's own time."""
    page.wait_for_timeout(500)  # the browser tells it afterwards
    found: list[float] = page.evaluate("window.waits")
    return found


if __name__ == "__main__":
    typer.run(main)
