"""The bots of Maudits Criquets, one file a level; nothing heavy is imported to name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jardinet.bots.levels import BotsLayer, Lesson, Level

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.games.api import Game


LESSON_BIDS = ("2", "3", "4", "1", "x")  # of a lesson's opponent, in the first turns of the first round


def _greedy(game: Game) -> Bot:
    from jardinet.bots.maudits_criquets.greedy import GreedyBot

    return GreedyBot(game)


def _teacher(game: Game) -> Bot:
    from jardinet.bots.maudits_criquets.teacher import TeacherBot

    return TeacherBot(game)


LAYER = BotsLayer(
    {"greedy": Level(_greedy, "Takes what is best right now, and never looks ahead.")}, Lesson(406, _teacher)
)
