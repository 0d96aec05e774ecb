"""Interface of an exact judge: the exploitability of bots, in a game small enough that all positions can be visited.

A game that can be cut down that far names its judge in its BotsLayer (`judge`); `levels.load_judge` makes it.
"""

from __future__ import annotations

from typing import Protocol

from jardinet.bots.api import Bot


class Judge(Protocol):
    """Exact judge of one game for two players.

    Attributes:
        positions: how many reachable positions the game has.
    """

    positions: int

    def value(self) -> float:
        """The value of the game for the first seat if both play an equilibrium: 1 is a victory, -1 a defeat."""
        ...

    def exploitability(self, bot: Bot) -> float:
        """The exploitability of a bot: what a best response wins against it, averaged over both seats; half of NashConv.

        NashConv is the total gain of best responses in both seats (Lanctot et al., NeurIPS 2017). 0 means an
        equilibrium; a bot that always loses to a best response has 1.

        Raises:
            BotError: the bot has no policy (`PolicyBot`), or an invalid one.
        """
        ...
