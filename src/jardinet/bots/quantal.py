"""Quantal-response bot for any game with an evaluator: like people it errs, and the more easily the less an error costs.

Its choice is a quantal response (McKelvey and Palfrey, Games and Economic Behavior 10, 1995): of two plays the better
one is more likely; the temperature decides by how much. It never plays nonsense.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.evaluation import Evaluator

NONSENSE = 1 / 2  # of the cost of the worst play: a play that costs more is nonsense,
SLIP = 1 / 8  # unless it costs less than this, in temperatures: if all plays are nearly equal, any may be played


class QuantalBot:
    """Quantal-response bot: it errs like people, and the more easily the less an error costs."""

    def __init__(self, name: str, evaluator: Evaluator, temperature: float) -> None:
        """Choose by the values of `evaluator`, for the game that it was made for.

        Args:
            name: what the bot is called.
            evaluator: values every action.
            temperature: in shares of the victory, above 0: a play that costs that much more is e times less likely.
        """
        self.name = name
        self._evaluator = evaluator
        self._temperature = temperature

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`."""
        logits = self._logits(observations, seats)
        noise = generator.gumbel(size=logits.shape)  # argmax of logits + noise: a draw from their softmax
        chosen: NDArray[np.int64] = (logits + noise).argmax(axis=1)
        return chosen

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """The probability of each action in each of n positions; see `PolicyBot.policy`."""
        likely: NDArray[np.float64] = np.exp(self._logits(observations, seats))  # the best has a logit of 0
        likely /= likely.sum(1, keepdims=True)
        return likely

    def _logits(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """The log-probability of each action relative to the best, shape (n, NUM_ACTIONS); -inf for nonsense."""
        # Illegal actions are NaN, which compares as false, so they are never sensible.
        values = self._evaluator.evaluate(observations, seats).action_values
        costs = np.nanmax(values, axis=1, keepdims=True) - values
        is_sensible = costs <= NONSENSE * np.nanmax(costs, axis=1, keepdims=True) + SLIP * self._temperature
        logits: NDArray[np.float64] = np.where(is_sensible, -costs / self._temperature, -np.inf)
        return logits
