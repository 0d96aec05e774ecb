"""What pages tell of a deal of the day: how somebody fared, what they may share, who else has played it, and a month's calendar."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from babel import Locale
from babel.dates import format_date, format_skeleton

from jardinet.games import load_game
from jardinet.server.daily.daily import DailyRank
from jardinet.server.people.reader import Reader
from jardinet.server.tables.agreement import told_at
from jardinet.server.tables.daily import daily_agreement
from jardinet.server.tables.daily_results import DailyScore
from jardinet.words.agreements import moment_text
from jardinet.words.game_words import AnyWords, level_name, load_words, title_in
from jardinet.words.language import Language


def daily_url(game: str, day: date) -> str:
    """The path of the page of a deal of the day."""
    return f"/day/{game}/{day.isoformat()}"


def told_when(language: Language, day: date) -> str:
    """When the secret of a day's deal is told."""
    told = language.gettext("revealed when the day is over everywhere on Earth: {moment}")
    return told.format(moment=moment_text(language, told_at(day)))


def day_text(language: Language, day: date) -> str:
    """A day in words, with its year."""
    return format_date(day, "long", locale=language.code)


def words_of(language: Language, game: str) -> AnyWords:
    """The words of a game of two, in which nobody is addressed."""
    return load_words(language, load_game(game, players=2), ["", ""], None)


def bot_name(language: Language, game: str, day: date) -> str:
    """What the bot is called against which a deal of the day is played."""
    return level_name(language, daily_agreement(game, day).seats[1])


class Faring(NamedTuple):
    """How the reader fared with a deal of the day, for the template.

    Attributes:
        verdict: whether they won.
        compared: `You: 21 turns; Master: 18 turns`; Master is what the bot did in the reader's place.
        share: a text to send others, which tells nothing of the deck.
    """

    verdict: str
    compared: str
    share: str


def faring_of(reader: Reader, game: str, day: date, own: DailyScore, bot: DailyScore | None, address: str) -> Faring:
    """How the reader fared, in words.

    Args:
        reader: who played it.
        game: which.
        day: whose deal it was.
        own: how they fared.
        bot: how the bot fared in their place; None: nobody knows it yet.
        address: of the page of the day.
    """
    language = reader.language
    _, words, called = language.gettext, words_of(language, game), bot_name(language, game, day)
    won = {1.0: _("You have won against {bot}."), 0.0: _("{bot} has won.")}
    verdict = won.get(own.share, _("You share the victory with {bot}.")).format(bot=called)

    def compared(name: str) -> str:
        parts = [(name, own)] + ([(called, bot)] if bot else [])
        return language.series([language.entry(one, words.fared(*how)) for one, how in parts])

    heading = _("Jardinet, {game}, deal of {day}").format(game=title_in(language, game), day=day_text(language, day))
    return Faring(verdict, compared(_("You")), "\n".join([heading, compared(reader.name), address]))


class DailyLine(NamedTuple):
    """Line of the list of those who have played a deal of the day."""

    place: str
    name: str
    person: str
    result: str
    is_reader: bool


def lines_of(reader: Reader, game: str, ranks: Sequence[DailyRank]) -> list[DailyLine]:
    """The list of a day, for the template."""
    words = words_of(reader.language, game)
    return [
        DailyLine(
            reader.language.number(one.place),
            one.name,
            one.person,
            words.fared(*one.score),
            one.person == reader.person,
        )
        for one in ranks
    ]


class CalendarDay(NamedTuple):
    """Day of a calendar.

    Attributes:
        number: of the month.
        address: of its page; empty: there is no deal, or its day has not come.
        told: the whole of it in words.
        state: "on-time", "later", "open" or "none".
        is_shown: it is the day of the page.
    """

    number: str
    address: str
    told: str
    state: str
    is_shown: bool


class MonthTold(NamedTuple):
    """Calendar of a month.

    Attributes:
        name: the month's, with the year.
        headings: of the days of a week, in short and whole.
        weeks: from top to bottom; None: the day is another month's.
        summary: how many days were played.
        before, after: the months beside it, as addresses have them; empty: nothing is there.
    """

    name: str
    headings: Sequence[tuple[str, str]]
    weeks: Sequence[Sequence[CalendarDay | None]]
    summary: str
    before: str
    after: str


def month_told(
    language: Language,
    game: str,
    shown: date,
    first: date,
    today: date,
    days: Mapping[date, bool | None],
    earliest: date,
) -> MonthTold:
    """The calendar of a month.

    Args:
        language: of its texts.
        game: whose deals they are.
        shown: the day of the page.
        first: of the month.
        today: no later day can be played.
        days: those with a deal: see `Daily.calendar`.
        earliest: the first day that has a deal.
    """
    locale = Locale.parse(language.code)
    short, whole = locale.days["stand-alone"]["short"], locale.days["stand-alone"]["wide"]
    order = [(locale.first_week_day + k) % 7 for k in range(7)]

    def told(day: date) -> CalendarDay | None:
        return _day_told(language, game, day, today, days, shown) if day.month == first.month else None

    weeks = Calendar(locale.first_week_day).monthdatescalendar(first.year, first.month)
    played = sum(one is not None for day, one in days.items() if day <= today)
    ngettext, before, after = language.ngettext, first - timedelta(days=1), first + timedelta(days=31)
    return MonthTold(
        format_skeleton("yMMMM", first, locale=language.code),
        [(short[day], whole[day]) for day in order],
        [[told(day) for day in week] for week in weeks],
        ngettext("{count} day played this month.", "{count} days played this month.", played).format(count=played),
        f"{before:%Y-%m}" if before >= earliest else "",
        f"{after:%Y-%m}" if after.replace(day=1) <= today else "",
    )


def _day_told(
    language: Language, game: str, day: date, today: date, days: Mapping[date, bool | None], shown: date
) -> CalendarDay:
    _, date_told = language.gettext, format_date(day, "long", locale=language.code)
    number, is_shown = language.number(day.day), day == shown
    if day not in days or day > today:
        return CalendarDay(number, "", date_told, "none", is_shown)
    state = {True: "on-time", False: "later", None: "open"}[days[day]]
    called = {"on-time": _("played on its day"), "later": _("played later, or not to the end"), "open": _("not played")}
    return CalendarDay(number, daily_url(game, day), language.entry(date_told, called[state]), state, is_shown)
