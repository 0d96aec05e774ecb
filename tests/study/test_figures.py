"""Figures: their intervals hold what they are about as often as they say, and games of a deal stay together."""

import numpy as np
import pytest

from jardinet.arena.tally import share_interval
from jardinet.study.figures import (
    Figure,
    bootstrapped,
    judged,
    mean_of,
    number,
    percent,
    quantile_of,
    share_of,
    variance_share,
)

TIMES = 400  # how often something random is tried


def test_an_interval_holds_the_mean_of_a_known_distribution_about_as_often_as_it_says() -> None:
    generator = np.random.default_rng(1)
    held = [is_in(mean_of(generator.exponential(3.0, 80)), 3.0) for _ in range(TIMES)]
    assert 0.90 < np.mean(held) < 0.98


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_so_does_that_of_what_a_share_of_the_games_have_at_most(share: float) -> None:
    generator, truth = np.random.default_rng(5), -3.0 * np.log(1 - share)
    held = [is_in(quantile_of(generator.exponential(3.0, 200), share), truth) for _ in range(TIMES)]
    assert 0.90 < np.mean(held) < 0.98


def test_what_a_share_of_whole_numbers_have_at_most_is_a_whole_number() -> None:
    figure = quantile_of(np.arange(1000) % 40, 0.05)
    assert figure.value == np.percentile(np.arange(1000) % 40, 5, method="lower") == 1
    assert (figure.low, figure.high) == (1, 2)
    assert quantile_of(np.full(9, 7), 0.5) == Figure(7, 7, 7, 9)
    with pytest.raises(ValueError, match="no game"):
        quantile_of(np.zeros(0), 0.5)


def test_games_of_a_deal_are_drawn_together() -> None:
    generator = np.random.default_rng(2)
    together, apart = [], []
    deals = np.repeat(np.arange(60), 2)
    for _ in range(TIMES):
        values = np.repeat(generator.normal(0.0, 1.0, 60), 2)  # both games of a deal end alike
        together.append(is_in(mean_of(values, deals), 0.0))
        apart.append(is_in(mean_of(values), 0.0))
    assert 0.90 < np.mean(together) < 0.98
    assert np.mean(apart) < 0.88


def test_games_that_cancel_each_other_within_every_deal_leave_no_doubt() -> None:
    values, deals = np.tile([1.0, 0.0], 30), np.repeat(np.arange(30), 2)
    assert mean_of(values, deals) == Figure(0.5, 0.5, 0.5, 30)
    assert mean_of(values).high > 0.55


def test_the_order_of_the_games_of_a_deal_counts_for_nothing() -> None:
    generator = np.random.default_rng(3)
    values, deals = generator.random(40), np.repeat(np.arange(20), 2)
    order = np.lexsort((generator.random(40), deals))
    assert mean_of(values, deals) == mean_of(values[order], deals[order])


def test_the_parts_of_a_sum_carry_all_of_its_variance() -> None:
    generator = np.random.default_rng(4)
    parts = generator.normal(size=(3, 200)) * np.array([[1.0], [2.0], [0.5]])
    shares = [variance_share(part, parts.sum(0)) for part in parts]
    assert sum(share.value for share in shares) == pytest.approx(1, abs=1e-5)
    assert is_in(shares[1], 4 / 5.25)
    whole = np.cov(parts[1], parts.sum(0))[0, 1] / parts.sum(0).var(ddof=1)
    assert shares[1].value == pytest.approx(whole, abs=1e-6)


def test_nothing_is_explained_of_what_is_always_the_same() -> None:
    assert variance_share(np.arange(9.0), np.ones(9)) == Figure(0.0, 0.0, 0.0, 9)


def test_shares_have_the_interval_of_a_tally() -> None:
    low, high = share_interval([5, 4], 20)
    assert share_of([5, 4], 20) == Figure(0.35, round(low, 6), round(high, 6), 20)
    assert share_of([20], 20).low < 0.9  # of what always happened there still is some doubt


def test_no_game_makes_no_figure() -> None:
    with pytest.raises(ValueError, match="no game"):
        bootstrapped(np.zeros((0, 2)), lambda sums: sums[..., 0])


def test_a_conclusion_needs_the_whole_interval() -> None:
    told = [judged(Figure(0.5, low, high, 9), 0.45, above="more", below="less", open_="?") for low, high in ENDS]
    assert told == ["more", "?", "less"]


def test_a_figure_in_another_unit_keeps_its_interval() -> None:
    assert Figure(0.1, -0.05, 0.2, 9).scaled(100) == Figure(10.0, -5.0, 20.0, 9)
    assert Figure(0.1, -0.05, 0.2, 9).scaled(-10) == Figure(-1.0, -2.0, 0.5, 9)


def test_figures_are_written_with_their_intervals() -> None:
    assert percent(Figure(0.5, 0.25, 1.0, 9), 0) == "50\N{NO-BREAK SPACE}% (25 to 100)"
    assert number(Figure(12.34, 12.0, 12.5, 9)) == "12.3 (12.0 to 12.5)"


ENDS = [(0.46, 0.6), (0.4, 0.6), (0.3, 0.4)]


def is_in(figure: Figure, value: float) -> bool:
    return figure.low <= value <= figure.high
