"""What is certain in an ending of two corrects what the net says of it, in master, hints and analyses."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.lucky_numbers.endings import EndingSolver
from jardinet.games.api import Game
from jardinet.games.lucky_numbers.rules import CHOOSING, PLACING

POSITIONS = 30  # that a decision looks at: some 3 ms, in one decision of eleven
SLOTS = 1 << 10  # of the memory, which is empty before each decision: so it depends on nothing that was played before
MOST_FREE = 4  # free cells of both, if one of them has a single one; with more, so few positions decide next to nothing
FEW_TILES = 2  # hidden ones, with any number of free cells
BY_THE_NET = 1e-6  # of what the net says is left, so that it chooses among actions that are equally good


class Certainty:
    """Corrector of values; in games that it cannot solve, it leaves them as they are."""

    def __init__(self, game: Game, positions: int = POSITIONS) -> None:
        """Correct values of `game`, a Lucky Numbers with any parameters, by looking at so many positions of an ending."""
        is_solvable = game.num_players() == 2 and not game.parameters["bruno"]
        self._solver = EndingSolver(game, SLOTS if positions <= SLOTS // 2 else 1 << 16) if is_solvable else None
        self._positions = positions

    def correct(self, records: NDArray[Any], worth: NDArray[np.float32]) -> None:
        """Move the shares of the victory in `worth` to where they certainly are.

        Args:
            records: shape (n,), dtype STATE: in which a seat chooses, or places a tile.
            worth: shape (n, NUM_ACTIONS, outputs): of `Lookahead`, the shares of both seats first; it is changed.
        """
        if self._solver is None:
            return
        free = records["free"][:, :2]
        is_near = (free.min(1) == 1) & (free.sum(1, dtype=np.int64) <= MOST_FREE) | (records["pile_size"] <= FEW_TILES)
        is_playing = (records["phase"] == CHOOSING) | (records["phase"] == PLACING)
        for k in np.flatnonzero(is_near & is_playing):
            self._solver.forget()
            found = self._solver.solve(records[k : k + 1], positions=self._positions, wants="best")
            own, others = worth[k, :, found.seat], worth[k, :, 1 - found.seat]
            certain = np.clip(own, found.bounds[:, 0], found.bounds[:, 1])
            own[:] = (1 - BY_THE_NET) * certain + BY_THE_NET * own
            others[:] = 1 - own
