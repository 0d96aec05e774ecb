"""Users' own bots besides the levels: a class in a file or a module, or a bot object.

A name that names a file executes it. So this is only for commands and programs on the user's own machine; names sent by
others, as to a server, go to `levels.load_bot`, which only knows levels.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

from jardinet.bots.api import Bot, said_of
from jardinet.bots.levels import is_bot, load_bot
from jardinet.bots.own_modules import module_of_file
from jardinet.games.api import Game
from jardinet.games.parameters import GameError, ParameterError
from jardinet.games.sentences import Every, Sentence
from jardinet.system_errors import reason_of


def bot_of(bot: str | Bot, game: Game) -> Bot:
    """The bot of a name, or a bot object, ready to play `game`.

    Args:
        bot: a level's name, as `load_bot` takes it; `FILE.py:CLASS` or `MODULE:CLASS`, whose class is called with the
            game; or a bot made for this game, which is returned unchanged. A file may import modules beside it,
            separately from other bots: see own_modules.py.
        game: the game that it is to play.

    Raises:
        ParameterError: there is no such level, file, module or class, it cannot be loaded, or it makes no bot.

    >>> from jardinet import load_game
    >>> bot_of("jardinet.bots.random:RandomBot", load_game("lucky_numbers")).name
    'random'
    """
    if not isinstance(bot, str):
        return _checked(bot, repr(bot))
    place, colon, name = bot.rpartition(":")
    if not colon and bot.endswith(".py"):
        raise ParameterError("bot-without-class", "{bot} alone is not a bot: name the class too, {bot}:CLASS.", bot=bot)
    if not colon or is_bot(bot, game.name):
        return load_bot(bot, game)
    module = _module_of(place, bot)
    make = getattr(module, name, None)
    if not callable(make):
        raise ParameterError(
            "no-such-bot-there",
            "there is no bot {bot!r}: {place} has {bots}.",
            bot=bot,
            place=place,
            bots=_listed(module),
        )
    try:
        made = make(game)
    except GameError:
        raise
    except Exception as error:
        raise ParameterError(
            "bot-not-made", "the bot {bot!r} cannot be made: {reason}.", bot=bot, reason=said_of(error)
        ) from error
    return _checked(made, repr(bot))


def _module_of(place: str, bot: str) -> ModuleType:
    is_file = place.endswith(".py")
    try:
        return module_of_file(Path(place)) if is_file else importlib.import_module(place)
    except (OSError, ModuleNotFoundError) as error:
        if isinstance(error, OSError) and is_file:
            raise ParameterError(
                "bot-not-read",
                "there is no bot {bot!r}: {place} cannot be read ({reason}).",
                bot=bot,
                place=place,
                reason=reason_of(error),
            ) from None
        if isinstance(error, ModuleNotFoundError) and f"{place}.".startswith(f"{error.name}."):
            raise ParameterError(
                "bot-module",
                "there is no bot {bot!r}: Python finds no module {module}; for a file, write FILE.py:CLASS.",
                bot=bot,
                module=error.name,
            ) from None
        raise ParameterError(
            "bot-not-loaded", "{place} cannot be loaded: {reason}.", place=place, reason=said_of(error)
        ) from error
    except Exception as error:
        raise ParameterError(
            "bot-not-loaded", "{place} cannot be loaded: {reason}.", place=place, reason=said_of(error)
        ) from error


def _listed(module: ModuleType) -> Every | Sentence:
    """Suggestions: the classes of a module that have an `act`."""
    own = vars(module).values()
    names = [kind.__name__ for kind in own if isinstance(kind, type) and kind.__module__ == module.__name__]
    acting = [name for name in names if hasattr(getattr(module, name, None), "act")]
    return Every(acting) if acting else Sentence("no class with a method act")


def _checked(bot: Any, called: str) -> Bot:
    if not callable(getattr(bot, "act", None)) or isinstance(bot, type):
        raise ParameterError(
            "bot-without-act", "{bot} is not a bot: it has no method act(observations, seats, generator).", bot=called
        )
    if not isinstance(getattr(bot, "name", None), str):
        raise ParameterError("bot-without-name", "{bot} is not a bot: it has no name (a str).", bot=called)
    checked: Bot = bot
    return checked
