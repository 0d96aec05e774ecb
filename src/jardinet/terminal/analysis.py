"""Review of a record on a screen: the verdict, a walk through its moments with their boards, then the figures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from jardinet.analysis.review import Review, ReviewMoment, moments_of
from jardinet.bots.levels import is_bot
from jardinet.games.api import State
from jardinet.play.record import Record, state_of
from jardinet.terminal.position import show
from jardinet.terminal.replay import named_words
from jardinet.terminal.screen import Screen
from jardinet.terminal.tabular import show_rows
from jardinet.words.analysis import report
from jardinet.words.game_words import AnyWords, load_words, title_in
from jardinet.words.language import Language
from jardinet.words.many_games import many_games
from jardinet.words.practice import best_of, better_told, name_told
from jardinet.words.review import error_told, luck_told
from jardinet.words.turns import turns_told


def show_review(record: Record, review: Review, screen: Screen, language: Language) -> None:
    """Print the review of `record`."""
    words = named_words(record, language)
    told, _ = report(words, review, record.moves, [one.seat for one in record.taken_back]), language.gettext
    screen.say(language.entry(title_in(language, record.game.name), language.every(list(words.names))), style="bold")
    screen.say(told.verdict, style="bold")
    moments = moments_of(record.game, record.moves, review, _people(record))
    for number, moment in enumerate(moments, 1):
        _show_moment(record, review, moment, f"{number}/{len(moments)}", screen, language)
    screen.say(_("The figures"), style="bold")
    show_rows(told.headings, told.rows, screen, language)
    screen.say(*told.sums)
    if told.turning_points:
        screen.say(_("Turning points"), style="bold")
        for turn, sentence in told.turning_points:
            screen.say(language.entry(_("Turn {number}").format(number=turn), sentence))
    screen.say(told.notice, "")


def show_all(records: Sequence[Record], found: Sequence[Review], screen: Screen, language: Language) -> None:
    """Print the summary of many games for each player, by kind of game; nothing if there are too few."""
    pairs = sorted(zip(records, found, strict=True), key=lambda pair: pair[0].game.name)
    for name, games in groupby(pairs, lambda pair: pair[0].game.name):
        own = list(games)
        played = [
            (called, account)
            for record, one in own
            for called, account in zip(named_words(record, language).names, one.analysis.accounts, strict=True)
        ]
        told = many_games(language, played, has_bids=own[0][0].game.rules.has_joint_moves)
        if told.rows:
            screen.say(language.entry(title_in(language, name), language.gettext("all games together")), style="bold")
            show_rows(told.headings, told.rows, screen, language)
            screen.say(*told.verdicts, "")


def _people(record: Record) -> list[int]:
    """The seats whose errors are walked through: people's, or all if only bots played."""
    people = [seat for seat, name in enumerate(record.seats) if not is_bot(name, record.game.name)]
    return people or list(range(len(record.seats)))


def _show_moment(
    record: Record, review: Review, moment: ReviewMoment, number: str, screen: Screen, language: Language
) -> None:
    """Print the position of a moment, what happened, and what would have been better, and why."""
    named = named_words(record, language)
    words = load_words(language, record.game, named.names, moment.seat if moment.error else named.you)
    state = state_of(record, moment.before)
    heading = language.gettext("Moment {number}, turn {turn}").format(number=number, turn=moment.turn)
    screen.say("", language.entry(heading, language.every(list(named.names))), style="bold")
    show(state.view(moment.seat), words, screen, moment.seat, with_others=True)
    screen.say(*_told(record, review, moment, state, words, named))


def _told(
    record: Record, review: Review, moment: ReviewMoment, state: State, words: AnyWords, named: AnyWords
) -> Sequence[str]:
    if moment.luck:
        turns = [told for told, _state in turns_told(named, record.moves)]
        return luck_told(named, review.analysis, turns, moment.luck)
    assert moment.error
    is_own = named.you in (None, moment.seat) and len(_people(record)) == 1
    better = better_told(words.language, best_of(words, state, moment.error))
    return [error_told(words, state, moment.error, is_own=is_own), *name_told(words, moment.error), better]
