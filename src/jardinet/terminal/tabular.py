"""Tables of numbers: drawn if the screen can, otherwise one sentence per row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from jardinet.arena.benchmark.results import TaskResult
from jardinet.arena.benchmark.suite import PlayTask, Task
from jardinet.arena.ratings import Rating
from jardinet.arena.standings import Share, Standing
from jardinet.arena.tally import SeatResult, Tally
from jardinet.arena.tournament import TournamentOutcome
from jardinet.bots.levels import levels_of
from jardinet.games.registry import UnfinishedGameError, all_games, entry_of, gaps_of
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import AnyWords, level_name
from jardinet.words.language import Language


def show_tally(tally: Tally, words: AnyWords, screen: Screen) -> None:
    """Show the results of many games."""
    language = words.language
    _ = language.gettext
    if tally.is_interrupted:
        screen.say(_("Interrupted: what was finished by then counts."))
    if not tally.games:
        return
    interval = _("interval (95%)")
    headings = [_("seat"), _("bot"), _("won"), interval, _("share of victories"), interval, _("points a game")]
    show_rows(headings, [_seat_row(result, language) for result in tally.results()], screen, language)
    screen.say(
        _("Games: {games}. On average {turns} turns and {decisions} decisions each.").format(
            games=language.number(tally.games),
            turns=language.number(round(tally.mean_turns(), 1)),
            decisions=language.number(round(tally.mean_decisions(), 1)),
        )
    )
    ends = [f"{words.end_name(end)} {language.percent(count / tally.games)}" for end, count in tally.ends.items()]
    screen.say(_("How they ended: {ends}.").format(ends=language.every(ends)))


def show_standings(
    outcome: TournamentOutcome,
    standings: Sequence[Standing],
    ratings: Mapping[str, Rating],
    language: Language,
    screen: Screen,
) -> None:
    """Show each bot's strength: overall, in each seat, and against each other bot if there are more than two."""
    _ = language.gettext
    if outcome.is_interrupted:
        screen.say(_("Interrupted: what was finished by then counts."))
    if not standings:
        return
    headings = [_("bot"), _("share of victories"), _("interval (95%)"), _("points a game"), _("rating")]
    rows = [
        [
            level_name(language, one.bot),
            language.percent(one.share.share),
            f"{language.percent(one.share.low)} – {language.percent(one.share.high)}",
            language.number(round(one.points, 2)),
            _rating(ratings[one.bot], language) if one.bot in ratings else "",
        ]
        for one in standings
    ]
    columns = len(headings) if ratings else len(headings) - 1
    show_rows(headings[:columns], [row[:columns] for row in rows], screen, language)
    if outcome.is_adjusted:
        _show_shares(standings, [_("without luck")], [[one.adjusted] for one in standings], language, screen)
    seats = [_("seat {number}").format(number=seat + 1) for seat in range(outcome.game.num_players())]
    _show_shares(standings, seats, [one.seats for one in standings], language, screen)
    if len(standings) > 2:
        others = [_("against {bot}").format(bot=level_name(language, one.bot)) for one in standings]
        met = [{met.bot: met.share for met in one.against} for one in standings]
        shares = [[of.get(other.bot) for other in standings] for of in met]
        _show_shares(standings, others, shares, language, screen)
    screen.say(
        _("Games: {games}, from {deals} deals, each played in every rotation of the seats.").format(
            games=language.number(len(outcome.rows)), deals=language.number(len(set(outcome.rows["deal"].tolist())))
        )
    )


def _show_shares(
    standings: Sequence[Standing],
    headings: Sequence[str],
    shares: Sequence[Sequence[Share | None]],
    language: Language,
    screen: Screen,
) -> None:
    rows = [
        [level_name(language, one.bot), *(_with_interval(share, language) if share else "" for share in own)]
        for one, own in zip(standings, shares, strict=True)
    ]
    show_rows([language.gettext("share of victories"), *headings], rows, screen, language)


def _with_interval(share: Share, language: Language) -> str:
    if not share.games:
        return ""
    return f"{language.percent(share.share)} ({language.percent(share.low)} – {language.percent(share.high)})"


def _rating(rating: Rating, language: Language) -> str:
    return f"{language.number(round(rating.mu, 1))} ± {language.number(round(rating.sigma, 1))}"


def show_tasks(tasks: Sequence[Task], screen: Screen, language: Language) -> None:
    """Show the tasks of a benchmark."""
    _ = language.gettext
    metrics = {"share": _("share of victories"), "points": _("points a game")}
    rows = [
        [task.name, level_name(language, task.opponent), language.number(task.deals), metrics[task.metric]]
        if isinstance(task, PlayTask)
        else [task.name, "", "", _("exploitability")]
        for task in tasks
    ]
    show_rows([_("task"), _("opponent"), _("deals"), _("what is measured")], rows, screen, language)


def show_results(results: Sequence[TaskResult], screen: Screen, language: Language) -> None:
    """Show a bot's results in tasks of a benchmark."""
    _ = language.gettext
    rows = [
        [
            one.task,
            language.number(round(one.value, 4)),
            ""
            if one.low is None
            else f"{language.number(round(one.low, 3))} – {language.number(round(one.high or 0, 3))}",
            language.number(one.games) if one.games else "",
        ]
        for one in results
    ]
    show_rows([_("task"), _("result"), _("interval (95%)"), _("games")], rows, screen, language)


def show_games(screen: Screen, language: Language) -> None:
    """Show the installed games, and what is missing from those that cannot be played yet."""
    _, rows = language.gettext, []
    for name in all_games():
        gaps = gaps_of(name)
        missing = " ".join(language.tell(gap) for gap in gaps)
        try:
            entry = entry_of(name)
        except UnfinishedGameError:
            rows.append([name, "", "", "", missing])
        else:
            levels = "" if gaps else ", ".join(levels_of(name))
            rows.append([name, entry.title, _span(entry.players), levels, missing])
    headings = [_("game"), _("title"), _("players"), _("bots"), _("what is missing")]
    columns = len(headings) if any(row[-1] for row in rows) else len(headings) - 1
    show_rows(headings[:columns], [row[:columns] for row in rows], screen, language)


def _span(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def show_rows(headings: Sequence[str], rows: Sequence[Sequence[str]], screen: Screen, language: Language) -> None:
    """Show a table whose first column names the row; a plain screen prints each row as a sentence with its headings."""
    if screen.is_plain:
        for row in rows:
            told = zip(headings, map(language.for_ears, row), strict=True)
            parts = [language.entry(heading, cell) for heading, cell in told if cell]
            screen.say(language.series(parts))
        return
    table = Table()
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    screen.draw(table)


def _seat_row(result: SeatResult, language: Language) -> list[str]:
    return [
        str(result.seat + 1),
        level_name(language, result.level),
        language.percent(result.win_rate),
        f"{language.percent(result.low)} – {language.percent(result.high)}",
        language.percent(result.share),
        f"{language.percent(result.share_low)} – {language.percent(result.share_high)}",
        language.number(round(result.points, 2)),
    ]
