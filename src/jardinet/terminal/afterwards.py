"""Choices after the last turn: a rematch, an analysis, practice of one's errors, or leaving."""

from __future__ import annotations

from collections.abc import Callable

from jardinet.analysis.review import review_of
from jardinet.games.parameters import GameError
from jardinet.terminal.analysis import show_review
from jardinet.terminal.api import Table
from jardinet.terminal.practice import Practice, exercises_of
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import squeeze, words_in
from jardinet.words.language import Language
from jardinet.words.typed import shown_words, understood_words

_LETTERS = {"rematch": "r", "analyse": "a", "practise": "p", "quit": "q"}  # the same in every language


class Afterwards:
    """Dialogue with a player at a table whose game is over."""

    def __init__(self, table: Table, screen: Screen, language: Language) -> None:
        """`table`: somebody at this keyboard has played there."""
        self._table = table
        self._screen = screen
        self._language = language
        self._shown = _shown(language)
        also = {**_also(language), "quit": ",".join(understood_words(language)["quit"])}
        self._understood = {
            name: {name, letter, squeeze(self._shown[name]), *words_in(also[name])} for name, letter in _LETTERS.items()
        }

    def ask(self) -> Table | None:
        """Ask until the player wants a rematch or leaves; returns the rematch's table, or None."""
        choices = [f"{self._shown[name]} ({letter})" for name, letter in _LETTERS.items()]
        question = self._language.gettext("What now? {choices}:").format(choices=self._language.either(choices))
        does: dict[str, Callable[[], None]] = {"analyse": self._analyse, "practise": self._practise}
        while True:
            try:
                line = squeeze(self._screen.ask(question, [*self._shown.values()]))
            except EOFError:
                return None
            name = next((name for name, forms in self._understood.items() if line in forms), "")
            if name == "quit":
                return None
            try:
                if name == "rematch":
                    return self._table.rematch()
                if name:
                    does[name]()
            except GameError as error:
                self._screen.say(self._language.tell(error), style="yellow")

    def _analyse(self) -> None:
        for record in self._table.records():
            with self._screen.waiting(self._language.gettext("Looking at every turn …")):
                found = review_of(record)
            show_review(record, found, self._screen, self._language)

    def _practise(self) -> None:
        with self._screen.waiting(self._language.gettext("Looking at every turn …")):
            records = self._table.records()
            exercises = [
                one for seat in self._table.people for one in exercises_of(records, seat + 1, lambda _number: None)
            ]
        Practice(exercises, self._screen, self._language).run()


def _shown(language: Language) -> dict[str, str]:
    pgettext = language.pgettext
    return {
        "rematch": pgettext("after a game", "rematch"),
        "analyse": pgettext("after a game", "analyse"),
        "practise": pgettext("after a game", "practise"),
        "quit": shown_words(language)["quit"][0],
    }


def _also(language: Language) -> dict[str, str]:
    """Further words that people type for each choice, separated by commas."""
    pgettext = language.pgettext
    return {
        "rematch": pgettext("also typed", "again, once more"),
        "analyse": pgettext("also typed", "analyze, analysis"),
        "practise": pgettext("also typed", "practice, train"),
    }
