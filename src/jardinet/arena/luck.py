"""Luck of games while they are played: what chance brought each seat beside what it brings in the mean.

Before chance moves a position is worth the mean over all that may come; what comes instead is luck (analysis/ledger.py).
Its own mean is 0 whoever plays, and however wrong the evaluator is: so results less their luck have the mean that results
have, and scatter the less the better the evaluator. GNU Backgammon calls them luck-adjusted; poker's name is AIVAT
(Burch, Schmid, Moravcik, Morrill and Bowling, AAAI 2018).
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

    What is dealt before anybody has chosen is not counted, nor what may come in too many ways to look at all of them, as a
    hand of eight tiles may.

    Attributes:
        luck: shape (games, players): of each seat so far, in shares of the victory.
    """

    def __init__(self, game: Game, games: int) -> None:
        """Count in `games` of them.

        Raises:
            ParameterError: nothing can evaluate the game.
        """
        self.luck = np.zeros((games, game.num_players()))
        self._game, self._evaluator = game, load_evaluator(game, at_a_glance=True)
        self._has_begun = False

    def counted(self, reveal: Reveal) -> Reveal:
        """What lets chance move as `reveal` does, and counts it."""

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
