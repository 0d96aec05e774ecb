"""Practice in words: whether an answer is right, why, and the cost of the error in the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from jardinet.analysis.advice import Judgement
from jardinet.analysis.practice import Position, Progress, cost_of, is_right
from jardinet.games.api import State
from jardinet.words.game_words import AnyWords
from jardinet.words.hints import reasons
from jardinet.words.language import Language


class Verdict(NamedTuple):
    """Verdict on an answer.

    Attributes:
        is_right: whether it is as good as the best.
        heading: that in a sentence.
        lines: the best action and why, and the action played in the game if somebody erred there.
        plays: the texts of the best actions; see `Suggestion`.
    """

    is_right: bool
    heading: str
    lines: Sequence[str]
    plays: tuple[str, ...]


def verdict(words: AnyWords, state: State, position: Position, texts: Sequence[str]) -> Verdict:
    """The verdict on an answer.

    Args:
        words: of the game, `you` being the person who answers.
        state: the original position, with all moves before it.
        position: the same position with its judgement.
        texts: the answer, one action or several in a row.

    Raises:
        IllegalActionError: that cannot be played there.
    """
    _, ngettext, cost = words.language.gettext, words.language.ngettext, cost_of(position, texts)
    found, count = reasons(words, state, position.seat, lambda one: _judgement(one, position)), _games(cost)
    best = " ".join(found.lines)
    if is_right(cost):
        return Verdict(True, _("Right!"), [best, *_then(words, state, position)], found.plays)
    wrong = ngettext(
        "Not quite: “{action}” wins about {count} game fewer in 100.",
        "Not quite: “{action}” wins about {count} games fewer in 100.",
        count,
    )
    return Verdict(
        False,
        wrong.format(action=_named(words, state, position.seat, texts), count=count),
        [
            words.language.entry(_("Better"), best),
            *_then(words, state, position),
            *([_("This position will come up again, until you get it right.")] if position.action else []),
        ],
        found.plays,
    )


def progress_line(language: Language, progress: Iterable[Progress]) -> str:
    """How many of somebody's positions are right by now: `3 of 12 right`."""
    done = [one.is_right for one in progress]
    return language.gettext("{count} of {total} right").format(count=sum(done), total=len(done))


def _then(words: AnyWords, state: State, position: Position) -> list[str]:
    """The action played in the game, and its cost, in a sentence; [] in a puzzle."""
    if not position.action:
        return []
    count = _games(position.cost)
    told = words.language.ngettext(
        "In the game you chose “{action}”, which wins about {count} game fewer in 100.",
        "In the game you chose “{action}”, which wins about {count} games fewer in 100.",
        count,
    )
    return [told.format(action=_named(words, state, position.seat, [position.action]), count=count)]


def _named(words: AnyWords, state: State, seat: int, texts: Sequence[str]) -> str:
    """Actions that a seat plays in a row from a state on, in words."""
    named, here = [], state.clone()
    for text in texts:
        action = here.string_to_action(seat, text)
        named.append(words.play_told(here, seat, action))
        if not here.is_simultaneous_node():
            here.apply_action(action)
    return words.language.every(named)


def _games(cost: float) -> int:
    return max(1, round(100 * cost))


def _judgement(state: State, position: Position) -> Judgement:
    """The judgement of the position, or of one that follows after actions of its seat."""
    game, seat = state.get_game(), position.seat
    since = [game.player_texts[move] for move in state.history()[position.before :] if isinstance(move, int)]
    judged = position.judged[" ".join(since)]
    mixture = {game.action_of(seat, text): chance for text, chance in judged.mixture.items()}
    costs = {game.action_of(seat, text): cost for text, cost in judged.costs.items()}
    return Judgement(max(mixture, key=mixture.__getitem__), costs, mixture)
