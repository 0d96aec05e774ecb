"""A bot of Fireflies: it goes home at once, and hangs its lantern on the first place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.layer import BotsLayer, Level
from jardinet.games.kernels import WORD_BITS

if TYPE_CHECKING:
    from jardinet.games.api import Game


class CautiousBot:
    """See the module."""

    name = "cautious"

    def __init__(self, game: Game) -> None:
        """`game`: what it plays."""
        self._rules = game.rules

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`: GO, or the first legal place."""
        masks = np.zeros((len(seats), self._rules.NUM_WORDS), np.int64)
        self._rules.legal_masks(observations, seats, masks)
        actions = [_first(int(mask[0]) & ~1 | int(mask[1]) << WORD_BITS) for mask in masks]
        return np.array(actions, np.int64)


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


LAYER = BotsLayer({"cautious": Level(CautiousBot, "Goes home before it is dark.")})
