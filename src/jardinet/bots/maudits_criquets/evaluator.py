"""Evaluator of Maudits Criquets: picks by the positions they lead to, bids against master's mixtures."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.evaluation import Evaluation
from jardinet.bots.maudits_criquets import rollouts
from jardinet.bots.maudits_criquets.master import ROUNDS, solve
from jardinet.bots.maudits_criquets.turns import (
    MOST,
    bidding_and_picking,
    distinct,
    joint_of,
    worth_of_bids,
    worth_of_picks,
)
from jardinet.bots.maudits_criquets.value import ValueNet
from jardinet.games.api import Game
from jardinet.games.maudits_criquets.rules import BIDS, NUM_ACTIONS
from jardinet.games.records import rows_of


class MauditsCriquetsEvaluator:
    """Evaluator of Maudits Criquets: see `DeepEvaluator`."""

    def __init__(self, game: Game, net: ValueNet) -> None:
        """Judge `game`, a Maudits Criquets, by the values of `net`."""
        self._game = game
        self._players = game.num_players()
        self._net = net

    def evaluate(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> Evaluation:
        """The values of positions and of every action in them; see `Evaluator.evaluate`.

        With more than two players mixtures are a heuristic: a bid may be better than the value.
        """
        count = len(seats)
        worth = np.full((count, NUM_ACTIONS, self._players), np.nan)
        mixtures, values = np.zeros((count, NUM_ACTIONS)), np.empty((count, self._players))
        bidding, picking = bidding_and_picking(observations)
        for part in bidding:
            worth[part, :BIDS], mixtures[part, :BIDS], values[part] = self._bids(
                rows_of(observations, part), seats[part]
            )
        for part in picking:
            owners, actions, picked = worth_of_picks(self._net, rows_of(observations, part))
            worth[part[owners], actions] = picked
            best = np.nanargmax(worth[part, :, seats[part]], axis=1)
            mixtures[part, best] = 1
            values[part] = worth[part, best]
        return Evaluation(seats, worth, mixtures, values)

    def values_together(self, observations: NDArray[Any], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """The values if all seats play `actions` at once; see `Evaluator.values_together`."""
        joint = joint_of(actions)
        values = np.empty((len(joint), self._players))
        for begin in range(0, len(joint), MOST):
            part = slice(begin, begin + MOST)
            worth = worth_of_bids(self._net, observations[part])
            values[part] = worth[np.arange(len(worth)), joint[part]]
        return values

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
        """Correct the values of some actions by rollouts, for some turns only with two players; see `DeepEvaluator.roll_out`."""
        if to_the_end:
            return rollouts.roll_out(self._game, self._net, observation, seat, actions, count, generator, inf)
        if self._players != rollouts.PLAYERS:
            return np.zeros((0, len(actions)))
        return rollouts.roll_out(self._game, self._net, observation, seat, actions, count, generator)

    def _bids(
        self, observations: NDArray[Any], seats: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """For every seat, the value of each of its bids, their probabilities, and the value of the turn."""
        players = self._players
        firsts, of = distinct(observations)
        positions = rows_of(observations, firsts)
        worth = worth_of_bids(self._net, positions)
        mixtures, values = solve(worth, positions, ROUNDS)
        expected = np.empty((len(seats), BIDS, players))
        for seat in np.unique(seats):
            mine = np.flatnonzero(seats == seat)
            # One axis for each seat's bid, the last seat's first: all axes but the seat's own are averaged by their
            # mixtures.
            left = worth[of[mine]].reshape(len(mine), *[BIDS] * players, players).astype(np.float64)
            for other in reversed(range(players)):
                if other != seat:
                    axis = 2 if other < seat else 1
                    weights = mixtures[of[mine], other].reshape(
                        len(mine), *[1] * (axis - 1), BIDS, *[1] * (left.ndim - axis - 1)
                    )
                    left = (left * weights).sum(axis=axis)
            expected[mine] = left
        hands = observations["hand"][np.arange(len(seats)), seats]
        expected[hands[:, None] >> np.arange(BIDS) & 1 == 0] = np.nan
        return expected, mixtures[of, seats], values[of]
