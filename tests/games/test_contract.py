"""One contract for every registered game: what games/api.py promises, over random games.

No game is named here. A game that is added is tested at once, with sets of parameters derived
from what it declares.
"""

from __future__ import annotations

import copy
import itertools
import json
import math
import multiprocessing
import pickle
import random
from collections.abc import Callable
from functools import cache
from operator import methodcaller
from typing import Any

import msgspec
import numpy as np
import pytest
from scipy import stats

from jardinet.games import entry_of, load_game, registered_games
from jardinet.games.api import (
    CHANCE,
    NO_ACTION,
    SIMULTANEOUS,
    TERMINAL,
    Game,
    IllegalActionError,
    Move,
    State,
    TextError,
)
from jardinet.games.batch import StateBatch, rollouts
from jardinet.games.parameters import GameError, Parameter, ParameterError
from jardinet.games.records import copy_of

COMBINATIONS = 5  # random ones, besides every single parameter changed alone


def values_of(parameter: Parameter) -> list[int | str]:
    """Some of its allowed values: all, or the first few and one in the middle of a long range."""
    allowed = parameter.allowed
    return list(allowed) if len(allowed) <= 4 else [*allowed[:3], allowed[min(50, len(allowed) - 1)]]


def parameter_sets(name: str) -> list[dict[str, Any]]:
    """The defaults, each parameter changed alone, and some changed together; contradictions left out."""
    declared: tuple[Parameter, ...] = entry_of(name).parameters
    tried: list[dict[str, Any]] = [{}]
    tried += [{parameter.name: value} for parameter in declared for value in values_of(parameter)]
    rng = random.Random(name)
    combined = ({p.name: rng.choice(values_of(p)) for p in declared} for _ in itertools.repeat(None))
    combined_possible = (given for given in combined if is_possible(name, given))
    tried += itertools.islice(combined_possible, COMBINATIONS)
    found: dict[str, dict[str, Any]] = {}
    for given in tried:
        if is_possible(name, given):
            found.setdefault(str(entry_of(name).settle(given)), given)
    return list(found.values())


def is_possible(name: str, given: dict[str, Any]) -> bool:
    try:
        entry_of(name).settle(given)
    except ParameterError:
        return False
    return True


GAMES = [
    pytest.param(name, given, id=f"{name}-{'-'.join(f'{k}={v}' for k, v in given.items()) or 'defaults'}")
    for name in registered_games()
    for given in parameter_sets(name)
]
every_game = pytest.mark.parametrize(("name", "given"), GAMES)


def finished(name: str, given: dict[str, Any], seed: int = 1) -> State:
    """A random game played to its end; the same one for the same arguments."""
    return _finished(name, tuple(given.items()), seed).clone()


@cache
def _finished(name: str, given: tuple[tuple[str, Any], ...], seed: int) -> State:
    state = load_game(name, **dict(given)).new_initial_state()
    rng = random.Random(seed)
    while not state.is_terminal():
        state.apply(some_move(state, rng))
    return state


def some_move(state: State, rng: random.Random) -> Move:
    """Anything legal; now and then the first, which in many games brings the end nearer."""
    if state.is_simultaneous_node():
        acting = state.acting_seats()
        seats = range(state.num_players())
        return tuple(rng.choice(state.legal_actions(seat)) if seat in acting else NO_ACTION for seat in seats)
    legal = state.legal_actions()
    return legal[0] if rng.random() < 0.3 else rng.choice(legal)


def positions(ended: State) -> list[State]:
    """Every state of the game, its beginning and end included."""
    state = ended.get_game().new_initial_state()
    passed = [state.clone()]
    for move in ended.history():
        state.apply(move)
        passed.append(state.clone())
    return passed


def movers(state: State) -> list[int]:
    """Who moves now: one seat, chance, or everybody with something to choose; nobody at the end."""
    return [CHANCE] if state.is_chance_node() else state.acting_seats()


def snapshot(state: State) -> tuple[Any, ...]:
    """All that a caller can see of a state, to find out whether something changed it."""
    seats = (None, *range(state.num_players()))
    views = [msgspec.json.encode(state.view(seat)) for seat in seats]
    return (state.history(), state.current_player(), views, [state.observation(seat).tobytes() for seat in seats])


# Games and parameters ------------------------------------------------------------------------


def test_there_are_games_and_each_has_several_sets_of_parameters() -> None:
    assert len(registered_games()) == len(set(registered_games())) > 1
    assert all(len(parameter_sets(name)) >= 5 for name in registered_games())


