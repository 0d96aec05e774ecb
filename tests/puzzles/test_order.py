"""The order of a year's puzzles: nothing alike within a week, at the turn of the year neither."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.puzzles.some import PUZZLE

from jardinet.puzzles.order import WEEK, alike_within_a_week, most_of_a_kind, spread


def test_what_comes_again_within_a_week_is_seen_at_the_turn_of_the_year_too() -> None:
    kinds = [str(number) for number in range(20)]
    assert alike_within_a_week(kinds) == []
    assert alike_within_a_week([*kinds[:-1], "0"]) == [19]
    assert alike_within_a_week(["a", "b", "a", *kinds]) == [0]
    assert alike_within_a_week(["a", *kinds[:WEEK], "a", *kinds[WEEK:]]) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_year_of_twelve_kinds_is_spread_and_the_same_for_the_same_seed(seed: int) -> None:
    counts = [most_of_a_kind(366)] * 5 + [20] * 6 + [6]
    kinds = [str(kind) for kind, count in enumerate(counts) for _ in range(count)]
    puzzles = [replace(PUZZLE, kind=kind, turn=turn) for turn, kind in enumerate(kinds)]
    assert len(puzzles) == 366
    ordered = spread(puzzles, seed)
    assert not alike_within_a_week([one.kind for one in ordered])
    assert sorted(one.turn for one in ordered) == list(range(366))
    assert spread(puzzles, seed) == ordered
