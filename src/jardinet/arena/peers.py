"""Peers for the benchmark: the nearest equivalents in other libraries, if they are installed.

The same loops, which are here too, play both sides of a comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from jardinet.arena.measuring import Peer, Work
from jardinet.games import entry_of
from jardinet.games.api import NO_ACTION

Chance = Callable[[], float]  # a number from 0 up to 1

ROLLOUTS = 500
MEAN_OF = 1000  # games
VECTOR_GAMES = 2048
SLOW_VECTOR_GAMES = 64  # of an environment that plays them one by one
STEPS = 100  # of a vector environment between two looks at the clock


class NotInstalled(Exception):  # noqa: N818 - it states a fact, not a failure
    """A library that only some people need is not there; the message says so."""


def library(module: str, title: str) -> Any:
    """A module of a library that need not be installed; raises NotInstalled."""
    try:
        return import_module(module)
    except ImportError:
        raise NotInstalled(f"{title} is not installed here") from None


def _peer(name: str, prepared: Callable[[], tuple[Work, str]]) -> Peer:
    try:
        work, note = prepared()
    except NotInstalled as reason:
        return Peer(name, None, f"{reason}, so there is nothing to compare with")
    return Peer(name, work, note)


# The loops -----------------------------------------------------------------------------------


def play_states(game: Any, random: Chance, on_state: Callable[[Any], object] | None = None) -> int:
    """Play one random game by OpenSpiel's API, which is ours too; returns its number of actions, each seat's counted.

    `on_state` gets every position except the last.
    """
    state = game.new_initial_state()
    count = 0
    while True:
        if on_state and not state.is_terminal():
            on_state(state)
        if legal := state.legal_actions():  # empty where all move at once, and when the game is over
            state.apply_action(legal[int(random() * len(legal))])
            count += 1
        elif state.is_terminal():
            return count
        else:
            count += _play_together(state, random)


def play_states_with_chances(game: Any, random: Chance) -> int:
    """As `play_states`, with every outcome's probability asked for, as a search does.

    Outcomes are drawn uniformly: drawing by probability is not part of the measurement.
    """
    state = game.new_initial_state()
    count = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random() * len(outcomes))][0])
            count += 1
        elif legal := state.legal_actions():
            state.apply_action(legal[int(random() * len(legal))])
            count += 1
        else:
            count += _play_together(state, random)
    return count


def _play_together(state: Any, random: Chance) -> int:
    """Play a joint move of the seats that have something to choose; returns how many these are."""
    hands = [state.legal_actions(seat) for seat in range(state.num_players())]
    state.apply_actions([hand[int(random() * len(hand))] if hand else NO_ACTION for hand in hands])
    return sum(map(bool, hands))


def play_agents(env: Any, random: Chance) -> int:
    """Play one random game of PettingZoo agents that act one after the other; returns its number of actions."""
    env.reset(seed=int(random() * 2**31))
    count = 0
    for _ in env.agent_iter():
        observation, _, is_terminated, is_truncated, _ = env.last()
        if is_terminated or is_truncated:
            env.step(None)
        else:
            env.step(_any_of(observation["action_mask"], random))
            count += 1
    return count


def play_in_parallel(env: Any, random: Chance) -> int:
    """Play one random game of PettingZoo agents that all act in every step; returns its number of steps."""
    observations, _ = env.reset(seed=int(random() * 2**31))
    count = 0
    while env.agents:
        actions = {agent: _any_of(observations[agent]["action_mask"], random) for agent in env.agents}
        observations, *_ = env.step(actions)
        count += 1
    return count


def _any_of(mask: Any, random: Chance) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(random() * len(legal))])


# OpenSpiel -----------------------------------------------------------------------------------


def open_spiel_rollouts(game_name: str) -> Peer:
    """Random play in OpenSpiel's C++, of the game that is nearest to ours."""
    nearest = entry_of(game_name).nearest

    def prepared() -> tuple[Work, str]:
        spiel = library("pyspiel", "OpenSpiel")
        game = spiel.load_game_as_turn_based(nearest)
        bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(ROLLOUTS, 1), 2.0, 1, 1, False, 1, False)
        random = Random(1).random  # noqa: S311 - plays games, guards no secret
        moves = sum(play_states(game, random) for _ in range(MEAN_OF)) / MEAN_OF
        beginning = game.new_initial_state()
        while beginning.is_chance_node():
            beginning.apply_action(beginning.legal_actions()[0])

        def work() -> float:
            bot.step(beginning)
            return ROLLOUTS * (moves - len(beginning.history()))

        return work, f"a random {nearest} game has {moves:.1f} moves on average, over {MEAN_OF:,} games"

    return _peer(f"OpenSpiel {nearest}, MCTSBot with 1 simulation of {ROLLOUTS} random rollouts", prepared)


