"""Sizes of the long tests: as many rounds as it takes by `make test-long`, and a few with all others, to see that they work.

`JARDINET_LONG` is how much of the full size is done, 1 for all of it; without it each does its smallest, and tests/sizes.py
tells which are left out.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator

SHARE = float(os.environ.get("JARDINET_LONG") or 0)
SEED = os.environ.get("JARDINET_LONG_SEED") or ("small" if not SHARE else os.urandom(4).hex())

log = logging.getLogger("jardinet.long")


def size(full: int, smallest: int) -> int:
    """How many rounds are done here and now."""
    return max(smallest, round(full * SHARE))


def progress(what: str, count: int) -> Callable[[int], bool]:
    """Tells now and then how far it is; returns whether all is done."""
    begun = told = time.monotonic()

    def is_done(done: int) -> bool:
        nonlocal told
        now = time.monotonic()
        if now - told > 10 or done >= count:
            told = now
            log.info("%s: %d of %d in %.0f s", what, done, count, now - begun)
        return done >= count

    return is_done


def rounds(what: str, count: int) -> Iterator[int]:
    """The numbers of so many rounds, with a line now and then."""
    is_done, number = progress(what, count), 0
    while not is_done(number):
        yield number
        number += 1


def until(is_so: Callable[[], bool], what: str, within: float = 60) -> float:
    """Wait until something is so; returns how many seconds that took, and fails where it took too long."""
    begun = time.monotonic()
    while not is_so():
        assert time.monotonic() - begun < within, f"not within {within} s: {what}"
        time.sleep(0.005)
    return time.monotonic() - begun
