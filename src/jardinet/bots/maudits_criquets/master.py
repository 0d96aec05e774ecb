"""Master of Maudits Criquets: it bids by the equilibrium of the turn, and makes the pick of the highest value.

The results of a turn are computed with the game's own rules (turns.py) and valued by a learned net (value.py). The bids
of two are solved exactly, those of more by regret matching (matrix.py). The bid is always drawn from the mixture: an
opponent who knows this file and the net knows the probabilities, but never the bid.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets import matrix
from jardinet.bots.maudits_criquets.turns import MOST, bidding_and_picking, distinct, worth_of_bids, worth_of_picks
from jardinet.bots.maudits_criquets.value import ValueNet, from_arrays
from jardinet.bots.weights import load_weights
from jardinet.games.api import Game
from jardinet.games.maudits_criquets.rules import BIDS, NUM_ACTIONS
from jardinet.games.records import rows_of

ROUNDS = 200  # of regret matching per decision, with three players and more


class MasterBot:
    """Master bot: see the module; `net` is an argument, so that any net can play."""

    name = "master"

    def __init__(self, game: Game, net: ValueNet) -> None:
        """Play `game`, a Maudits Criquets with any parameters, by the values of `net`."""
        self._net = net

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`."""
        actions = np.empty(len(seats), np.int64)
        matrix.draw(self.policy(observations, seats), generator.random(len(seats)), actions)
        return actions

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """The probability of each action in each of n positions; see `PolicyBot.policy`."""
        likely = np.zeros((len(seats), NUM_ACTIONS))
        bidding, picking = bidding_and_picking(observations)
        for part in bidding:
            firsts, of = distinct(rows_of(observations, part))
            mixtures, _ = self.mixtures(rows_of(observations, part[firsts]))
            likely[part, :BIDS] = mixtures[of, seats[part]]
        for part in picking:
            likely[part, self.picks(rows_of(observations, part))] = 1
        return likely

    def mixtures(self, observations: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Its mixed bids, which are no secret, and the values it expects.

        Args:
            observations: positions in which all bid, shape (n,), at least one, dtype rules.STATE.

        Returns:
            The probabilities of every seat's bids, shape (n, players, BIDS), and the share of the victory that each
            expects, shape (n, players).
        """
        return mixtures_of(self._net, observations, ROUNDS)

    def picks(self, observations: NDArray[Any]) -> NDArray[np.int64]:
        """The pick of the seat that picks, shape (n,); `observations`: positions in which one seat picks."""
        return best_picks(self._net, observations)


@cache
def shipped_net(name: str) -> ValueNet:
    """A shipped net by its name; a server asks for it at every bid. It must not be changed.

    Raises:
        FileNotFoundError: there is none of that name.
    """
    return from_arrays(load_weights("jardinet.bots.maudits_criquets", name))


def mixtures_of(net: ValueNet, records: NDArray[Any], rounds: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mixtures of bids for some positions; see `MasterBot.mixtures`.

    `rounds` of regret matching, if there are more than two players.
    """
    players = int(records[0]["players"])
    mixtures, values = np.empty((len(records), players, BIDS)), np.empty((len(records), players))
    for begin in range(0, len(records), MOST):
        part = slice(begin, begin + MOST)
        mixtures[part], values[part] = solve(worth_of_bids(net, records[part]), records[part], rounds)
    return mixtures, values


def solve(
    worth: NDArray[np.float32], records: NDArray[Any], rounds: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mixtures of bids for some positions; see `MasterBot.mixtures`.

    `worth` is the result of `worth_of_bids` for the positions.
    """
    players = int(records[0]["players"])
    mixtures, values = np.empty((len(records), players, BIDS)), np.empty((len(records), players))
    hands = records["hand"][:, :players].astype(np.int64)
    if players == 2:
        matrix.solve_bids(worth, hands, mixtures, values)
    else:
        matrix.match_regrets(worth, hands, rounds, mixtures, values)
    return mixtures, values


def best_picks(net: ValueNet, records: NDArray[Any]) -> NDArray[np.int64]:
    """The best pick for the seat that picks, in each of n positions; shape (n,)."""
    if not len(records):
        return np.zeros(0, np.int64)
    owners, actions, values = worth_of_picks(net, records)
    order = np.lexsort((-values[np.arange(len(owners)), records["player"][owners]], owners))
    return actions[order[np.searchsorted(owners, np.arange(len(records)))]]
