"""Glicko-2: the update of one rating by the results of one rating period.

Mark Glickman, "Example of the Glicko-2 system" (2022), whose steps are named below. Two things are ours: a factor for
games of more than two, and a deviation of 0 for opponents whose strength is known, such as bots. Everything is in his
own units: µ is (rating - 1500) / 173.7178, φ the deviation in the same unit, σ the volatility.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, fsum, log, pi, sqrt
from typing import NamedTuple

from jardinet.ratings.scale import logistic

TAU = 0.5  # how far the volatility can go in a period
PRECISION = 1e-6  # of the logarithm of the volatility's square


class Glicko(NamedTuple):
    """Rating in Glickman's units.

    Attributes:
        mu: 0 is 1500.
        phi: its standard deviation; 0 for a strength that is known.
        sigma: its volatility, by which a period may change the true strength.
    """

    mu: float
    phi: float
    sigma: float


class Met(NamedTuple):
    """Opponent of a rating period.

    Attributes:
        other: their rating before it.
        score: 1 won, .5 drawn, 0 lost.
        factor: by which a difference counts, see `Yardstick.factor`.
    """

    other: Glicko
    score: float
    factor: float = 1.0


def updated(own: Glicko, met: Sequence[Met], tau: float = TAU) -> Glicko:
    """The rating after a period, by steps 3 to 8; the order of `met` changes nothing, not even the last digit.

    Args:
        own: before the period.
        met: the results in it; without any, only the deviation grows.
        tau: Glickman advises .3 to 1.2.

    >>> ten = Glicko(0, 1, 0.06)
    >>> updated(ten, [Met(ten, 0.5)]).mu
    0.0
    """
    if not met:
        return own._replace(phi=sqrt(own.phi**2 + own.sigma**2))
    weights = [one.factor * _g(one.factor * one.other.phi) for one in met]
    expected = [logistic(weight * (own.mu - one.other.mu)) for weight, one in zip(weights, met, strict=True)]
    precision = fsum(w * w * e * (1 - e) for w, e in zip(weights, expected, strict=True))  # 1 / v
    surprise = fsum(w * (one.score - e) for w, e, one in zip(weights, expected, met, strict=True))
    if precision == 0:  # all results were certain beforehand: they tell nothing
        return own._replace(phi=sqrt(own.phi**2 + own.sigma**2))
    variance = 1 / precision
    sigma = _volatility(own, variance, variance * surprise, tau)
    phi = 1 / sqrt(1 / (own.phi**2 + sigma**2) + precision)
    return Glicko(own.mu + phi**2 * surprise, phi, sigma)


def _g(phi: float) -> float:
    """What an opponent's uncertainty leaves of a difference (step 3)."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(own: Glicko, variance: float, improvement: float, tau: float) -> float:
    """The new volatility, by the Illinois algorithm (step 5)."""
    start, square = log(own.sigma**2), own.phi**2

    def slope(x: float) -> float:
        total = square + variance + exp(x)
        return exp(x) * (improvement**2 - total) / (2 * total**2) - (x - start) / tau**2

    low, high = start, _other_end(slope, start, improvement**2 - square - variance, tau)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)


def _other_end(slope: Callable[[float], float], start: float, surplus: float, tau: float) -> float:
    """The other end of the interval that holds the root, besides `start`."""
    if surplus > 0:
        return log(surplus)
    end = start - tau
    while slope(end) < 0:
        end -= tau
    return end
