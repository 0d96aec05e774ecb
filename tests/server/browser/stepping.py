"""What a page shows of what happened: every show of its choreographer, as the browser knows it by its animations."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Page
from tests.server.browser.players import until

# Runs before the page's own scripts: keeps what is shown, and holds it where `window.holds` says so.
WATCH = """
window.shows = [];
new MutationObserver((changes) => {
  for (const layer of changes.flatMap((change) => [...change.addedNodes])) {
    if (!layer.classList?.contains("ghosts") || layer.isKnown) continue;
    layer.isKnown = true; // a page that comes meanwhile lays it anew
    const animations = document.getAnimations().filter((one) => !(one instanceof CSSAnimation || one instanceof CSSTransition));
    const timings = animations.map((one) => one.effect.getComputedTiming());
    window.shows.push({
      acts: [...layer.querySelectorAll("[data-act]")].map(({ dataset }) => dataset.act),
      longest: Math.max(...timings.map((one) => one.duration)),
      total: Math.max(...timings.map((one) => one.endTime)),
      travels: animations.some((one) => one.effect.getKeyframes().some((frame) => frame.transform)),
    });
    if (window.holds) for (const one of animations) one.pause();
  }
}).observe(document, { subtree: true, childList: true });
"""
HOLD = WATCH + "window.holds = true;"

# Nothing of a show is left: no ghost, nothing hidden by it, nothing that moves.
REST = """
() => !document.querySelector(".ghosts, .shows-steps, [inert]")
  && !document.getAnimations().some((one) => !(one instanceof CSSAnimation || one instanceof CSSTransition))
"""


class Show(NamedTuple):
    """What was shown at once: the pieces that did something, the longest step, all of them in ms, and whether anything moved."""

    acts: list[str]
    longest: float
    total: float
    travels: bool


def shows(page: Page) -> list[Show]:
    """Everything that the page has shown since it was loaded."""
    return [Show(**one) for one in page.evaluate("window.shows")]


def shown(page: Page) -> set[str]:
    """The pieces of all that."""
    return {piece for show in shows(page) for piece in show.acts}


def is_at_rest(page: Page) -> bool:
    """Whether nothing of a show is left on the page."""
    return bool(page.evaluate(REST))


def wait_for_rest(page: Page) -> None:
    until(page, lambda: is_at_rest(page))


def forget(page: Page) -> None:
    """Let what was shown so far be over and count for nothing."""
    wait_for_rest(page)
    page.evaluate("window.shows.length = 0")
