"""Coach's sentences for a first game: the moments of a prepared lesson, and afterwards advice, each subject once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from jardinet.bots.lessons import PreparedCourse, course_of
from jardinet.games.api import SIMULTANEOUS, State
from jardinet.words.game_words import AnyWords
from jardinet.words.layer import WORDS

MORE, CHOICE = "more", "choice"  # what follows what the coach says: its next thought, or the end of the prepared part


class Advice(NamedTuple):
    """Advice of a coach about a position.

    Attributes:
        about: its subject, in a word, taught once in a game. Empty: told whenever it is true.
        text: a sentence or two, which also name the places meant.
        plays: the texts of the actions advised, several if they are played in a row: `take-8`, `place-b3`.
        title: the moment of the lesson, and how many there are; empty off its course.
        follows: MORE, CHOICE, or empty: what follows depends on the play.
    """

    about: str
    text: str
    plays: tuple[str, ...] = ()
    title: str = ""
    follows: str = ""


class Trial(NamedTuple):
    """Decision of a moment: what to look at and to try, and what is wrong with anything else; empty if nothing else is legal."""

    look: str
    instead: str = ""


class Moment(NamedTuple):
    """Prepared moment of a lesson.

    Attributes:
        title: what it teaches, in a few words.
        trials: the learner's decisions in it; the last one stands for all that follow.
        why: what came of it, and why; told before the next moment.
    """

    title: str
    trials: Sequence[Trial]
    why: str


class Teaching(NamedTuple):
    """Prepared lesson in words: what the coach says first, and its moments."""

    welcome: str
    moments: Sequence[Moment]


def coach(words: AnyWords, state: State, seat: int, read: int = 0) -> list[Advice]:
    """The coach's advice to a seat about a position, without what was said before in this game.

    Args:
        words: of the game, in the reader's language.
        state: the position, with its history.
        seat: the learner's.
        read: how many of the thoughts that come before a decision have been read: see `Advice.follows`.

    >>> import jardinet
    >>> from jardinet.words.game_words import load_words
    >>> from jardinet.words.language import load_language
    >>> game = jardinet.load_game("maudits_criquets")
    >>> state = game.deserialize_state("reveal-corn reveal-corn reveal-broccoli")
    >>> words = load_words(load_language("en"), game, ["ada", "ben"], you=0)
    >>> [advice.title for advice in coach(words, state, 0, read=1)]
    ['1 of 6: Bidding']
    """
    layer = WORDS.of(words.game.name)
    if (advice := _of_course(words, state, seat, read)) is not None:
        return [advice]
    now: list[Advice] = layer.coach(words, state.view(seat)) if _concerns(state, seat) or state.is_terminal() else []
    told = _told_before(words, state, seat) if any(one.about for one in now) else set()
    fresh = [one for one in now if one.about not in told]
    if state.is_terminal() and layer.praise:
        return [Advice("", layer.praise(words, state, seat)), *fresh]
    return fresh


def tried(words: AnyWords, state: State, seat: int, texts: Sequence[str]) -> Advice | None:
    """What the coach says to a play that is not the one of the moment; None if that is it, or no moment is taught."""
    found = _reached(words, state)
    if found is None or not _concerns(state, seat):
        return None
    course, teaching, done = found
    if done == len(course.decisions) or texts[0] == course.decisions[done].action:
        return None
    moment = course.decisions[done].moment
    text = _trial(course, teaching, done).instead or _trial(course, teaching, done).look
    return Advice("", text, _plays(course, done), _title(words, teaching, moment))


def _of_course(words: AnyWords, state: State, seat: int, read: int) -> Advice | None:
    """What the coach says while the game keeps to the prepared course; None otherwise."""
    found = _reached(words, state)
    if found is None:
        return None
    course, teaching, done = found
    acts, decisions = _concerns(state, seat), course.decisions
    is_past = done == len(decisions)
    moment = len(teaching.moments) if is_past else decisions[done].moment
    begins = is_past or done == 0 or decisions[done - 1].moment < moment
    if begins and not (acts and read):
        before = teaching.moments[moment - 1].why if moment else teaching.welcome
        return Advice("", before, title=_title(words, teaching, max(moment - 1, 0)), follows=MORE if acts else "")
    if is_past:
        told = words.language.gettext("You know it all! Finish this game, or begin a real one?")
        return Advice("", told, follows=CHOICE) if read == 1 else None
    return Advice("", _trial(course, teaching, done).look, _plays(course, done), _title(words, teaching, moment))


def _reached(words: AnyWords, state: State) -> tuple[PreparedCourse, Teaching, int] | None:
    """The course that a game keeps to, in words, and how many of the learner's decisions it has behind it."""
    course, told = course_of(state.get_game()), WORDS.of(words.game.name).lesson
    done = course.reached(state.history()) if course and told else None
    return (course, told(words), done) if course and told and done is not None else None


def _trial(course: PreparedCourse, teaching: Teaching, done: int) -> Trial:
    moment = course.decisions[done].moment
    trials = teaching.moments[moment].trials
    number = sum(one.moment == moment for one in course.decisions[:done])
    return trials[min(number, len(trials) - 1)]


def _plays(course: PreparedCourse, done: int) -> tuple[str, ...]:
    """The action to play now, and those that follow it before anybody else or chance moves."""
    first, coming = course.decisions[done], course.decisions[done:]
    if isinstance(course.moves[first.before], tuple):
        return (first.action,)
    return tuple(one.action for k, one in enumerate(coming) if one.before == first.before + k)


def _title(words: AnyWords, teaching: Teaching, moment: int) -> str:
    number = words.language.gettext("{number} of {count}").format(number=moment + 1, count=len(teaching.moments))
    return words.language.entry(number, teaching.moments[moment].title)


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
