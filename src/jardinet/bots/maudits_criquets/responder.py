"""Training of a reader's values by games against a frozen master, the only opponent that it has to beat.

Each game has one reader, whose seat changes in turn, and masters, which never learn, in all others. The value of a turn
for the reader is that of its best answer by the values learned so far; the rest is as in trainer.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets.master import MasterBot, best_picks
from jardinet.bots.maudits_criquets.reader import ReaderBot, answers_to
from jardinet.bots.maudits_criquets.trainer import HIDDEN, ValueTrainer
from jardinet.bots.maudits_criquets.turns import bidding_and_picking
from jardinet.bots.maudits_criquets.value import ValueNet
from jardinet.games.api import Game
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.records import rows_of

AS_IF = 1500  # steps assumed to be behind it: a trained net begins with small steps


class Responder(ValueTrainer):
    """Trainer of a reader of one master: see the module, and `Trainer`."""

    def __init__(
        self,
        game: Game,
        seed: int,
        rival: MasterBot,
        net: ValueNet | None = None,
        *,
        hidden: int = HIDDEN,
        games_a_step: int | None = None,
    ) -> None:
        """Begin with the weights of `net`, or with random ones.

        Args:
            game: a Maudits Criquets.
            seed: a whole number from 0.
            rival: the master that is read.
            net: of self-play, if there is one; it is not changed.
            hidden, games_a_step: see `ValueTrainer`; if `net` is given, it decides the hidden units.
        """
        super().__init__(game, seed, hidden=hidden if net is None else len(net.out), games_a_step=games_a_step)
        self._rival = rival
        if net is not None:
            self.begin_with(net, AS_IF)

    def reader(self) -> ReaderBot:
        """The reader trained so far; later steps do not change it."""
        return ReaderBot(self._rival, self.values())

    def _bids(
        self, records: NDArray[Any], numbers: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The bids' mixtures and the values of positions: the master's for its seats, the best answer for the reader's."""
        players, seats = self._game.players, self._seats(numbers)
        mixtures, _ = self._rival.mixtures(records)
        values = np.empty((len(records), players))
        for part in bidding_and_picking(records)[0]:
            bids, gains = answers_to(self._rival, self._adam.mean, rows_of(records, part), seats[part])
            mixtures[part, seats[part]] = np.eye(BIDS)[bids]
            values[part] = ((1 - gains) / (players - 1))[:, None]
            values[part, seats[part]] = gains
        return mixtures, values

    def _picks(self, records: NDArray[Any], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The picks in some positions: the best ones for the reader, for all others the master's."""
        is_own = records["player"] == self._seats(numbers)
        own, others = np.flatnonzero(is_own), np.flatnonzero(~is_own)
        picks = np.empty(len(records), np.int64)
        picks[own] = best_picks(self._adam.mean, rows_of(records, own))
        picks[others] = self._rival.picks(rows_of(records, others))
        return picks

    def _seats(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The reader's seat in each of these games of a step."""
        return numbers % self._game.players
