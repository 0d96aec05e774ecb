"""Interface of bots: a bot sees what its seat may know and answers with legal actions.

Bots decide for many games at once, since most of their life is spent in simulations; `choose` asks
one for a single action, at a table. No bot ever gets a State: what is hidden cannot leak to it.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Action, State


class Bot(Protocol):
    """A player made of code. levels.py names them and makes them.

    Attributes:
        name: the level's name, as `load_bot` takes it.
    """

    name: str

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions.

        Args:
            observations: shape (n,), dtype `rules.STATE`: what the acting seat of each may know, as
                `State.observation` gives it; not to be written.
            seats: shape (n,): which seat the bot plays in each; that seat acts now, alone or together with
                all the others, whose actions are in no observation.
            generator: supplies everything random, so that the caller can repeat a game.

        Returns:
            shape (n,): an action that is legal for that seat, for each position.
        """
        ...


def choose(bot: Bot, state: State, player: int, generator: np.random.Generator) -> Action:
    """The one action that `bot` plays for seat `player` in `state`, where that seat acts now.

    Args:
        bot: from `load_bot`, for the game that `state` is of.
        state: the position; the bot gets the seat's observation of it only.
        player: a seat from 0.
        generator: supplies everything random.
    """
    return int(bot.act(state.observation(player), np.array([player], np.int64), generator)[0])
