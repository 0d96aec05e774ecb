"""Standings: points added up, ties as agreed, and nobody listed who has played nothing."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from jardinet.tournaments.course import course_of
from jardinet.tournaments.facts import EntryMade, RoundDrawn, TableCorrected, TableEnded, TournamentFact
from jardinet.tournaments.plan import TournamentPlan
from jardinet.tournaments.standings import standings


def told(*results: tuple[tuple[int, int], tuple[int, int]], count: int = 4) -> list[TournamentFact]:
    """Entries, and a round for each result."""
    facts: list[TournamentFact] = [EntryMade(one) for one in range(1, count + 1)]
    for number, (entries, points) in enumerate(results, 1):
        facts += [RoundDrawn(number, (entries,)), TableEnded(number, 1, points, (True, True))]
    return facts


PLAN = TournamentPlan("everybody", 2, 0)
BY_WINS = TournamentPlan("everybody", 2, 0, ties="wins")


def test_points_are_added_and_equal_ones_share_a_place() -> None:
    state = course_of(PLAN, told(((1, 2), (4, -1)), ((3, 4), (4, 1)), ((2, 4), (2, 0))))
    lines = [(line.place, line.entry, line.points, line.matches) for line in standings(state)]
    assert lines == [(1, 1, 4, 1), (1, 3, 4, 1), (3, 2, 1, 2), (3, 4, 1, 2)]


def test_wins_decide_between_equal_points_where_that_is_agreed() -> None:
    facts = told(((1, 2), (4, -1)), ((3, 4), (2, 1)), ((3, 2), (2, 0)))
    assert [line.place for line in standings(course_of(PLAN, facts))][:2] == [1, 1]
    by_wins = standings(course_of(BY_WINS, facts))
    assert [(line.place, line.entry, line.wins) for line in by_wins][:2] == [(1, 3, 2), (2, 1, 1)]


def test_direct_meetings_decide_between_equal_wins_if_all_have_met() -> None:
    facts = told(((1, 2), (1, 3)), ((1, 3), (5, 0)), ((2, 4), (3, 4)), ((1, 4), (0, -9)))
    lines = standings(course_of(BY_WINS, facts))
    assert [(line.entry, line.points, line.wins) for line in lines[:2]] == [(1, 6, 2), (2, 6, 1)]
    facts = told(((1, 2), (1, 3)), ((1, 3), (5, 0)), ((2, 4), (3, 1)))
    assert [(line.place, line.entry) for line in standings(course_of(BY_WINS, facts))][:2] == [(1, 2), (2, 1)]


def test_equals_who_have_not_met_share_a_place() -> None:
    facts = told(((1, 2), (4, 0)), ((3, 4), (4, 0)))
    assert [line.place for line in standings(course_of(BY_WINS, facts))] == [1, 1, 3, 3]


def test_who_played_nothing_is_not_listed_until_the_host_corrects_that() -> None:
    facts = [EntryMade(1), EntryMade(2), RoundDrawn(1, ((1, 2),)), TableEnded(1, 1, (-5, 2), (False, True))]
    assert [line.entry for line in standings(course_of(PLAN, facts))] == [2]
    corrected = course_of(PLAN, [*facts, TableCorrected(1, 1, (1, 0))])
    assert [(line.entry, line.points) for line in standings(corrected)] == [(1, 1), (2, 0)]


@given(
    st.lists(st.tuples(st.integers(-20, 8), st.integers(-20, 8)), min_size=1, max_size=6),
    st.sampled_from([PLAN, BY_WINS]),
)
def test_places_fall_as_points_do(points: list[tuple[int, int]], plan: TournamentPlan) -> None:
    results = [((1 + at % 3, 4), pair) for at, pair in enumerate(points)]
    lines = standings(course_of(plan, told(*results)))
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    assert all(one.points >= other.points for one, other in pairwise(lines))
    assert sum(line.points for line in lines) == sum(map(sum, points))
