"""Coach's sentences for somebody's first game: what the position is about, in the reader's language."""

from __future__ import annotations

from typing import Any

from jardinet.words.game_words import AnyWords
from jardinet.words.layer import WORDS


def coach(words: AnyWords, view: Any) -> list[str]:
    """What a coach says about a position to the one whose view it is, a sentence or two a line.

    >>> import jardinet
    >>> from jardinet.words.game_words import load_words
    >>> from jardinet.words.language import load_language
    >>> game = jardinet.load_game("maudits_criquets")
    >>> state = game.deserialize_state("reveal-corn reveal-corn reveal-strawberry")
    >>> coach(load_words(load_language("en"), game, ["ada", "ben"], you=0), state.view(0))[0]
    'In the loot: 1 strawberry and 2 corn.'
    """
    return WORDS.of(words.game.name).coach(words, view)
