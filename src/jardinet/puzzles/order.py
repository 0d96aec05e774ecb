"""Order of a year's puzzles: no two of one kind within a week, at the turn of the year neither."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jardinet.puzzles.book import Puzzle

WEEK = 7
PASSES = 20_000  # over those that clash


def most_of_a_kind(count: int) -> int:
    """How many of `count` puzzles may be of one kind, so that they can be spread, with room to spare where there are many."""
    return max(1, count // WEEK if count < WEEK * WEEK else 2 * count // (2 * WEEK + 1))


def alike_within_a_week(kinds: Sequence[str]) -> list[int]:
    """The places in a year, which begins anew at its end, whose kind comes again within WEEK days; none if there are WEEK or fewer."""
    count = len(kinds)
    near = range(1, min(WEEK, count))
    return [k for k in range(count) if any(kinds[k] == kinds[(k + step) % count] for step in near)]


def spread(puzzles: Sequence[Puzzle], seed: int) -> list[Puzzle]:
    """The puzzles in an order in which no two of one kind come within a week; the same for the same seed.

    From an order on in which the commonest kinds come as often as they may, what stands too near to its like changes
    places with what stands anywhere, if that brings no more of it about.

    Args:
        puzzles: at most `most_of_a_kind` of each kind.
        seed: from 0.

    Raises:
        ValueError: no such order was found.
    """
    count, generator = len(puzzles), np.random.default_rng((seed, len(puzzles)))
    order = _commonest_first(puzzles, generator)
    near = [step for step in range(1 - WEEK, WEEK) if step % count]

    def clashes(place: int) -> int:
        own = puzzles[order[place]].kind
        return sum(puzzles[order[(place + step) % count]].kind == own for step in near)

    for _ in range(PASSES):
        clashing = [place for place in range(count) if clashes(place)]
        if not clashing:
            return [puzzles[k] for k in order]
        for place, other in zip(clashing, generator.integers(count, size=len(clashing)).tolist(), strict=True):
            before = clashes(place) + clashes(other)
            order[place], order[other] = order[other], order[place]
            if clashes(place) + clashes(other) > before:
                order[place], order[other] = order[other], order[place]
    raise ValueError(f"no order of {count} puzzles keeps those of a kind a week apart")


def _commonest_first(puzzles: Sequence[Puzzle], generator: np.random.Generator) -> list[int]:
    """The places of puzzles in an order in which each day has one of the commonest kind left that did not come for a week."""
    waiting = dict[str, list[int]]()
    for k in generator.permutation(len(puzzles)).tolist():
        waiting.setdefault(puzzles[k].kind, []).append(k)
    order = list[int]()
    while len(order) < len(puzzles):
        recent = {puzzles[k].kind for k in order[-(WEEK - 1) :]}
        chosen = max(waiting, key=lambda kind: (kind not in recent, len(waiting[kind])))
        order.append(waiting[chosen].pop())
        if not waiting[chosen]:
            del waiting[chosen]
    return order
