"""What a row of the bench measures, what is aimed at, and how both are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import NamedTuple

import msgspec
from benches.calibration import Tenth

from jardinet.arena.benchmark.results import without_nought
from jardinet.arena.measuring import Verdict, verdict_on, worst_of
from jardinet.arena.standings import Share


class Measured(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Result of a row.

    Attributes:
        value: a share of the victories; half of NashConv; by how much an expectation is off; or a median of times.
        low, high: the ends of its 95 % interval; None: it is exact, or a time.
        games: how many were played, learned from or analysed; or how often something was timed.
        adjusted: a share of the victories with luck left out, where that was counted (arena/luck.py).
        slowest: the longest of the times; None: it is no time.
        tenths: of a calibration: all of them, of which the value is the worst.
    """

    value: float
    low: float | None = None
    high: float | None = None
    games: int
    adjusted: Share | None = None
    slowest: float | None = None
    tenths: tuple[Tenth, ...] = ()

    @classmethod
    def of(cls, share: Share, adjusted: Share | None = None) -> Measured:
        """Of a share of the victories."""
        return cls(value=share.share, low=share.low, high=share.high, games=share.games, adjusted=adjusted)

    def told(self, unit: str = "") -> str:
        """The value with its interval, `.781 (.770 to .792)`, or a time, `1.6 ms, at most 9.8`, as pages write it."""
        if unit:
            return f"{_time(self.value)} {unit}" + (f", at most {_time(self.slowest)}" if self.slowest else "")
        return _interval(self.value, self.low, self.high)

    def told_adjusted(self) -> str:
        """The share with luck left out; empty where it was not counted."""
        share = self.adjusted
        return _interval(share.share, share.low, share.high) if share else ""


@dataclass(frozen=True)
class Goal:
    """Goal of a row: bounds of what is measured.

    Attributes:
        least, most: of the value itself.
        low, high: of its 95 % interval, which lies between them as a whole.
        slowest: of the longest of some times.
        around: a value that the interval contains.
        is_adjusted: whether it is about the share without luck.
    """

    least: float = -inf
    most: float = inf
    low: float = -inf
    high: float = inf
    slowest: float = inf
    around: float | None = None
    is_adjusted: bool = False

    def verdict(self, measured: Measured) -> Verdict:
        """Whether it is reached; undecided where more games might show it."""
        one = Measured.of(measured.adjusted) if self.is_adjusted and measured.adjusted else measured
        if self.is_adjusted and not measured.adjusted:
            return "undecided"
        low, high = one.value if one.low is None else one.low, one.value if one.high is None else one.high
        if self.around is not None:
            return "met" if low <= self.around <= high else "missed"
        slowest = one.slowest or 0.0
        return worst_of(
            (
                verdict_on(one.value, low, high, self.least, self.most),
                verdict_on(low, low, high, least=self.low),
                verdict_on(high, low, high, most=self.high),
                verdict_on(slowest, slowest, slowest, most=self.slowest),
            )
        )

    def told(self, unit: str = "") -> str:
        """It in words: `.60 to .75`, or `≤ .55, interval ≤ .56`."""
        bounds = [
            f"{_bound(self.least)} to {_bound(self.most)}"
            if -inf < self.least and self.most < inf
            else _sided("", self.least, self.most),
            _sided("interval ", self.low, self.high),
            _sided("all ", -inf, self.slowest),
            "" if self.around is None else f"interval around {self.around:g}",
        ]
        told = ", ".join(bound for bound in bounds if bound)
        return f"{told} {unit}".rstrip() + ", without luck" * self.is_adjusted


class Run(NamedTuple):
    """What a row is measured with.

    Attributes:
        games: how many.
        seed: of everything random.
        workers: processes; None: one for each core.
        reader: the file of the net by which a reader values; None: a net that is shipped.
        tell: is called with how many games are finished.
    """

    games: int
    seed: int
    workers: int | None = None
    reader: Path | None = None
    tell: Callable[[int], None] = lambda _: None


Measure = Callable[[Run], Measured]


def _interval(value: float, low: float | None, high: float | None) -> str:
    """Three digits of what has an interval, four of what is exact, as in the benchmark's table."""
    if low is None or high is None:
        return without_nought(value, 4)
    return f"{without_nought(value, 3)} ({without_nought(low, 3)} to {without_nought(high, 3)})"


def _time(value: float) -> str:
    return f"{value:.2g}" if value < 100 else f"{value:,.0f}"


def _bound(value: float) -> str:
    if abs(value) >= 1:
        return f"{value:g}"
    return without_nought(value, 3 if f"{value:.3f}"[-1] != "0" else 2)


def _sided(of: str, least: float, most: float) -> str:
    bounds = [f"≥ {_bound(least)}"] * (least > -inf) + [f"≤ {_bound(most)}"] * (most < inf)
    return of + " and ".join(bounds) if bounds else ""
