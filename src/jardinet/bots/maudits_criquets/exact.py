"""Exact judge of a Maudits Criquets that is cut down: see bots/exact.py. All bid at once, so a turn is a matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots import exact
from jardinet.bots.exact import AllPositions, Strategies
from jardinet.bots.maudits_criquets import matrix
from jardinet.games.api import Game
from jardinet.games.maudits_criquets.rules import BIDS


def judge_of(game: Game) -> exact.ExactJudge:
    """The judge of bots that play `game`; raises GameError as `exact.positions_of`."""
    return exact.ExactJudge(game, solve_bids)


def solve(positions: AllPositions) -> tuple[NDArray[np.float64], Strategies]:
    """The value of every position for the first seat, and an equilibrium; see `exact.solve`."""
    return exact.solve(positions, solve_bids)


def solve_bids(
    records: NDArray[Any], owners: NDArray[np.int64], bids: NDArray[np.int64], gains: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The value and an equilibrium of positions in which both bid; see `exact.SolveTogether`."""
    joint = np.zeros((len(records), BIDS**2, 2), np.float32)
    joint[owners, bids[:, 0] + BIDS * bids[:, 1]] = np.stack([gains, -gains], 1)
    values, mixtures = np.empty((len(records), 2)), np.empty((len(records), 2, BIDS))
    matrix.solve_bids(joint, records["hand"][:, :2].astype(np.int64), mixtures, values)
    return values[:, 0], mixtures
