"""`jardinet study`: let bots play the games, and write pages on what is found out about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from jardinet.commands.options import INTERRUPTED, Workers, _, examples
from jardinet.commands.shell import App

app = App()


@app.command(
    help=_("Study the games: let bots play by the thousand, and write pages with every figure and its interval."),
    epilog=examples("study --output study", "study --output study --only luck,lengths --games 500 --seed 2"),
)
def study(
    output: Annotated[
        Path, typer.Option(help=_("The folder for the pages; chapters that are finished there are kept."))
    ] = Path("study"),
    only: Annotated[
        str | None,
        typer.Option(metavar=_("CHAPTERS"), help=_("Write only these chapters, separated by commas.")),
    ] = None,
    games: Annotated[int, typer.Option(min=2, help=_("How many games for each measurement."))] = 2000,
    seed: Annotated[int, typer.Option(min=0, help=_("The same seed gives the same pages."))] = 1,
    workers: Workers = None,
) -> None:
    """Write the study's pages, plots and figures into a folder."""
    from jardinet.study.writing import write_study

    names = [name.strip() for name in only.split(",")] if only is not None else []
    try:
        with _progress() as tell:
            written, kept = write_study(output, names, seed, games, workers, tell)
    except KeyboardInterrupt:
        typer.echo(_("Interrupted: the same command goes on with the chapters that {path} lacks.").format(path=output))
        raise typer.Exit(INTERRUPTED) from None
    for name in written:
        typer.echo(_("{path}: written.").format(path=output / f"{name}.md"))
    for name in kept:
        typer.echo(_("{path}: kept as it was.").format(path=output / f"{name}.md"))


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    """Progress bar of the study: gives a function to call with what is measured, and games done and in all; only in a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None)

        def tell(what: str, done: int, total: int) -> None:
            if done == 0:
                progress.reset(task, total=total)
            progress.update(task, description=what, completed=done, total=total)

        yield tell
