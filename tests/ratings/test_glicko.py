"""Glicko-2: Glickman's own example, and what holds for every update."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.ratings.glicko import Glicko, Met, updated

POINTS = 173.7178

ratings = st.builds(Glicko, st.floats(-6, 6), st.floats(0.05, 3), st.floats(0.005, 0.2))
known = st.builds(Glicko, st.floats(-6, 6), st.floats(0, 3), st.just(0.06))
meetings = st.lists(
    st.builds(Met, known, st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.3, 1.2)), min_size=1, max_size=6
)


def test_glickman_s_example_comes_out_as_he_prints_it() -> None:
    """Mark Glickman, "Example of the Glicko-2 system", pages 4 to 6."""
    met = [
        Met(Glicko((rating - 1500) / POINTS, deviation / POINTS, 0.06), score)
        for rating, deviation, score in ((1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0))
    ]
    after = updated(Glicko(0.0, 200 / POINTS, 0.06), met)
    assert round(after.sigma, 5) == 0.06  # he stops at .05999, which is .059996
    assert after.sigma == pytest.approx(0.05999, abs=1e-5)
    assert after.phi == pytest.approx(0.8722, abs=1e-4)
    assert after.mu == pytest.approx(-0.2069, abs=1e-4)
    assert 1500 + POINTS * after.mu == pytest.approx(1464.06, abs=0.02)
    assert POINTS * after.phi == pytest.approx(151.52, abs=0.01)


def test_a_period_without_games_only_lets_the_deviation_grow() -> None:
    own = Glicko(0.3, 0.5, 0.06)
    assert updated(own, []) == Glicko(0.3, math.hypot(0.5, 0.06), 0.06)


@given(ratings, meetings)
def test_the_order_of_results_changes_not_even_the_last_digit(own: Glicko, met: list[Met]) -> None:
    assert updated(own, met) == updated(own, met[::-1])


@given(ratings, meetings, st.floats(-3, 3))
def test_the_change_does_not_depend_on_where_the_scale_begins(own: Glicko, met: list[Met], shift: float) -> None:
    moved = [one._replace(other=one.other._replace(mu=one.other.mu + shift)) for one in met]
    here, there = updated(own, met), updated(own._replace(mu=own.mu + shift), moved)
    assert there.mu - shift == pytest.approx(here.mu, abs=1e-5)
    assert (there.phi, there.sigma) == pytest.approx((here.phi, here.sigma), rel=1e-4)


@given(ratings, known)
def test_a_victory_lifts_a_defeat_lowers_and_both_by_as_much_as_they_surprise(own: Glicko, other: Glicko) -> None:
    won, drawn, lost = (updated(own, [Met(other, score)]).mu for score in (1.0, 0.5, 0.0))
    assert lost <= drawn <= won
    assert lost <= own.mu <= won


@given(ratings, known)
def test_what_counts_less_leaves_more_doubt_between_equals(own: Glicko, other: Glicko) -> None:
    equal = other._replace(mu=own.mu)
    whole, part = (updated(own, [Met(equal, 0.5, factor)]) for factor in (1.0, 0.5))
    assert part.phi >= whole.phi * (1 - 1e-4)
    assert part.mu == whole.mu == own.mu
