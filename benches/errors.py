"""Bench of errors: `make bench-errors`. What each level of bots gives away a decision, on which people's own errors are told.

All levels of a game play each other, with two seats and more; the games are analysed as a server does. The figures are written
to error_rates.json beside each game's bots.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import typer

from jardinet import load_game
from jardinet.analysis.error_rates import FILE, ErrorRates, LevelErrors
from jardinet.analysis.ledger import TWO_SIDED, analyse
from jardinet.arena.tournament import RECORDED, tournament
from jardinet.arena.training import commit_of_code
from jardinet.bots.levels import levels_of
from jardinet.commands.options import INTERRUPTED, progress_of_games
from jardinet.play.files import save_bytes
from jardinet.play.record import Record

_ROWS = msgspec.json.Decoder(list[ErrorRates])
BOTS = Path(__file__).parent.parent / "src/jardinet/bots"
GAMES = ("lucky_numbers", "maudits_criquets")
SEATS = range(2, 5)


def main(
    games: Annotated[
        int, typer.Option(min=40, max=RECORDED, help="Of each row; with more than two seats, half as many.")
    ] = 240,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 1,
    only: Annotated[
        str, typer.Option(help="Only the rows that have this in their names, such as lucky_numbers-4.")
    ] = "",
    folder: Annotated[Path, typer.Option(help="Where each game has a folder for its file.")] = BOTS,
) -> None:
    """Measure what each level of bots gives away a decision; a row that is finished is kept, also after Ctrl-C."""
    rows = [(name, seats) for name in GAMES for seats in SEATS if only in f"{name}-{seats}"]
    try:
        for name, seats in rows:
            count = games if seats == SEATS[0] else games // 2
            played = tournament(load_game(name, players=seats), levels_of(name), count, seed, recorded=True)
            if played.is_interrupted:
                raise KeyboardInterrupt
            with progress_of_games(len(played.records)) as on_progress:
                levels = _rates(name, list(played.records.values()), on_progress)
            for one in levels:
                typer.echo(f"{name}, {seats} seats, {one.level}: {100 * one.rate:.2f} ± {100 * one.doubt:.2f} points")
            _keep(ErrorRates(seats, len(played.records), seed, commit_of_code(), levels), folder / name / FILE)
    except KeyboardInterrupt:
        typer.echo("Interrupted: what is finished is kept.")
        raise typer.Exit(INTERRUPTED) from None


def _keep(row: ErrorRates, output: Path) -> None:
    """Put a row into the file of its game, in the place of an older one of so many seats."""
    kept = _ROWS.decode(output.read_bytes()) if output.exists() else []
    rows = [one for one in kept if one.seats != row.seats]
    told = msgspec.json.encode(sorted([*rows, row], key=lambda one: one.seats))
    save_bytes(output, msgspec.json.format(told) + b"\n")


def _rates(name: str, records: Sequence[Record], on_progress: Callable[[int], object]) -> list[LevelErrors]:
    """The errors of all levels in these games."""
    found: Mapping[str, list[tuple[float, int]]] = defaultdict(list)
    for number, record in enumerate(records, 1):
        for called, account in zip(record.seats, analyse(record.game, record.moves).accounts, strict=True):
            found[called].append((account.errors, account.decisions))
        on_progress(number)
    return [_rate(level, np.array(found[level])) for level in levels_of(name)]


def _rate(level: str, own: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> LevelErrors:
    """A ratio of sums, with the interval of a ratio: games, not decisions, are independent."""
    errors, decisions = own.T
    rate = errors.sum() / decisions.sum()
    error = np.sqrt(((errors - rate * decisions) ** 2).sum()) / decisions.sum()
    return LevelErrors(level, round(float(rate), 5), round(float(TWO_SIDED * error), 5), int(decisions.sum()))


if __name__ == "__main__":
    typer.run(main)
