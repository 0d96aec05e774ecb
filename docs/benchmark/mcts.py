"""OpenSpiel's Monte Carlo tree search as a bot of the benchmark: it knows the rules of Lucky Numbers, and nothing of good play.

What a leaf is worth is the mean of random games from there, which compiled rules play. `pip install 'jardinet[envs]'` brings
OpenSpiel. A decision takes some thirty milliseconds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms import mcts

from jardinet.envs.open_spiel import SpielState, register
from jardinet.games.api import Game
from jardinet.games.batch import rollouts

SIMULATIONS = 50  # leaves of the tree a decision
ROLLOUTS = 8  # random games a leaf
EXPLORATION = 1.0  # of UCT: victories are worth 1, defeats -1


class TreeSearchBot:
    """Bot that searches each position anew; of games in which nobody moves at once."""

    name = "mcts"

    def __init__(self, game: Game) -> None:
        """Play `game`; raises ValueError where players move at once."""
        if game.rules.has_joint_moves:
            raise ValueError(f"tree search is of games in which one moves after the other, and {game} is none")
        register()
        self._game = game
        self._spiel = pyspiel.load_game(f"python_{game!r}")

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`."""
        search = mcts.MCTSBot(
            self._spiel,
            EXPLORATION,
            SIMULATIONS,
            RandomGames(generator),
            random_state=np.random.RandomState(generator.integers(2**32)),
        )
        states = [self._game.state_at(observations[i : i + 1]) for i in range(len(seats))]
        return np.array([search.step(SpielState(self._spiel, state)) for state in states], np.int64)


class RandomGames(mcts.Evaluator):  # type: ignore[misc]
    """Evaluator of leaves, as OpenSpiel's search asks for it."""

    def __init__(self, generator: np.random.Generator) -> None:
        """`generator` supplies everything random."""
        self._generator = generator

    def evaluate(self, state: SpielState) -> NDArray[np.float64]:
        """What the position is worth to each seat among random players."""
        mean: NDArray[np.float64] = rollouts(state.jardinet, ROLLOUTS, self._generator).returns.mean(0)
        return mean

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Every action, all equally likely; chance as likely as it is."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
