"""Peers of `make bench`: the nearest equivalents in other libraries, if they are installed, and what is aimed at beside them.

Each is made of the game that a row is about, when the row is measured. The same loops play both sides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
from benches.speed.loops import play_agents

from jardinet.arena.bench import STEPS, VECTOR_GAMES, Peers
from jardinet.arena.loops import Chance, play_states, play_states_with_chances
from jardinet.arena.measuring import Peer, Work
from jardinet.games import entry_of
from jardinet.games.api import Game

# Goals, as ratios to the peer of the same run: minima.
RANDOM_PLAY_GOAL = 5.0
PYTHON_LOOP_GOAL = 1.0
VECTOR_TENSOR_GOAL, GYMNASIUM_GOAL = 20.0, 40.0
OPEN_SPIEL_GOAL, PETTINGZOO_GOAL = 4.0, 1.0

ROLLOUTS = 500
MEAN_OF = 1000  # games
SLOW_VECTOR_GAMES = 64  # of an environment that plays them one by one


class NotInstalledError(Exception):
    """A library that only some people need is not there; the message says so."""


def library(module: str, title: str) -> Any:
    """A module of a library that need not be installed; raises NotInstalledError."""
    try:
        return import_module(module)
    except ImportError:
        raise NotInstalledError(f"{title} is not installed here") from None


def _peer(name: str, prepared: Callable[[], tuple[Work, str]], goal: float | None = None) -> Peer:
    try:
        work, note = prepared()
    except NotInstalledError as reason:
        return Peer(name, None, goal, f"{reason}, so there is nothing to compare with")
    return Peer(name, work, goal, note)


# OpenSpiel -----------------------------------------------------------------------------------


def open_spiel_rollouts(game: Game) -> Peer:
    """Random play in OpenSpiel's C++, of the game that is nearest to ours."""
    nearest = entry_of(game.name).nearest

    def prepared() -> tuple[Work, str]:
        spiel = library("pyspiel", "OpenSpiel")
        other = spiel.load_game_as_turn_based(nearest)
        bot = spiel.MCTSBot(other, spiel.RandomRolloutEvaluator(ROLLOUTS, 1), 2.0, 1, 1, False, 1, False)
        random = Random(1).random  # noqa: S311 - plays games, guards no secret
        moves = sum(play_states(other, random) for _ in range(MEAN_OF)) / MEAN_OF
        beginning = other.new_initial_state()
        while beginning.is_chance_node():
            beginning.apply_action(beginning.legal_actions()[0])

        def work() -> float:
            bot.step(beginning)
            return ROLLOUTS * (moves - len(beginning.history()))

        return work, f"a random {nearest} game has {moves:.1f} moves on average, over {MEAN_OF:,} games"

    return _peer(
        f"OpenSpiel {nearest}, MCTSBot with 1 simulation of {ROLLOUTS} random rollouts", prepared, RANDOM_PLAY_GOAL
    )


def open_spiel_loop(loop: Callable[[Any, Chance], int], _game: Game) -> Peer:
    """A loop over whole games on one of OpenSpiel's in C++."""

    def prepared() -> tuple[Work, str]:
        other = library("pyspiel", "OpenSpiel").load_game("connect_four")
        random = Random(1).random  # noqa: S311
        return lambda: loop(other, random), ""

    return _peer("the same loop on OpenSpiel's connect_four", prepared, PYTHON_LOOP_GOAL)


def open_spiel_python_game(_game: Game) -> Peer:
    """`play_states` on a game that OpenSpiel itself has in Python."""

    def prepared() -> tuple[Work, str]:
        spiel = library("pyspiel", "OpenSpiel")
        library("open_spiel.python.games", "OpenSpiel")  # registers them
        game, random = spiel.load_game("python_tic_tac_toe"), Random(1).random  # noqa: S311
        return lambda: play_states(game, random), ""

    return _peer("the same loop on OpenSpiel's python_tic_tac_toe", prepared, OPEN_SPIEL_GOAL)


def open_spiel_vector(_game: Game) -> Peer:
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

    return _peer(f"OpenSpiel's SyncVectorEnv of {SLOW_VECTOR_GAMES} connect_four", prepared, VECTOR_TENSOR_GOAL)


def gymnasium_vector(game: Game) -> Peer:
    """A game of ours as Gymnasium's own environment of many games, which plays them one by one in Python."""

    def prepared() -> tuple[Work, str]:
        own, gymnasium = library("jardinet.envs.gymnasium", "Gymnasium"), library("gymnasium", "Gymnasium")
        env = gymnasium.make_vec(own.env_id(game.name), SLOW_VECTOR_GAMES, vectorization_mode="sync")
        seen, generator = [env.reset(seed=1)[0]["action_mask"]], np.random.default_rng(1)

        def work() -> float:
            seen[0] = env.step((seen[0] * generator.random(seen[0].shape)).argmax(1))[0]["action_mask"]
            return SLOW_VECTOR_GAMES

        return work, ""

    return _peer(f"Gymnasium's SyncVectorEnv of {SLOW_VECTOR_GAMES} of the same", prepared, GYMNASIUM_GOAL)


# Others --------------------------------------------------------------------------------------


def pettingzoo_turns(_game: Game) -> Peer:
    """`play_agents` on a game of PettingZoo's."""

    def prepared() -> tuple[Work, str]:
        env, random = library("pettingzoo.classic.connect_four_v3", "PettingZoo").env(), Random(1).random  # noqa: S311
        return lambda: play_agents(env, random), ""

    return _peer("PettingZoo's connect_four_v3, one agent after the other", prepared, PETTINGZOO_GOAL)


def pgx_steps(_game: Game) -> Peer:
    """Random play of pgx, compiled by JAX as one loop for the processor: no goal, as it uses all cores."""

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


PEERS = Peers(
    random_play=open_spiel_rollouts,
    chances=partial(open_spiel_loop, play_states_with_chances),
    states=partial(open_spiel_loop, play_states),
    records=pgx_steps,
    tensors=open_spiel_vector,
)
