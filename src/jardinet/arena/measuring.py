"""Figures of benchmarks, of `jardinet bench` and of benches/: rows, ratios to a peer in the same run, noise, verdicts.

Absolute figures depend on the machine and its load, ratios much less. So a goal is a ratio, and a bound of the figure
itself is the exception. The measured work and its peer take turns, and the best of several rounds counts: noise only
ever slows things down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from math import inf
from statistics import quantiles
from typing import Any, Literal, NamedTuple

import msgspec

ROUNDS = 5
TRIES = 3  # sets of rounds before a goal counts as missed
SECONDS = 0.4  # the approximate length of a measurement inside this process

LESS_IS_BETTER = ("s", "ms", "µs", "MB")  # units

Measure = Callable[[], float]
Work = Callable[[], float]  # does some work, and returns its amount in the measured unit
Verdict = Literal["met", "missed", "undecided"]


def verdict_on(value: float, low: float, high: float, least: float = -inf, most: float = inf) -> Verdict:
    """Verdict on a value that surely lies between `low` and `high`; undecided if it only seems to miss `least` or `most`."""
    if high < least or low > most:
        return "missed"
    return "met" if least <= value <= most else "undecided"


def worst_of(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of some verdicts; met if there are none."""
    return max(verdicts, key=("met", "undecided", "missed").index, default="met")


class Measurement(msgspec.Struct, frozen=True):
    """One measured speed, or amount, and the peer it is compared with.

    Attributes:
        name: what was measured.
        value: the best of all rounds; None: it could not be measured here, see `note`.
        unit: of `value` and `peer_value`: where it is one of LESS_IS_BETTER, goals are maxima, else minima.
        peer: the name of the peer; None: it has none.
        peer_value: the peer's best; also None if the peer could not be measured: see `note`.
        goal: what `ratio()` is to reach, or not to exceed; None: there is no goal.
        bound: the same of `value`.
        noise: half the interquartile range of the single rounds' ratios.
        note: remarks for the reader; empty if there are none.
        has_failed: it broke while it was measured, so its goals are missed.
    """

    name: str
    value: float | None
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    goal: float | None = None
    bound: float | None = None
    noise: float = 0.0
    note: str = ""
    has_failed: bool = False

    def ratio(self) -> float | None:
        """`value` in units of the peer's; None without one."""
        return self.value / self.peer_value if self.value is not None and self.peer_value else None

    def verdict(self) -> Verdict | None:
        """Whether goal and bound are reached; undecided if one is missed by less than the noise; None: there is neither."""
        if self.has_failed:
            return "missed"
        found = [
            verdict_on(value, value - noise, value + noise, **self._limit(wanted))
            for value, wanted, noise in ((self.ratio(), self.goal, self.noise), (self.value, self.bound, 0.0))
            if value is not None and wanted is not None
        ]
        return worst_of(found) if found else None

    def _limit(self, wanted: float) -> dict[str, float]:
        return {"most" if self.unit in LESS_IS_BETTER else "least": wanted}

    def as_data(self) -> dict[str, Any]:
        """All of it as plain data, with ratio and verdict."""
        return {**msgspec.structs.asdict(self), "ratio": self.ratio(), "verdict": self.verdict()}


class Row(NamedTuple):
    """Row of a benchmark: what is measured, by name, and how to measure it once."""

    name: str
    measure: Callable[[], Measurement]


class Peer(NamedTuple):
    """Peer to compare with.

    Attributes:
        name: of it.
        work: None: it cannot be measured here, and `note` says why.
        goal: of the ratio to it; None: there is none.
        note: remarks for the reader.
    """

    name: str
    work: Work | None
    goal: float | None = None
    note: str = ""


def compare(
    name: str,
    unit: str,
    measure: Measure,
    peer: str | None,
    measure_peer: Measure | None,
    *,
    goal: float | None = None,
    note: str = "",
) -> Measurement:
    """Measure both in ROUNDS, taking turns; if the goal is missed, measure again, up to TRIES times; all rounds count.

    Args:
        name, unit, goal, note: see Measurement.
        measure: a value each time it is called.
        peer: the name of the peer; None: there is none.
        measure_peer: the same for the peer; None if it cannot be measured.
    """
    best = min if unit in LESS_IS_BETTER else max
    values: list[float] = []
    others: list[float] = []
    for _ in range(TRIES):
        for _ in range(ROUNDS):
            values.append(measure())
            if measure_peer:
                others.append(measure_peer())
        measured = Measurement(
            name=name,
            value=best(values),
            unit=unit,
            peer=peer,
            peer_value=best(others) if others else None,
            goal=goal,
            noise=_noise([value / other for value, other in zip(values, others, strict=True)]) if others else 0.0,
            note=note,
        )
        if measured.verdict() in ("met", None):
            break
    return measured


def compare_rates(name: str, unit: str, work: Work, peer: Peer | None = None) -> Measurement:
    """`compare` the work per second, both after a warm-up that compiles and fills caches; without a peer it stands alone."""
    theirs = peer and peer.work
    for each in (work, theirs):
        if each is not None:
            each()
    measure_peer = None if theirs is None else lambda: rate(theirs)
    named, goal, note = (peer.name, peer.goal, peer.note) if peer else (None, None, "")
    return compare(name, unit, lambda: rate(work), named, measure_peer, goal=goal, note=note)


def rate(work: Work) -> float:
    """The amount of `work` per second, repeated for SECONDS."""
    begun = time.perf_counter()
    count = 0.0
    while (passed := time.perf_counter() - begun) < SECONDS:
        count += work()
    return count / passed


def _noise(ratios: list[float]) -> float:
    if len(ratios) < 2:
        return 0.0
    low, _, high = quantiles(ratios, n=4, method="inclusive")
    return (high - low) / 2
