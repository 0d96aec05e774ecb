"""What OpenSpiel's users ask of a state: ours answers as `pyspiel` does, and under the names that the docs promise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from tests.envs.test_open_spiel import CUT_DOWN, apply, moves, played

from jardinet.games import load_game, registered_games
from jardinet.games.api import NO_ACTION, Game, IllegalActionError, State
from jardinet.games.batch import StateBatch
from jardinet.games.layout import slices_of
from jardinet.games.parameters import GameError

PAGE = Path(__file__).parents[2] / "docs/from-elsewhere.md"
VARIANTS = [CUT_DOWN, *(f"python_{name}(players=3)" for name in registered_games())]
every_variant = pytest.mark.parametrize("variant", VARIANTS)


@every_variant
def test_a_game_answers_what_openspiel_s_does(variant: str) -> None:
    game = pyspiel.load_game(variant)
    ours: Game = game.jardinet
    for name in ("max_history_length", "max_move_number", "observation_tensor_size", "get_parameters"):
        assert getattr(ours, name)() == getattr(game, name)(), name
    if game.get_type().provides_information_state_tensor:
        assert list(ours.information_state_tensor_shape()) == game.information_state_tensor_shape()
        assert ours.information_state_tensor_size() == game.information_state_tensor_size()
    else:
        assert ours.information_state_tensor_shape() == ours.observation_tensor_shape()
    ours.get_parameters().clear()
    assert ours.get_parameters() == ours.parameters != {}


@every_variant
def test_a_state_answers_what_openspiel_s_does(variant: str) -> None:
    passed = played(pyspiel.load_game(variant), 3)
    for state in [*passed[:6], *passed[6::9], passed[-1]]:
        ours: State = state.jardinet
        for name in ("history_str", "is_initial_state", "is_player_node", "move_number", "rewards"):
            assert getattr(ours, name)() == getattr(state, name)(), name
        played_by = [(one.player, one.action) for one in ours.full_history()]
        assert played_by == [(int(one.player), one.action) for one in state.full_history()]
        for seat in range(state.num_players()):
            for name in ("player_return", "player_reward", "observation_string", "information_state_string"):
                assert getattr(ours, name)(seat) == getattr(state, name)(seat), name
            if state.get_game().get_type().provides_information_state_tensor:
                assert np.array_equal(
                    ours.information_state_tensor(seat), np.array(state.information_state_tensor(seat), np.float32)
                )
            else:
                assert np.array_equal(ours.information_state_tensor(seat), ours.observation_tensor(seat))
        if not state.is_terminal() and not state.is_simultaneous_node():
            for action in state.legal_actions():
                text = state.action_to_string(action)
                assert ours.action_to_string(action) == text
                assert ours.string_to_action(text) == state.string_to_action(text) == action


@every_variant
def test_a_child_is_a_copy_that_played_on(variant: str) -> None:
    state = pyspiel.load_game(variant).new_initial_state()
    for _ in range(5):
        move = moves(state)[-1]
        before = state.jardinet.serialize()
        child = state.jardinet.child(move)
        assert state.jardinet.serialize() == before
        apply(state, move)
        assert (child, child.serialize()) == (state.jardinet, state.jardinet.serialize())
    with pytest.raises(IllegalActionError):
        state.jardinet.child(10_000)


@every_variant
def test_parts_of_a_tensor_are_views_by_name(variant: str) -> None:
    game: Game = pyspiel.load_game(variant).jardinet
    tensor = game.new_initial_state().information_state_tensor(1)
    parts = {part.name: tensor[where] for part, where in slices_of(game.information_state_layout())}
    assert sum(part.size for part in parts.values()) == tensor.size
    assert all(np.shares_memory(part, tensor) for part in parts.values())
    if "seat" in parts:
        assert parts["seat"].tolist() == [seat == 1 for seat in range(game.num_players())]


@pytest.mark.parametrize("name", registered_games())
def test_seats_that_there_are_not_are_refused(name: str) -> None:
    state = load_game(name).new_initial_state()
    asked: list[Any] = [state.player_return, state.player_reward, state.observation_string]
    asked += [state.information_state_string, state.information_state_tensor]
    for ask in asked:
        with pytest.raises(GameError, match=r"^seat 7 is not possible"):
            ask(7)


def test_who_played_is_not_told_where_the_beginning_is_not_known() -> None:
    batch = StateBatch.of(load_game("lucky_numbers").new_initial_state(), 1)
    batch.apply_all([7])
    state = batch.state(0)
    for ask in (state.full_history, state.serialize, state.child(8).full_history):
        with pytest.raises(GameError, match="does not begin with the game"):
            ask()


def test_nothing_to_choose_is_told_in_a_joint_move() -> None:
    for state in played(pyspiel.load_game("python_fireflies(players=3)"), 1):
        told = state.jardinet.full_history()
        if any(one.action == NO_ACTION for one in told):
            return
    pytest.fail("everybody always chose")


def test_the_page_promises_names_that_both_have() -> None:
    rows = dict(re.findall(r"^\| (a game|a state) \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.M))
    pairs = {"a game": (Game, pyspiel.Game), "a state": (State, pyspiel.State)}
    assert rows.keys() == pairs.keys()
    for kind, (ours, theirs) in pairs.items():
        promised = set(re.findall(r"`(\w+)`", rows[kind]))
        assert promised <= set(dir(theirs))
        assert promised <= set(dir(ours))
        shared = {name for name in set(dir(ours)) & set(dir(theirs)) if not name.startswith("_")}
        assert shared - promised <= {"history"}  # which differs, and the page says how
