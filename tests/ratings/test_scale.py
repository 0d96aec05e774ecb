"""The scale of strengths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.ratings.scale import UNIT, are_about_level, log_of_sum, logistic, shares

strengths = st.lists(st.floats(-5000, 5000), min_size=2, max_size=4)


def test_400_points_are_odds_of_ten_to_one() -> None:
    strong, weak = shares([1900, 1500])
    assert strong / weak == pytest.approx(10)
    assert logistic(400 / UNIT) == pytest.approx(10 / 11)


@given(strengths, st.floats(0.2, 1.5))
def test_shares_add_up_to_one_and_follow_the_strengths(given_strengths: list[float], factor: float) -> None:
    found = shares(given_strengths, factor)
    assert sum(found) == pytest.approx(1)
    assert sorted(zip(given_strengths, found, strict=True)) == sorted(
        zip(given_strengths, found, strict=True), key=lambda one: (one[1], one[0])
    )


@given(st.floats(-800, 800))
def test_a_chance_and_its_opposite_add_up_to_one(x: float) -> None:
    assert logistic(x) + logistic(-x) == pytest.approx(1)


@given(st.lists(st.floats(-900, 900), min_size=1, max_size=4))
def test_the_logarithm_of_a_sum_overflows_nowhere(values: list[float]) -> None:
    assert max(values) <= log_of_sum(values) <= max(values) + 1.4


def test_strengths_are_about_level_while_their_intervals_overlap() -> None:
    assert are_about_level(1500, 0, 1500, 0)
    assert are_about_level(1500, 50, 1600, 50)
    assert not are_about_level(1500, 50, 1601, 50)
