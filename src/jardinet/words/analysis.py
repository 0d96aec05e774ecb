"""Analysis of a game in words, for every face, in the reader's language: luck, errors and turning points."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from jardinet.analysis.model import Analysis, Decision
from jardinet.analysis.review import Review
from jardinet.analysis.turning_points import Kind, TurningPoint, swings, turning_points
from jardinet.games.api import Move
from jardinet.words.game_words import AnyWords, level_name
from jardinet.words.turns import turns_told
from jardinet.words.verdicts import TOLD, sums_told, verdict_line


class TurnReport(NamedTuple):
    """Turn of an analysed game.

    Attributes:
        number: from 1; 0 is the start, before anything has happened.
        told: what happened, in sentences.
        values: each seat's expected share of the victory after the turn.
        notes: the luck in it, and better actions.
    """

    number: int
    told: str
    values: Sequence[float]
    notes: Sequence[str]


class Report(NamedTuple):
    """Analysis in words and rows of a table, as every user interface shows it.

    Attributes:
        names: what the seats are called.
        verdict: whose the luck was and who gave chances away, in a sentence.
        sums: the accounts in a few sentences.
        headings: of the accounts, the first that of the names.
        rows: the accounts, one per seat.
        turning_points: by turn, in order.
        turns: all of them, the start first.
        notice: the meaning of the figures, and their reliability.
    """

    names: Sequence[str]
    verdict: str
    sums: Sequence[str]
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    turning_points: Sequence[tuple[int, str]]
    turns: Sequence[TurnReport]
    notice: str


def report(words: AnyWords, review: Review, moves: Sequence[Move], taken_back: Collection[int] = ()) -> Report:
    """The report of a review.

    Args:
        words: of the game, with the names of its seats.
        review: of the game.
        moves: the game's, as `State.history` lists them.
        taken_back: the seats that took a play back.
    """
    _, analysis = words.language.gettext, review.analysis
    told = [one for one, _state in turns_told(words, moves)]
    names = [words.heading(seat) for seat in range(len(analysis.accounts))]
    headings, rows = _accounts(words, analysis)
    return Report(
        names=names,
        verdict=verdict_line(words, review),
        sums=[*sums_told(words, analysis), *(_judged_instead(words, seat) for seat in taken_back)],
        headings=headings,
        rows=rows,
        turning_points=[
            (turn, " ".join([*_since(analysis, told, turn), *(swing_told(words, analysis, one) for one in points)]))
            for turn, points in groupby(turning_points(analysis), lambda one: one.turn)
        ],
        turns=[
            TurnReport(0, _("Before the first turn"), analysis.start, []),
            *(
                TurnReport(
                    turn.number,
                    told[turn.number - 1],
                    turn.values,
                    notes_of(words, analysis, turn.number),
                )
                for turn in analysis.turns
            ),
        ],
        notice=_(
            "All figures are winning chances in points out of a hundred, as the strongest bot sees them. What it "
            "cannot account for is neither luck nor skill: it stays unexplained. Where it was not sure of an "
            "error, it played the game on from there many times and gives a range: 95 in 100 such ranges hold what "
            "it would find if it never stopped."
        ),
    )


def shares(words: AnyWords, turn: TurnReport) -> str:
    """The values of a game for all seats after a turn, in a line: `Ada 62.3%, Ben 37.7%`."""
    language = words.language
    told = zip(range(len(turn.values)), turn.values, strict=True)
    return ", ".join(f"{words.heading(seat)} {language.percent(share)}" for seat, share in told)


def _since(analysis: Analysis, told: Sequence[str], turn: int) -> Sequence[str]:
    """The events of a turn, and of earlier turns since the last analysed one: hands are dealt in several turns."""
    begin = turn
    while begin > 1 and not (analysis.turns[begin - 2].chances or analysis.turns[begin - 2].decisions):
        begin -= 1
    return told[begin - 1 : turn]


def _accounts(words: AnyWords, analysis: Analysis) -> tuple[list[str], list[list[str]]]:
    language = words.language
    pgettext, points = language.pgettext, language.points
    columns = [
        (pgettext("account", "start"), [points(one.start) for one in analysis.accounts]),
        (pgettext("account", "luck"), [points(one.luck, is_signed=True) for one in analysis.accounts]),
        (pgettext("account", "bids"), [points(one.bids, is_signed=True) for one in analysis.accounts]),
        (pgettext("account", "own errors"), [points(-one.errors, is_signed=True) for one in analysis.accounts]),
        (pgettext("account", "bots' errors"), [points(-one.bot_errors, is_signed=True) for one in analysis.accounts]),
        (pgettext("account", "others' errors"), [points(one.gifts, is_signed=True) for one in analysis.accounts]),
        (pgettext("account", "unexplained"), [points(one.unexplained, is_signed=True) for one in analysis.accounts]),
        (pgettext("account", "result"), [points(one.result) for one in analysis.accounts]),
        (pgettext("account", "result without luck"), [_plain(words, one.adjusted) for one in analysis.accounts]),
        (pgettext("account", "errors a decision"), [points(one.error_rate) for one in analysis.accounts]),
    ]
    if not any(one.bot_errors for one in analysis.accounts):
        del columns[4]
    if not words.game.rules.has_joint_moves:
        del columns[2]
    headings = [pgettext("account", "player"), *(heading for heading, _cells in columns)]
    names = [words.heading(one.seat) for one in analysis.accounts]
    return headings, [list(row) for row in zip(names, *(cells for _heading, cells in columns), strict=True)]


def _plain(words: AnyWords, share: float) -> str:
    """Points with a sign only if they are negative."""
    return words.language.points(share, is_signed=share < 0)


def _judged_instead(words: AnyWords, seat: int) -> str:
    _ = words.language.gettext
    yours = _("You took a play back: what you played in its place is judged.")
    theirs = _("{name} took a play back: what they played in its place is judged.")
    return words.by(seat, yours, theirs)


def notes_of(words: AnyWords, analysis: Analysis, turn: int) -> list[str]:
    """The luck of a turn from 1, and what would have been better in it; a swing that nobody would notice is left out."""
    return [swing_told(words, analysis, one) for one in swings(analysis.turns[turn - 1]) if abs(one.change) >= TOLD]


def swing_told(words: AnyWords, analysis: Analysis, point: TurningPoint) -> str:
    """A swing in a sentence: the luck, or the better action."""
    _ = words.language.gettext
    if point.kind == Kind.ERROR:
        assert point.decision is not None
        decision = analysis.turns[point.turn - 1].decisions[point.decision]
        yours, theirs = (
            _("Better for you: {action}, {points} more."),
            _("Better for {name}: {action}, {points} more."),
        )
        if decision.played_by is not None:
            yours, theirs = (
                _("{bot} played for you. Better: {action}, {points} more."),
                _("{bot} played for {name}. Better: {action}, {points} more."),
            )
        bot = level_name(words.language, decision.played_by or "")
        best, cost = _best(words, decision), _cost(words, decision)
        return words.by(point.seat, yours, theirs, action=best, points=cost, bot=bot)
    yours, theirs = {
        (Kind.LUCK, True): (_("Lucky for you: {points}."), _("Lucky for {name}: {points}.")),
        (Kind.LUCK, False): (_("Unlucky for you: {points}."), _("Unlucky for {name}: {points}.")),
        (Kind.BIDS, True): (
            _("The bids went your way: {points}."),
            _("The bids went well for {name}: {points}."),
        ),
    }[point.kind, point.change > 0]
    return words.by(point.seat, yours, theirs, points=words.language.in_points(point.change))


def _cost(words: AnyWords, decision: Decision) -> str:
    """The cost of an error in points; a range if it comes from rollouts and is uncertain."""
    low, high = (max(0.0, decision.cost + side * decision.doubt) for side in (-1, 1))
    return words.language.in_points(low, high)


def _best(words: AnyWords, decision: Decision) -> str:
    """The best action; for a mixture, how often each."""
    language = words.language
    names = [words.name_of(decision.seat, words.game.action_of(decision.seat, one.action)) for one in decision.best]
    if len(names) == 1:
        return names[0]
    parts = zip(names, decision.best, strict=True)
    return language.either([f"{name} ({language.percent(one.chance)})" for name, one in parts])
