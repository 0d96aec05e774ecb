"""Master of the benchmark's cut-down games: it learns the game that it is made for, as `jardinet train` would, and then plays it.

    jardinet benchmark run docs/benchmark/cut_down_master.py:CutDownMaster --task '*-cut-*' --output my.json

The nets that come with Jardinet have learned whole games, and know nothing of such ones. It takes a quarter of an hour of a core.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.training import training_of
from jardinet.games.api import Game

STEPS = 1600  # of 256 games each for each of the nets, as many as those of whole games have learned from
SEED = 1


class CutDownMaster:
    """Bot that plays and tells the policy of a master with a net of its own."""

    name = "cut-down-master"

    def __init__(self, game: Game) -> None:
        """Learn `game`, and play it."""
        training = training_of(game.name)
        trainer = training.make(game, SEED)
        for _ in range(STEPS):
            trainer.step()
        self._master: Any = training.bot(game, trainer.weights())

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`."""
        actions: NDArray[np.int64] = self._master.act(observations, seats, generator)
        return actions

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """See `PolicyBot.policy`."""
        likely: NDArray[np.float64] = self._master.policy(observations, seats)
        return likely
