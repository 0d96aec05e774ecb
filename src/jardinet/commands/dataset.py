"""`jardinet dataset`: make a data set for learning, of games in which bots of all levels play each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jardinet.commands.options import FIRST_GAME, INTERRUPTED, Workers, _, examples, game_of, progress_of_games
from jardinet.commands.shell import App
from jardinet.extras import extra

app = App()


@app.command(
    help=_("Make a data set: games of all levels against each other, as Parquet."),
    epilog=examples(
        "dataset --output data --games 100000 --seed 1", f"dataset {FIRST_GAME} --output data --games 5000 --seed 1"
    ),
)
def dataset(
    games_of: Annotated[
        list[str] | None,
        typer.Argument(metavar=_("[GAME]…"), help=_("The games; otherwise all that have bots for it.")),
    ] = None,
    output: Annotated[
        Path, typer.Option(help=_("The folder for the data set; one that was begun there is continued."))
    ] = Path("data"),
    games: Annotated[int, typer.Option(min=1, help=_("How many games in all."))] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help=_("The same seed gives the same games."))] = 0,
    workers: Workers = None,
) -> None:
    """Make a data set of games between levels, or continue one."""
    with extra("study"):
        import pyarrow  # noqa: F401 - if it is missing, say so before anything is played
    from jardinet.arena.self_play import make_dataset
    from jardinet.bots.levels import games_with_self_play

    names = [game_of(name) for name in games_of or ()]
    with progress_of_games(games) as on_progress:
        manifest = make_dataset(
            output,
            list(dict.fromkeys(names)) or games_with_self_play(),
            games,
            seed,
            workers=workers,
            on_progress=on_progress,
        )
    if not manifest.is_complete:
        typer.echo(_("Interrupted: the same command continues from {path}.").format(path=output))
        raise typer.Exit(INTERRUPTED)
    sentence = _("{path}: {games} games in {files} files.")
    typer.echo(sentence.format(path=output, games=games, files=len(manifest.shards)))
