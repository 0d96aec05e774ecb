"""Figures with their 95 % intervals: bootstrap over deals, and formatting for sentences.

Games of one deal depend on each other, deals do not: so whole deals are drawn with replacement (Efron, The Annals of
Statistics, 1979), and the interval comes from the scatter of a figure over such samples. All samples are drawn at once,
as counts of each deal; a figure is a function of sums over deals, so one matrix product gives the sums of all samples.
The samples depend on the number of deals alone: the same games give the same interval.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.arena.tally import CONFIDENCE, share_interval

SAMPLES = 1000
DECIMALS = 6  # in JSON: the same on machines that add up in another order

Floats = NDArray[np.float64]
Statistic = Callable[[Floats], Floats]  # from sums, shape (…, columns), to figures, shape (…)


class Figure(msgspec.Struct, frozen=True):
    """Figure with its interval.

    Attributes:
        value: the estimate.
        low, high: the ends of its 95 % interval; they enclose the value. For a figure that is computed, not played: the
            range over several nets.
        n: the number of independent observations: deals, or games of one deal each; 1 if it is computed.
    """

    value: float
    low: float
    high: float
    n: int

    def scaled(self, factor: float) -> Figure:
        """The figure in another unit, multiplied by a factor; a negative factor reverses the interval."""
        low, high = sorted((self.low * factor, self.high * factor))
        return _figure(self.value * factor, low, high, self.n)


def mean_of(values: NDArray[np.generic], deals: NDArray[np.int64] | None = None) -> Figure:
    """The mean of one value per game.

    Args:
        values: shape (games,).
        deals: shape (games,): the deal of each; None: each game is a deal of its own.

    Raises:
        ValueError: there is no game.
    """
    found = np.asarray(values, np.float64)
    return bootstrapped(np.stack([found, np.ones(len(found))], 1), _ratio, deals)


def bootstrapped(columns: Floats, statistic: Statistic, deals: NDArray[np.int64] | None = None) -> Figure:
    """A figure that is a function of sums over games.

    Args:
        columns: shape (games, columns): the values to sum up.
        statistic: the figure from the sums; called for all samples at once.
        deals: as in `mean_of`.

    Raises:
        ValueError: there is no game.
    """
    if not len(columns):
        raise ValueError("there is no game to count.")
    if deals is not None:
        _, number = np.unique(deals, return_inverse=True)
        columns = np.stack([np.bincount(number, column) for column in columns.T], 1)
    value = float(statistic(columns.sum(0)))
    margin = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(statistic(_drawn(len(columns)) @ columns), [margin, 100 - margin])
    return _figure(value, float(low), float(high), len(columns))


def quantile_of(values: NDArray[np.generic], share: float) -> Figure:
    """A quantile of the values over games: a value of one of them, and so are the ends of its interval.

    Args:
        values: shape (games,); each game is a deal of its own.
        share: of the games, 0 to 1.

    Raises:
        ValueError: there is no game.
    """
    if not len(values):
        raise ValueError("there is no game to count.")
    found = np.sort(np.asarray(values, np.float64))
    rank = int((len(found) - 1) * share)
    drawn = found[(_drawn(len(found)).cumsum(1) > rank).argmax(1)]
    margin = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(drawn, margin, method="lower"), np.percentile(drawn, 100 - margin, method="higher")
    return _figure(float(found[rank]), float(low), float(high), len(found))


def share_of(counts: Sequence[int], games: int) -> Figure:
    """A share of independent games; see `tally.share_interval`.

    Args:
        counts: element k - 1: how many count one k-th.
        games: how many there are, at least 1.
    """
    low, high = share_interval(counts, games)
    return _figure(sum(count / k for k, count in enumerate(counts, 1)) / games, low, high, games)


def variance_share(part: Floats, result: Floats, deals: NDArray[np.int64] | None = None) -> Figure:
    """The share of a result's variance that comes from one of the parts that add up to it.

    By covariances with the result: over all parts the shares add up to 1. It is 0 if the result is always the same.

    Args:
        part, result: shape (games,).
        deals: as in `mean_of`.
    """
    columns = np.stack([np.ones(len(part)), part, result, part * result, result * result], 1)
    return bootstrapped(columns, _explained, deals)


def percent(figure: Figure, decimals: int = 1) -> str:
    """A share with its interval, as pages write it; with no line break before the sign.

    >>> percent(Figure(0.5234, 0.5101, 0.5367, 4000)).replace("\N{NO-BREAK SPACE}", " ")
    '52.3 % (51.0 to 53.7)'
    """
    value, low, high = (_written(100 * one, decimals) for one in (figure.value, figure.low, figure.high))
    return f"{value}\N{NO-BREAK SPACE}% ({low} to {high})"


def number(figure: Figure, decimals: int = 1) -> str:
    """A number with its interval, as pages write it.

    >>> number(Figure(0.31, -0.2, 0.84, 4000))
    '0.3 (−0.2 to 0.8)'
    """
    value, low, high = (_written(one, decimals) for one in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"


def judged(figure: Figure, level: float, *, above: str, below: str, open_: str) -> str:
    """The conclusion: `above` or `below` the level only if the whole interval is, else `open_`."""
    if figure.low > level:
        return above
    return below if figure.high < level else open_


def _written(value: float, decimals: int) -> str:
    return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")


def _figure(value: float, low: float, high: float, n: int) -> Figure:
    """A figure as it is stored: rounded, without negative zeros, the value not outside of its interval."""
    value, low, high = (round(end, DECIMALS) + 0.0 for end in (value, min(low, value), max(high, value)))
    return Figure(value, low, high, n)


@lru_cache(maxsize=4)
def _drawn(deals: int) -> Floats:
    """The count of each deal in each sample: shape (SAMPLES, deals)."""
    generator = np.random.default_rng(deals)
    samples = (np.bincount(generator.integers(deals, size=deals), minlength=deals) for _ in range(SAMPLES))
    return np.stack([sample.astype(np.float64) for sample in samples])


def _ratio(sums: Floats) -> Floats:
    """The first column over the second."""
    found: Floats = sums[..., 0] / sums[..., 1]
    return found


def _explained(sums: Floats) -> Floats:
    count, part, result, both, square = np.moveaxis(sums, -1, 0)
    covariance, variance = both - part * result / count, square - result * result / count
    found: Floats = np.divide(covariance, variance, out=np.zeros_like(variance), where=variance > 1e-9)
    return found
