"""Line-ups of an arena: which bots meet, and in which seats.

With two seats every bot meets every other. With more seats, as many bots as there are seats meet, in every combination;
if there are fewer bots than seats, they fill the seats in every way that has at least two different ones. The order
around the table matters too: so each order is a line-up of its own, and each line-up is played in all its rotations.
Together these are all possible seatings, each equally often.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations

Seating = tuple[int, ...]  # the bot at each seat, by its number
Lineup = tuple[Seating, ...]  # the rotations of one order around the table, all different


def lineups_of(bots: int, seats: int) -> list[Lineup]:
    """All line-ups, always in the same order.

    Args:
        bots: how many there are, at least 2.
        seats: how many seats a game has, at least 2.

    >>> lineups_of(2, 2)
    [((0, 1), (1, 0))]
    >>> [lineup[0] for lineup in lineups_of(2, 4)]
    [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 1)]
    >>> [lineup[0] for lineup in lineups_of(3, 3)]
    [(0, 1, 2), (0, 2, 1)]
    """
    who = combinations(range(bots), seats) if bots >= seats else _with_repetitions(bots, seats)
    return [lineup for chosen in who for lineup in _around_the_table(chosen)]


def one_among(seats: int) -> list[Lineup]:
    """The one line-up of bot 0 in one seat and bot 1 in all others.

    >>> one_among(3)
    [((0, 1, 1), (1, 1, 0), (1, 0, 1))]
    """
    return [tuple(_rotations((0, *[1] * (seats - 1))))]


def _with_repetitions(bots: int, seats: int) -> list[Seating]:
    return [chosen for chosen in combinations_with_replacement(range(bots), seats) if len(set(chosen)) > 1]


def _around_the_table(chosen: Seating) -> list[Lineup]:
    """A line-up for each different order of the chosen bots around the table: all its rotations, the least first."""
    orders = sorted({min(_rotations(order)) for order in permutations(chosen)})
    return [tuple(dict.fromkeys(_rotations(order))) for order in orders]


def _rotations(order: Seating) -> list[Seating]:
    return [order[k:] + order[:k] for k in range(len(order))]
