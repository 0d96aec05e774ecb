"""Reader of a master: a one-turn best responder that measures how near its bids are to an equilibrium.

A reader knows the master's mixture of bids in every position, though not which bid is drawn, and answers with the bid
that gains most against it. It values the results by a net of its own: by the master's own values all bids of an
equilibrium's mixture are equally good, and nothing would be found. So it measures how much an opponent with better
values can win from the master, turn by turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets.master import MasterBot, best_picks
from jardinet.bots.maudits_criquets.turns import bidding_and_picking, worth_of_bids
from jardinet.bots.maudits_criquets.value import ValueNet
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.records import rows_of


class ReaderBot:
    """Best responder of one turn to a master in every other seat: see the module. It is for study, and no level."""

    name = "reader"

    def __init__(self, rival: MasterBot, net: ValueNet) -> None:
        """Read `rival`, and value positions by `net`, better trained than the rival's."""
        self._rival = rival
        self._net = net

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`; nothing here is random."""
        actions = np.empty(len(seats), np.int64)
        bidding, picking = bidding_and_picking(observations)
        for part in bidding:
            actions[part], _ = answers_to(self._rival, self._net, rows_of(observations, part), seats[part])
        for part in picking:
            actions[part] = best_picks(self._net, rows_of(observations, part))
        return actions


def answers_to(
    rival: MasterBot, net: ValueNet, records: NDArray[Any], seats: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The best responses to a master's mixed bids.

    Args:
        rival: bids in all other seats.
        net: values what follows.
        records: positions in which all bid, shape (n,), at least one and at most MOST.
        seats: shape (n,): the seat that answers in each.

    Returns:
        The bids, shape (n,), and the share of the victory that each expects, shape (n,).
    """
    players = int(records[0]["players"])
    mixtures, _ = rival.mixtures(records)
    worth = worth_of_bids(net, records)
    own = worth[np.arange(len(seats)), :, seats]
    bids = np.arange(BIDS**players)[:, None] // BIDS ** np.arange(players) % BIDS  # of each seat in a joint bid
    likely = np.ones_like(own)
    gains = np.zeros((len(seats), BIDS))
    for seat in range(players):
        likely *= np.where((seats == seat)[:, None], 1, mixtures[:, seat, bids[:, seat]])
    for bid in range(BIDS):
        is_own = bids.T[seats] == bid
        gains[:, bid] = np.where(is_own, likely * own, 0).sum(1)
    possible = records["hand"][np.arange(len(seats)), seats][:, None] >> np.arange(BIDS) & 1
    gains = np.where(possible, gains, -1)
    return gains.argmax(1), gains.max(1)
