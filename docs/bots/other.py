"""Master with another net than the shipped one: `nets/2-players.npz`, as `jardinet train` leaves it.

jardinet arena lucky-numbers --bots docs/bots/other.py:OtherBot,master --games 6000 --adjusted
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.training import training_of
from jardinet.games.api import Game


class OtherBot:
    """Bot that plays as master does, by that net."""

    name = "other"

    def __init__(self, game: Game) -> None:
        """Play `game`, of which the net has learned to be master."""
        with np.load("nets/2-players.npz", allow_pickle=False) as arrays:
            self._master = training_of(game.name).bot(game, dict(arrays))

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`."""
        return self._master.act(observations, seats, generator)
