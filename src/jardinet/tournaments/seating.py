"""Seating by lot: people at tables so that as few as possible meet again (the "social golfer problem", a round at a time).

The search is exact where it is small: it goes through seatings, whoever has met most first, and leaves a branch as soon as it
is no better than the best one found. It has a budget, in looks at a person rather than in seconds, so that the same seed seats
the same people everywhere. Where the budget ends first, exchanging pairs of people improves what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

MOST_LOOKS = 400_000  # at a person who might be seated next: about a quarter of a second
EXCHANGES = 4_000  # tried where the search was not exact
REST, PAIR, UNUSUAL = 10, 14, 3  # what is avoided, and how much: see `table_sizes`

Met = Mapping[tuple[int, int], int]


@lru_cache(maxsize=1024)
def table_sizes(count: int, seats: int, possible: Collection[int] = (2, 3, 4)) -> tuple[int, ...]:
    """How many sit at each table, the largest first, when so many people come; the others rest.

    Where the number does not divide, tables of three and four fill up for each other. A table of two where more were wished is
    the last resort: rather one person rests. Nobody ever sits alone.

    Args:
        count: how many people there are.
        seats: how many are to sit at a table.
        possible: how many the game allows.

    >>> table_sizes(10, 4), table_sizes(5, 4), table_sizes(2, 4), table_sizes(7, 2, (2, 3))
    ((4, 3, 3), (4,), (2,), (2, 2, 2))
    """
    sizes = [size for size in possible if size == seats or (seats > 2 and size in (2, 3, 4))]
    best: tuple[int, tuple[int, ...]] | None = None
    for numbers in _combined(count, sorted(sizes, reverse=True), seats):
        rest = count - sum(numbers)
        cost = REST * rest + sum(_cost_of_size(size, seats) for size in numbers)
        if best is None or cost < best[0]:
            best = cost, numbers
    return best[1] if best else ()


def _cost_of_size(size: int, seats: int) -> int:
    return 0 if size == seats else PAIR if size == 2 else UNUSUAL


def _combined(count: int, sizes: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """Ways to seat up to `count` people: tables of the wished size, and few of the others."""
    others = [size for size in sizes if size != seats]
    few = range(seats + 1)  # more tables of another size could be tables of the wished size
    found = []
    for first in few if others else (0,):
        for second in few if len(others) > 1 else (0,):
            used = sum(size * number for size, number in zip(others, (first, second), strict=False))
            if used <= count:
                usual = (count - used) // seats if seats in sizes else 0
                numbers = [seats] * usual
                for size, number in zip(others, (first, second), strict=False):
                    numbers += [size] * number
                found.append(tuple(sorted(numbers, reverse=True)))
    return found


def chosen_to_play(people: Sequence[int], count: int, order: Callable[[int], int], random: Random) -> list[int]:
    """So many of the people, those of the lowest `order` first, by lot among equals; the others rest."""
    shuffled = random.sample(list(people), len(people))
    return sorted(sorted(shuffled, key=order)[:count])


def seat_by_lot(people: Sequence[int], sizes: Sequence[int], met: Met, random: Random) -> list[tuple[int, ...]]:
    """Seat people at tables of these sizes, so that as few as possible meet again.

    Meeting for the second time costs 1, for the third 4, for the fourth 9: so nobody meets anybody a third time as long as
    second meetings will do.

    Args:
        people: who is to be seated, as many as `sizes` have places.
        sizes: how many sit at each table.
        met: how often two have met, the lower number first.
        random: the lots.

    Returns:
        The people of each table, in the order of `sizes`.
    """
    shuffled = random.sample(list(people), len(people))
    search = _Search(shuffled, sorted(sizes, reverse=True), met)
    tables, is_exact = search.run()
    if not is_exact:
        tables = _exchanged(tables, met, random)
    return sorted((tuple(random.sample(table, len(table))) for table in tables), key=lambda one: (-len(one), min(one)))


def cost_of(tables: Sequence[Sequence[int]], met: Met) -> int:
    """What a seating costs: see `seat_by_lot`; 0: nobody meets again."""
    return sum(met.get((min(pair), max(pair)), 0) ** 2 for table in tables for pair in combinations(table, 2))


class _Search:
    """Depth-first search for the cheapest seating: see the module."""

    def __init__(self, people: Sequence[int], sizes: Sequence[int], met: Met) -> None:
        count = len(people)
        acquaintances = {one: sum(bool(met.get((min(one, two), max(one, two)))) for two in people) for one in people}
        self._people = sorted(people, key=lambda one: -acquaintances[one])
        self._cost = [[met.get((min(one, two), max(one, two)), 0) ** 2 for two in self._people] for one in self._people]
        self._sizes = sizes
        self._looks = max(MOST_LOOKS, 2 * count * count)
        self._best: list[list[int]] = []
        self._best_cost: int | None = None
        self._tables: list[list[int]] = []

    def run(self) -> tuple[list[list[int]], bool]:
        """The cheapest tables found, and whether none can be cheaper."""
        self._open(list(range(len(self._people))), list(self._sizes), 0)
        if self._best_cost is None:
            self._best = self._in_order()
        return [[self._people[one] for one in table] for table in self._best], self._looks > 0 or self._best_cost == 0

    @property
    def _is_done(self) -> bool:
        return self._looks <= 0 or self._best_cost == 0

    def _open(self, left: list[int], sizes: list[int], cost: int) -> None:
        """Open the next table, at which the first who is left sits, once with each size that is left."""
        if not left:
            if self._best_cost is None or cost < self._best_cost:
                self._best_cost, self._best = cost, [list(table) for table in self._tables]
            return
        for size in sorted(set(sizes), reverse=True):
            others = list(sizes)
            others.remove(size)
            self._tables.append([left[0]])
            self._fill(left[1:], others, size - 1, 0, cost)
            self._tables.pop()
            if self._is_done:
                return

    def _fill(self, left: list[int], sizes: list[int], missing: int, begin: int, cost: int) -> None:
        """Seat those whom the last table still lacks; only people from `begin` on, so that no table is tried in two orders."""
        if not missing:
            self._open(left, sizes, cost)
            return
        table = self._tables[-1]
        self._looks -= len(left) - begin
        tried = []
        for at in range(begin, len(left) - missing + 1):
            added = 0
            for one in table:
                added += self._cost[one][left[at]]
            tried.append((added, at))
        tried.sort()
        for added, at in tried:
            if self._best_cost is not None and cost + added >= self._best_cost:
                return
            table.append(left[at])
            self._fill(left[:at] + left[at + 1 :], sizes, missing - 1, at, cost + added)
            table.pop()
            if self._is_done:
                return

    def _in_order(self) -> list[list[int]]:
        rest, tables = list(range(len(self._people))), []
        for size in self._sizes:
            tables.append(rest[:size])
            rest = rest[size:]
        return tables


def _exchanged(tables: list[list[int]], met: Met, random: Random) -> list[list[int]]:
    """Tables after exchanges of two people each that make them cheaper."""
    if len(tables) < 2:
        return tables

    def costs(one: int, table: Sequence[int]) -> int:
        return sum(met.get((min(one, two), max(one, two)), 0) ** 2 for two in table if two != one)

    for _try in range(EXCHANGES):
        first, second = random.sample(range(len(tables)), 2)
        a, b = random.randrange(len(tables[first])), random.randrange(len(tables[second]))
        one, two = tables[first][a], tables[second][b]
        before = costs(one, tables[first]) + costs(two, tables[second])
        with_two = [*tables[first][:a], two, *tables[first][a + 1 :]]
        with_one = [*tables[second][:b], one, *tables[second][b + 1 :]]
        if costs(two, with_two) + costs(one, with_one) <= before:
            tables[first], tables[second] = with_two, with_one
    return tables
