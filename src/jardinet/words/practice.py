"""Practice in words: whether an answer is right, why, and the cost of the error in the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from jardinet.analysis.advice import Judgement
from jardinet.analysis.practice import Position, Progress, cost_of, is_right
from jardinet.games.api import NamedError, State
from jardinet.words.game_words import AnyWords
from jardinet.words.hints import Suggestion, reasons
from jardinet.words.language import Language
from jardinet.words.layer import WORDS


class Verdict(NamedTuple):
    """Verdict on an answer.

    Attributes:
        is_right: whether it is as good as the best.
        heading: that in a sentence.
        why: the best action and the reasons for it, a sentence after another.
        in_game: the action played in the game, and its cost; empty in a puzzle.
        named: the name of that error, and what bears it out; empty if it has none.
        plays: the texts of the best actions; see `Suggestion`.
    """

    is_right: bool
    heading: str
    why: str
    in_game: str
    named: Sequence[str]
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
    found, count = best_of(words, state, position), games_fewer(cost)
    best, named = " ".join(found.lines), name_told(words, position)
    played = in_game(words, state, position) if position.action else ""
    if is_right(cost):
        return Verdict(True, _("Right!"), best, played, named, found.plays)
    wrong = ngettext(
        "Not quite: “{action}” wins about {count} game fewer in 100.",
        "Not quite: “{action}” wins about {count} games fewer in 100.",
        count,
    )
    heading = wrong.format(action=_named(words, state, position.seat, texts), count=count)
    return Verdict(False, heading, better_told(words.language, found), played, named, found.plays)


def name_told(words: AnyWords, position: Position) -> list[str]:
    """The name of the error in the game, and what bears it out; empty if it has none."""
    layer = WORDS.of(words.game.name)
    if not position.proof or layer.error_why is None:
        return []
    name = layer.kinds(words.language)[position.kind]
    return [words.language.entry(name, layer.error_why(words, NamedError(position.kind, position.proof)))]


def best_of(words: AnyWords, state: State, position: Position) -> Suggestion:
    """The best action of a position, and why; arguments as in `verdict`."""
    return reasons(words, state, position.seat, lambda one: _judgement(one, position))


def better_told(language: Language, found: Suggestion) -> str:
    """The best action, and why, where something else was played."""
    return language.entry(language.gettext("Better"), " ".join(found.lines))


def repeated(language: Language, told: Verdict) -> list[str]:
    """What practice says of an answer: why, what was played in the game, and whether the position comes again."""
    again = language.gettext("This position will come up again, until you get it right.")
    return [told.why, told.in_game, *told.named, *([] if told.is_right else [again])]


def progress_line(language: Language, progress: Iterable[Progress]) -> str:
    """How many of somebody's positions are right by now: `3 of 12 right`."""
    done = [one.is_right for one in progress]
    return language.gettext("{count} of {total} right").format(count=sum(done), total=len(done))


def in_game(words: AnyWords, state: State, position: Position) -> str:
    """The action played in the game, and its cost, to the seat's own player."""
    count = games_fewer(position.cost)
    told = words.language.ngettext(
        "In the game you chose “{action}”, which wins about {count} game fewer in 100.",
        "In the game you chose “{action}”, which wins about {count} games fewer in 100.",
        count,
    )
    return told.format(action=played_told(words, state, position), count=count)


def played_told(words: AnyWords, state: State, position: Position) -> str:
    """The action played in the game, in words."""
    return _named(words, state, position.seat, [position.action])


def _named(words: AnyWords, state: State, seat: int, texts: Sequence[str]) -> str:
    """Actions that a seat plays in a row from a state on, in words."""
    named, here = [], state.clone()
    for text in texts:
        action = here.string_to_action(seat, text)
        named.append(words.play_told(here, seat, action))
        if not here.is_simultaneous_node():
            here.apply_action(action)
    return words.language.every(named)


def games_fewer(cost: float) -> int:
    """How many games of a hundred an action of this cost wins fewer than the best one; at least one."""
    return max(1, round(100 * cost))


def _judgement(state: State, position: Position) -> Judgement:
    """The judgement of the position, or of one that follows after actions of its seat."""
    game, seat = state.get_game(), position.seat
    since = [game.player_texts[move] for move in state.history()[position.before :] if isinstance(move, int)]
    judged = position.judged[" ".join(since)]
    mixture = {game.action_of(seat, text): chance for text, chance in judged.mixture.items()}
    costs = {game.action_of(seat, text): cost for text, cost in judged.costs.items()}
    return Judgement(max(mixture, key=mixture.__getitem__), costs, mixture)
