"""Scale of all strengths: 1500 is a game's middle level, `skilled`, and 400 points are odds of 10 to 1 (Elo, 1978).

That holds for two players. With more, a difference tells less: it is multiplied by a measured factor (yardstick.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log, log1p

MIDDLE = 1500.0  # the strength of the middle level
UNIT = 400 / log(10)  # points: odds of e to 1
Z = 1.96  # standard errors in a ±, which so is an interval of 95 %
PROVISIONAL = 75.0  # points: a number with a wider ± is provisional


def shares(strengths: Sequence[float], factor: float = 1.0) -> list[float]:
    """The expected share of the victory of each seat, by the choice model of Luce and Plackett.

    Args:
        strengths: of the seats, in points.
        factor: by the number of seats, see `Yardstick.factor`.

    >>> [round(share, 3) for share in shares([1900, 1500])]
    [0.909, 0.091]
    """
    highest = max(strengths)
    odds = [exp(factor * (strength - highest) / UNIT) for strength in strengths]
    total = fsum(odds)
    return [one / total for one in odds]


def is_provisional(doubt: float) -> bool:
    """Whether half of an interval of 95 %, in points, is too wide for a number to say much."""
    return doubt > PROVISIONAL


def are_about_level(one: float, its_doubt: float, other: float, other_doubt: float) -> bool:
    """Whether the intervals of two strengths overlap, so that nobody should be called the stronger one.

    >>> are_about_level(1560, 70, 1680, 60), are_about_level(1560, 70, 1700, 60)
    (True, False)
    """
    return abs(one - other) <= its_doubt + other_doubt


def logistic(x: float) -> float:
    """1 / (1 + e^-x), without overflow."""
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def log_of_sum(values: Sequence[float]) -> float:
    """The logarithm of the sum of e^x over some values, at least one, without overflow."""
    highest = max(values)
    others = list(values)
    others.remove(highest)
    return highest + log1p(fsum(exp(one - highest) for one in others))
