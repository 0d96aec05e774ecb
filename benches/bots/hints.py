"""Measures of hints: whether what they tell of two plays comes true; see benches/hints.py."""

from __future__ import annotations

import numpy as np
from benches.bots.measured import Goal, Measure, Measured, Run
from benches.hints import Compared, compared

from jardinet.arena.tally import mean_interval, wilson

LARGE = 0.04  # shares of the victory: of so large a lead nobody should be told the wrong sign
RIGHT, SMALL, TOLD = Goal(0.90), Goal(around=0.0), Goal(0.60)

_KEPT: dict[tuple[str, int, int], list[Compared]] = {}  # three rows look at the same hints


def large_leads(game: str) -> Measure:
    """The share of the large leads that were leads in playouts."""

    def measure(run: Run) -> Measured:
        found = _hints(game, run)
        return _share([one.came > 0 for one in found if one.claimed >= LARGE], len(found))

    return measure


def small_leads(game: str) -> Measure:
    """By how much more the mean of smaller leads came to in playouts than was told, "about as good" being 0."""

    def measure(run: Run) -> Measured:
        found = _hints(game, run)
        small = [one for one in found if one.claimed < LARGE]
        if len(small) < 2:
            return Measured(value=0.0, low=-1.0, high=1.0, games=len(found))
        claimed, came = np.array([one.claimed for one in small]).mean(), np.array([one.came for one in small])
        low, high = (float(end - claimed) for end in mean_interval(came))
        return Measured(value=float(came.mean() - claimed), low=low, high=high, games=len(found))

    return measure


def large_differences(game: str) -> Measure:
    """The share of the large differences in playouts that were told, with any lead for the better play."""

    def measure(run: Run) -> Measured:
        found = _hints(game, run)
        hits = [one.claimed > 0 and one.came > 0 for one in found if abs(one.came) >= LARGE]
        return _share(hits, len(found))

    return measure


def _hints(game: str, run: Run) -> list[Compared]:
    key = (game, run.games, run.seed)
    if key not in _KEPT:
        _KEPT[key] = compared(game, run.games, run.seed, run.tell)
    return _KEPT[key]


def _share(hits: list[bool], hints: int) -> Measured:
    """The share of hits with its interval, of so many hints; without anything to count, only that it is a share is known."""
    low, high = wilson(sum(hits), len(hits)) if hits else (0.0, 1.0)
    return Measured(value=sum(hits) / len(hits) if hits else 1.0, low=low, high=high, games=hints)
