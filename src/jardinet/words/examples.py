"""Example positions, which show what a clause of the rules means: prepared by hand, played through the rules."""

from __future__ import annotations

from typing import NamedTuple

from jardinet.games import load_game
from jardinet.games.api import State
from jardinet.words.language import Language
from jardinet.words.layer import WORDS


class Example(NamedTuple):
    """A position and an explanation of it.

    Attributes:
        clause: the clause that it shows, as on the rules page.
        told: the explanation, in sentences.
        game: the name of the game.
        parameters: as `load_game` takes them.
        moves: as `State.serialize` writes them.
    """

    clause: str
    told: str
    game: str
    parameters: dict[str, int | str]
    moves: str

    def position(self) -> State:
        """The position; raises GameError if the moves break the rules."""
        return load_game(self.game, **self.parameters).deserialize_state(self.moves)


def examples_of(language: Language, game_name: str) -> list[Example]:
    """The examples of a game, in the order of its clauses.

    >>> from jardinet.words.language import load_language
    >>> [example.clause for example in examples_of(load_language("en"), "maudits_criquets")]
    ['MC-2.1', 'MC-2.5', 'MC-2.6', 'MC-2.7', 'MC-3.1', 'MC-4.2', 'MC-5.1']
    """
    return WORDS.of(game_name).examples(language.of_game(game_name))
