"""Means of what is played, the same by every way to play it: a library that changes how it seats, ends or rates shows here.

The references are of tens of thousands of games of `VectorEnv`; each way plays some hundreds with seeds of its own, and has to
come within four standard errors. `make test-versions` runs this with the lowest and the newest versions.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import gymnasium
import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray

import jardinet
from jardinet.arena.ratings import ratings_of
from jardinet.arena.simulate import simulate
from jardinet.arena.tournament import TournamentOutcome, row_type
from jardinet.envs import open_spiel
from jardinet.envs.gymnasium import env_id
from jardinet.envs.pettingzoo import aec_env
from jardinet.envs.vector import VectorEnv

GAMES = 400
# What somebody who plays at random gets against `greedy` in Maudits Criquets with two players: 40,000 games.
RETURN, RETURN_SPREAD, RETURN_ERROR = -0.9268, 0.365, 0.0018
# The actions of players in a game between two who play at random: 20,000 and 10,000 games.
ACTIONS = {"maudits_criquets": (71.57, 5.58, 0.04), "lucky_numbers": (402.2, 79.0, 0.79)}


def is_mean(values: NDArray[np.float64], mean: float, spread: float, error: float) -> None:
    assert abs(values.mean() - mean) < 4 * math.hypot(spread / math.sqrt(len(values)), error)
    assert spread / 1.4 < values.std() < spread * 1.4


def returns_in_gymnasium() -> NDArray[np.float64]:
    env = gymnasium.make(env_id("maudits_criquets"), opponent="greedy")
    generator, returns = np.random.default_rng(1), []
    for seed in range(GAMES):
        _, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            action = generator.choice(np.flatnonzero(info["action_mask"]))
            _, reward, is_over, _, info = env.step(action)
        returns.append(float(reward))
    return np.array(returns)


def returns_in_vector() -> NDArray[np.float64]:
    """The first games that end are the short ones, so each place plays two."""
    env, generator = VectorEnv("maudits_criquets", GAMES // 2, opponent="greedy"), np.random.default_rng(2)
    env.reset(seed=2)
    returns: list[list[float]] = [[] for _ in range(GAMES // 2)]
    while min(map(len, returns)) < 2:
        _, rewards, ended, _, _ = env.step(env.sample_actions(generator))
        for place in np.flatnonzero(ended):
            returns[place].append(float(rewards[place, 0]))
    return np.array([both[:2] for both in returns]).ravel()


def returns_in_simulations() -> NDArray[np.float64]:
    tally = simulate(jardinet.load_game("maudits_criquets"), ["random", "greedy"], GAMES, seed=3, workers=1)
    alone, shared = tally.seats[0].wins
    lost = tally.games - alone - shared
    return np.repeat([1.0, 0.0, -1.0], [alone, shared, lost])


@pytest.mark.parametrize("played", [returns_in_gymnasium, returns_in_vector, returns_in_simulations])
def test_chance_loses_as_much_to_greedy_by_every_way(played: Callable[[], NDArray[np.float64]]) -> None:
    is_mean(played(), RETURN, RETURN_SPREAD, RETURN_ERROR)


def actions_in_pettingzoo(name: str, games: int) -> NDArray[np.float64]:
    env, generator, lengths = aec_env(name), np.random.default_rng(4), []
    for seed in range(games):
        env.reset(seed=seed)
        actions = 0
        for _ in env.agent_iter():
            observation, _, is_over, _, _ = env.last()
            if is_over:
                env.step(None)
            else:
                env.step(generator.choice(np.flatnonzero(observation["action_mask"])))
                actions += 1
        lengths.append(actions)
    return np.array(lengths, float)


def actions_in_open_spiel(name: str, games: int) -> NDArray[np.float64]:
    open_spiel.register()
    game, generator, lengths = pyspiel.load_game(f"python_{name}"), np.random.default_rng(5), []
    for _ in range(games):
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(generator.choice(outcomes, p=chances))
            elif state.is_simultaneous_node():
                legal = [state.legal_actions(seat) for seat in range(game.num_players())]
                state.apply_actions([generator.choice(own) if own else 0 for own in legal])
                actions += sum(map(bool, legal))
            else:
                state.apply_action(generator.choice(state.legal_actions()))
                actions += 1
        lengths.append(actions)
    return np.array(lengths, float)


@pytest.mark.parametrize("name", ACTIONS)
@pytest.mark.parametrize("played", [actions_in_pettingzoo, actions_in_open_spiel])
def test_random_games_are_as_long_by_every_way(played: Callable[[str, int], NDArray[np.float64]], name: str) -> None:
    is_mean(played(name, GAMES // 4), *ACTIONS[name])


def test_ratings_are_those_of_the_paper() -> None:
    """Weng and Lin (2011), algorithm 4, for two who have not met and of whom one wins."""
    rows = np.zeros(1, row_type(2))
    rows["bot"], rows["place"] = [0, 1], [1, 2]
    winner, loser = ratings_of(
        TournamentOutcome(jardinet.load_game("maudits_criquets"), ("a", "b"), [], rows, {}, False, False)
    )
    sigma, beta = 25 / 3, 25 / 6
    gained = sigma**2 / math.sqrt(2 * (sigma**2 + beta**2)) / 2
    assert winner.mu == pytest.approx(25 + gained)
    assert loser.mu == pytest.approx(25 - gained)
