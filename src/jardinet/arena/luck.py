"""Luck in games while they are played: the outcome of chance for each seat compared with its mean.

Before chance moves, the value of a position is the mean over all outcomes; the difference to the value after the actual
outcome is luck (analysis/ledger.py). The mean of luck is 0 for any players, and for any evaluator, however wrong: so
results minus luck have the same mean as results, and the better the evaluator, the smaller their variance (control
variates). GNU Backgammon calls them luck-adjusted; poker's name is AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling,
AAAI 2018).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.analysis.chance import exact_expectations, values_of
from jardinet.arena.lockstep import Reveal
from jardinet.bots.levels import load_evaluator
from jardinet.games.api import CHANCE, Game
from jardinet.games.records import rows_of


class LuckCounter:
    """Counter of luck in games that are played side by side.

    Not counted: what is dealt before anybody has chosen, and chance with too many outcomes to evaluate all, such as a
    hand of eight tiles.

    Attributes:
        luck: shape (games, players): the luck of each seat so far, in shares of the victory.
    """

    def __init__(self, game: Game, games: int) -> None:
        """Count luck in `games` games of `game`.

        Raises:
            ParameterError: the game has no evaluator.
        """
        self.luck = np.zeros((games, game.num_players()))
        self._game, self._evaluator = game, load_evaluator(game, at_a_glance=True)
        self._has_begun = False

    def counted(self, reveal: Reveal) -> Reveal:
        """A function that lets chance move as `reveal` does, and counts the luck."""

        def move(states: NDArray[Any]) -> None:
            waiting = np.flatnonzero(states["player"] == CHANCE) if self._has_begun else np.zeros(0, np.int64)
            self._has_begun = True
            before = rows_of(states, waiting)
            reveal(states)
            if len(waiting):
                expected = exact_expectations(self._game, self._evaluator, before)
                came = values_of(self._game, self._evaluator, rows_of(states, waiting))
                self.luck[waiting] += np.nan_to_num(came - expected)

        return move
