"""Tables of numbers: drawn where the screen can, else a sentence a row."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from jardinet.arena.bench import Figure
from jardinet.arena.tally import SeatResult, Tally
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import GameWords, level_name
from jardinet.words.language import Language


def show_tally(tally: Tally, words: GameWords, screen: Screen) -> None:
    """What came of many games."""
    language = words.language
    _ = language.gettext
    if tally.is_interrupted:
        screen.say(_("Interrupted: what is finished is counted."))
    if not tally.games:
        return
    headings = [_("seat"), _("bot"), _("won"), _("interval (95 %)"), _("share of victories"), _("points a game")]
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
        language.number(round(result.points, 2)),
    ]
