"""Environments of other libraries are copied and sent elsewhere mid-game, and go on as if nothing had been."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from tests.sizes import cases, few

from jardinet.envs.gymnasium import env_id
from jardinet.envs.open_spiel import register
from jardinet.envs.pettingzoo import aec_env, parallel_env
from jardinet.games import registered_games
from jardinet.games.api import NO_ACTION

register()

Run = list[str]


def handed_over(env: Any) -> Any:
    """As Ray does: a pickle whose arrays lie in memory of its own, which may not be written."""
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(env, 5, buffer_callback=buffers.append)
    return pickle.loads(data, buffers=[bytes(buffer.raw()) for buffer in buffers])


PICKLES: dict[str, Callable[[Any], Any]] = {
    f"pickle {p}": lambda env, p=p: pickle.loads(pickle.dumps(env, p))  # type: ignore[misc]
    for p in range(2, 6)
}
COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "as Ray": handed_over,
    **PICKLES,
}
GAMES = registered_games()


def on_with_seat(env: Any) -> Run:
    """A seat of Gymnasium's plays on through several games, at random."""
    generator, run = np.random.default_rng(7), []
    for _ in range(few(120, 60)):
        mask = env.unwrapped.position.legal_actions(env.unwrapped._seat)
        observation, reward, terminated, _, info = env.step(int(generator.choice(mask)))
        run.append(str((observation, reward, info)))
        if terminated:
            run.append(str(env.reset()))
    return run


def on_with_agents(env: Any) -> Run:
    """PettingZoo's agents play on in turn through several games, at random."""
    generator, run = np.random.default_rng(7), []
    for _ in range(few(150, 75)):
        if not env.agents:
            env.reset()
        observation, reward, termination, truncation, info = env.last()
        run.append(f"{env.agent_selection} {observation} {reward} {termination} {truncation} {info}")
        env.step(None if termination else int(generator.choice(np.flatnonzero(observation["action_mask"]))))
    return run


def on_in_parallel(env: Any) -> Run:
    """PettingZoo's agents play on all at once through several games, at random."""
    generator, run = np.random.default_rng(7), []
    seen = env._observations()
    for _ in range(few(120, 60)):
        if not env.agents:
            seen, _ = env.reset()
        actions = {agent: int(generator.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        seen, *rest = env.step(actions)
        run.append(str((seen, rest)))
    return run


def on_in_openspiel(state: Any) -> Run:
    """A state of OpenSpiel's is played to its end, at random, chance included."""
    generator, run = np.random.default_rng(7), []
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions(
                [int(generator.choice(state.legal_actions(seat) or [NO_ACTION])) for seat in range(state.num_players())]
            )
        else:
            state.apply_action(int(generator.choice(state.legal_actions())))
        run.append(f"{state} {state.history()}")
    return run


def seat_mid_game(name: str) -> Any:
    env = gymnasium.make(env_id(name), players=3, opponent="random").unwrapped
    env.reset(seed=3)
    on_with_seat(env)
    return env


def agents_mid_game(name: str) -> Any:
    """Where all choose at once, some have chosen already."""
    env = aec_env(name, players=3)
    env.reset(seed=3)
    on_with_agents(env)
    env.reset()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    return env


def parallel_mid_game(name: str) -> Any:
    env = parallel_env(name, players=3)
    env.reset(seed=3)
    on_in_parallel(env)
    return env


def openspiel_mid_game(name: str) -> Any:
    state = pyspiel.load_game(f"python_{name}(players=3)").new_initial_state()
    for _ in range(5):
        if state.is_simultaneous_node():
            hands = [state.legal_actions(seat) or [NO_ACTION] for seat in range(3)]
            state.apply_actions([hand[min(seat + 1, len(hand) - 1)] for seat, hand in enumerate(hands)])
        else:
            state.apply_action(state.legal_actions()[0])
    return state


KINDS: dict[str, tuple[Callable[[str], Any], Callable[[Any], Run]]] = {
    "gymnasium": (seat_mid_game, on_with_seat),
    "aec": (agents_mid_game, on_with_agents),
    "parallel": (parallel_mid_game, on_in_parallel),
    "open_spiel": (openspiel_mid_game, on_in_openspiel),
}
WAYS = [*cases(GAMES, list(KINDS), list(COPIES)), *cases(GAMES[1:], list(KINDS), list(COPIES)[1:])]


@pytest.mark.parametrize(("name", "kind", "how"), WAYS)
def test_a_copy_goes_on_as_the_original_and_neither_touches_the_other(name: str, kind: str, how: str) -> None:
    make, go_on = KINDS[kind]
    env, untouched = make(name), make(name)
    twin = COPIES[how](env)
    expected = go_on(untouched)
    assert len(expected) > 5
    assert go_on(env) == expected
    assert go_on(twin) == expected


def test_they_travel_to_another_process_and_back() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        for make, go_on in KINDS.values():
            env = make("maudits_criquets")
            back = pool.submit(copy.deepcopy, env).result(60)
            assert back is not env
            assert go_on(back) == go_on(env)


def test_environments_wrapped_by_gymnasium_are_copied_deeply() -> None:
    env, untouched = (gymnasium.make(env_id("lucky_numbers"), opponent="greedy") for _ in range(2))
    for each in (env, untouched):
        each.reset(seed=1)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = on_with_seat(untouched)
    assert [on_with_seat(each) for each in (env, *twins)] == [expected] * 3


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_s_games_are_copied(name: str) -> None:
    game = pyspiel.load_game(f"python_{name}(players=3)")
    for copied in (copy.copy(game), copy.deepcopy(game), *(way(game) for way in PICKLES.values())):
        assert str(copied) == str(game)
        assert on_in_openspiel(copied.new_initial_state()) == on_in_openspiel(game.new_initial_state())
