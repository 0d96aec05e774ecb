"""How much of what comes in many combinations is tested: all of it, or as much as shows a fault at every change.

`make test` has to be quick on a slow machine; `make test-whole` and `make test-long` set `JARDINET_LONG` and leave
nothing out.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

IS_WHOLE = "JARDINET_LONG" in os.environ
WHOLE = pytest.mark.skipif(not IS_WHOLE, reason="by `make test-whole`")


def few(whole: int, enough: int) -> int:
    """How many of something are tried."""
    return whole if IS_WHOLE else enough


def cases(*parts: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All combinations of one of each part, or so many that each of every part comes."""
    if IS_WHOLE:
        return list(product(*parts))
    return [tuple(part[k % len(part)] for part in parts) for k in range(max(map(len, parts)))]


def first_of(parts: Sequence[Any], enough: int = 1) -> list[Any]:
    """All of them, or the first few and the rest marked as left to the whole."""
    rest = (part if isinstance(part, tuple) else (part,) for part in parts[enough:])
    return [*parts[:enough], *(pytest.param(*part, marks=WHOLE) for part in rest)]
