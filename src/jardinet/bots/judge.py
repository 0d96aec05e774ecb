"""Interface of an exact judge: how far from an equilibrium a bot is, in a game small enough that all of it can be visited.

A game that can be cut down so far says so in its BotsLayer (`judge`); `levels.load_judge` makes it.
"""

from __future__ import annotations

from typing import Protocol

from jardinet.bots.api import Bot


class Judge(Protocol):
    """Exact judge of one game of two.

    Attributes:
        positions: how many the game has that can be reached.
    """

    positions: int

    def value(self) -> float:
        """What the game is worth to the first seat if both play an equilibrium: 1 is a victory, -1 a defeat."""
        ...

    def exploitability(self, bot: Bot) -> float:
        """What whoever answers best to a bot wins of it, in the mean of both seats: half of NashConv.

        NashConv is what best responders in both seats gain together (Lanctot et al., NeurIPS 2017). 0 is an
        equilibrium; 1 is lost by who always loses.

        Raises:
            BotError: the bot does not tell its policy (`PolicyBot`), or what it tells is none.
        """
        ...
