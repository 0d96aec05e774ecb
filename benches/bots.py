"""Bench of the bots: `make bench-bots`. How strong they are beside what is aimed at, and how right about their chances.

Strength is the arena's: paired decks, seats in rotation, 95 % intervals. What is measured is a list, ROWS; a row may
measure in a way of its own.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import typer
from benches.calibration import Tenth, calibration
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from jardinet import load_game
from jardinet import plots as drawing
from jardinet.arena.simulate import simulate
from jardinet.arena.standings import Share, standings_of
from jardinet.arena.tournament import tournament
from jardinet.games import title_of
from jardinet.study.figures import Figure

INTERRUPTED = 130  # as a shell counts Ctrl-C
QUICK = 40  # a quick row has so many times fewer games
WORST_TENTH = 0.015  # by how much an expectation may be wrong, in the mean of its tenth

Tell = Callable[[int], None]  # how many games of the row are finished


class Measured(NamedTuple):
    """Share of the victories, and the same with luck left out, where that was counted (arena/luck.py)."""

    share: Share
    adjusted: Share | None


Measure = Callable[[int, int, int | None, Tell], Measured]  # from games, a seed, a number of workers, and whom to tell


@dataclass(frozen=True)
class Goal:
    """Goal of a share of the victories.

    Attributes:
        least, most: between which it should be, 0 to 1.
        of: which figure: the share itself, or an end of its interval.
        is_adjusted: whether of the share without luck.
    """

    least: float = 0.0
    most: float = 1.0
    of: Literal["share", "low", "high"] = "share"
    is_adjusted: bool = False

    def is_met(self, measured: Measured) -> bool:
        """Whether it is reached."""
        share = measured.adjusted if self.is_adjusted else measured.share
        return share is not None and self.least <= float(getattr(share, self.of)) <= self.most

    def told(self) -> str:
        """It in words."""
        figure = {"share": "", "low": "low end ", "high": "high end "}[self.of]
        bounds = [f"≥ {self.least:.3f}"] * (self.least > 0) + [f"≤ {self.most:.3f}"] * (self.most < 1)
        return figure + ", ".join(bounds) + ", without luck" * self.is_adjusted


@dataclass(frozen=True)
class Row:
    """Row of the table of strength.

    Attributes:
        name: what is measured.
        games: how many it takes.
        measure: plays them.
        goal: what is aimed at; None: it is told for comparison.
    """

    name: str
    games: int
    measure: Measure
    goal: Goal | None = None


def against(game: str, bot: str, other: str, **parameters: Any) -> Measure:
    """A measure of a bot's share of the victories in a tournament of two on paired decks."""

    def measure(games: int, seed: int, workers: int | None, tell: Tell) -> Measured:
        played = load_game(game, **parameters)
        outcome = tournament(played, [bot, other], games, seed, adjusted=True, workers=workers, on_progress=tell)
        if outcome.is_interrupted:
            raise KeyboardInterrupt
        return next(Measured(one.share, one.adjusted) for one in standings_of(outcome) if one.bot == bot)

    return measure


def among(game: str, bot: str, others: str, players: int, **parameters: Any) -> Measure:
    """A measure of a bot's share of the victories as the only one of its kind, who begins taking turns."""

    def measure(games: int, seed: int, workers: int | None, tell: Tell) -> Measured:
        played = load_game(game, players=players, **parameters)
        tally = simulate(played, [bot, *[others] * (players - 1)], games, seed, workers=workers, on_progress=tell)
        if tally.is_interrupted:
            raise KeyboardInterrupt
        one = tally.results()[0]
        return Measured(Share(tally.games, one.share, one.share_low, one.share_high), None)

    return measure


LUCKY = "lucky_numbers"
# What a core of the machine of docs/bots.md plays out in 5, 20, 60 and 200 ms; then in ten times as long.
SEARCHES = [f"master:{rollouts}rollouts" for rollouts in (12, 48, 144, 480)]
LONG, LONGER = SEARCHES[-1], "master:4800rollouts"
MASTER_ALONE, VARIANT = Goal(least=0.745, of="low"), Goal(least=0.72)
ROWS = [
    Row("Lucky Numbers, 2 players: master against greedy", 5000, against(LUCKY, "master", "greedy"), MASTER_ALONE),
    Row(
        "Lucky Numbers, 2 players, Bruno's variant: master against greedy",
        2000,
        against(LUCKY, "master", "greedy", bruno=True),
        VARIANT,
    ),
    Row(
        "Lucky Numbers, 2 players, Michael's set-up: master against greedy",
        2000,
        against(LUCKY, "master", "greedy", setup="michael"),
        VARIANT,
    ),
    Row(
        "Lucky Numbers, 2 players, for points: master against greedy",
        2000,
        against(LUCKY, "master", "greedy", utility="points"),
        VARIANT,
    ),
    Row("Lucky Numbers, 3 players: master among greedy", 2000, among(LUCKY, "master", "greedy", 3), Goal(1.6 / 3)),
    Row("Lucky Numbers, 4 players: master among greedy", 2000, among(LUCKY, "master", "greedy", 4), Goal(1.6 / 4)),
    Row(f"Lucky Numbers, 2 players: {LONG} against greedy", 2000, against(LUCKY, LONG, "greedy"), Goal(0.77, of="low")),
    *(Row(f"Lucky Numbers, 2 players: {bot} against master", 1000, against(LUCKY, bot, "master")) for bot in SEARCHES),
    Row(
        f"Lucky Numbers, 2 players: {LONGER} against {LONG}",
        200,
        against(LUCKY, LONGER, LONG),
        Goal(most=0.52, is_adjusted=True),
    ),
]
CALIBRATED = [
    (LUCKY, 2, 6000),
    (LUCKY, 3, 4000),
    (LUCKY, 4, 4000),
    ("maudits_criquets", 2, 6000),
]  # game, players, and how many games