@every_game
def test_a_game_s_repr_loads_it_again(name: str, given: dict[str, Any]) -> None:
    game = load_game(name, **given)
    word, _, inside = repr(game).removesuffix(")").partition("(")
    declared = {parameter.name: parameter for parameter in game.declared}
    read = {key: declared[key].parse(text) for key, text in (part.split("=") for part in inside.split(",") if part)}
    again = load_game(word, **read)
    assert again == game
    assert hash(again) == hash(game)
    assert load_game(name, **game.parameters) == game
    assert list(game.parameters) == list(declared)


@pytest.mark.parametrize("name", registered_games())
def test_unknown_parameters_and_values_are_refused(name: str) -> None:
    with pytest.raises(ParameterError, match="there is no parameter 'colour_of_the_box'"):
        load_game(name, colour_of_the_box=1)
    for parameter in entry_of(name).parameters:
        with pytest.raises(ParameterError, match=f"{parameter.name}='no such' is not possible"):
            load_game(name, **{parameter.name: "no such"})


@every_game
def test_the_numbers_of_a_game_hold_in_play(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    game = ended.get_game()
    passed = positions(ended)[:-1]
    decisions = [state for state in passed if not state.is_chance_node()]
    chances = [state for state in passed if state.is_chance_node()]
    assert game.num_players() == ended.num_players() == game.parameters["players"]
    assert 0 < len(decisions) <= game.max_game_length() < math.inf
    assert len(chances) <= game.max_chance_nodes_in_history()
    assert game.num_distinct_actions() == game.rules.NUM_ACTIONS > max(game.player_texts)
    assert all(outcome < game.max_chance_outcomes() for state in chances for outcome, _ in state.chance_outcomes())
    assert game.min_utility() < game.max_utility()
    assert all(game.min_utility() <= value <= game.max_utility() for value in ended.returns())


# Whose move ----------------------------------------------------------------------------------


@every_game
def test_legal_actions_rise_and_only_those_who_move_have_any(name: str, given: dict[str, Any]) -> None:
    for state in positions(finished(name, given)):
        moving = movers(state)
        assert bool(moving) == (not state.is_terminal())
        kinds = [state.is_chance_node(), state.is_simultaneous_node(), state.is_terminal()]
        assert sum(kinds) == (state.current_player() < 0)
        for player in (CHANCE, *range(state.num_players())):
            actions = state.legal_actions(player)
            assert actions == sorted(set(actions))
            assert bool(actions) == (player in moving)
            assert all(type(action) is int for action in actions)
            if player != CHANCE:
                assert all(0 <= action < state.get_game().num_distinct_actions() for action in actions)
                mask = state.legal_actions_mask(player)
                assert mask.dtype == np.int8
                assert np.flatnonzero(mask).tolist() == actions
        if len(moving) == 1 and not state.is_simultaneous_node():
            assert state.legal_actions() == state.legal_actions(moving[0])


@every_game
def test_chance_has_exact_probabilities_where_it_moves_and_none_elsewhere(name: str, given: dict[str, Any]) -> None:
    for state in positions(finished(name, given)):
        outcomes = state.chance_outcomes()
        if not state.is_chance_node():
            assert outcomes == []
            continue
        assert [action for action, _ in outcomes] == state.legal_actions()
        assert all(probability > 0 for _, probability in outcomes)
        assert math.fsum(probability for _, probability in outcomes) == pytest.approx(1, abs=1e-12)


@every_game
def test_chance_keeps_to_the_sources_that_the_game_states(name: str, given: dict[str, Any]) -> None:
    """One source a node, with the probabilities that follow from what it gave before."""
    ended = finished(name, given)
    sources = ended.get_game().chance_sources()
    assert len({source.name for source in sources}) == len(sources) > 0
    assert all(list(source.outcomes) == sorted(source.outcomes) for source in sources)
    owner = {outcome: source for source in sources for outcome in source.outcomes}
    assert len(owner) == sum(len(set(source.outcomes)) for source in sources)  # no action belongs to two
    drawn: dict[str, list[int]] = {source.name: [] for source in sources}
    for state, move in zip(positions(ended), ended.history(), strict=False):
        if state.is_chance_node():
            assert isinstance(move, int)
            source = owner[move]
            weights = source.weights(drawn[source.name])
            total = sum(weights.values())
            outcomes = {action: weight / total for action, weight in weights.items()}
            assert dict(state.chance_outcomes()) == pytest.approx(outcomes, abs=1e-12)
            drawn[source.name].append(move)


@every_game
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str, given: dict[str, Any]) -> None:
    for state in positions(finished(name, given))[:: max(1, len(finished(name, given).history()) // 12)]:
        before = snapshot(state)
        legal = [] if state.is_simultaneous_node() else state.legal_actions()
        for action in range(-1, state.get_game().num_distinct_actions() + 1):
            if action not in legal:
                with pytest.raises(IllegalActionError):
                    state.apply_action(action)
        if not state.is_simultaneous_node():
            with pytest.raises(IllegalActionError):
                state.apply_actions([0] * state.num_players())
        else:
            with pytest.raises(IllegalActionError):
                state.apply_actions([state.get_game().num_distinct_actions()] * state.num_players())
        assert snapshot(state) == before


@every_game
def test_the_end_has_winners_and_no_moves(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    assert (ended.current_player(), ended.legal_actions()) == (TERMINAL, [])
    assert ended.chance_outcomes() == []
    assert ended.winners() == sorted(set(ended.winners())) != []
    assert set(ended.winners()) <= set(range(ended.num_players()))
    assert ended.end() in ended.get_game().ends.values()
    for state in positions(ended)[:-1]:
        assert (state.is_terminal(), state.end(), state.winners()) == (False, None, [])


@every_game
def test_returns_are_zero_until_the_end_and_then_the_winners_are_best_off(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    seats = range(ended.num_players())
    for state in positions(ended)[:-1]:
        assert state.returns() == [0.0 for _ in seats]
        assert state.match_points() == [0 for _ in seats]
    returns, points = ended.returns(), ended.match_points()
    assert len(returns) == len(points) == len(seats)
    losers = [seat for seat in seats if seat not in ended.winners()]
    assert all(returns[winner] > returns[loser] for winner in ended.winners() for loser in losers)
    # Points may tie where something else breaks the tie for the victory (MC-6.3).
    assert all(points[winner] >= points[loser] for winner in ended.winners() for loser in losers)
    for values in (returns, points):
        assert len({values[winner] for winner in ended.winners()}) == 1


@pytest.mark.parametrize("name", registered_games())
def test_returns_are_zero_sum_by_default(name: str) -> None:
    for players, seed in itertools.product(entry_of(name).players, range(3)):
        ended = finished(name, {"players": players}, seed)
        if ended.get_game().utility_sum() != 0:
            continue
        assert math.fsum(ended.returns()) == pytest.approx(0)
        assert {-1 / (players - 1), 1.0} >= {value for value in ended.returns() if len(ended.winners()) == 1}


# Texts ---------------------------------------------------------------------------------------


@every_game
def test_actions_have_texts_that_read_back_case_blind(name: str, given: dict[str, Any]) -> None:
    state = load_game(name, **given).new_initial_state()
    for player in (0, CHANCE):
        texts = state.get_game().texts_of(player)
        assert len(set(texts.values())) == len(texts)
        for action, text in texts.items():
            assert state.action_to_string(player, action) == text
            assert state.string_to_action(player, text) == action
            assert state.string_to_action(player, f" {text.upper()} ") == action
            assert text == text.lower().strip()
            assert not set(text) & set("+ ")  # which part the words of a serialised state
            assert text != "-"  # which stands for no action
        with pytest.raises(TextError, match="is not an action"):
            state.string_to_action(player, "no such action")
        with pytest.raises(TextError, match="is not an action"):
            state.action_to_string(player, 10_000)
    for passed in positions(finished(name, given)):
        for player in movers(passed):
            assert set(passed.legal_actions(player)) <= set(passed.get_game().texts_of(player))


@every_game
def test_a_state_is_read_back_from_its_text(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    passed = positions(ended)
    for state in [*passed[:: max(1, len(passed) // 10)], ended]:
        again = state.get_game().deserialize_state(state.serialize())
        assert snapshot(again) == snapshot(state)
        assert again.serialize() == state.serialize()
    with pytest.raises(TextError, match="action 1 of the state"):
        ended.get_game().deserialize_state("no")


@every_game
def test_turns_are_read_back_at_every_length(name: str, given: dict[str, Any]) -> None:
    """Finished games and games broken off anywhere."""
    ended = finished(name, given)
    game, moves = ended.get_game(), ended.history()
    whole = game.turns(moves)
    assert read_back(game, whole).history() == moves
    assert all(turn.text and "\n" not in turn.text and turn.text == turn.text.strip() for turn in whole)
    assert all(turn.seat is None or turn.seat in range(game.num_players()) for turn in whole)
    reader, read = game.new_initial_state(), 0  # holds whole[:read], the lines that no longer change
    for length in range(len(moves) + 1):
        turns = game.turns(moves[:length]) if length < 60 or length % 7 == 0 else None
        if turns is None:
            continue
        while read < len(turns) - 1:
            game.read_turn(reader, turns[read].text)
            read += 1
        assert turns[:read] == whole[:read]
        broken_off = reader.clone()
        for turn in turns[read:]:
            game.read_turn(broken_off, turn.text)
        assert broken_off.history() == moves[:length]


def read_back(game: Game, turns: list[Any]) -> State:
    state = game.new_initial_state()
    for turn in turns:
        game.read_turn(state, turn.text)
    return state


# What a seat may know --------------------------------------------------------------------------


@every_game
def test_views_are_plain_data_for_every_seat_and_a_spectator(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    passed = positions(ended)
    for state in [*passed[:: max(1, len(passed) // 20)], ended]:
        for seat in (None, *range(state.num_players())):
            assert isinstance(json.loads(msgspec.json.encode(state.view(seat))), dict)


@every_game
def test_tensors_have_their_shape_and_lie_between_0_and_1(name: str, given: dict[str, Any]) -> None:
    for state in positions(finished(name, given)):
        for seat in (None, *range(state.num_players())):
            tensor = state.observation_tensor(seat)
            assert tensor.dtype == np.float32
            assert tensor.shape == state.get_game().observation_tensor_shape()
            assert 0 <= tensor.min() <= tensor.max() <= 1


@every_game
def test_events_foretell_and_leave_the_state_alone(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    passed, moves = positions(ended), ended.history()
    for k in [*range(0, len(moves), max(1, len(moves) // 20)), len(moves) - 1]:
        before = snapshot(passed[k])
        for viewer in (None, *range(ended.num_players())):
            events = passed[k].events(moves[k], viewer)
            assert isinstance(json.loads(msgspec.json.encode(events)), list)
            assert snapshot(passed[k]) == before
    assert events != []  # the last move ends the game, which is told


@every_game
def test_a_clone_is_independent(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    passed, moves = positions(ended), ended.history()
    for k in range(0, len(moves), max(1, len(moves) // 10)):
        state, before = passed[k], snapshot(passed[k])
        twin = state.clone()
        assert snapshot(twin) == before
        twin.apply(moves[k])
        assert snapshot(state) == before
        assert twin.history() == moves[: k + 1]
        state.history().append(0)
        state.legal_actions().append(0)
        state.observation()["player"] = 3
        assert snapshot(state) == before


@every_game
def test_the_same_moves_lead_to_the_same_state(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    again = ended.get_game().new_initial_state()
    for move in ended.history():
        again.apply(move)
    assert snapshot(again) == snapshot(ended)
    assert repr(again) == repr(ended)


# Seats that there are not -----------------------------------------------------------------------


@pytest.mark.parametrize("name", registered_games())
def test_a_seat_that_there_is_not_is_refused_by_name(name: str) -> None:
    """Numbers that stand for chance, for all at once and for the end mean what they meant."""
    ended = finished(name, {})
    seats = ended.num_players()
    for state in (positions(ended)[0], positions(ended)[len(ended.history()) // 2], ended):
        move = some_move(state, random.Random(1)) if state is not ended else 0
        asked: list[Callable[[int], object]] = [
            state.legal_actions,
            state.legal_actions_mask,
            state.observation,
            state.observation_tensor,
            state.view,
            state.draw,
            lambda seat, state=state, move=move: state.events(move, seat),  # type: ignore[misc]
        ]
        for ask, seat in itertools.product(asked, (seats, seats + 5, -3, -7)):
            with pytest.raises(GameError, match=f"^seat {seat} is not possible: seats are 0 to {seats - 1}.$"):
                ask(seat)
        for nobody in (CHANCE, SIMULTANEOUS, TERMINAL):
            assert bool(state.legal_actions(nobody)) == (nobody == CHANCE and state.is_chance_node())
            assert state.observation_tensor(nobody).tobytes() == state.observation_tensor().tobytes()


# Copies, pickles, keys ----------------------------------------------------------------------------


def ways_to_copy() -> list[Callable[[Any], Any]]:
    pickled = [lambda thing, protocol=protocol: pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, 6)]
    return [copy.copy, copy.deepcopy, *pickled]


@every_game
def test_games_and_states_are_copied_and_pickled_anywhere_and_go_on_identically(
    name: str, given: dict[str, Any]
) -> None:
    ended = finished(name, given)
    passed, moves = positions(ended), ended.history()
    for k in {0, len(moves) // 3, len(moves) - 1, len(moves)}:
        state = passed[k]
        state.legal_actions()  # the game has been used: its kernels are bound
        for way in ways_to_copy():
            assert way(state.get_game()) == state.get_game()
            twin = way(state)
            assert type(twin) is type(state)
            assert snapshot(twin) == snapshot(state)
            for move in moves[k:]:
                twin.apply(move)
            assert snapshot(twin) == snapshot(ended)
            assert twin.serialize() == ended.serialize()
            assert state.history() == moves[:k]


@pytest.mark.parametrize("name", registered_games())
def test_a_pickle_holds_names_numbers_and_bytes_and_nothing_compiled(name: str) -> None:
    state = positions(finished(name, {}))[5]
    data = pickle.dumps(state)
    assert b"numba" not in data
    assert b"kernels" not in data
    assert len(data) < len(state.observation().tobytes()) + 1000
    with pytest.raises(GameError, match="is not a position of"):
        rebuilt, (game, record, moves) = state.__reduce__()
        rebuilt(game, record[:-1], moves)


def test_states_travel_to_another_process_in_the_middle_of_a_game() -> None:
    states = [positions(finished(name, {}))[7] for name in registered_games()]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(methodcaller("serialize"), states) == [state.serialize() for state in states]
        assert pool.map(methodcaller("clone"), states) == states


@every_game
def test_what_is_no_whole_number_is_no_move_and_changes_nothing(name: str, given: dict[str, Any]) -> None:
    for state in positions(finished(name, given))[:-1]:
        before, legal = state.key(), state.legal_actions()
        for wrong in (1.0, "1", None):
            with pytest.raises(TypeError):
                state.apply_action(wrong)  # type: ignore[arg-type]
            with pytest.raises(TypeError):
                state.apply_actions([wrong] * state.num_players())  # type: ignore[list-item]
        assert (state.key(), state.legal_actions()) == (before, legal)


@every_game
def test_numbers_of_numpy_are_moves_like_any_other(name: str, given: dict[str, Any]) -> None:
    for state in positions(finished(name, given))[:-1]:
        move = some_move(state, random.Random(3))
        one, other = state.clone(), state.clone()
        one.apply(move)
        other.apply(tuple(map(np.int8, move)) if isinstance(move, tuple) else np.int64(move))  # type: ignore[arg-type]
        assert one == other
        assert one.history() == other.history()
        assert all(type(part) is int for part in np.ravel(np.array(other.history()[-1], object)))


def what_follows(state: State) -> tuple[Any, ...]:
    """What the next move is about, and at the end what it was worth."""
    seats = range(state.num_players())
    legal = [state.legal_actions(player) for player in (CHANCE, *seats)]
    return (state.current_player(), legal, state.chance_outcomes(), state.end(), state.returns(), state.match_points())


@every_game
def test_what_differs_from_here_on_has_another_key_and_what_is_copied_the_same(
    name: str, given: dict[str, Any]
) -> None:
    found: dict[bytes, tuple[Any, ...]] = {}
    for seed in range(3):
        for state in positions(finished(name, given, seed)):
            assert found.setdefault(state.key(), what_follows(state)) == what_follows(state)
            assert state.clone() == state
            assert (state == state.serialize()) is False
    assert len({len(key) for key in found}) == 1
    first, second = positions(finished(name, given))[:2]
    assert first != second
    with pytest.raises(TypeError):
        hash(first)


@every_game
def test_positions_with_equal_keys_go_on_alike(name: str, given: dict[str, Any]) -> None:
    """Two moves in the one order and in the other: where that makes the same key, the futures are played out."""
    rng = random.Random(5)
    for state in positions(finished(name, given))[:-1]:
        one, other = some_move(state, rng), some_move(state, rng)
        both = [after(state, pair) for pair in ((one, other), (other, one))]
        if both[0] is not None and both[1] is not None and both[0].key() == both[1].key():
            go_on_alike(both[0], both[1], rng)


def after(state: State, moves: tuple[Move, ...]) -> State | None:
    """The state after these moves; None where one of them is not possible."""
    later = state.clone()
    try:
        for move in moves:
            later.apply(move)
    except IllegalActionError:
        return None
    return later


def go_on_alike(one: State, other: State, rng: random.Random) -> None:
    """Equal states stay equal under the same moves, and tell the same of each."""
    assert one == other
    while not one.is_terminal():
        assert what_follows(one) == what_follows(other)
        move = some_move(one, rng)
        one.apply(move)
        other.apply(move)
        assert one.key() == other.key()
    assert what_follows(one) == what_follows(other)


# The rules' own functions for many games ---------------------------------------------------------


def spread_positions(name: str, wanted: Callable[[State], bool], count: int) -> list[State]:
    """Positions of random games of which something is true, as many as asked for if there are so many."""
    found = [state for seed in range(3) for state in positions(finished(name, {}, seed)) if wanted(state)]
    return found[:: max(1, len(found) // count)][:count]


def looks_like(counts: list[int], probabilities: list[float]) -> bool:
    """Whether so many of each kind are what chance brings; one test in 100,000 says no where they are."""
    assert len(counts) == len(probabilities)
    expected = [probability * sum(counts) for probability in probabilities]
    return len(counts) == 1 or stats.chisquare(counts, expected).pvalue > 1e-5


@pytest.mark.parametrize("name", registered_games())
def test_reveal_draws_what_chance_outcomes_promises(name: str) -> None:
    generator = np.random.default_rng(11)
    for state in spread_positions(name, lambda state: state.is_chance_node(), 8):
        record, outcomes = copy_of(state.records), state.chance_outcomes()
        drawn = [state.get_game().rules.reveal(record, 0, generator) for _ in range(3000)]
        assert set(drawn) <= {action for action, _ in outcomes}
        assert looks_like([drawn.count(action) for action, _ in outcomes], [share for _, share in outcomes])
        assert record.tobytes() == state.records.tobytes()


@pytest.mark.parametrize("name", registered_games())
def test_random_actions_are_legal_and_equally_likely(name: str) -> None:
    generator = np.random.default_rng(12)
    for state in spread_positions(name, lambda state: bool(state.acting_seats()), 12):
        batch = StateBatch.of(state, 3000)
        for seat in range(state.num_players()):
            legal, actions = state.legal_actions(seat), batch.random_actions(generator, seat).tolist()
            if legal:
                assert set(actions) <= set(legal)
                assert looks_like([actions.count(action) for action in legal], [1 / len(legal)] * len(legal))
            else:
                assert set(actions) == {NO_ACTION}


@every_game
def test_random_games_of_the_rules_are_games_of_states(name: str, given: dict[str, Any]) -> None:
    """Whole games and rollouts from the middle: replayed action by action they end in the same record."""
    beginning = load_game(name, **given).new_initial_state()
    rules = beginning.get_game().rules
    for state in (beginning, positions(finished(name, given))[len(finished(name, given).history()) // 2]):
        played, expected = np.random.default_rng(13), np.random.default_rng(13)
        record, lengths = copy_of(state.records), np.empty(1, np.int64)
        rules.rollouts(record, played, lengths)
        ended, count = play_with(state.clone(), expected)
        assert (record.tobytes(), int(lengths[0])) == (ended.records.tobytes(), count)
        assert played.bytes(8) == expected.bytes(8)
    played, expected = np.random.default_rng(14), np.random.default_rng(14)
    record = copy_of(beginning.records)
    counted = rules.play_random(record, 2, played)
    assert counted == play_with(beginning.clone(), expected)[1] + play_with(beginning.clone(), expected)[1]
    assert played.bytes(8) == expected.bytes(8)


def play_with(state: State, generator: np.random.Generator) -> tuple[State, int]:
    """The state at the end of a game that the generator plays as the rules' own functions do, and its actions."""
    rules, count, action = state.get_game().rules, 0, np.empty(1, np.int64)
    while not state.is_terminal():
        record, chosen = copy_of(state.records), []
        if state.is_chance_node():
            chosen.append(rules.reveal(record, 0, generator))
        else:
            seats = range(state.num_players()) if state.is_simultaneous_node() else state.acting_seats()
            for seat in seats:
                rules.random_actions(record, np.zeros(1, np.int64), np.array([seat]), generator, action)
                chosen.append(int(action[0]))
        count += sum(one != NO_ACTION for one in chosen)
        state.apply(tuple(chosen) if state.is_simultaneous_node() else chosen[0])
    return state, count


@every_game
def test_every_decision_is_asked_for_even_where_one_action_is_legal(name: str, given: dict[str, Any]) -> None:
    """A move is one element of the history: nothing is played along with it."""
    ended = finished(name, given)
    for k, state in enumerate(positions(ended)[:-1]):
        assert len(state.history()) == k
        assert state.is_chance_node() or state.acting_seats()
        assert all(state.legal_actions(seat) for seat in state.acting_seats())
        if state.is_chance_node():
            assert state.legal_actions()


# Batches ---------------------------------------------------------------------------------------


@every_game
def test_a_batch_answers_as_its_states_do(name: str, given: dict[str, Any]) -> None:
    states = positions(finished(name, given))[::5]
    batch = StateBatch.from_states(states)
    seats = range(states[0].num_players())
    assert batch.players.tolist() == [state.current_player() for state in states]
    assert batch.is_terminal().tolist() == [state.is_terminal() for state in states]
    points = batch.game.match_points_of(batch.records)
    assert points.dtype == np.int64
    assert points.tolist() == [state.match_points() for state in states]
    assert batch.returns().tolist() == [state.returns() for state in states]
    assert [row.tobytes() for row in batch.state_keys()] == [state.key() for state in states]
    for seat in seats:
        table, words = batch.legal_actions_mask(seat), batch.legal_words(seat)
        tensors = batch.observation_tensors(seat)
        for k, state in enumerate(states):
            assert table[k].tolist() == state.legal_actions_mask(seat).tolist()
            bits = [a for a in range(63 * words.shape[1]) if int(words[k, a // 63]) >> a % 63 & 1]
            assert bits == state.legal_actions(seat)
            assert tensors[k].tobytes() == state.observation_tensor(seat).tobytes()
    assert all(batch.state(k) == state for k, state in enumerate(states))
    with pytest.raises(GameError, match=f"seat {len(seats)} is not possible"):
        batch.legal_actions_mask(len(seats))


@every_game
def test_a_batch_plays_what_its_states_play_or_nothing(name: str, given: dict[str, Any]) -> None:
    ended = finished(name, given)
    states, moves = positions(ended)[:-1], ended.history()
    batch = StateBatch.from_states(states)
    alone = [k for k, move in enumerate(moves) if not isinstance(move, tuple)]
    together = [k for k, move in enumerate(moves) if isinstance(move, tuple)]
    before = batch.records.tobytes()
    size = ended.get_game().num_distinct_actions()
    for wrong in (-2, size, 10**6):
        with pytest.raises(IllegalActionError, match=f"^game {alone[-1]}: "):
            batch.apply_all([*(moves[k] for k in alone[:-1]), wrong], alone)
    if together:
        with pytest.raises(IllegalActionError, match=f"^game {together[0]}: "):
            batch.apply_joint_all([[size] * len(ended.returns())] * len(together), together)
        with pytest.raises(IllegalActionError):
            batch.apply_all([0], [together[0]])
    assert batch.records.tobytes() == before
    spare = batch.clone()
    batch.apply_all([moves[k] for k in alone], alone)
    if together:
        batch.apply_joint_all([moves[k] for k in together], together)
    assert all(batch.state(k) == after for k, after in enumerate(positions(ended)[1:]))
    batch.clone_into(spare)
    assert spare.records.tobytes() == batch.records.tobytes() != before
    with pytest.raises(GameError, match="does not begin with the game"):
        batch.state(len(batch) - 1).serialize()


@pytest.mark.parametrize("name", registered_games())
def test_rollouts_from_one_state_are_many_games_and_leave_it_alone(name: str) -> None:
    state = positions(finished(name, {}))[10]
    before = snapshot(state)
    returns, lengths = rollouts(state, 300, np.random.default_rng(3))
    again, _ = rollouts(state, 300, np.random.default_rng(3))
    assert snapshot(state) == before
    assert returns.shape == (300, state.num_players())
    assert lengths.min() > 0
    assert len(set(lengths.tolist())) > 1
    assert again.tobytes() == returns.tobytes()
    game = state.get_game()
    assert game.min_utility() <= returns.min() <= returns.max() <= game.max_utility()
