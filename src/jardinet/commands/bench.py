"""`jardinet bench`: measure speeds of Jardinet."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from jardinet.commands.options import DONE, FAILED, INTERRUPTED, _, examples
from jardinet.commands.shell import App
from jardinet.extras import extra
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Every

if TYPE_CHECKING:
    from jardinet.arena.measuring import Row

BENCH_PARTS = ("play", "envs", "start", "server")

app = App()


@app.command(
    help=_("Measure how fast everything is on this machine."),
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
    """Measure how fast everything is; print a line for each row as soon as it is measured."""
    raise typer.Exit(run_bench(only, own_rows, as_json=as_json))


def run_bench(only: str | None, rows_of: Callable[[str], Generator[Row]], *, as_json: bool) -> int:
    """Measure parts of the bench, and print each row as soon as it is measured.

    Args:
        only: names of the parts, separated by commas; None: all.
        rows_of: the rows of a part.
        as_json: whether JSON is printed, at the end.

    Returns:
        The exit code.

    Raises:
        GameError: there is no such part.
        KeyboardInterrupt: it was interrupted, and no JSON is wanted.
    """
    parts = chosen_parts(only, BENCH_PARTS)
    if "server" in parts:
        with extra("server"):
            import jardinet.server.bench  # noqa: F401 - if an extra is missing, say so before anything is measured
    from jardinet.terminal.measurements import BenchReport

    report, is_interrupted = BenchReport(parts, as_json=as_json), False
    try:
        for part in parts:
            with closing(rows_of(part)) as rows:
                report.measure(rows)
    except KeyboardInterrupt:
        if not as_json:
            raise
        is_interrupted = True
    report.end(is_interrupted=is_interrupted)
    if is_interrupted:
        return INTERRUPTED
    return DONE if report.is_met else FAILED


def chosen_parts(only: str | None, known: Sequence[str]) -> list[str]:
    """The parts of a bench that are named, in the order of `known`; all where `only` is None; GameError: there is none."""
    parts = [part.strip() for part in only.split(",")] if only is not None else list(known)
    for part in parts:
        if part not in known:
            raise GameError(
                "no-such-part",
                "there is no part {part!r} of the bench: there are {parts}.",
                part=part,
                parts=Every(list(known)),
            )
    return [part for part in known if part in parts]


def own_rows(part: str) -> Generator[Row]:
    """The rows of a part, with nothing from other libraries beside them."""
    from jardinet.arena.bench import env_rows, play_rows, start_rows

    if part == "play":
        yield from play_rows()
    elif part == "envs":
        yield from env_rows()
    elif part == "start":
        yield from start_rows()
    else:
        from jardinet.server.bench import rows

        yield from rows()
