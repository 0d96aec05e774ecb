"""Rates and their confidence intervals: beside SciPy's, at their ends, and how often they hold the truth."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from scipy.stats import binomtest, multinomial, t

import jardinet
from jardinet.arena.tally import SeatTally, Tally, deals_interval, share_interval, student, wilson

GAME = jardinet.load_game("lucky_numbers")
ENDS = [*GAME.ends.values()]


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


# Deals of two games ---------------------------------------------------------------------------


@pytest.mark.parametrize("freedom", [2, 3, 5, 10, 30, 1000])
def test_students_quantile_is_scipys_to_a_hundredth(freedom: int) -> None:
    assert student(freedom) == pytest.approx(t.ppf(0.975, freedom), rel=0.01)


# How often both games of a deal are won, one of them, none: the same luck decides both, each decides for itself, or
# seats are changed and luck counts for nothing.
@pytest.mark.parametrize(
    ("both", "one"),
    [(0.5, 0.0), (0.3, 0.4), (0.25, 0.5), (0.1, 0.8), (0.02, 0.96), (0.8, 0.0), (0.9, 0.09), (0.02, 0.02)],
)
@pytest.mark.parametrize("deals", [15, 60])
def test_nineteen_intervals_of_twenty_hold_the_true_share_of_paired_games(both: float, one: float, deals: int) -> None:
    """By all outcomes that there are, each with its probability."""
    outcomes = np.array([(*counts, deals - sum(counts)) for counts in _outcomes(2, deals)])
    weights = multinomial(deals, [both, one, 1 - both - one]).pmf(outcomes)
    likely = weights > 1e-9
    outcomes, weights = outcomes[likely], weights[likely]
    results = np.array([1, 0.5, 0])
    shares = outcomes @ results / deals
    errors = np.sqrt(np.maximum(outcomes @ results**2 / deals - shares**2, 0) / (deals - 1))
    intervals = np.array([deals_interval(*pair, deals) for pair in zip(shares.tolist(), errors.tolist(), strict=True)])
    truth = both + one / 2
    assert weights[(intervals[:, 0] <= truth) & (truth <= intervals[:, 1])].sum() > 0.925


def test_intervals_know_that_games_of_one_deal_depend_on_each_other() -> None:
    """A hundred deals, each won twice or lost twice, tell as much as a hundred games; changed seats tell more."""
    alike = deals_interval(0.5, 0.5 / 99**0.5, 100)
    assert alike == pytest.approx(wilson(50, 100), abs=0.003)
    assert alike[0] < wilson(100, 200)[0]
    changed = deals_interval(0.5, 0.05 / 99**0.5, 100)
    assert wilson(100, 200)[0] < changed[0] < 0.5 < changed[1] < wilson(100, 200)[1]


def test_deals_that_all_ended_alike_leave_some_doubt() -> None:
    assert deals_interval(1.0, 0.0, 100)[1] == 1
    assert 0.94 < deals_interval(1.0, 0.0, 100)[0] < 0.97
    assert deals_interval(0.5, 0.0, 100)[0] < 0.5 < deals_interval(0.5, 0.0, 100)[1]


def test_of_one_deal_for_each_line_up_nothing_is_known() -> None:
    assert deals_interval(0.7, 0.0, 3, strata=3) == (0.0, 1.0)
    assert deals_interval(0.7, 0.1, 4, strata=3) != (0.0, 1.0)


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


def test_no_games_and_some_are_those_and_two_of_the_same_twice_as_many() -> None:
    some = Tally(3, [SeatTally("greedy", [1, 2], 4), SeatTally("random", [0, 2], -1)], 50, 6, dict.fromkeys(ENDS, 1))
    assert Tally.empty(GAME, ["greedy", "random"]) + some == some
    both = some + some
    assert (both.games, both.decisions, both.turns) == (6, 100, 12)
    assert both.seats == [SeatTally("greedy", [2, 4], 8), SeatTally("random", [0, 4], -2)]
    assert both.ends == dict.fromkeys(ENDS, 2)
    assert not both.is_interrupted
    assert (some + msgspec.structs.replace(some, is_interrupted=True)).is_interrupted
