"""The fit of one person's level."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.ratings.level import PRIOR, FittedLevel, LevelGame, MetBefore, fit_level
from jardinet.ratings.scale import shares

BOTS = (1320.0, 1420.0, 1500.0, 1630.0, 1780.0)

games = st.lists(
    st.builds(
        LevelGame,
        st.floats(-1, 2),
        st.lists(st.builds(MetBefore, st.floats(800, 2200), st.floats(0, 200)), min_size=1, max_size=3).map(tuple),
        st.floats(0.4, 1.2),
        st.floats(0.5, 3),
    ),
    max_size=12,
)


def simulated(true: float, count: int, seed: int, players: int = 2, factor: float = 1.0) -> list[LevelGame]:
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        others = generator.choice(BOTS, players - 1).tolist()
        won = float(generator.random() < shares([true, *others], factor)[0])
        found.append(LevelGame(won, tuple(map(MetBefore, others)), factor))
    return found


@pytest.mark.parametrize(("players", "factor"), [(2, 1.0), (3, 0.9), (4, 0.6)])
def test_a_known_strength_is_found_within_its_interval_nineteen_times_of_twenty(players: int, factor: float) -> None:
    tries = list(product((1250.0, 1500.0, 1750.0), range(40)))
    fits = [(true, fit_level(simulated(true, 120, seed, players, factor))) for true, seed in tries]
    within = sum(abs(fit.value - true) <= fit.doubt for true, fit in fits)
    assert within >= 0.88 * len(tries)
    assert sum(fit.value - true for true, fit in fits) / len(fits) == pytest.approx(0, abs=25)


def test_what_scatters_half_as_much_needs_half_of_the_games_for_the_same_interval() -> None:
    by_results = fit_level([LevelGame(0.5, (MetBefore(1500),))] * 200)
    less_luck = fit_level([LevelGame(0.5, (MetBefore(1500),), weight=2.0)] * 100)
    assert less_luck.doubt == pytest.approx(by_results.doubt)


def test_a_share_beyond_a_victory_is_taken_as_it_is() -> None:
    usual, beyond = (fit_level([LevelGame(share, (MetBefore(1500),))] * 20) for share in (0.9, 1.2))
    assert beyond.value > usual.value
    assert math.isfinite(beyond.value)


def test_without_a_game_nothing_is_known() -> None:
    assert fit_level([]) == FittedLevel(1500.0, PRIOR, 0)
    assert fit_level([]).is_provisional


@given(games)
def test_the_order_of_games_and_of_opponents_changes_nothing(found: list[LevelGame]) -> None:
    mixed = [LevelGame(one.share, one.opponents[::-1], one.factor, one.weight) for one in found[::-1]]
    assert fit_level(mixed) == fit_level(found)


@given(games, st.floats(0.01, 0.5))
def test_a_better_result_never_lowers_a_level_and_a_game_never_adds_to_doubt_of_the_prior(
    found: list[LevelGame], more: float
) -> None:
    better = [LevelGame(one.share + more, one.opponents, one.factor, one.weight) for one in found]
    assert fit_level(better).value >= fit_level(found).value
    assert 0 < fit_level(found).deviation <= PRIOR


@given(games)
def test_the_fit_is_where_the_slope_of_the_posterior_is_nought(found: list[LevelGame]) -> None:
    """Where opponents are known: the weighted surprises balance the pull of the prior."""
    exact = [LevelGame(o.share, tuple(MetBefore(m.strength) for m in o.opponents), o.factor, o.weight) for o in found]
    value, unit = fit_level(exact).value, 400 / math.log(10)
    push = sum(
        one.weight * one.factor * (one.share - shares([value, *(m.strength for m in one.opponents)], one.factor)[0])
        for one in exact
    )
    assert push == pytest.approx((value - 1500) / unit / (PRIOR / unit) ** 2, abs=1e-4)


def test_an_opponent_who_is_little_known_tells_less() -> None:
    known, unknown = (fit_level([LevelGame(0.5, (MetBefore(1800, doubt),))] * 10) for doubt in (0, 250))
    assert 1500 < unknown.value < known.value < 1800
    assert known.deviation < unknown.deviation
