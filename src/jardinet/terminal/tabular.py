"""Tables of numbers: drawn where the screen can, else a sentence a row."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from jardinet.arena.bench import Figure
from jardinet.arena.tally import SeatResult, Tally
from jardinet.games.registry import UnfinishedGameError, all_games, entry_of, gaps_of
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import AnyWords, level_name
from jardinet.words.gaps import gap_sentence
from jardinet.words.language import Language


def show_tally(tally: Tally, words: AnyWords, screen: Screen) -> None:
    """What came of many games."""
    language = words.language
    _ = language.gettext
    if tally.is_interrupted:
        screen.say(_("Interrupted: what is finished is counted."))
    if not tally.games:
        return
    interval = _("interval (95 %)")
    headings = [_("seat"), _("bot"), _("won"), interval, _("share of victories"), interval, _("points a game")]
    show_rows(headings, [_seat_row(result, language) for result in tally.results()], screen)
    screen.say(
        _("Games: {games}. On average {turns} turns and {decisions} decisions each.").format(
            games=language.number(tally.games),
            turns=language.number(round(tally.mean_turns(), 1)),
            decisions=language.number(round(tally.mean_decisions(), 1)),
        )
    )
    ends = [f"{words.end_name(end)} {language.percent(count / tally.games)}" for end, count in tally.ends.items()]
    screen.say(_("How they ended: {ends}.").format(ends=", ".join(ends)))


def show_games(screen: Screen, language: Language) -> None:
    """The games that are installed, and what is missing from those that cannot be played yet."""
    _, rows = language.gettext, []
    for name in all_games():
        gaps = gaps_of(name)
        missing = " ".join(gap_sentence(language, gap) for gap in gaps)
        try:
            entry = entry_of(name)
        except UnfinishedGameError:
            rows.append([name, "", "", missing])
        else:
            rows.append([name, entry.title, _span(entry.players), missing])
    headings = [_("game"), _("title"), _("players"), _("what is missing")]
    columns = len(headings) if any(row[-1] for row in rows) else len(headings) - 1
    show_rows(headings[:columns], [row[:columns] for row in rows], screen)


def _span(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def show_figure(figure: Figure, screen: Screen) -> None:
    """One measured speed, its goal and its peer: for developers, so in English only."""
    verdict = "" if figure.goal is None else "  goal " + _amount(figure.goal, figure.unit)
    if not figure.is_met():
        verdict += "  MISSED"
    value = "not measured" if figure.value is None else _amount(figure.value, figure.unit)
    screen.say(f"{figure.name}: {value}{verdict}", style="bold")
    if figure.peer and figure.peer_value:
        wanted = f" (goal {figure.ratio_goal:g})" if figure.ratio_goal else ""
        peer = _amount(figure.peer_value, figure.unit)
        screen.say(f"    {figure.ratio():.2f} times{wanted} {figure.peer}: {peer}")
    if figure.note:
        screen.say(f"    {figure.note}")


def _amount(value: float, unit: str) -> str:
    return f"{value:.2f} {unit}" if value < 100 else f"{value:,.0f} {unit}"


def show_rows(headings: Sequence[str], rows: Sequence[Sequence[str]], screen: Screen) -> None:
    """A table whose first column names the row; a plain screen says each row with its headings."""
    if screen.is_plain:
        for row in rows:
            screen.say("; ".join(f"{heading} {cell}" for heading, cell in zip(headings, row, strict=True) if cell))
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
