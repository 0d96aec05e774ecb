"""`jardinet practice`: the positions of recorded games in which somebody erred, again until they are right."""

from __future__ import annotations

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
    from jardinet.play.files import load
    from jardinet.terminal.practice import Practice, exercises_of
    from jardinet.terminal.screen import Screen

    language, screen = language_of(lang), Screen(is_plain=plain or None)
    games = [one for path in records for one in load(path)]
    with progress_of_games(len(games)) as on_progress:
        exercises = exercises_of(games, seat, on_progress)
    raise typer.Exit(Practice(exercises, screen, language).run())
