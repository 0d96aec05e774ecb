"""One contract for every registered game: what games/api.py promises, over random games.

No game is named here. A game that is added is tested at once, with sets of parameters derived
from what it declares.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

from jardinet.games import entry_of, load_game, registered_games
from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL, Game, IllegalActionError, Move, State, TextError
from jardinet.games.parameters import Parameter, ParameterError

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
        return tuple(rng.choice(state.legal_actions(seat)) for seat in range(state.num_players()))
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
    player = state.current_player()
    if player == SIMULTANEOUS:
        return [seat for seat in range(state.num_players()) if state.legal_actions(seat)]
    return [] if player == TERMINAL else [player]


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
    for players, seed in itertools.product((2, 3, 4), range(3)):
        ended = finished(name, {"players": players}, seed)
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
        events = passed[k].events(moves[k])
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
