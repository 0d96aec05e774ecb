"""Evaluator of Lucky Numbers: master's value of every action, not only of the best one; or a quick one with less lookahead."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.evaluation import Evaluation
from jardinet.bots.lucky_numbers.lookahead import Lookahead, best_of
from jardinet.bots.lucky_numbers.search import TURNS, roll_out, tiles_of
from jardinet.bots.sparse_net import Net
from jardinet.games.api import Game
from jardinet.games.lucky_numbers.rules import CHOOSING, PLACING


class LuckyNumbersEvaluator:
    """Evaluator of Lucky Numbers: see `DeepEvaluator`. The game has no simultaneous moves."""

    def __init__(self, game: Game, net: Net, *, at_a_glance: bool = False) -> None:
        """Judge `game`, a Lucky Numbers, by a net for its number of players, see trainer.py; `at_a_glance`: look one play ahead only."""
        self._lookahead = Lookahead(game, net)
        self._worth = self._lookahead.worth if at_a_glance else self._lookahead.worth_again

    def evaluate(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> Evaluation:
        """The values of positions and of every action in them; see `Evaluator.evaluate`."""
        expected = self._worth(observations)
        best, outlook = best_of(observations, expected)
        mixtures = np.zeros(expected.shape[:2])
        mixtures[np.arange(len(seats)), best] = 1
        worth, values = (array[..., : self._lookahead.players].astype(np.float64) for array in (expected, outlook))
        return Evaluation(seats, worth, mixtures, values)

    def values_together(self, observations: NDArray[Any], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """The values if all seats play `actions` at once; see `Evaluator.values_together`.

        There are no such positions.
        """
        raise ValueError("nobody moves at once in Lucky Numbers: there is nothing to evaluate together.")

    def roll_out(
        self,
        observation: NDArray[Any],
        seat: int,
        actions: NDArray[np.int64],
        count: int,
        generator: np.random.Generator,
        *,
        to_the_end: bool = False,
    ) -> NDArray[np.float64]:
        """Correct the values of some actions by rollouts; see `DeepEvaluator.roll_out`.

        Set-ups are not rolled out.
        """
        if observation["phase"][0] not in (CHOOSING, PLACING):
            return np.zeros((0, len(actions)))
        expected = self._worth(observation)[0, actions, seat].astype(np.float64)
        turns = inf if to_the_end else TURNS
        drawn = int(observation["pile_size"][0]) if to_the_end else TURNS
        tiles = tiles_of(observation[0]["pile"], count, drawn, generator)
        return roll_out(self._lookahead, observation, actions, expected, tiles, generator, turns)
