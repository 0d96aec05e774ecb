"""The games, one folder each; every folder holds the same file names (CONTRIBUTING.md)."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from jardinet.games.parameters import ParameterError

if TYPE_CHECKING:
    from jardinet.games.api import Game


def registered_games() -> list[str]:
    """The names that `load_game` knows, sorted: every folder beside this file."""
    return list(_folders(tuple(__path__)))


@cache
def _folders(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(path) if module.ispkg))


def parameters_of(name: str) -> ModuleType:
    """The parameters.py of a game, which imports nothing heavy; raises ParameterError."""
    return _module(name, "parameters")


def drawing_of(name: str) -> ModuleType:
    """The drawing.py of a game; raises ParameterError."""
    return _module(name, "drawing")


def title_of(name: str) -> str:
    """A game's name as its publisher writes it; raises ParameterError."""
    return str(parameters_of(name).TITLE)


def load_game(name: str, **parameters: int | str | None) -> Game:
    """Load a game with what was agreed; what is not given is as the edition or the default says.

    Args:
        name: one of `registered_games()`.
        parameters: see the game's parameters.py; None counts as not given.

    Raises:
        ParameterError: the game, a parameter or a value is unknown, or two contradict each other.

    >>> load_game("lucky_numbers", players=3, edition="5-vor-12")
    lucky_numbers(players=3,edition=5-vor-12,setup=michael)
    """
    game: type[Game] = _module(name, "game").GAME
    return game(game.settle(dict(parameters)))


def _module(name: str, file: str) -> ModuleType:
    if name not in registered_games():
        raise ParameterError(f"there is no game {name!r}: there is {', '.join(registered_games())}.")
    return importlib.import_module(f"{__name__}.{name}.{file}")
