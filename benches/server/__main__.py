"""Command of the bench: `python -m benches.server`."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from contextlib import ExitStack, aclosing, suppress
from pathlib import Path
from statistics import median
from typing import Annotated

import numpy as np
import typer
from benches.server.loads import yardstick
from benches.server.parts import GAMES, PARTS, Bench, Options
from benches.server.peer import running_peer
from benches.server.processes import BenchError, allow_open_files
from rich.console import Console

from jardinet.arena.measuring import Measurement
from jardinet.arena.prepare import prepare
from jardinet.commands.bench import chosen_parts
from jardinet.commands.options import DONE, FAILED, INTERRUPTED, USAGE
from jardinet.games.parameters import GameError
from jardinet.terminal.measurements import BenchReport

QUICK = ("plays", "tables", "watchers")


def main(
    only: Annotated[
        str | None, typer.Option(metavar="PARTS", help=f"These parts alone, by commas: {', '.join(PARTS)}.")
    ] = None,
    quick: Annotated[bool, typer.Option(help=f"Only {', '.join(QUICK)}.")] = False,
    viewers: Annotated[int, typer.Option(min=1, help="How many idle viewers.")] = Options().viewers,
    stored: Annotated[int, typer.Option(min=100, help="How many stored tables are many.")] = Options().stored,
    plays: Annotated[int, typer.Option(min=1, help="Plays in each round of a measurement.")] = Options().plays,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long many tables play at once.")] = Options().seconds,
    minutes: Annotated[float, typer.Option(help="The whole run ends after so many.")] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures for machines.")] = False,
) -> None:
    """Measure what a play costs on the server, beside boardgame.io in the same run."""
    told = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    try:
        names = list(QUICK) if quick and only is None else chosen_parts(only, list(PARTS))
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    if not Path("/proc/self/stat").exists():
        told.print("this bench reads processor time as Linux tells it: it runs on Linux.")
        raise typer.Exit(USAGE)
    options = Options(viewers=viewers, stored=stored, plays=plays, seconds=seconds)
    report = BenchReport(names, as_json=as_json)
    is_whole = asyncio.run(_run(names, options, report, minutes * 60, told))
    report.end(is_interrupted=not is_whole)
    raise typer.Exit(INTERRUPTED if not is_whole else DONE if report.is_met else FAILED)


async def _run(names: list[str], options: Options, report: BenchReport, seconds: float, told: Console) -> bool:
    """Measure one part after the other, and return whether all are; what is measured is kept whatever happens."""
    running = asyncio.current_task()
    assert running
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    told.print(f"{os.cpu_count()} cores, {os.getloadavg()[0]:.1f} of them busy when this began")
    allow_open_files()
    is_whole, lengths = False, list[float]()
    with suppress(asyncio.CancelledError), ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="jardinet-bench-", ignore_cleanup_errors=True))
        try:
            peer = stack.enter_context(running_peer())
        except BenchError as error:
            told.print(str(error))
            peer = None
        for game in GAMES:
            prepare(game)  # compiled here, it is so for the servers too
        bench = Bench(options, Path(folder), peer, np.random.default_rng(1))
        try:
            async with asyncio.timeout(seconds):
                for name in names:
                    lengths.append(yardstick())
                    await _measure(name, bench, report, told)
                is_whole = True
        except TimeoutError:
            told.print(f"{seconds / 60:g} minutes are over: the rest is left out.")
        lengths.append(yardstick())
        note = f"from {min(lengths):.0f} to {max(lengths):.0f} in this run: compare figures of runs where this is alike"
        report.add(Measurement("yardstick: a million additions in Python", median(lengths), "ms", note=note))
    return is_whole


async def _measure(name: str, bench: Bench, report: BenchReport, told: Console) -> None:
    """One part; where the server does not bear it, that is its figure."""
    told.print(f"{name} …")
    try:
        async with aclosing(PARTS[name](bench)) as measured:
            async for one in measured:
                report.add(one)
    except BenchError as error:
        report.add(Measurement(name, None, "", note=str(error), has_failed=True))


if __name__ == "__main__":
    typer.run(main)
