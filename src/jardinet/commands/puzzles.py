"""`jardinet puzzle`: solve one; `jardinet puzzles`: make a year of them from bots' games, and check that their answers hold."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Annotated

import typer

from jardinet.commands.options import (
    FAILED,
    FIRST_GAME,
    INTERRUPTED,
    LANGUAGE,
    Lang,
    Plain,
    Workers,
    _,
    examples,
    game_of,
    language_of,
    progress_of_games,
)
from jardinet.commands.shell import App
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Sentence

app = App()
group = App(
    help=_("Make puzzles from games of bots, and check them."),
    epilog=examples(f"puzzles make {FIRST_GAME} --out puzzles.json.gz", "puzzles check puzzles.json.gz"),
    no_args_is_help=True,
)

OfGame = Annotated[str, typer.Argument(metavar=_("GAME"), help=_("The game."))]


@group.command(
    help=_("Make puzzles, positions with one right answer: as many as a year has days, or another number."),
    epilog=examples(f"puzzles make {FIRST_GAME} --seed 1 --out puzzles.json.gz"),
)
def make(
    game: OfGame,
    out: Annotated[Path, typer.Option(help=_("The file; one that was begun there is continued."))],
    count: Annotated[int, typer.Option(min=1, help=_("How many."))] = 366,
    seed: Annotated[int, typer.Option(min=0, help=_("The same seed gives the same puzzles."))] = 1,
    workers: Workers = None,
) -> None:
    """Make a book of puzzles, or go on with one."""
    from msgspec.structs import replace

    from jardinet.play.files import save_bytes
    from jardinet.puzzles.book import PuzzleBook, read_book, written_book
    from jardinet.puzzles.making import make_book

    begun = wanted = PuzzleBook(game_of(game), seed, count, 0, [])
    if out.exists():
        begun = read_book(out.read_bytes())
        if replace(begun, chunks=0, puzzles=[]) != wanted:
            raise GameError(
                "puzzles-of-another",
                "{path} has other puzzles: {count} of {game} with seed {seed}. Name another file.",
                path=out,
                count=begun.count,
                game=begun.game,
                seed=begun.seed,
            )
    try:
        with progress_of_games(count, _("puzzles")) as tell:

            def note(book: PuzzleBook) -> None:
                save_bytes(out, written_book(book))
                tell(len(book.puzzles))

            tell(len(begun.puzzles))
            make_book(begun, workers=workers, on_progress=note)
    except KeyboardInterrupt:
        typer.echo(_("Interrupted: the same command continues from {path}.").format(path=out))
        raise typer.Exit(INTERRUPTED) from None
    typer.echo(_("{path}: {count} puzzles, {size} bytes.").format(path=out, count=count, size=out.stat().st_size))


@group.command(
    help=_("Check puzzles: hold every answer again, by exact values or by rollouts with another seed."),
    epilog=examples("puzzles check puzzles.json.gz --seed 2"),
)
def check(
    file: Annotated[Path, typer.Argument(metavar=_("FILE"), help=_("The file of puzzles."))],
    seed: Annotated[int, typer.Option(min=0, help=_("Makes everything random repeatable."))] = 2,
    first: Annotated[int | None, typer.Option(min=1, help=_("Check only so many, from the first on."))] = None,
    workers: Workers = None,
) -> None:
    """Hold the answers of a book once more, and tell the figures."""
    from jardinet.puzzles.book import read_book
    from jardinet.puzzles.making import check_book
    from jardinet.puzzles.order import alike_within_a_week

    book = read_book(file.read_bytes())
    puzzles = book.puzzles[:first]
    if not puzzles:
        raise GameError("no-puzzles-there", "there are no puzzles in {path}.", path=file)
    found = {}
    with progress_of_games(len(puzzles), _("puzzles")) as tell:
        for place, proof in check_book(puzzles, seed, workers):
            found[place] = proof
            tell(len(found))
    held = [one for one in found.values() if one is not None and one.surely > 0]
    exact = sum(not one.rollouts for one in held)
    told = _("{held} of {count} answers hold: {exact} by exact values, {others} by rollouts.")
    typer.echo(told.format(held=len(held), count=len(puzzles), exact=exact, others=len(held) - exact))
    if held:
        leads = [one.lead for one in held]
        told = _("The right answers lead by {mean} on average, and by {least} at least.")
        typer.echo(told.format(mean=LANGUAGE.in_points(sum(leads) / len(leads)), least=LANGUAGE.in_points(min(leads))))
    for place, proof in found.items():
        if proof is None or proof.surely <= 0:
            lead = "–" if proof is None else LANGUAGE.in_points(proof.lead, is_signed=True)
            told = _("Puzzle {number} does not hold: its answer, {answer}, leads by {lead}.")
            typer.echo(told.format(number=place + 1, answer=puzzles[place].answer, lead=lead))
    alike = alike_within_a_week([one.kind for one in book.puzzles]) if book.is_complete else []
    for place in alike:
        typer.echo(_("Puzzle {number} is alike in kind to one of the same week.").format(number=place + 1))
    if len(held) < len(puzzles) or alike:
        raise typer.Exit(FAILED)


@app.command(
    help=_("Solve the puzzle of the day, or another one: a position with one right answer."),
    epilog=examples("puzzle", f"puzzle {FIRST_GAME} --number 17 --lang fr"),
)
def puzzle(
    game: Annotated[
        str, typer.Argument(metavar=_("[GAME]"), help=_("The game; otherwise the first with puzzles."))
    ] = "",
    day: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], metavar=_("DATE"), help=_("The puzzle of another day."))
    ] = None,
    number: Annotated[int | None, typer.Option(min=1, help=_("The puzzle of this number."))] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Ask a puzzle, and judge the answer."""
    from jardinet.puzzles.book import book_of, games_with_puzzles
    from jardinet.terminal.puzzle import ask_puzzle
    from jardinet.terminal.screen import Screen

    name = game_of(game) if game else next(iter(games_with_puzzles()), "")
    book = book_of(name) if name else None
    if book is None:
        raise GameError("no-puzzles-of", "no puzzles come with {game}.", game=game or Sentence("any game"))
    wanted = number or book.number_on(day.date() if day else date.today())
    raise typer.Exit(ask_puzzle(book.puzzle(wanted), wanted, Screen(is_plain=plain or None), language_of(lang)))
