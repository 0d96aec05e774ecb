"""The bots of Maudits Criquets, one file a level; nothing heavy is imported to name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jardinet.bots.levels import BotsLayer

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.games.api import Game


def _greedy(game: Game) -> Bot:
    from jardinet.bots.maudits_criquets.greedy import GreedyBot

    return GreedyBot(game)


LAYER = BotsLayer({"greedy": _greedy})
