"""`jardinet bench`: measure speeds of Jardinet, and of peers in the same run."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from jardinet.commands.options import DONE, FAILED, INTERRUPTED, _, examples
from jardinet.commands.shell import App
from jardinet.extras import extra
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Every

if TYPE_CHECKING:
    from jardinet.arena.measuring import Measurement, Row

BENCH_PARTS = ("play", "envs", "start", "server")

app = App()


@app.command(
    help=_("Measure how fast everything is, next to its peers."),
    epilog=examples("bench", "bench --only play,start", "bench --only server --json"),
)
def bench(
    only: Annotated[
        str | None,
        typer.Option(
            metavar=_("PARTS"),
            help=_("Measure only these parts, separated by commas: {parts}.").format(parts=", ".join(BENCH_PARTS)),
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))] = False,
) -> None:
    """Measure how fast everything is, and its peers in the same run; print a line for each as soon as it is measured."""
    parts = [part.strip() for part in only.split(",")] if only is not None else list(BENCH_PARTS)
    for part in parts:
        if part not in BENCH_PARTS:
            raise GameError(
                "no-such-part",
                "there is no part {part!r} of the bench: there are {parts}.",
                part=part,
                parts=Every(list(BENCH_PARTS)),
            )
    if "server" in parts:
        with extra("server"):
            import jardinet.server.bench  # noqa: F401 - if an extra is missing, say so before anything is measured
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_measurement

    screen, measured, is_interrupted = Screen(), [], False
    try:
        for one in _measured(part for part in BENCH_PARTS if part in parts):
            measured.append(one)
            if not as_json:
                show_measurement(one, screen)
    except KeyboardInterrupt:
        if not as_json:
            raise
        is_interrupted = True
    is_met = all(one.verdict() != "missed" for one in measured)
    if as_json:
        import msgspec

        told = {
            "parts": [part for part in BENCH_PARTS if part in parts],
            "rows": [
                {**msgspec.structs.asdict(one), "ratio": one.ratio(), "verdict": one.verdict()} for one in measured
            ],
            "is_met": is_met,
            "is_interrupted": is_interrupted,
        }
        typer.echo(msgspec.json.format(msgspec.json.encode(told)))
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(DONE if is_met else FAILED)


def _measured(parts: Iterable[str]) -> Iterator[Measurement]:
    """The measurements of these parts, each yielded as soon as it is made; a terminal shows which one is under way."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    for part in parts:
        with closing(_bench_rows(part)) as rows:
            for row in rows:
                with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
                    progress.add_task(row.name, total=None)
                    measured = row.measure()
                yield measured


def _bench_rows(part: str) -> Generator[Row]:
    if part == "server":
        from jardinet.server.bench import rows

        yield from rows()
    else:
        from jardinet.arena.bench import PARTS

        yield from PARTS[part]()
