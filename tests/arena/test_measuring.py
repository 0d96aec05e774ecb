"""Measurements: what they say about promises, however noisy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from jardinet.arena.measuring import ROUNDS, TRIES, Measurement, Peer, compare, compare_rates


def test_a_rate_keeps_its_promise_from_above_and_a_time_from_below() -> None:
    assert Measurement("play", 11.0, "games/s", "peer", 1.0, goal=10.0).verdict() == "met"
    assert Measurement("play", 9.0, "games/s", "peer", 1.0, goal=10.0).verdict() == "missed"
    for unit in ("s", "µs", "MB"):
        assert Measurement("start", 9.0, unit, "peer", 1.0, goal=10.0).verdict() == "met"
        assert Measurement("start", 11.0, unit, "peer", 1.0, goal=10.0).verdict() == "missed"


def test_a_promise_missed_by_less_than_the_noise_is_undecided() -> None:
    assert Measurement("play", 9.0, "games/s", "peer", 1.0, goal=10.0, noise=0.9).verdict() == "missed"
    assert Measurement("play", 9.0, "games/s", "peer", 1.0, goal=10.0, noise=1.1).verdict() == "undecided"
    assert Measurement("start", 11.0, "s", "peer", 1.0, goal=10.0, noise=1.1).verdict() == "undecided"


def test_a_bound_is_of_the_value_and_a_goal_of_the_ratio_and_both_are_to_be_kept() -> None:
    assert Measurement("a play", 1.2, "ms", "peer", 0.1, goal=6, bound=1.5).verdict() == "missed"
    assert Measurement("a play", 1.2, "ms", "peer", None, goal=6, bound=1.5).verdict() == "met"
    assert Measurement("plays", 700, "plays/s", bound=600).verdict() == "met"
    assert Measurement("plays", 500, "plays/s", bound=600).verdict() == "missed"
    assert Measurement("plays", None, "plays/s", bound=600, note="no PostgreSQL is installed").verdict() is None
    assert Measurement("plays", None, "", has_failed=True).verdict() == "missed"


@pytest.mark.parametrize(
    "measured",
    [
        Measurement("play", 30.0, "games/s", "peer", None, goal=5.0, note="no peer here"),
        Measurement("play", None, "turns/s", "peer", 3.0, goal=10.0, note="not installed here"),
        Measurement("play", 30.0, "games/s", "peer", 10.0),
    ],
)
def test_nothing_is_said_where_one_was_not_measured_or_nothing_is_promised(measured: Measurement) -> None:
    assert measured.verdict() is None


def test_absolute_figures_promise_nothing() -> None:
    fast, slow = (Measurement("play", 5 * speed, "games/s", "peer", speed, goal=4.0) for speed in (1e6, 1e-6))
    assert fast.verdict() == slow.verdict() == "met"


def _script(*values: float) -> Callable[[], float]:
    told: Iterator[float] = iter(values)
    return lambda: next(told)


def test_a_promise_that_is_kept_is_measured_once_and_the_best_round_counts() -> None:
    mine, theirs = [8.0, 12.0, 9.0, 7.0, 8.0], [1.0, 1.0, 2.0, 1.0, 1.0]
    measured = compare("play", "games/s", _script(*mine), "peer", _script(*theirs), goal=5.0)
    assert (measured.value, measured.peer_value, measured.ratio()) == (12.0, 2.0, 6.0)
    assert measured.noise == pytest.approx((8.0 - 7.0) / 2)  # the ratios are 4.5, 7, 8, 8, 12


def test_a_promise_that_is_missed_is_measured_again_before_that_is_said() -> None:
    slow, quick = [4.0] * ROUNDS, [6.0] * ROUNDS
    recovered = compare("start", "s", _script(*quick, *slow), "peer", _script(*[1.0] * 2 * ROUNDS), goal=5.0)
    assert (recovered.verdict(), recovered.value) == ("met", 4.0)
    hopeless = compare("start", "s", _script(*quick * TRIES), "peer", _script(*[1.0] * TRIES * ROUNDS), goal=5.0)
    assert hopeless.verdict() == "missed"


def test_without_a_peer_only_the_value_is_measured() -> None:
    measured = compare("play", "games/s", _script(*[1.0] * ROUNDS), "peer", None, goal=5.0, note="not installed")
    assert (measured.value, measured.peer_value, measured.verdict(), measured.note) == (
        1.0,
        None,
        None,
        "not installed",
    )


def test_rates_are_counted_by_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0

    def work(seconds: float) -> float:
        nonlocal clock
        clock += seconds
        return 10.0

    monkeypatch.setattr(time, "perf_counter", lambda: clock)
    measured = compare_rates("play", "games/s", lambda: work(0.1), Peer("peer", lambda: work(0.2), 3.0))
    assert measured.value == pytest.approx(100)
    assert measured.peer_value == pytest.approx(50)
    assert measured.verdict() == "missed"