def open_spiel_loop(loop: Callable[[Any, Chance], int]) -> Peer:
    """A loop over whole games on one of OpenSpiel's in C++."""

    def prepared() -> tuple[Work, str]:
        game = library("pyspiel", "OpenSpiel").load_game("connect_four")
        random = Random(1).random  # noqa: S311
        return lambda: loop(game, random), ""

    return _peer("the same loop on OpenSpiel's connect_four", prepared)


def open_spiel_python_game() -> Peer:
    """`play_states` on a game that OpenSpiel itself has in Python."""

    def prepared() -> tuple[Work, str]:
        spiel = library("pyspiel", "OpenSpiel")
        library("open_spiel.python.games", "OpenSpiel")  # registers them
        game, random = spiel.load_game("python_tic_tac_toe"), Random(1).random  # noqa: S311
        return lambda: play_states(game, random), ""

    return _peer("the same loop on OpenSpiel's python_tic_tac_toe", prepared)


def open_spiel_vector() -> Peer:
    """OpenSpiel's own environment of many games, which plays them one by one in Python."""

    def prepared() -> tuple[Work, str]:
        rl = library("open_spiel.python.rl_environment", "OpenSpiel")
        agent = library("open_spiel.python.rl_agent", "OpenSpiel")
        vector = library("open_spiel.python.vector_env", "OpenSpiel")
        env = vector.SyncVectorEnv([rl.Environment("connect_four") for _ in range(SLOW_VECTOR_GAMES)])
        random, seen = Random(1).random, [env.reset()]  # noqa: S311

        def work() -> float:
            chosen = []
            for step in seen[0]:
                legal = step.observations["legal_actions"][step.observations["current_player"]]
                chosen.append(agent.StepOutput(legal[int(random() * len(legal))], None))
            seen[0] = env.step(chosen, reset_if_done=True)[0]
            return SLOW_VECTOR_GAMES

        return work, ""

    return _peer(f"OpenSpiel's SyncVectorEnv of {SLOW_VECTOR_GAMES} connect_four", prepared)


def gymnasium_vector(game: str) -> Peer:
    """A game of ours as Gymnasium's own environment of many games, which plays them one by one in Python."""

    def prepared() -> tuple[Work, str]:
        own, gymnasium = library("jardinet.envs.gymnasium", "Gymnasium"), library("gymnasium", "Gymnasium")
        env = gymnasium.make_vec(own.env_id(game), SLOW_VECTOR_GAMES, vectorization_mode="sync")
        seen, generator = [env.reset(seed=1)[0]["action_mask"]], np.random.default_rng(1)

        def work() -> float:
            seen[0] = env.step((seen[0] * generator.random(seen[0].shape)).argmax(1))[0]["action_mask"]
            return SLOW_VECTOR_GAMES

        return work, ""

    return _peer(f"Gymnasium's SyncVectorEnv of {SLOW_VECTOR_GAMES} of the same", prepared)


# Others --------------------------------------------------------------------------------------


def pettingzoo_turns() -> Peer:
    """`play_agents` on a game of PettingZoo's."""

    def prepared() -> tuple[Work, str]:
        env, random = library("pettingzoo.classic.connect_four_v3", "PettingZoo").env(), Random(1).random  # noqa: S311
        return lambda: play_agents(env, random), ""

    return _peer("PettingZoo's connect_four_v3, one agent after the other", prepared)


def pgx_steps() -> Peer:
    """Random play of pgx, compiled by JAX as one loop for the processor, all its cores."""

    def prepared() -> tuple[Work, str]:
        pgx, jax = library("pgx", "pgx"), library("jax", "JAX")
        ready = library("pgx.experimental", "pgx")
        env = pgx.make("connect_four")
        step = jax.vmap(ready.auto_reset(env.step, env.init))

        def turn(states: Any, key: Any) -> tuple[Any, None]:
            choosing, beginning = jax.random.split(key)
            actions = ready.act_randomly(choosing, states.legal_action_mask)
            return step(states, actions, jax.random.split(beginning, VECTOR_GAMES)), None

        processor = jax.devices("cpu")[0]
        turns = jax.jit(lambda states, key: jax.lax.scan(turn, states, jax.random.split(key, STEPS))[0])
        with jax.default_device(processor):
            keys = [jax.random.PRNGKey(1)]
            states = [jax.jit(jax.vmap(env.init))(jax.random.split(keys[0], VECTOR_GAMES))]

        def work() -> float:
            with jax.default_device(processor):
                keys[0], key = jax.random.split(keys[0])
                states[0] = jax.block_until_ready(turns(states[0], key))
            return STEPS * VECTOR_GAMES

        return work, ""

    return _peer(f"pgx connect_four on the CPU, {VECTOR_GAMES:,} games in one compiled loop", prepared)
