"""Tables by lot, against a plain referee that goes through all seatings of few people."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jardinet.tournaments.seating import chosen_to_play, cost_of, seat_by_lot, table_sizes


def every_seating(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All seatings at tables of these sizes; some of them in several orders."""
    if not sizes:
        yield []
        return
    for table in combinations(people, sizes[0]):
        left = [one for one in people if one not in table]
        for rest in every_seating(left, sizes[1:]):
            yield [table, *rest]


@given(st.integers(0, 300), st.sampled_from([3, 4]))
def test_tables_of_three_and_four_seat_everybody_but_few(count: int, seats: int) -> None:
    sizes = table_sizes(count, seats)
    assert sum(sizes) <= count
    assert sizes == tuple(sorted(sizes, reverse=True))
    if count == 2:
        assert sizes == (2,)
    elif count in (0, 1):
        assert not sizes
    elif count == 5:
        assert sizes == (4,)
    else:
        assert sum(sizes) == count
        assert set(sizes) <= {3, 4}
        assert sizes.count(7 - seats) < seats  # few of the other size


@given(st.integers(0, 300))
def test_of_an_odd_number_one_rests_where_two_sit_at_a_table(count: int) -> None:
    assert table_sizes(count, 2) == (2,) * (count // 2)


def test_two_play_where_a_game_is_for_three_at_most_and_two_would_rest() -> None:
    assert table_sizes(5, 3, (2, 3)) == (3, 2)


def test_who_rested_most_plays() -> None:
    rests = {1: 0, 2: 1, 3: 1, 4: 0}
    assert chosen_to_play([1, 2, 3, 4], 2, lambda one: -rests[one], Random(1)) == [2, 3]


met_pairs = st.dictionaries(
    st.tuples(st.integers(1, 9), st.integers(1, 9)).filter(lambda pair: pair[0] < pair[1]),
    st.integers(1, 3),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(2, 2), (3, 3), (4,), (4, 3), (2, 2, 2), (4, 4), (3, 3, 3), (3, 2)]),
    met_pairs,
    st.integers(0, 1000),
)
def test_no_seating_has_fewer_who_meet_again(
    sizes: tuple[int, ...], met: dict[tuple[int, int], int], seed: int
) -> None:
    people = range(1, sum(sizes) + 1)
    tables = seat_by_lot(people, sizes, met, Random(seed))
    assert sorted(len(table) for table in tables) == sorted(sizes)
    assert sorted(one for table in tables for one in table) == list(people)
    assert cost_of(tables, met) == min(cost_of(one, met) for one in every_seating(people, sizes))


@pytest.mark.parametrize(("count", "seats", "rounds"), [(64, 4, 8), (256, 4, 6), (24, 4, 4), (24, 3, 5), (100, 2, 12)])
def test_nobody_of_many_meets_again_in_some_rounds(count: int, seats: int, rounds: int) -> None:
    met: dict[tuple[int, int], int] = {}
    for number in range(rounds):
        tables = seat_by_lot(range(1, count + 1), table_sizes(count, seats), met, Random(number))
        for table in tables:
            for one, two in combinations(sorted(table), 2):
                met[one, two] = met.get((one, two), 0) + 1
    assert max(met.values()) == 1


def test_lots_follow_from_the_seed() -> None:
    once, again, other = (seat_by_lot(range(1, 13), (4, 4, 4), {}, Random(seed)) for seed in (5, 5, 6))
    assert once == again != other
