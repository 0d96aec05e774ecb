"""Waiting in tests: until something has happened, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

PATIENCE = 60  # seconds for whatever is to happen; on a new machine the first game compiles its rules
UNHURRIED = 4 * PATIENCE  # seconds for what gives way to all others: the analysis of a game
FIRST_NAP, LONGEST_NAP = 0.005, 0.08  # seconds between two looks: the longer something takes, the less it is looked for


def naps() -> Iterator[float]:
    """Seconds to wait before each look, without end."""
    nap = FIRST_NAP
    while True:
        yield nap
        nap = min(LONGEST_NAP, 1.5 * nap)


def until(is_so: Callable[[], object], what: str = "what was waited for", within: float = PATIENCE) -> float:
    """Wait until something is so; returns how many seconds that took.

    Raises:
        AssertionError: it did not come to that `within` so many seconds.
    """
    begun, nap = time.monotonic(), naps()
    while not is_so():
        assert time.monotonic() - begun < within, f"not within {within} s: {what}"
        time.sleep(next(nap))
    return time.monotonic() - begun
