"""How far a difference in the values of Lucky Numbers' evaluator can be trusted; measured by benches/hints.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.layer import Trust
from jardinet.games.lucky_numbers.rules import SIDE

USUAL = Trust(least=0.01, share=0.6)
OUT_OF_ORDER = Trust(least=0.025, share=0.6)  # a hand that was dealt so is what no net has seen


def trust_in(observation: NDArray[Any]) -> Trust:
    """The trust in a position, shape (1,): less where a diagonal does not rise."""
    boards = observation["board"][0, : int(observation["players"][0])].astype(np.int64)
    diagonals = boards.reshape(-1, SIDE, SIDE).diagonal(axis1=1, axis2=2)
    does_rise = all((np.diff(tiles[tiles > 0]) >= 0).all() for tiles in diagonals)
    return USUAL if does_rise else OUT_OF_ORDER
