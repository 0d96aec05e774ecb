"""Hints: the strongest bot's choice in a player's place, and its reasons, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from jardinet.analysis.practice import NEGLIGIBLE
from jardinet.bots.levels import levels_of, load_bot, load_evaluator
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


class Judgement(NamedTuple):
    """Judgement of a position, for the seat that has to act in it.

    Attributes:
        best: the strongest bot's action, the most frequent one of a mixture.
        costs: by legal action, how much less it is worth than the best, in shares of the victory, 0 to 1.
        mixture: the probability of each action that the strongest bot plays; a single action unless choices must be
            mixed.
    """

    best: Action
    costs: Mapping[Action, float]
    mixture: Mapping[Action, float]


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
    import numpy as np

    evaluator = load_evaluator(game)

    def judge(position: State) -> Judgement:
        found = evaluator.evaluate(position.observation(seat), np.array([seat]))
        values, mixture = found.action_values[0], found.mixtures[0]
        legal, most = position.legal_actions(seat), float(np.nanmax(values))
        return Judgement(
            max(legal, key=lambda action: float(mixture[action])),
            {action: most - float(values[action]) for action in legal},
            {action: float(mixture[action]) for action in legal if mixture[action] > 0},
        )

    return reasons(words, state, seat, judge)


def reasons(words: AnyWords, state: State, seat: int, judge: Judge) -> Suggestion:
    """The best action for a seat that has to act, and why, by a judge's values."""
    told = WORDS.of(words.game.name).hint
    return told(words, state, seat, judge) if told else _without_reason(words, seat, judge(state).best)


def beside(words: AnyWords, state: State, seat: int, judgement: Judgement) -> str:
    """The lead of the advised actions over the best other one; empty if there is no other."""
    _, ngettext = words.language.gettext, words.language.ngettext
    others = [action for action in judgement.costs if action not in judgement.mixture]
    if not others:
        return ""
    other = min(others, key=lambda action: judgement.costs[action])
    cost, named = judgement.costs[other], words.play_told(state, seat, other)
    if cost < NEGLIGIBLE:
        return _("“{action}” is about as good.").format(action=named)
    count = round(100 * cost)
    sentence = ngettext(
        "That wins about {count} more game in 100 than “{action}”.",
        "That wins about {count} more games in 100 than “{action}”.",
        count,
    )
    return sentence.format(count=count, action=named)


def _choice(state: State, seat: int) -> Action:
    """The strongest bot's action."""
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
