"""Measuring of speed relative to a peer in the same run, with the noise of the ratio.

Absolute figures depend on the machine and its load, ratios much less. So a goal is always a ratio. The measured work
and its peer take turns, and the best of several rounds counts: noise only ever slows things down.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import quantiles
from typing import Literal, NamedTuple

import msgspec

ROUNDS = 5
TRIES = 3  # sets of rounds before a goal counts as missed
SECONDS = 0.4  # the approximate length of a measurement inside this process

LESS_IS_BETTER = ("s", "µs", "MB")  # units

Measure = Callable[[], float]
Work = Callable[[], float]  # does some work, and returns its amount in the measured unit
Verdict = Literal["met", "missed", "undecided"]


class Measurement(msgspec.Struct, frozen=True):
    """One measured speed, or amount, and the peer it is compared with.

    Attributes:
        name: what was measured.
        value: the best of all rounds; None: it could not be measured here, see `note`.
        unit: of `value` and `peer_value`: one of LESS_IS_BETTER, or a count per second.
        peer: the name of the peer; None: it has none.
        peer_value: the peer's best; also None if the peer could not be measured: see `note`.
        goal: the minimum of `ratio()`, or its maximum where less is better; None: there is no goal.
        noise: half the interquartile range of the single rounds' ratios.
        note: remarks for the reader; empty if there are none.
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
        """Whether the goal is reached; undecided if it is missed by less than the noise; None: there is no goal or no ratio."""
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
    """Measure both in ROUNDS, taking turns; if the goal is missed, measure again, up to TRIES times; all rounds count.

    Args:
        name, unit, goal, note: see Measurement.
        measure: a value each time it is called.
        peer: the name of the peer.
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


def compare_rates(name: str, unit: str, work: Work, peer: Peer, goal: float | None = None) -> Measurement:
    """`compare` the work per second, both after a warm-up that compiles and fills caches."""
    theirs = peer.work
    for each in (work, theirs):
        if each is not None:
            each()
    measure_peer = None if theirs is None else lambda: rate(theirs)
    return compare(name, unit, lambda: rate(work), peer.name, measure_peer, goal=goal, note=peer.note)


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
