"""Line-ups: every seating that there is, once, and nobody alone with itself."""

from __future__ import annotations

from itertools import product

import pytest

from jardinet.arena.lineups import lineups_of


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (5, 2), (3, 3), (5, 3), (4, 4), (6, 4)])
def test_as_many_bots_as_seats_meet_in_every_order(bots: int, seats: int) -> None:
    seatings = [seating for lineup in lineups_of(bots, seats) for seating in lineup]
    different = {seating for seating in product(range(bots), repeat=seats) if len(set(seating)) == seats}
    assert len(seatings) == len(different)
    assert set(seatings) == different


@pytest.mark.parametrize(("bots", "seats"), [(2, 3), (2, 4), (3, 4), (2, 6)])
def test_fewer_bots_than_seats_fill_them_in_every_way_with_two_different_ones(bots: int, seats: int) -> None:
    seatings = [seating for lineup in lineups_of(bots, seats) for seating in lineup]
    mixed = {seating for seating in product(range(bots), repeat=seats) if len(set(seating)) > 1}
    assert len(seatings) == len(mixed)
    assert set(seatings) == mixed


def test_a_line_up_is_the_rotations_of_one_order_around_the_table() -> None:
    for lineup in lineups_of(2, 4):
        first = lineup[0]
        assert set(lineup) == {first[k:] + first[:k] for k in range(4)}
