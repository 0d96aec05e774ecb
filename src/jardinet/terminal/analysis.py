"""Analysis of a record on a screen: the accounts as a table, then the verdicts and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from jardinet.analysis.model import Analysis
from jardinet.play.record import Record
from jardinet.terminal.replay import named_words
from jardinet.terminal.screen import Screen
from jardinet.terminal.tabular import show_rows
from jardinet.words.analysis import report
from jardinet.words.game_words import title_in
from jardinet.words.language import Language
from jardinet.words.many_games import many_games


def show_analysis(record: Record, analysis: Analysis, screen: Screen, language: Language) -> None:
    """Print the report of an analysis of `record`."""
    words = named_words(record, language)
    told, _ = report(words, analysis, record.moves, [one.seat for one in record.taken_back]), language.gettext
    screen.say(language.entry(title_in(language, record.game.name), language.every(list(words.names))), style="bold")
    show_rows(told.headings, told.rows, screen, language)
    screen.say(*told.verdicts)
    if told.turning_points:
        screen.say(_("Turning points"), style="bold")
        for turn, sentence in told.turning_points:
            screen.say(language.entry(_("Turn {number}").format(number=turn), sentence))
    screen.say(told.notice, "")


def show_all(records: Sequence[Record], found: Sequence[Analysis], screen: Screen, language: Language) -> None:
    """Print the summary of many games for each player, by kind of game; nothing if there are too few."""
    pairs = sorted(zip(records, found, strict=True), key=lambda pair: pair[0].game.name)
    for name, games in groupby(pairs, lambda pair: pair[0].game.name):
        own = list(games)
        played = [
            (called, account)
            for record, one in own
            for called, account in zip(named_words(record, language).names, one.accounts, strict=True)
        ]
        told = many_games(language, played, has_bids=own[0][0].game.rules.has_joint_moves)
        if told.rows:
            screen.say(language.entry(title_in(language, name), language.gettext("all games together")), style="bold")
            show_rows(told.headings, told.rows, screen, language)
            screen.say(*told.verdicts, "")
