"""Measuring: how fast something is beside something else in the same run, and how sure that is.

Absolute figures depend on the machine and on who else uses it; ratios much less. So a promise is always a ratio.
What is measured and its peer take turns, and the best of several rounds counts: noise only ever slows things down.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import quantiles
from typing import Literal, NamedTuple

import msgspec

ROUNDS = 5
TRIES = 3  # sets of rounds that a promise gets before it counts as missed
SECONDS = 0.4  # a measurement inside this process runs about so long

LESS_IS_BETTER = ("s", "µs", "MB")  # units

Measure = Callable[[], float]
Work = Callable[[], float]  # does a little, and returns how much in the unit that is measured
Verdict = Literal["met", "missed", "undecided"]


class Measurement(msgspec.Struct, frozen=True):
    """One measured speed, or amount, and what it is compared with.

    Attributes:
        name: what was measured.
        value: the best of all rounds; None: it could not be measured here, see `note`.
        unit: of `value` and `peer_value`: one of LESS_IS_BETTER, or so many a second.
        peer: what was measured beside it; None: it has no peer.
        peer_value: the peer's best; None also where the peer could not be measured: see `note`.
        goal: what `ratio()` should reach, or where less is better stay below; None: nothing is promised.
        noise: half of what lies between the quartiles of the single rounds' ratios.
        note: what a reader must know; empty for nothing.
    """

    name: str
    value: float | None
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    goal: float | None = None
    noise: float = 0.0
    note: str = ""

    def ratio(self) -> float | None:
        """`value` in units of the peer's; None without one."""
        return self.value / self.peer_value if self.value is not None and self.peer_value else None

    def verdict(self) -> Verdict | None:
        """Whether the promise is kept; undecided where it is missed by less than the noise; None: nothing to say."""
        ratio = self.ratio()
        if self.goal is None or ratio is None:
            return None
        missing = ratio - self.goal if self.unit in LESS_IS_BETTER else self.goal - ratio
        if missing <= 0:
            return "met"
        return "missed" if missing > self.noise else "undecided"


class Row(NamedTuple):
    """Row of a benchmark: what is measured, by name, and how to measure it once."""

    name: str
    measure: Callable[[], Measurement]


class Peer(NamedTuple):
    """Peer to compare with; None: it cannot be measured here, and `note` says why."""

    name: str
    work: Work | None
    note: str = ""


def compare(
    name: str,
    unit: str,
    measure: Measure,
    peer: str,
    measure_peer: Measure | None,
    *,
    goal: float | None = None,
    note: str = "",
) -> Measurement:
    """Measure both in ROUNDS, taking turns; where the goal is missed again, up to TRIES times, and all rounds count.

    Args:
        name, unit, goal, note: see Measurement.
        measure: a value each time it is called.
        peer: what the other one is.
        measure_peer: the same; None where it cannot be measured.
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


def compare_rates(name: str, unit: str, work: Work, peer: Peer, goal: float | None = None) -> Measurement:
    """`compare` how much work is done a second, both after a first time that compiles and fills caches."""
    theirs = peer.work
    for each in (work, theirs):
        if each is not None:
            each()
    measure_peer = None if theirs is None else lambda: rate(theirs)
    return compare(name, unit, lambda: rate(work), peer.name, measure_peer, goal=goal, note=peer.note)


def rate(work: Work) -> float:
    """What `work` counts, a second: repeated for SECONDS."""
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
