"""Hints: what to play in a player's place, and the reasons, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from jardinet.analysis.advice import Judgement, judgement_of
from jardinet.bots.levels import levels_of, load_bot
from jardinet.games.api import Action, State
from jardinet.words.game_words import AnyWords, level_name
from jardinet.words.layer import WORDS


class Suggestion(NamedTuple):
    """Suggestion to a seat that has to act.

    Attributes:
        lines: what is best, and why, one sentence per line.
        plays: the texts of the actions meant: those to be played in a row, or those between which chance should decide.
    """

    lines: Sequence[str]
    plays: tuple[str, ...]


Judge = Callable[[State], Judgement]  # of positions in which the hint's seat has to act


def hint(words: AnyWords, state: State, seat: int) -> Suggestion:
    """Advice to a seat that has to act, based only on that seat's observation.

    >>> import jardinet
    >>> from jardinet.words.game_words import load_words
    >>> from jardinet.words.language import load_language
    >>> game = jardinet.load_game("lucky_numbers", setup="michael")
    >>> state = game.deserialize_state("reveal-10")
    >>> hint(load_words(load_language("en"), game, ["ada", "ben"], you=0), state, 0).lines[0]
    'Place the 10 on b2.'
    """
    game = state.get_game()
    if WORDS.of(game.name).hint is None:
        return _without_reason(words, seat, _choice(state, seat))
    return reasons(words, state, seat, lambda position: judgement_of(position, seat))


def reasons(words: AnyWords, state: State, seat: int, judge: Judge) -> Suggestion:
    """The best action for a seat that has to act, and why, by a judge's values."""
    told = WORDS.of(words.game.name).hint
    return told(words, state, seat, judge) if told else _without_reason(words, seat, judge(state).best)


def beside(words: AnyWords, state: State, seat: int, judgement: Judgement) -> str:
    """The lead of the advised actions over the best other one, if it is sure; empty if there is no other."""
    _, ngettext = words.language.gettext, words.language.ngettext
    other = judgement.other()
    if other is None:
        return ""
    count, named = judgement.lead(), words.play_told(state, seat, other)
    if not count:
        return _("“{action}” is about as good.").format(action=named)
    sentence = ngettext(
        "That wins about {count} more game in 100 than “{action}”.",
        "That wins about {count} more games in 100 than “{action}”.",
        count,
    )
    return sentence.format(count=count, action=named)


def _choice(state: State, seat: int) -> Action:
    """The action of the strongest bot for a seat, from its observation."""
    import numpy as np

    from jardinet.bots.api import choose

    game = state.get_game()
    return choose(load_bot(levels_of(game.name)[-1], game), state, seat, np.random.default_rng())


def _without_reason(words: AnyWords, seat: int, action: Action) -> Suggestion:
    """The strongest bot's action in words, for a game without reasons in its layer."""
    told = words.language.gettext("{bot} would {action}.")
    level = levels_of(words.game.name)[-1]
    line = told.format(bot=level_name(words.language, level), action=words.name_of(seat, action))
    return Suggestion([line], (words.game.texts_of(seat)[action],))
