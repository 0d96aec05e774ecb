"""Pictures of positions in the reader's language, with the names of the table; the game draws them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jardinet.games.api import State
from jardinet.games.drawing import Labels
from jardinet.words.game_words import AnyWords
from jardinet.words.layer import WORDS


def picture(words: AnyWords, state: State, seat: int | None = None) -> str:
    """The position as an SVG, `seat`'s things in front; the reader of `words` is "you" in it.

    >>> import jardinet
    >>> from jardinet.words.game_words import load_words
    >>> from jardinet.words.language import load_language
    >>> game = jardinet.load_game("maudits_criquets")
    >>> state = game.deserialize_state("reveal-corn reveal-corn reveal-strawberry")
    >>> words = load_words(load_language("en"), game, ["ada", "ben"])
    >>> picture(words, state).partition("</title>")[0].partition("<title>")[2]
    'Grasshopper Poker: Everyone chooses a bid card'
    """
    return state.draw(seat, lambda view: labels(words, view))


def labels(words: AnyWords, view: Any) -> Labels:
    """The labels in the picture of a position: see WordsLayer."""
    return WORDS.of(words.game.name).labels(words, view)


def paragraph(lines: Iterable[str]) -> str:
    """Lines joined for reading aloud: each ends like a sentence."""
    return " ".join(line if line.endswith((".", "!", "?")) else f"{line}." for line in lines)
