"""Master bot of Lucky Numbers: it plays what a learned net expects most of, one play ahead, every draw reckoned with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.lucky_numbers.greedy import GreedyBot
from jardinet.bots.lucky_numbers.lookahead import Lookahead
from jardinet.bots.sparse_net import Net
from jardinet.games.api import Game
from jardinet.games.lucky_numbers.rules import SETUP_PLACING


class MasterBot:
    """Master bot: nothing in it is random."""

    name = "master"

    def __init__(self, game: Game, weights: Mapping[str, NDArray[Any]]) -> None:
        """Play `game`, a Lucky Numbers, by a net for as many players; see trainer.py."""
        self._lookahead = Lookahead(game, Net.of(weights))
        self._set_up = GreedyBot(game)

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`."""
        actions = np.empty(len(seats), np.int64)
        # A dealt hand goes on the diagonal in rising order: any other leaves cells that nothing ever fits.
        is_dealt = (observations["phase"] == SETUP_PLACING) & ~observations["michael"]
        dealt, others = np.flatnonzero(is_dealt), np.flatnonzero(~is_dealt)
        if len(dealt):
            actions[dealt] = self._set_up.act(observations[dealt], seats[dealt], generator)
        if len(others):
            actions[others] = self._lookahead.choose(observations[others])[0]
        return actions
