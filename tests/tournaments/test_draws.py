"""Whole tournaments, drawn round by round: who meets whom, who rests, who comes late and who leaves."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jardinet.tournaments.course import TournamentState, course_of
from jardinet.tournaments.draws import berger, check_enough, is_complete, next_round
from jardinet.tournaments.facts import (
    EntryHandedOver,
    EntryLeft,
    EntryMade,
    EntryReturned,
    RoundDrawn,
    TableCorrected,
    TableEnded,
    TournamentEnded,
    TournamentFact,
    TournamentPaused,
    TournamentResumed,
    decode_fact,
    encode_fact,
)
from jardinet.tournaments.plan import TournamentError, TournamentPlan

EVERYBODY = TournamentPlan("everybody", 2, 0)
FIDE_SIX = [  # the tables of the FIDE handbook, C.05 annex 1
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]


def begun(plan: TournamentPlan, count: int) -> TournamentState:
    return course_of(plan, [EntryMade(one) for one in range(1, count + 1)])


def drawn(state: TournamentState) -> TournamentState:
    fact = next_round(state)
    assert fact is not None
    return state.after(fact)


def finished(state: TournamentState) -> TournamentState:
    for table in state.running:
        count = len(table.entries)
        state = state.after(TableEnded(table.round, table.number, tuple(range(count)), (True,) * count))
    return state


def test_bergers_tables_are_those_of_the_handbook() -> None:
    assert berger(6) == FIDE_SIX


@pytest.mark.parametrize("count", range(2, 9))
def test_everybody_meets_everybody_once_in_as_few_rounds_as_can_be(count: int) -> None:
    state = begun(EVERYBODY, count)
    planned = state.planned_rounds
    while not is_complete(state):
        state = finished(drawn(state))
        resting = state.rounds[-1].resting
        assert len(resting) == count % 2
    assert len(state.rounds) == planned == count - 1 + count % 2
    assert state.met == Counter(combinations(range(1, count + 1), 2))
    assert all(rests == 1 for rests in state.rests.values())


@settings(deadline=None, max_examples=60)
@given(st.integers(3, 7), st.integers(0, 99), st.data())
def test_everybody_meets_everybody_who_stays_though_some_come_late_and_some_leave(
    count: int, seed: int, data: st.DataObject
) -> None:
    state = begun(TournamentPlan("everybody", 2, 0, seed=seed), count)
    for number in range(20):
        if number and state.admits and data.draw(st.booleans()):
            state = state.after(EntryMade(state.entries + 1))
        if number and len(state.active) > 2 and data.draw(st.integers(0, 3)) == 0:
            state = state.after(EntryLeft(data.draw(st.sampled_from(state.active))))
        if is_complete(state):
            break
        state = finished(drawn(state))
        assert all(times == 1 for times in state.met.values())
    assert is_complete(state)
    assert set(combinations(state.active, 2)) <= set(state.met)


@settings(deadline=None, max_examples=20)
@given(st.integers(2, 30), st.sampled_from([2, 3, 4]), st.integers(0, 99), st.data())
def test_by_lot_nobody_rests_twice_before_all_have(count: int, seats: int, seed: int, data: st.DataObject) -> None:
    state = begun(TournamentPlan("lots", seats, 6, seed=seed), count)
    for number in range(6):
        if number and state.admits and data.draw(st.booleans()):
            state = state.after(EntryMade(state.entries + 1))
        state = drawn(state)
        last = state.rounds[-1]
        assert all(len(table.entries) > 1 for table in last.tables)
        assert sorted([*last.resting, *(one for table in last.tables for one in table.entries)]) == list(state.active)
        assert next_round(state) is None  # while tables play
        state = finished(state)
    rests = [state.rests[one] for one in range(1, count + 1)]
    if state.entries == count:
        assert max(rests) - min(rests) <= 1
    assert is_complete(state)


def test_the_same_seed_draws_the_same_tournament() -> None:
    def tables(seed: int) -> list[tuple[int, ...]]:
        state = begun(TournamentPlan("lots", 3, 3, seed=seed), 11)
        for _round in range(3):
            state = finished(drawn(state))
        return [table.entries for table in state.tables]

    assert tables(1) == tables(1) != tables(2)


def test_late_entries_come_until_half_of_the_rounds_have_begun() -> None:
    state = begun(TournamentPlan("lots", 4, 4), 8)
    for admits in (True, True, False):
        state = finished(drawn(state))
        assert state.admits == admits
    with pytest.raises(TournamentError, match="half of the rounds have begun"):
        state.after(EntryMade(9))


def test_eight_is_the_most_where_everybody_meets_everybody() -> None:
    with pytest.raises(TournamentError, match="8 take part already"):
        begun(EVERYBODY, 9)


def test_an_evening_seats_who_is_free_while_others_play() -> None:
    state = drawn(begun(TournamentPlan("evening", 2, 0), 6))
    assert next_round(state) is None  # nobody is free
    first, second, _third = state.running
    state = state.after(TableEnded(1, first.number, (2, 0), (True, True)))
    assert next_round(state, is_patient=True) is None  # the two have just met
    again = next_round(state)
    assert again is not None
    assert set(again.tables[0]) == set(first.entries)
    state = drawn(state.after(TableEnded(1, second.number, (2, 0), (True, True))))
    assert all(times == 1 for times in state.met.values())
    assert not is_complete(state)


def test_a_pause_lets_no_round_begin_and_an_end_nothing_at_all() -> None:
    state = begun(TournamentPlan(), 4).after(TournamentPaused())
    assert next_round(state) is None
    with pytest.raises(TournamentError, match="pauses already"):
        state.after(TournamentPaused())
    state = drawn(state.after(TournamentResumed()))
    with pytest.raises(TournamentError, match="does not pause"):
        state.after(TournamentResumed())
    state = state.after(TournamentEnded(is_called_off=True))
    assert state.phase == "off"
    with pytest.raises(TournamentError, match="is over"):
        state.after(EntryMade(5))
    assert state.after(TableCorrected(1, 1, (0, 1, 2, 3))).tables[0].is_corrected


def test_impossible_facts_are_refused_with_the_reason() -> None:
    state = drawn(begun(TournamentPlan("lots", 2, 2), 3))
    for fact, told in (
        (EntryLeft(4), "no entry 4"),
        (EntryReturned(1), "has not left"),
        (TableEnded(1, 2, (1, 2), (True, True)), "no such table"),
        (TableEnded(1, 1, (1,), (True,)), "1 numbers are given: the table has 2 seats"),
    ):
        with pytest.raises(TournamentError, match=told):
            state.after(fact)
    state = state.after(EntryLeft(1))
    with pytest.raises(TournamentError, match="has left already"):
        state.after(EntryLeft(1))
    assert state.after(EntryHandedOver(1, 4)).active == (1, 2, 3)
    with pytest.raises(TournamentError, match="too few"):
        check_enough(begun(TournamentPlan(), 1))


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (TournamentPlan("knock-out"), "everybody, lots or evening"),
        (TournamentPlan("everybody", 3, 0), "2 sit at a table"),
        (TournamentPlan("lots", 5), "2, 3 or 4 sit"),
        (TournamentPlan("lots", 4, 0), "1 to 20"),
        (TournamentPlan("evening", 4, 3), "leave it 0"),
        (TournamentPlan(ties="coin"), "shared or wins"),
    ],
)
def test_an_impossible_plan_is_refused_with_what_is_possible(plan: TournamentPlan, told: str) -> None:
    with pytest.raises(TournamentError, match=told):
        plan.check()


def test_facts_survive_as_json() -> None:
    told: list[TournamentFact] = [
        EntryMade(1),
        EntryHandedOver(1, 7),
        RoundDrawn(1, ((1, 2), (3, 4)), (5,)),
        TableEnded(1, 1, (2, -3), (True, False)),
        TournamentEnded(is_called_off=True),
    ]
    assert [decode_fact(encode_fact(fact)) for fact in told] == told
