"""Bots have random numbers of their own: who copies its generator learns nothing of what will be drawn."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

import jardinet
from jardinet.arena.lockstep import play_chunk
from jardinet.arena.simulate import simulate
from jardinet.bots.api import Bot
from jardinet.bots.random import RandomBot
from jardinet.envs.gymnasium import env_id
from jardinet.envs.vector import VectorEnv
from jardinet.games.lucky_numbers.rules import DRAW

GAME = jardinet.load_game("lucky_numbers")


class Peeker(RandomBot):
    """Draws, foretells what by a copy of its generator, and counts how often it is right; it plays at random else."""

    name = "peeker"

    def __init__(self) -> None:
        """Nothing is foretold yet."""
        super().__init__(GAME)
        self.foretold: int | None = None
        self.right = self.all = 0

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        if self.foretold is not None:
            self.right += int(observations["tile"][0]) == self.foretold
            self.all += 1
            self.foretold = None
        drawing = observations.copy()
        if GAME.rules.apply_all(drawing, np.array([0]), np.array([DRAW])) >= 0:
            return super().act(observations, seats, generator)
        self.foretold = GAME.rules.reveal(drawing, 0, deepcopy(generator))
        return np.array([DRAW])


def play_alone(bot: Bot) -> None:
    for seed in range(10):
        play_chunk(GAME, [bot, bot], np.zeros(1, np.int64), np.random.default_rng(seed))


def play_simulated(bot: Bot) -> None:
    for seed in range(10):
        simulate(GAME, [bot, bot], 1, seed, workers=1)


def play_vectors(bot: Bot) -> None:
    env = VectorEnv(GAME, 1, opponent=bot)
    env.reset(seed=1)
    generator = np.random.default_rng(2)
    for _ in range(400):
        env.step(env.sample_actions(generator))


def play_gymnasium(bot: Bot) -> None:
    env = gymnasium.make(env_id(GAME.name), opponent=bot)
    for seed in range(10):
        _, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            _, _, is_over, _, info = env.step(np.flatnonzero(info["action_mask"])[-1])


@pytest.mark.parametrize("play", [play_alone, play_simulated, play_vectors, play_gymnasium])
def test_a_bot_that_copies_its_generator_foretells_no_draw(play: Callable[[Bot], None]) -> None:
    bot = Peeker()
    play(bot)
    assert bot.all > 100
    assert bot.right < bot.all / 4  # one in twenty is chance's
