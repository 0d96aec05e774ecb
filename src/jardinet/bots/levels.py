"""Names of the bots, called levels, and how each is made; nothing heavy is imported to name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jardinet.games.parameters import ParameterError
from jardinet.games.registry import Layer, entry_of, instance_of

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.games.api import Game

Make = Callable[["Game"], "Bot"]


@dataclass(frozen=True)
class BotsLayer:
    """Layer of a game with its own bots.

    Attributes:
        levels: by name, weakest first, what makes a bot that plays a game; it imports what it needs when it is called.
    """

    levels: Mapping[str, Make]


BOTS: Layer[BotsLayer] = Layer("bots", instance_of(BotsLayer))


def levels_of(game_name: str) -> list[str]:
    """The levels that play a game, weakest first: those of any game, then its own.

    Raises:
        ParameterError: there is no such game.
        UnfinishedGameError: its own are not what they should be.

    >>> levels_of("lucky_numbers")
    ['random', 'greedy']
    """
    return list(_levels(game_name))


def load_bot(level: str, game: Game) -> Bot:
    """The bot of a level, ready to play `game`.

    Raises:
        ParameterError: the game has no such level; the message lists those it has.
    """
    if level == "random":  # plays whatever has rules, games that are registered nowhere too
        return _random(game)
    levels = _levels(game.name)
    if level not in levels:
        raise ParameterError(f"there is no bot {level!r}: {game.name} has {', '.join(levels)}.")
    return levels[level](game)


def _levels(game_name: str) -> dict[str, Make]:
    own = BOTS.of(game_name).levels if entry_of(game_name).bots else {}
    return {"random": _random, **own}


def _random(game: Game) -> Bot:
    from jardinet.bots.random import RandomBot

    return RandomBot(game)
