"""The names of the bots, called levels, and where each is found; nothing heavy is imported to name them.

A level of one game is a module `bots/GAME/LEVEL.py`, one of any game `bots/LEVEL.py`; either offers
its class as `BOT`. A module's first line tells people what it plays.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jardinet.games.parameters import ParameterError

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.games.api import Game

_FOLDER = Path(__file__).parent
_ANY_GAME = ("random",)


def levels_of(game_name: str) -> list[str]:
    """The levels that play a game, weakest first: those of any game, then its own in the order of their names.

    >>> levels_of("lucky_numbers")
    ['random', 'greedy']
    """
    return [*_ANY_GAME, *_own_levels(game_name)]


def load_bot(level: str, game: Game) -> Bot:
    """The bot of a level, ready to play `game`.

    Raises:
        ParameterError: the game has no such level; the message lists those it has.
    """
    if level in _own_levels(game.name):
        where = f"jardinet.bots.{game.name}.{level}"
    elif level in _ANY_GAME:
        where = f"jardinet.bots.{level}"
    else:
        raise ParameterError(f"there is no bot {level!r}: {game.name} has {', '.join(levels_of(game.name))}.")
    bot: Bot = importlib.import_module(where).BOT(game)
    return bot


@cache
def _own_levels(game_name: str) -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(_FOLDER / game_name)])))
