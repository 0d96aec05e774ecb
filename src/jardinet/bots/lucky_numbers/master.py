"""Master bot of Lucky Numbers: it plays the action of the highest value by a learned net, two plies ahead."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.api import certain
from jardinet.bots.lucky_numbers.lookahead import Lookahead, best_of
from jardinet.bots.lucky_numbers.trainer import net_name
from jardinet.bots.sparse_net import Net
from jardinet.bots.weights import from_arrays, load_weights
from jardinet.games.api import Game
from jardinet.games.lucky_numbers.rules import NUM_ACTIONS


class MasterBot:
    """Master bot: nothing in it is random."""

    name = "master"

    def __init__(self, game: Game, net: Net) -> None:
        """Play `game`, a Lucky Numbers, by a net for its number of players; see trainer.py."""
        self._lookahead = Lookahead(game, net)

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`."""
        return best_of(observations, self._lookahead.worth_again(observations))[0]

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """The probability of each action, 1 for one of them; see `PolicyBot.policy`."""
        return certain(self.act(observations, seats, np.random.default_rng(0)), NUM_ACTIONS)


@cache
def shipped_net(players: int) -> Net:
    """The net for games with that many players; a server asks for it at every move."""
    return from_arrays(Net, load_weights("jardinet.bots.lucky_numbers", net_name(players)))
