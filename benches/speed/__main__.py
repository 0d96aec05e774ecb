"""Command of the bench: `python -m benches.speed`, which takes the options of `jardinet bench`."""

from __future__ import annotations

from typing import Annotated

import typer
from benches.speed.peers import PEERS

from jardinet.commands.bench import BENCH_PARTS, run_bench
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
        code = run_bench(only, PEERS, as_json=as_json)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    except KeyboardInterrupt:
        code = INTERRUPTED
    raise typer.Exit(code)


if __name__ == "__main__":
    typer.run(main)
