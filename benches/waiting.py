"""How long somebody waits in a whole game against one bot, begun with one click, from each decision to the next."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page
from tests.kit.servers import ServerProcess
from tests.server.browser.players import choose, is_over, ply, until

THOUGHT = 1.0  # seconds that somebody is taken to think of each decision
PATIENCE = 60_000  # ms

# Since the press, in ms, as soon as the next decision can be made, or the game is over: nothing is shown any more that
# came of what was played before.
NEXT = """
(before) => {
  const main = document.getElementById("main");
  if (Number(main.dataset.ply) <= before || document.documentElement.classList.contains("shows-steps")) return null;
  const isAsked = main.dataset.yours && document.querySelector("#board button[name=play]:not([disabled]), #arrange");
  return isAsked || document.getElementById("after") ? { waited: performance.now() - window.pressedAt } : null;
}
"""
PRESS = "(name) => { window.pressedAt = performance.now(); document.getElementById(name).click(); }"


@dataclass(frozen=True)
class Waits:
    """Waits of a whole game, in seconds.

    Attributes:
        all: from each decision to the next, or to the end.
        for_bots: those of them in which a bot has played.
    """

    all: list[float]
    for_bots: list[float]

    def usual(self) -> float:
        """The wait for a bot that half of all are shorter than."""
        return median(self.for_bots)

    def share(self) -> float:
        """Waiting, in percent of the game."""
        return 100 * sum(self.all) / (sum(self.all) + THOUGHT * len(self.all))


def waits_of(
    browser: Browser, site: ServerProcess, game: str, seed: int, options: dict[str, Any], **preferences: str
) -> Waits:
    """Play a game to its end, with these preferences, and tell the waits."""
    chance = Random(seed)  # noqa: S311 what is pressed is no secret
    context = browser.new_context(base_url=site.address, **options)
    page = context.new_page()
    page.goto("/")
    if preferences:
        token = page.locator("[name=_csrf_token]").first.input_value()
        assert page.request.post("/me", form={"_csrf_token": token, "back": "/", **preferences}).ok
    page.locator(f"button[name=game][value={game}]").first.click()
    page.wait_for_url("**/t/*")
    waits, for_bots = list[float](), list[float]()
    while not is_over(page):
        until(page, lambda: is_over(page) or (_may_act(page) and choose(page, chance) != ""))
        if is_over(page):
            break
        before, name = ply(page), choose(page, chance)
        if name == "arrange":
            page.evaluate("document.getElementById('arrange').click()")
            page.wait_for_selector("#ready")
            name = "ready"
        if not name:
            continue
        page.evaluate(PRESS, name)
        found = page.wait_for_function(NEXT, arg=before, polling="raf", timeout=PATIENCE).json_value()
        waits.append(found["waited"] / 1000)
        if name not in ("draw", "ready"):
            for_bots.append(waits[-1])
    context.close()
    return Waits(waits, for_bots)


def _may_act(page: Page) -> bool:
    return bool(page.evaluate("Boolean(document.getElementById('main').dataset.yours)"))
