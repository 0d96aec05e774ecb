"""`jardinet tournament`: the tables of a tournament on paper, and sheets for its scores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jardinet.commands.options import Lang, Plain, Seed, _, examples, game_of, language_of
from jardinet.commands.shell import App
from jardinet.tournaments.plan import EVERYBODY, FORMS, LOTS, MOST_OF_EVERYBODY, TournamentPlan

app = App()

LARGEST_SEED = 10**9


@app.command(
    help=_("Draw the tables of a tournament that is played on real tables, with sheets for the scores."),
    epilog=examples(
        "tournament Ada Ben Cleo Dan Eve",
        "tournament 24 --seats 4 --rounds 3 --html tournament.html",
        "tournament --names people.txt --form lots --seats 3 --seed 7",
    ),
)
def tournament(
    people: Annotated[
        list[str] | None,
        typer.Argument(metavar=_("[NAME]..."), help=_("The names of those who take part, or only their number.")),
    ] = None,
    names: Annotated[Path | None, typer.Option(help=_("A file with a name in each line."))] = None,
    form: Annotated[
        str,
        typer.Option(
            help=_(
                "everybody: everybody against everybody, two at a table; lots: tables by lot. Otherwise what suits the number."
            )
        ),
    ] = "",
    seats: Annotated[
        int | None, typer.Option(help=_("How many sit at a table by lot, 2 to 4; otherwise as many as can."))
    ] = None,
    rounds: Annotated[int | None, typer.Option(help=_("How many rounds there are by lot; otherwise 3."))] = None,
    game: Annotated[str, typer.Option(help=_("The game that is played: it says how many can."))] = "",
    seed: Seed = None,
    html: Annotated[
        Path | None, typer.Option(help=_("Write it to this file, as a page to be printed from a browser."))
    ] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Draw the tables of a tournament on paper."""
    from secrets import randbelow

    from jardinet.play.files import save
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tournament import show_tournament
    from jardinet.words.game_words import title_in
    from jardinet.words.tournament_page import tournament_page
    from jardinet.words.tournaments import all_rounds, names_in, round_sheets, seats_of_game, summary

    screen, language = Screen(is_plain=plain or None), language_of(lang)
    played = game_of(game) if game else ""
    possible, begins = seats_of_game(played)
    given = [*(people or []), *(_lines_of(names) if names else [])]
    called = names_in(given, language)
    is_small = len(called) <= MOST_OF_EVERYBODY and seats in (None, 2) and rounds is None
    form = form or (EVERYBODY if is_small and 2 in possible else LOTS)
    at_table = seats or (2 if form == EVERYBODY else max(possible))
    number = rounds if rounds is not None else (3 if form == LOTS else 0)
    lots = randbelow(LARGEST_SEED) if seed is None else seed
    plan = TournamentPlan(form, at_table, number if form in FORMS else 0, seed=lots, possible=possible)
    state = all_rounds(plan, len(called))
    title = title_in(language, played) if played else ""
    sheets = round_sheets(state, called, language, begins=begins)
    told = summary(language, state, title)
    if html:
        heading = title or language.gettext("Tournament")
        save(html, tournament_page(language, heading, told, sheets, called))
    else:
        show_tournament(told, sheets, screen, language)


def _lines_of(path: Path) -> list[str]:
    """The lines of a file with names."""
    from jardinet.tournaments.plan import TournamentError

    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise TournamentError(
            "names-not-text", "{file} is no text in UTF-8: write a name in each line.", file=str(path)
        ) from error
