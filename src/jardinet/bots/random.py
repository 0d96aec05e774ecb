"""Random bot of any game, every legal action equally likely: the measure that every other bot must beat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Game


class RandomBot:
    """Random bot: every legal action is equally likely, independently of everything else."""

    name = "random"

    def __init__(self, game: Game) -> None:
        """Play `game`, with any parameters."""
        self._rules = game.rules

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`."""
        actions = np.empty(len(seats), np.int64)
        self._rules.random_actions(observations, np.arange(len(seats)), seats, generator, actions)
        return actions

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """The probability of each action in each of n positions; see `PolicyBot.policy`."""
        legal = np.empty((len(seats), self._rules.NUM_ACTIONS), np.int8)
        self._rules.legal_table(observations, seats, legal)
        shares: NDArray[np.float64] = legal / legal.sum(1, keepdims=True)
        return shares
