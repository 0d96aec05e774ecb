"""Evaluator of Lucky Numbers: what the lookahead of master expects of every action, not of the best one alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.evaluation import Evaluation
from jardinet.bots.lucky_numbers.lookahead import Lookahead, arrange, pick
from jardinet.bots.sparse_net import Net
from jardinet.games.api import Game


class LuckyNumbersEvaluator:
    """Evaluator of Lucky Numbers: see `Evaluator`. Nobody moves at once in it."""

    def __init__(self, game: Game, net: Net) -> None:
        """Judge `game`, a Lucky Numbers, by a net for as many players; see trainer.py."""
        self._lookahead = Lookahead(game, net)

    def evaluate(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> Evaluation:
        """See `Evaluator.evaluate`."""
        expected = self._lookahead.worth(observations)
        best, outlook = np.empty(len(seats), np.int64), np.empty((len(seats), expected.shape[2]), np.float32)
        pick(expected, seats, best, outlook)
        arrange(observations, best)
        mixtures = np.zeros(expected.shape[:2])
        mixtures[np.arange(len(seats)), best] = 1
        worth, values = (array[..., : self._lookahead.players].astype(np.float64) for array in (expected, outlook))
        return Evaluation(seats, worth, mixtures, values)

    def values_together(self, observations: NDArray[Any], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """See `Evaluator.values_together`; there are no such positions."""
        raise ValueError("nobody moves at once in Lucky Numbers: there is nothing to evaluate together.")
