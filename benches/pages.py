"""Bench of the pages: `make bench-pages`. How soon a tap is answered on a slow phone while steps are shown.

It is the browser's own figure, interaction to next paint: from the finger to the next picture. Of some taps at a table with two
bots the slowest counts, on a processor that is four times slower than this one; beside it, the same with steps switched off.
And how long one waits in a whole game against one bot, begun with one click, as everything is until somebody sets it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from benches.server.figures import Figure, table_of
from benches.waiting import Waits, waits_of
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.progress import Progress
from tests.kit.browsers import launch
from tests.kit.servers import ServerProcess, site_in
from tests.server.browser.players import choose, is_over, set_table, until

from jardinet.server.intervals import Intervals

GAMES = {"lucky_numbers": "Lucky Numbers", "maudits_criquets": "Maudits Criquets"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "no-preference",
}
SLOWER = 4  # times, than this processor
MOST_WAITED = {"lucky_numbers": 0.9, "maudits_criquets": 1.2}  # seconds from one's own decision to the next
MOST = 200.0  # ms, that a tap may wait for a picture
REST = 300  # ms, between two taps at most: shorter than steps are shown

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
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="jardinet-bench-") as folder, sync_playwright() as playwright:
        browser, site = launch(playwright), site_in(Path(folder), Intervals())
        try:
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task("taps", total=2 * len(GAMES) * taps)
                for game, title in GAMES.items():
                    shown, hidden = (
                        slowest(browser, site, game, speed, taps, seed, lambda: progress.advance(task))
                        for speed in ("normal", "off")
                    )
                    name = f"{title}: slowest of {taps} taps, {SLOWER}× slower"
                    figures.append(Figure(name, shown, "ms", MOST, peer="without steps", peer_value=hidden))
                task = progress.add_task("games", total=2 * len(GAMES))
                for game, title in GAMES.items():
                    usual = waits_of(browser, site, game, seed, PHONE)
                    progress.advance(task)
                    hidden_ones = waits_of(browser, site, game, seed, PHONE, speed="off")
                    progress.advance(task)
                    figures += _waiting(title, MOST_WAITED[game], usual, hidden_ones)
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        finally:
            site.stop()
            console.print(table_of(figures))
    raise typer.Exit(any(figure.verdict() == "missed" for figure in figures))


def _waiting(title: str, most: float, usual: Waits, hidden: Waits) -> list[Figure]:
    """What two whole games tell, the second without steps."""
    beside: dict[str, Any] = {"peer": "without steps"}
    return [
        Figure(f"{title}: median wait for a bot", usual.usual(), "s", most, **beside, peer_value=hidden.usual()),
        Figure(f"{title}: waiting, of a whole game", usual.share(), "%", **beside, peer_value=hidden.share()),
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
    set_table(page, game, name="Ada", seat2="greedy", seat3="greedy")
    page.wait_for_timeout(1000)  # what a page costs that is loaded is another figure


def _waits(page: Page) -> list[float]:
    """What the taps on this page have waited, as far as that is longer than a picture's own time."""
    page.wait_for_timeout(500)  # the browser tells it afterwards
    found: list[float] = page.evaluate("window.waits")
    return found


if __name__ == "__main__":
    typer.run(main)
