"""Opponent of a first game: its first bids are fixed, as the coach expects them, then it plays like greedy.

The bids belong to the deal of the lesson (`LAYER` of this package): together they show, turn by turn, who takes first,
an X alone and an invasion, an impasse, an A, and the rule for two players. The coach's advice for each is in
`words/maudits_criquets/lesson.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets import LESSON_BIDS
from jardinet.bots.maudits_criquets.greedy import GreedyBot
from jardinet.games.api import Game
from jardinet.games.maudits_criquets.names import BIDS
from jardinet.games.maudits_criquets.rules import BIDDING


class TeacherBot:
    """Bot of the lesson: its first bids are fixed, then it plays like greedy."""

    name = "teacher"

    def __init__(self, game: Game) -> None:
        """Play `game`, a Maudits Criquets with any parameters."""
        self._greedy = GreedyBot(game)
        self._cards = int(game.parameters["numbers"]) + 2 * int(game.parameters["specials"])

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`."""
        actions = self._greedy.act(observations, seats, generator)
        for one, seat in enumerate(seats):
            state = observations[one]
            hand = int(state["hand"][seat])
            turn = self._cards - hand.bit_count()
            if int(state["phase"]) == BIDDING and int(state["rounds"]) == 0 and turn < len(LESSON_BIDS):
                bid = BIDS.index(LESSON_BIDS[turn])
                if hand >> bid & 1:
                    actions[one] = bid
        return actions
