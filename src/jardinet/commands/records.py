"""`jardinet replay`, `analyse` and `verify`: retell a recorded game, explain its luck and errors, check its deal."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from jardinet.commands.options import (
    FAILED,
    Lang,
    Plain,
    RecordFile,
    RecordFiles,
    _,
    examples,
    language_of,
    progress_of_games,
)
from jardinet.commands.shell import App

app = App()


@app.command(
    help=_("Retell a recorded game, turn by turn."),
    epilog=examples("replay game.jdn", "replay game.jdn --turn 12 --svg position.svg"),
)
def replay(
    record: RecordFile,
    turn: Annotated[
        int | None, typer.Option(min=1, help=_("Stop after this turn, as the record counts turns."))
    ] = None,
    svg: Annotated[Path | None, typer.Option(help=_("Write a picture of the last position to this file."))] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Retell a recorded game, turn by turn."""
    from jardinet.commands.record_files import LoadedFiles
    from jardinet.terminal.replay import check_turn, tell_game
    from jardinet.terminal.screen import Screen

    screen, language = Screen(is_plain=plain or None), language_of(lang)
    games = LoadedFiles([record], language).records[record]
    if turn:
        check_turn(games, turn, language)
    for one in games:
        picture = tell_game(one, screen, language, turn)
        if svg:
            svg.write_text(picture, encoding="utf-8")


@app.command(
    help=_("Tell what was luck in a recorded game, and what was error."),
    epilog=examples("analyse game.jdn", "analyse game.jdn --html analysis.html", "analyse *.jdn --json"),
)
def analyse(
    records: RecordFiles,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))] = False,
    html: Annotated[Path | None, typer.Option(help=_("Write it to this file, as a page for a browser."))] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Tell what was luck in recorded games, and what was error; for several games also the sums for each player."""
    from jardinet.analysis.model import to_json
    from jardinet.analysis.review import Review, review_of
    from jardinet.commands.record_files import LoadedFiles
    from jardinet.play.files import save
    from jardinet.play.record import Record
    from jardinet.terminal.analysis import show_all, show_review
    from jardinet.terminal.replay import named_words
    from jardinet.terminal.screen import Screen

    screen, language = Screen(is_plain=plain or None), language_of(lang)
    files, done = LoadedFiles(records, language), count(1)
    with progress_of_games(files.count) as on_progress:

        def explain(played: list[Record]) -> list[tuple[Record, Review]]:
            explained = []
            for one in played:
                explained.append((one, review_of(one)))
                on_progress(next(done))
            return explained

        told_of = [each for explained in files.each(explain).values() for each in explained]
    games, found = [one for one, _review in told_of], [review for _one, review in told_of]
    if html:
        from jardinet.words.analysis import report
        from jardinet.words.analysis_page import page_of

        words = [named_words(one, language) for one in games]
        told = [
            report(words_of_game, review, record.moves, [one.seat for one in record.taken_back])
            for words_of_game, review, record in zip(words, found, games, strict=True)
        ]
        save(html, page_of(words, told))
    if as_json:
        typer.echo(to_json([review.analysis for review in found]), nl=False)
    elif not html:
        for one, review in zip(games, found, strict=True):
            show_review(one, review, screen, language)
        show_all(games, found, screen, language)
    raise typer.Exit(files.exit_code)


@app.command(
    help=_("Check that a record's deal is the promised one."), epilog=examples("verify game.jdn", "verify *.jdn")
)
def verify(records: RecordFiles, lang: Lang = None) -> None:
    """Check that the deals of records are those that were promised before the first tile."""
    from jardinet.commands.record_files import LoadedFiles
    from jardinet.play import verification
    from jardinet.words.verification import verification_sentence

    language = language_of(lang)
    files = LoadedFiles(records, language)
    exit_code = files.exit_code
    for path, played in files.records.items():
        if len(records) > 1:
            typer.echo(path)
        for number, one in enumerate(played, 1):
            found = verification.verify(one)
            typer.echo(f"{number}. {verification_sentence(language, found.outcome)}")
            if one.deal:
                typer.echo(f"   {one.deal.commitment}")
            exit_code = exit_code if found.is_fair else FAILED
    raise typer.Exit(exit_code)
