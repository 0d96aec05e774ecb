"""Command of the bench: `python -m benches.speed`, which takes the options of `jardinet bench`."""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated

import typer
from benches.speed.environments import form_rows
from benches.speed.peers import PEERS

from jardinet.arena.bench import env_rows, play_rows
from jardinet.arena.measuring import Row
from jardinet.commands.bench import BENCH_PARTS, own_rows, run_bench
from jardinet.commands.options import INTERRUPTED
from jardinet.games.parameters import GameError


def main(
    only: Annotated[
        str | None, typer.Option(metavar="PARTS", help=f"These parts alone, by commas: {', '.join(BENCH_PARTS)}.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures for machines.")] = False,
) -> None:
    """Measure how fast everything is, next to its peers."""
    try:
        code = run_bench(only, rows_of, as_json=as_json)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    except KeyboardInterrupt:
        code = INTERRUPTED
    raise typer.Exit(code)


def rows_of(part: str) -> Generator[Row]:
    """The rows of a part, beside peers."""
    if part == "play":
        yield from play_rows(PEERS)
    elif part == "envs":
        yield from env_rows(PEERS)
        yield from form_rows()
    else:
        yield from own_rows(part)


if __name__ == "__main__":
    typer.run(main)
