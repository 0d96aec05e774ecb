"""`jardinet practice`: repeat positions of recorded games in which somebody erred, until they are played right."""

from __future__ import annotations

from itertools import count
from typing import Annotated

import typer

from jardinet.commands.options import Lang, Plain, RecordFiles, _, examples, language_of, progress_of_games
from jardinet.commands.shell import App

app = App()


@app.command(
    help=_("Practise the positions of recorded games in which you made errors."),
    epilog=examples("practice game.jdn", "practice *.jdn --seat 2 --lang fr"),
)
def practice(
    records: RecordFiles,
    seat: Annotated[
        int | None, typer.Option(min=1, help=_("Whose errors, the first seat being 1; otherwise those of the people."))
    ] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Practise the positions of recorded games in which somebody erred."""
    from jardinet.commands.record_files import LoadedFiles
    from jardinet.play.record import Record
    from jardinet.terminal.practice import Exercise, Practice, exercises_of
    from jardinet.terminal.screen import Screen

    language, screen = language_of(lang), Screen(is_plain=plain or None)
    files, done = LoadedFiles(records, language), count(1)
    with progress_of_games(files.count) as on_progress:

        def exercises(played: list[Record]) -> list[Exercise]:
            return exercises_of(played, seat, lambda _number: on_progress(next(done)))

        found = [one for each in files.each(exercises).values() for one in each]
    raise typer.Exit(Practice(found, screen, language).run() or files.exit_code)
