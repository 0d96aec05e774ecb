"""What is practised are the errors of the analysis, judged by what the seat saw, and again until they are right."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jardinet
from jardinet.analysis.ledger import analyse
from jardinet.analysis.model import Analysis
from jardinet.analysis.practice import (
    MOST,
    NEGLIGIBLE,
    Position,
    Progress,
    coming,
    cost_of,
    is_right,
    kept,
    mistakes,
)
from jardinet.analysis.turning_points import LEAST
from jardinet.arena.tournament import tournament
from jardinet.games.api import IllegalActionError, State
from jardinet.play.record import Record

GAMES = ["lucky_numbers", "maudits_criquets"]
PROGRESS = st.builds(Progress, st.floats(LEAST, 1), st.integers(0, 5), st.booleans())
ALL_PROGRESS = st.dictionaries(st.integers(), PROGRESS, max_size=MOST + 20)


@cache
def played(name: str, seed: int = 1) -> tuple[Record, Analysis, list[Position]]:
    game = jardinet.load_game(name)
    (record, *_) = tournament(game, ["random", "greedy"], 2, seed, recorded=True, workers=1).records.values()
    analysis = analyse(record.game, record.moves)
    return record, analysis, mistakes(record.game, record.moves, analysis)


def state_of(record: Record, position: Position) -> State:
    state = record.game.new_initial_state()
    for move in record.moves[: position.before]:
        state.apply(move)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_an_error_of_the_analysis_and_costs_what_it_says(name: str) -> None:
    record, analysis, found = played(name)
    assert found
    assert found == mistakes(record.game, record.moves, analysis)
    for one in found:
        turn = analysis.turns[one.turn - 1]
        assert any((d.seat, d.action, d.cost) == (one.seat, one.action, one.cost) for d in turn.decisions)
        assert abs(turn.unexplained[one.seat]) < one.cost
        assert cost_of(one, [one.action]) == pytest.approx(one.cost, abs=1e-4)
        assert not is_right(cost_of(one, [one.action]))


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_answered_is_what_was_legal_and_what_the_best_bot_plays_is_right(name: str) -> None:
    record, _, found = played(name)
    for one in found:
        state = state_of(record, one)
        legal = {state.action_to_string(one.seat, action) for action in state.legal_actions(one.seat)}
        assert set(one.judged[""].costs) == legal
        for text in one.judged[""].mixture:
            assert is_right(cost_of(one, [text])) or len(one.judged[""].mixture) > 1
        best = max(one.judged[""].mixture, key=one.judged[""].mixture.__getitem__)
        assert cost_of(one, [best]) <= NEGLIGIBLE
        with pytest.raises(IllegalActionError):
            cost_of(one, ["nothing"])
        with pytest.raises(IllegalActionError):
            cost_of(one, [])


def test_a_taken_tile_is_judged_with_the_cell_where_it_goes() -> None:
    pairs = [
        (record, one, text, cell)
        for record, _, found in (played("lucky_numbers", seed) for seed in range(1, 5))
        for one in found
        for text in one.judged[""].costs
        if text.startswith("take-")
        for cell in one.judged[text].costs
    ]
    assert pairs
    for record, one, text, cell in pairs:
        both = one.judged[""].costs[text] + one.judged[text].costs[cell]
        assert cost_of(one, [text, cell]) == pytest.approx(both, abs=1e-9)
        after = state_of(record, one)
        after.apply_action(after.string_to_action(one.seat, text))
        legal = {after.action_to_string(one.seat, action) for action in after.legal_actions()}
        assert legal == set(one.judged[text].costs)


@given(ALL_PROGRESS)
def test_positions_come_until_they_are_right_the_least_tried_first(progress: dict[int, Progress]) -> None:
    order = coming(progress)
    assert set(order) == {key for key, one in progress.items() if not one.is_right}
    marks = [(progress[key].tries, -progress[key].cost) for key in order]
    assert marks == sorted(marks)


@given(ALL_PROGRESS)
def test_where_there_is_no_more_room_what_is_right_goes_first_then_what_cost_least(
    progress: dict[int, Progress],
) -> None:
    stay = kept(progress)
    gone = progress.keys() - set(stay)
    assert len(stay) == min(len(progress), MOST)
    for key in gone:
        assert all(
            (progress[key].is_right, -progress[key].cost) >= (one.is_right, -one.cost)
            for one in map(progress.get, stay)
            if one
        )


@given(st.dictionaries(st.integers(), PROGRESS, min_size=1, max_size=6), st.data())
def test_whoever_answers_all_of_them_rightly_at_last_is_done(
    progress: dict[int, Progress], data: st.DataObject
) -> None:
    wrong = data.draw(st.integers(0, 4))
    while order := coming(progress):
        key, before = order[0], progress[order[0]]
        progress[key] = before._replace(tries=before.tries + 1, is_right=wrong <= 0)
        if wrong > 0 and len(order) > 1 and before.tries >= progress[order[1]].tries:
            assert coming(progress)[0] != key, "it comes later"
        wrong -= 1
    assert all(one.is_right for one in progress.values())
