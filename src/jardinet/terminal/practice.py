"""Practice at a terminal: positions of records, one after another, each until the typed answer is right.

A person's progress is kept in one small file among their data, written after every answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

import msgspec
from platformdirs import user_data_path

from jardinet.analysis.practice import Position, Progress, coming
from jardinet.analysis.review import review_of
from jardinet.bots.levels import is_bot
from jardinet.games.parameters import GameError
from jardinet.play.files import save
from jardinet.play.record import Record, state_of
from jardinet.system_errors import reason_of
from jardinet.terminal.answering import answer_of, how_to_answer
from jardinet.terminal.position import show
from jardinet.terminal.replay import named_words
from jardinet.terminal.screen import Screen
from jardinet.terminal.session import FINISHED, INTERRUPTED
from jardinet.words.game_words import AnyWords, load_words, title_in
from jardinet.words.language import Language
from jardinet.words.practice import progress_line, repeated, verdict

_KNOWN = msgspec.json.Decoder(dict[str, tuple[int, bool]])


@dataclass(frozen=True)
class Exercise:
    """Position of a record to be practised; `key` is the same every time that game is read."""

    key: str
    record: Record
    position: Position


def exercises_of(records: Sequence[Record], seat: int | None, on_progress: Callable[[int], None]) -> list[Exercise]:
    """The positions of records in which a given seat, or any person's seat, erred.

    Args:
        records: of finished games.
        seat: from 1; None: every seat without a bot.
        on_progress: called with the number of games analysed so far.

    Raises:
        GameError: a game is not over, there is no such seat, or all seats had bots.
    """
    found: list[Exercise] = []
    for number, record in enumerate(records, 1):
        count = len(record.seats)
        if seat is not None and seat > count:
            raise GameError(
                "no-such-seat-there",
                "there is no seat {seat}: these games have seats 1 to {count}.",
                seat=seat,
                count=count,
            )
        people = [k for k, name in enumerate(record.seats) if not is_bot(name, record.game.name)]
        seats = people if seat is None else [seat - 1]
        if not seats:
            raise GameError(
                "only-bots-played", "only bots played one of these games: --seat says whose errors to practise."
            )
        digest = hashlib.sha256(_text_of(record).encode()).hexdigest()[:16]
        for one in review_of(record).errors:
            if one.seat in seats:
                found.append(Exercise(f"{digest}.{one.before}.{one.seat}", record, one))
        on_progress(number)
    return found


class Practice:
    """One person's practice: a dialogue, which continues where it was left."""

    def __init__(self, exercises: Sequence[Exercise], screen: Screen, language: Language) -> None:
        """Practise these, with the progress from before.

        Raises:
            GameError: the file of progress is damaged.
        """
        self._exercises = {one.key: one for one in exercises}
        self._screen = screen
        self._language = language
        self._known = _load()

    def run(self) -> int:
        """Ask until all are right, or the person leaves; returns the exit code."""
        _ = self._language.gettext
        if not self._exercises:
            self._screen.say(_("Nothing to practise: no error in these games cost much."))
            return FINISHED
        _make_room()
        self._screen.say(how_to_answer(self._language), "")
        try:
            while order := coming(self._progress):
                self._screen.say(progress_line(self._language, self._progress.values()), style="bold")
                if not self._ask(self._exercises[order[0]]):
                    return FINISHED
        except EOFError:
            return FINISHED
        except KeyboardInterrupt:
            self._screen.say("")
            return INTERRUPTED
        total = len(self._exercises)
        told = self._language.ngettext("{count} position, and it is right.", "All {count} positions are right.", total)
        self._screen.say(told.format(count=total), style="bold")
        return FINISHED

    @property
    def _progress(self) -> dict[str, Progress]:
        return {
            key: Progress(one.position.cost, *self._known.get(key, (0, False))) for key, one in self._exercises.items()
        }

    def _ask(self, exercise: Exercise) -> bool:
        """Ask about a position until something is answered; returns whether to go on."""
        _, position, words, state = (
            self._language.gettext,
            exercise.position,
            _words(exercise, self._language),
            state_of(exercise.record, exercise.position.before),
        )
        heading = _("{game}, turn {turn}").format(
            game=title_in(self._language, exercise.record.game.name), turn=position.turn
        )
        self._screen.say("", self._language.entry(heading, self._language.every(list(words.names))), style="bold")
        show(state.view(position.seat), words, self._screen, position.seat, with_others=True)
        self._screen.say(
            words.question(state.view(position.seat)),
            _("What would you do now? In the game you did not choose the best play."),
        )
        texts = answer_of(state, words, position.seat, self._screen)
        if texts is None:
            return False
        told = verdict(words, state, position, texts)
        tries = self._known.get(exercise.key, (0, False))[0] + 1
        self._known[exercise.key] = tries, told.is_right
        _save(self._known)
        self._screen.say(told.heading, style="bold")
        self._screen.say(*repeated(self._language, told), "")
        return True


def _words(exercise: Exercise, language: Language) -> AnyWords:
    """The words of the record, in which the person who practises is "you"."""
    words = named_words(exercise.record, language)
    return load_words(language, exercise.record.game, words.names, exercise.position.seat)


def _text_of(record: Record) -> str:
    return f"{record.game.name} {sorted(record.game.parameters.items())} {state_of(record).serialize()}"


def _file() -> Path:
    return user_data_path("jardinet") / "practice.json"


def _load() -> dict[str, tuple[int, bool]]:
    """By position, the number of answers, and whether the last one was right."""
    try:
        return _KNOWN.decode(_file().read_bytes())
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError:
        raise GameError("practice-damaged", "{path} is damaged: remove it to begin anew.", path=_file()) from None


def _make_room() -> None:
    """Make the folder of the progress file and check that it can be written, before anything is asked."""
    folder = _file().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise GameError(
            "practice-not-kept",
            "what you practise cannot be kept as {path}: {reason}.",
            path=_file(),
            reason=reason_of(error),
        ) from None


def _save(known: dict[str, tuple[int, bool]]) -> None:
    save(_file(), msgspec.json.encode(known).decode())
