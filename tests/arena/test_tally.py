"""Rates and their confidence intervals: beside SciPy's, at their ends, and how often they hold the truth."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from scipy.stats import binomtest, multinomial

import jardinet
from jardinet.arena.tally import SeatTally, Tally, share_interval, wilson

GAME = jardinet.load_game("lucky_numbers")


@pytest.mark.parametrize("games", [1, 7, 100, 12345])
def test_confidence_interval_is_wilsons(games: int) -> None:
    for wins in {0, 1, games // 3, games // 2, games}:
        interval = binomtest(wins, games).proportion_ci(0.95, method="wilson")
        assert wilson(wins, games) == pytest.approx((interval.low, interval.high), abs=1e-12)


@pytest.mark.parametrize("games", [*range(1, 200), 10**6, 10**9 + 7])
def test_all_and_nothing_end_at_one_and_at_zero_exactly(games: int) -> None:
    assert wilson(games, games)[1] == share_interval([games, 0], games)[1] == 1
    assert wilson(0, games)[0] == share_interval([0, 0], games)[0] == 0
    assert 0 < wilson(games, games)[0] < 1 > wilson(0, games)[1] > 0


@pytest.mark.parametrize("games", [1, 7, 100])
def test_where_nothing_is_shared_the_share_has_wilsons_interval(games: int) -> None:
    for wins in range(games + 1):
        assert share_interval([wins, 0, 0], games) == wilson(wins, games)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("games", [10, 1000])
def test_games_that_all_ended_in_a_tie_leave_some_doubt(players: int, games: int) -> None:
    low, high = share_interval([0] * (players - 1) + [games], games)
    assert 0 < low < 1 / players < high < 1
    assert 1 / games < high - low < 2 * 1.96**2 / games


def test_an_interval_of_shares_is_narrower_than_if_they_were_all_or_nothing() -> None:
    low, high = share_interval([200, 300], 1000)
    alone = wilson(350, 1000)
    assert alone[0] < low < 0.35 < high < alone[1]


# How often a seat wins alone, with one other, …; the rest is lost.
@pytest.mark.parametrize(
    "chances", [(0.5, 0.0), (0.4, 0.2), (0.2, 0.6), (0.05, 0.05), (0.02, 0.9), (0.2, 0.2, 0.2), (0.1, 0.1, 0.7)]
)
@pytest.mark.parametrize("games", [20, 60])
def test_nineteen_intervals_of_twenty_hold_the_true_share(chances: tuple[float, ...], games: int) -> None:
    """By all outcomes that there are, each with its probability."""
    outcomes = np.array([(*wins, games - sum(wins)) for wins in _outcomes(len(chances), games)])
    weights = multinomial(games, [*chances, 1 - sum(chances)]).pmf(outcomes)
    truth = sum(chance / k for k, chance in enumerate(chances, 1))
    intervals = np.array([share_interval(wins[:-1].tolist(), games) for wins in outcomes])
    assert weights.sum() == pytest.approx(1)
    assert weights[(intervals[:, 0] <= truth) & (truth <= intervals[:, 1])].sum() > 0.925  # Wilson's: 0.92 to 0.98


def _outcomes(kinds: int, games: int) -> Iterator[tuple[int, ...]]:
    if not kinds:
        yield ()
        return
    for count in range(games + 1):
        yield from ((count, *rest) for rest in _outcomes(kinds - 1, games - count))


def test_results_hold_the_interval_of_the_share() -> None:
    seats = [SeatTally("greedy", [50, 20], 0), SeatTally("random", [30, 20], 0)]
    one, two = Tally(100, seats, 0, 0, {}).results()
    assert (one.share, one.share_low, one.share_high) == (0.6, *share_interval([50, 20], 100))
    assert two.share == 0.4
    assert two.share_low == pytest.approx(1 - one.share_high)


def test_a_tally_holds_whole_numbers_only() -> None:
    told = msgspec.to_builtins(Tally(3, [SeatTally("random", [1, 2], 4)], 5, 6, {"stall": 3}))
    assert told["seats"] == [{"level": "random", "wins": [1, 2], "points": 4}]


def test_no_games_have_no_results() -> None:
    assert Tally.empty(GAME, ["greedy", "random"]).results() == []
