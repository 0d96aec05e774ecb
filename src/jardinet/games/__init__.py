"""Games, one folder each; every folder holds the same file names (CONTRIBUTING.md), its `ENTRY` registers it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from jardinet.games.parameters import ParameterError
from jardinet.games.registry import GameEntry, GapError, Layer, entry_of, playable_games, registered_games
from jardinet.games.sentences import Every

if TYPE_CHECKING:
    from jardinet.games.api import Game

__all__ = ["default_game", "entry_of", "load_game", "playable_games", "registered_games", "title_of"]


def default_game() -> str:
    """The default game: the first one that every face can show; raises ParameterError."""
    if not (games := playable_games()):
        raise ParameterError("no-games", "no game is complete here: jardinet games says what is missing.")
    return games[0]


def title_of(name: str) -> str:
    """A game's name as its publisher writes it; raises ParameterError."""
    return entry_of(name).title


def load_game(name: str, /, **parameters: int | str | None) -> Game:
    """Load a game with the given parameters; the others follow from the edition or their defaults.

    Args:
        name: one of `registered_games()`.
        parameters: see the game's parameters.py; None counts as not given.

    Raises:
        ParameterError: the game, a parameter or a value is unknown, or two contradict each other.
        UnfinishedGameError: the game is not what `Game` asks for; the message says what is missing.

    >>> load_game("lucky_numbers", players=3, edition="5-vor-12")
    lucky_numbers(players=3,edition=5-vor-12,setup=michael)
    """
    game = GAMES.of(name)
    return game(game.settle(dict(parameters)))


def _game_class(found: object, entry: GameEntry) -> type[Game]:
    """`found`, checked to be this game's class; raises GapError if it is no game, an incomplete one, or another game's."""
    from jardinet.games.api import Encoding, Game, Rules

    if not (isinstance(found, type) and issubclass(found, Game)):
        raise GapError("{place} is not a subclass of {kind}.", kind="jardinet.games.api.Game")
    lacking = [name for name in inspect.get_annotations(Game) if not hasattr(found, name)]
    lacking += sorted(getattr(found, "__abstractmethods__", ()))
    for name, kind in ("rules", Rules), ("encoding", Encoding):
        if hasattr(found, name) and not isinstance(getattr(found, name), kind):
            raise GapError(
                "{place} is not a {kind}.", place=f"{entry.game}.{name}", kind=f"jardinet.games.kernels.{kind.__name__}"
            )
    if lacking:
        raise GapError("{place} lacks {names}.", names=Every(lacking))
    if found.name != entry.name:
        raise GapError("{place} is named {name}.", name=found.name)
    if tuple(found.declared) != entry.parameters:
        raise GapError("{place} declares other parameters than its entry.")
    return found


GAMES: Layer[type[Game]] = Layer("game", _game_class)
