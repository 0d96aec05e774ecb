"""Analysis of a record on a screen: the accounts as a table, then what it comes to and what turned the game."""

from __future__ import annotations

from jardinet.analysis.model import Analysis
from jardinet.play.record import Record
from jardinet.terminal.replay import named_words
from jardinet.terminal.screen import Screen
from jardinet.terminal.tabular import show_rows
from jardinet.words.analysis import report
from jardinet.words.game_words import title_in
from jardinet.words.language import Language


def show_analysis(record: Record, analysis: Analysis, screen: Screen, language: Language) -> None:
    """Print what there is to say about an analysis of `record`."""
    words = named_words(record, language)
    told, _ = report(words, analysis, record.moves), language.gettext
    screen.say(language.entry(title_in(language, record.game.name), language.every(list(words.names))), style="bold")
    show_rows(told.headings, told.rows, screen, language)
    screen.say(*told.verdicts)
    if told.turning_points:
        screen.say(_("Turning points"), style="bold")
        for turn, sentence in told.turning_points:
            screen.say(language.entry(_("Turn {number}").format(number=turn), sentence))
    screen.say(told.notice, "")
