"""Coach's sentences for a first game: they explain the position in the reader's language, each subject once."""

from __future__ import annotations

from typing import Any, NamedTuple

from jardinet.games.api import SIMULTANEOUS, State
from jardinet.words.game_words import AnyWords
from jardinet.words.layer import WORDS


class Advice(NamedTuple):
    """Advice of a coach about a position.

    Attributes:
        about: its subject, in a word, taught once in a game. Empty: told whenever it is true.
        text: a sentence or two, which also name the places meant.
        points: the places meant, as boards name them: `cell-b3`, `draw`, `bid-x`.
    """

    about: str
    text: str
    points: tuple[str, ...] = ()


def coach(words: AnyWords, state: State, seat: int) -> list[Advice]:
    """The coach's advice to a seat about a position, without what was said before in this game.

    Empty while others play.

    >>> import jardinet
    >>> from jardinet.words.game_words import load_words
    >>> from jardinet.words.language import load_language
    >>> game = jardinet.load_game("maudits_criquets")
    >>> state = game.deserialize_state("reveal-corn reveal-corn reveal-strawberry")
    >>> coach(load_words(load_language("en"), game, ["ada", "ben"], you=0), state, 0)[0].points
    ('bid-5',)
    """
    advise = WORDS.of(words.game.name).coach
    now: list[Advice] = advise(words, state.view(seat)) if _concerns(state, seat) or state.is_terminal() else []
    told = _told_before(words, state, seat) if any(one.about for one in now) else set()
    return [one for one in now if one.about not in told]


def _told_before(words: AnyWords, state: State, seat: int) -> set[str]:
    """The subjects taught at the earlier decisions of a seat."""
    advise, told = WORDS.of(words.game.name).coach, set[str]()
    earlier = state.get_game().new_initial_state()
    for move in state.history():
        if _concerns(earlier, seat):
            told.update(one.about for one in advise(words, earlier.view(seat)) if one.about)
        earlier.apply(move)
    return told


def _concerns(state: State, seat: int) -> bool:
    """Whether a seat has to act."""
    player: Any = state.current_player()
    return player == seat or (player == SIMULTANEOUS and seat in state.acting_seats())