def main(
    games: Annotated[int | None, typer.Option(min=1, help="Of every row; else as many as its goal needs.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 1,
    only: Annotated[str, typer.Option(help="Only what has this in its name.")] = "",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; else one for each core.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Few games: to see that it works.")] = False,
    plot: Annotated[
        Path | None,
        typer.Option(help="Where a picture of the shares goes, as SVG; luck is left out where it was counted."),
    ] = None,
) -> None:
    """Measure how strong the bots are, and how right they are about their chances."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    rows = [row for row in ROWS if only.casefold() in row.name.casefold()]
    asked = [(*one, name) for one in CALIBRATED if only.casefold() in (name := _calibration_name(*one[:2])).casefold()]
    if not rows and not asked:
        names = [*(row.name for row in ROWS), *(_calibration_name(*one[:2]) for one in CALIBRATED)]
        console.print(f"nothing has {only!r} in its name: there are {'; '.join(names)}.")
        raise typer.Exit(2)
    scale = QUICK if quick else 1
    tables = (
        [_table("strength", "share of the victories (95 %)", "without luck", "games", "goal", "", "minutes")]
        if rows
        else []
    )
    shares: list[tuple[str, Share]] = []
    try:
        with Progress(console=Console(stderr=True), transient=True) as progress:
            for row in rows:
                count, begun = games or max(2, row.games // scale), time.monotonic()
                measured = row.measure(count, seed, workers, _telling(progress, row.name, count))
                _add_strength(tables[0], row, measured, time.monotonic() - begun)
                bot = row.name.partition(": ")[2].split()[0]
                shares.append((bot, measured.adjusted or measured.share))
            for name, players, usual, title in asked:
                count = games or max(2, usual // scale)
                tenths = calibration(load_game(name, players=players), count, seed, _telling(progress, title, count))
                tables.append(_calibration_table(f"{title}, {count:,} games", tenths))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        for table in tables:
            console.print(table)
        if plot and shares:
            plot.write_text(picture(only or "all", shares), encoding="utf-8")


def picture(title: str, shares: Sequence[tuple[str, Share]]) -> str:
    """Shares of the victories of bots with their intervals, as SVG; a line stands at one half."""
    rows = [(name, Figure(share.share, share.low, share.high, share.games)) for name, share in shares]
    return drawing.intervals(title, "share of the victories", rows, drawing.in_percent, 0.5)


def _telling(progress: Progress, name: str, count: int) -> Tell:
    task: TaskID = progress.add_task(name, total=count)
    return lambda done: progress.update(task, completed=done)


def _table(*headings: str) -> Table:
    table = Table()
    for heading in headings:
        table.add_column(heading)
    return table


def _add_strength(table: Table, row: Row, measured: Measured, seconds: float) -> None:
    verdict = "" if row.goal is None else "met" if row.goal.is_met(measured) else "missed"
    told = [f"{share.share:.3f} ({share.low:.3f} to {share.high:.3f})" if share else "" for share in measured]
    goal = row.goal.told() if row.goal else ""
    table.add_row(row.name, *told, f"{measured.share.games:,}", goal, verdict, f"{seconds / 60:.1f}")


def _calibration_name(game: str, players: int) -> str:
    return f"{title_of(game)}, {players} players: calibration of master"


def _calibration_table(title: str, tenths: list[Tenth]) -> Table:
    table = _table("expected", "came (95 %)", "expectations", "wrong by", "")
    table.title, table.title_justify = title, "left"
    for one in tenths:
        if not one.positions:
            continue
        wrong = one.came - one.expected
        is_doubtful = one.low - WORST_TENTH <= one.expected <= one.high + WORST_TENTH
        verdict = "met" if abs(wrong) <= WORST_TENTH else "undecided" if is_doubtful else "missed"
        came = f"{one.came:.3f} ({one.low:.3f} to {one.high:.3f})"
        table.add_row(f"{one.expected:.3f}", came, f"{one.positions:,}", f"{wrong:+.3f}", verdict)
    return table


if __name__ == "__main__":
    typer.run(main)
