"""The bots of Lucky Numbers, one file a level; nothing heavy is imported to name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jardinet.bots.levels import BotsLayer, Lesson, Level

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.games.api import Game


def _greedy(game: Game) -> Bot:
    from jardinet.bots.lucky_numbers.greedy import GreedyBot

    return GreedyBot(game)


LAYER = BotsLayer(
    {"greedy": Level(_greedy, "Takes what is best right now, and never looks ahead.")}, Lesson(64, _greedy)
)
