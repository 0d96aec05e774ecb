"""Draws: the tables of a tournament's next round, by its plan, its course and its seed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from jardinet.tournaments.course import TournamentState
from jardinet.tournaments.facts import RoundDrawn
from jardinet.tournaments.plan import EVENING, EVERYBODY, TournamentError
from jardinet.tournaments.seating import chosen_to_play, cost_of, seat_by_lot, table_sizes

FEWEST = 2  # entries that make a tournament


def berger(count: int) -> list[list[tuple[int, int]]]:
    """Berger's tables: by round who meets whom, of players 1 to `count`; with an odd count whoever meets nobody rests.

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    even, last = count + count % 2, count + count % 2 - 1
    rounds = []
    for number in range(last):
        shift = number * even // 2

        def moved(player: int, shift: int = shift, last: int = last) -> int:
            return (player - 1 + shift) % last + 1

        top = (moved(1), even) if number % 2 == 0 else (even, moved(1))
        pairs = [top, *((moved(one), moved(even + 1 - one)) for one in range(2, even // 2 + 1))]
        rounds.append([pair for pair in pairs if max(pair) <= count])
    return rounds


def may_begin(state: TournamentState, *, is_patient: bool = True) -> bool:
    """Whether a round can begin now: the one before is over, and tables are left to be drawn.

    Args:
        state: the tournament.
        is_patient: on an evening, wait for people who have not met rather than seat people with each other again.
    """
    return next_round(state, is_patient=is_patient) is not None


def next_round(state: TournamentState, *, is_patient: bool = False) -> RoundDrawn | None:
    """The next round; None: none can begin, be it that tables still play, that nobody is left or that all is played.

    Args:
        state: the tournament, which neither pauses nor is over; else the answer is None.
        is_patient: see `may_begin`.
    """
    if state.phase not in ("open", "running"):
        return None
    if state.plan.form != EVENING and state.running:
        return None
    planned = state.planned_rounds
    if state.plan.form == EVERYBODY:
        tables = _everybody(state)
    elif planned is not None and len(state.rounds) >= planned:
        return None
    else:
        tables = _by_lot(state, is_patient=is_patient)
    if not tables:
        return None
    playing = {one for table in tables for one in table}
    resting = () if state.plan.form == EVENING else tuple(one for one in state.active if one not in playing)
    return RoundDrawn(len(state.rounds) + 1, tuple(tables), resting)


def is_complete(state: TournamentState) -> bool:
    """Whether the tournament is over by itself: its last table is, and no round follows. An evening ends by the clock alone."""
    if state.plan.form == EVENING or state.phase != "running" or state.running:
        return False
    return next_round(state) is None


def check_enough(state: TournamentState) -> None:
    """Raise TournamentError if too few have entered for a round."""
    if len(state.active) < FEWEST:
        raise TournamentError("too-few-entries", "too few have entered: a round needs {fewest}.", fewest=FEWEST)


def _random(state: TournamentState) -> Random:
    """The lots of the next round, which follow from the seed and the round's number."""
    return Random(f"{state.plan.seed} {len(state.rounds) + 1}")  # noqa: S311 - lots that anybody can draw again


def _by_lot(state: TournamentState, *, is_patient: bool) -> list[tuple[int, ...]]:
    random, is_evening = _random(state), state.plan.form == EVENING
    free = state.free
    sizes = table_sizes(len(free), state.plan.seats, state.plan.possible)
    order = state.matches if is_evening else state.rests
    sign = 1 if is_evening else -1  # who has played least, or rested most, plays
    playing = chosen_to_play(free, sum(sizes), lambda one: sign * order[one], random)
    tables = seat_by_lot(playing, sizes, state.met, random)
    if is_evening and is_patient:
        tables = [
            table for table in tables if len(table) >= min(state.plan.seats, 3) and not cost_of([table], state.met)
        ]
    return tables


def _everybody(state: TournamentState) -> list[tuple[int, ...]]:
    """The pairs of the next round: by Berger's tables while all who take part have done so from the first round."""
    first = state.rounds[0] if state.rounds else None
    began = (
        sorted([*first.resting, *(one for table in first.tables for one in table.entries)]) if first else state.active
    )
    lots = Random(f"{state.plan.seed} numbers").sample(list(began), len(began))  # noqa: S311 - as above
    rounds, at = berger(len(lots)), len(state.rounds)
    if set(state.active) <= set(began) and at < len(rounds):
        pairs = [(lots[one - 1], lots[two - 1]) for one, two in rounds[at]]
        left = [pair for pair in pairs if not state.gone & set(pair) and not state.met[min(pair), max(pair)]]
        if left:
            return [*left]
    return [*_most_pairs(state)]


def _most_pairs(state: TournamentState) -> Sequence[tuple[int, int]]:
    """Pairs that have not met, as many as can play at a time, so that those who still miss most play."""
    missing = [pair for pair in combinations(state.active, 2) if not state.met[pair]]
    degree = {one: sum(one in pair for pair in missing) for one in state.active}

    def matchings(pairs: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
        if not pairs:
            return [[]]
        one = pairs[0][0]
        without = [pair for pair in pairs if one not in pair]
        found = matchings(without)  # that entry rests
        for pair in (pair for pair in pairs if one in pair):
            found += [[pair, *rest] for rest in matchings([other for other in without if pair[1] not in other])]
        return found

    def worth(pairs: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
        playing = [degree[one] for pair in pairs for one in pair]
        most = max(degree.values(), default=0)
        return playing.count(most), len(pairs), sum(one * one for one in playing)

    found = matchings(missing)
    lots = _random(state).sample(range(len(found)), len(found))
    return max((found[at] for at in lots), key=worth)
