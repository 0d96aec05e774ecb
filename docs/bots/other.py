"""Master of Lucky Numbers with another net than the shipped one: `nets/2-players.npz`, as `jardinet train` leaves it.

jardinet arena lucky-numbers --bots docs/bots/other.py:OtherBot,master --games 6000 --adjusted
"""

from __future__ import annotations

import numpy as np

from jardinet.bots.lucky_numbers.master import MasterBot
from jardinet.bots.sparse_net import Net
from jardinet.bots.weights import from_arrays
from jardinet.games.api import Game


class OtherBot(MasterBot):
    """Bot that plays as master does, by that net."""

    name = "other"

    def __init__(self, game: Game) -> None:
        """Play `game`, a Lucky Numbers with two players."""
        with np.load("nets/2-players.npz", allow_pickle=False) as arrays:
            super().__init__(game, from_arrays(Net, dict(arrays)))
