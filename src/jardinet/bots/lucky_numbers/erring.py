"""Levels of Lucky Numbers below master: quantal bots that lay a dealt hand in rising order, as master does."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.lucky_numbers.lookahead_kernels import arrange
from jardinet.bots.quantal import QuantalBot

NOBODY_ARRANGES = -1


class ErringBot(QuantalBot):
    """Quantal bot that does not err where a dealt hand is laid.

    No net has seen another order than the rising one, so what it tells of the others is no difference to choose by.
    """

    def _logits(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        logits = super()._logits(observations, seats)
        rising = np.full(len(seats), NOBODY_ARRANGES)
        arrange(observations, rising)
        arranging = np.flatnonzero(rising != NOBODY_ARRANGES)
        logits[arranging] = -np.inf
        logits[arranging, rising[arranging]] = 0
        return logits
