"""`jardinet replay`, `analyse` and `verify`: retell a recorded game, explain its luck and errors, check its deal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jardinet.commands.options import (
    FAILED,
    Lang,
    Plain,
    Ray,
    RecordFile,
    RecordFiles,
    Workers,
    _,
    examples,
    language_of,
    over_cluster,
    progress_of_games,
)
from jardinet.commands.shell import App, RayCommand

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
    epilog=examples("analyse game.jdn", "analyse game.jdn --html analysis.html", "analyse games/ --json"),
    cls=RayCommand,
)
def analyse(
    records: RecordFiles,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))] = False,
    html: Annotated[Path | None, typer.Option(help=_("Write it to this file, as a page for a browser."))] = None,
    workers: Workers = None,
    ray: Ray = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Tell what was luck in recorded games, and what was error; for several games also the sums for each player."""
    from jardinet.analysis.model import to_json
    from jardinet.analysis.review import Review, check_reviewable
    from jardinet.arena.reviewing import reviews_of
    from jardinet.commands.record_files import LoadedFiles
    from jardinet.play.files import save
    from jardinet.play.record import Record
    from jardinet.terminal.analysis import show_all, show_review
    from jardinet.terminal.replay import named_words
    from jardinet.terminal.screen import Screen

    screen, language = Screen(is_plain=plain or None), language_of(lang)
    files = LoadedFiles(records, language)

    def checked(played: list[Record]) -> list[Record]:
        for one in played:
            check_reviewable(one)
        return played

    games = [one for played in files.each(checked).values() for one in played]
    by_place = dict[int, Review]()
    with progress_of_games(len(games)) as on_progress:
        spread = None if ray is None else over_cluster(ray)
        for place, review in reviews_of(games, workers, spread) if games else ():
            by_place[place] = review
            on_progress(len(by_place))
    found = [by_place[place] for place in range(len(games))]
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
