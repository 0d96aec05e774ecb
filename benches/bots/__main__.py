"""Command of the bench: `python -m benches.bots`, and `make bench-bots`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from benches.bots.chances import GOAL, off
from benches.bots.figures import USUAL_SEED, Figure, keep
from benches.bots.measured import Measured, Run
from benches.bots.rows import ROWS, Row
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from jardinet.arena.training import commit_of_code

USAGE, INTERRUPTED = 2, 130  # as a shell counts Ctrl-C
QUICK = 40  # a quick row has so many times fewer games
FEWEST = 2


def main(
    games: Annotated[int | None, typer.Option(min=1, help="Of every row; else as many as its goal needs.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = USUAL_SEED,
    only: Annotated[str, typer.Option(help="Only what has this in its name.")] = "",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; else one for each core.")] = None,
    reader: Annotated[
        Path | None,
        typer.Option(
            help="The net by which readers value, an .npz file; else the shipped 2-players-seed-1.", exists=True
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Few games: to see that it works.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(help="A JSON file where each figure is kept in the place of an older one of its row."),
    ] = None,
) -> None:
    """Measure how strong the bots are, how right they are about their chances, and how quick."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    rows = [row for row in ROWS if only.casefold() in row.name.casefold()]
    if not rows:
        console.print(f"nothing has {only!r} in its name: there are {'; '.join(row.name for row in ROWS)}.")
        raise typer.Exit(USAGE)
    measured = _table("measured", "value (95 %)", "without luck", "games", "goal", "", "minutes")
    tables = [measured]
    commit = commit_of_code()  # now, since the code that runs stays as it is for hours
    try:
        with Progress(console=Console(stderr=True), transient=True) as progress:
            for row in rows:
                count = games or max(FEWEST, row.games // (QUICK if quick else 1))
                task, begun = progress.add_task(row.name, total=count), time.monotonic()
                run = Run(count, seed, workers, reader, _telling(progress, task))
                found = row.measure(run)
                seconds = time.monotonic() - begun
                _add(measured, row, found, seconds)
                if found.tenths:
                    tables.append(_tenths(row, found))
                if output:
                    keep(Figure.of(row, found, run, seconds, commit), output)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        for table in tables:
            console.print(table)


def _telling(progress: Progress, task: TaskID) -> Callable[[int], None]:
    return lambda done: progress.update(task, completed=done)


def _table(*headings: str) -> Table:
    table = Table()
    for heading in headings:
        table.add_column(heading)
    return table


def _add(table: Table, row: Row, found: Measured, seconds: float) -> None:
    goal, verdict = (row.goal.told(row.unit), row.goal.verdict(found)) if row.goal else ("", "")
    told = (found.told(row.unit), found.told_adjusted(), f"{found.games:,}")
    table.add_row(row.name, *told, goal, verdict, f"{seconds / 60:.1f}")


def _tenths(row: Row, found: Measured) -> Table:
    table = _table("expected", "came (95 %)", "expectations", "wrong by", "")
    table.title, table.title_justify = f"{row.name}, {found.games:,} games", "left"
    for one in found.tenths:
        came = f"{one.came:.3f} ({one.low:.3f} to {one.high:.3f})"
        wrong = f"{one.came - one.expected:+.3f}"
        table.add_row(f"{one.expected:.3f}", came, f"{one.positions:,}", wrong, GOAL.verdict(off(one, found.games)))
    return table


if __name__ == "__main__":
    typer.run(main)
