"""Command of the bench of ratings: `python -m benches.ratings`, and `make bench-ratings`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from benches.ratings.games import Contest, games_of
from benches.ratings.measures import (
    Foretold,
    OwnFit,
    Tell,
    games_until_fit_is_right,
    games_until_right,
    held_out,
    own_fits,
)
from benches.ratings.systems import Elo, GlickoByPairs, Make, OpenSkill, StaticFit, TrueSkill
from benches.ratings.tables import levels_table, loss_table, order_table, own_table, written
from rich.console import Console
from rich.progress import Progress

from jardinet.games.registry import playable_games
from jardinet.play.files import save
from jardinet.ratings.bradley_terry import ArenaGames, sizing
from jardinet.ratings.yardstick import FILE, Yardstick, text_of

INTERRUPTED = 130  # as a shell counts Ctrl-C
PARTS = {2: 5, 3: 2, 4: 2}  # by the number of players
QUICK = 60  # games of the one part of each contest, if it is to be quick
BOTS = Path("src/jardinet/bots")
FIT = "Bradley–Terry fit"
TRUESKILL = "TrueSkill"
BY_RESULTS, LESS_LUCK = "fit by results", "fit by results less luck"


def main(
    seed: Annotated[
        int, typer.Option(min=0, help="Of all games and samples; the same seed gives the same tables.")
    ] = 31,
    rounds: Annotated[int, typer.Option(min=2, help="Random orders of the games that each way of rating gets.")] = 100,
    folder: Annotated[
        Path, typer.Option(help="Where games are kept; those that lie there are not played anew.")
    ] = Path("build/ratings"),
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; else one for each core.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Few games: to see that it works.")] = False,
    yardsticks: Annotated[
        bool, typer.Option("--yardsticks", help="Also store the yardsticks of the games beside their bots.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option(help="A page whose tables are written anew, such as docs/ratings.md.")
    ] = None,
) -> None:
    """Measure ways of rating by games of all levels: what their forecasts lose, and how soon the order is right."""
    rounds, folder = (5, folder / "quick") if quick else (rounds, folder)
    contests = [
        Contest(game, players, 1, QUICK) if quick else Contest(game, players, parts)
        for game in playable_games()
        for players, parts in PARTS.items()
    ]
    console = Console(highlight=False, stderr=True)
    try:
        with Progress(console=console, transient=True) as progress:
            bench = _Bench(seed, rounds, progress)
            played = {(one.game, one.players): _played(one, folder, seed, workers, progress) for one in contests}
            tables = bench.tables(contests, played)
    except KeyboardInterrupt:
        console.print(f"Interrupted: the same command goes on with the games in {folder}.")
        raise typer.Exit(INTERRUPTED) from None
    if not find_spec("trueskill"):
        console.print("Without TrueSkill: pip install trueskill==0.4.5 adds it.")
    if yardsticks:
        for yardstick in bench.yardsticks:
            save(BOTS / yardstick.game / FILE, text_of(yardstick))
    if output:
        save(output, written(output.read_text(encoding="utf-8"), tables))
    for name, table in tables.items():
        typer.echo(f"{name}\n\n{table}\n")


def ways(ties: float) -> dict[str, Make]:
    """The ways of rating, the static fit first; `ties` is the share of pairs of seats that share a place."""
    found: dict[str, Make] = {
        FIT: StaticFit,
        "Glicko-2 by pairs of places": GlickoByPairs,
        "the same, deviation 97 at the start": partial(GlickoByPairs, start=97.0),
        "the same, 350 and volatility .06 (Glickman's)": partial(GlickoByPairs, start=350.0, volatility=0.06),
        "the same, losers tied": partial(GlickoByPairs, is_winner_alone=True),
        "Elo, K = 20": Elo,
        "openskill, `tau=0`, `sigma=6`": OpenSkill,
        "openskill as it comes": partial(OpenSkill, its_own=True),
    }
    if find_spec("trueskill"):
        found[TRUESKILL] = partial(TrueSkill, ties=min(0.9, max(ties, 1e-4)))
    return found


class _Bench:
    """Measurements of all contests, with their yardsticks."""

    def __init__(self, seed: int, rounds: int, progress: Progress) -> None:
        self._seed, self._rounds, self._progress = seed, rounds, progress
        self.yardsticks: list[Yardstick] = []

    def tables(self, contests: list[Contest], played: dict[tuple[str, int], ArenaGames]) -> dict[str, str]:
        for contest in contests:
            if contest.players == min(PARTS):
                self.yardsticks.append(Yardstick(contest.game, ()))
            measured = sizing(contest.loaded(), played[contest.game, contest.players], contest.seeds(self._seed))
            self.yardsticks[-1] = self.yardsticks[-1].with_sizing(measured)
        losses: dict[tuple[str, int], dict[str, Foretold]] = {}
        orders: dict[tuple[str, int], dict[str, int | None]] = {}
        own: dict[tuple[str, int], dict[str, dict[int, OwnFit]]] = {}
        for yardstick in self.yardsticks:
            for measured in yardstick.sizings:
                key = (yardstick.game, measured.players)
                if measured.players == 3:  # for the factor alone
                    continue
                games, factor, bots = played[key], yardstick.factor(measured.players), len(measured.levels)
                chosen = ways(_ties(games))
                with self._watched(f"{key[0]}, {key[1]}: forecasts", self._held_out_rounds()) as tell:
                    losses[key] = held_out(games, bots, factor, chosen, self._held_out_rounds(), self._seed, tell)
                with self._watched(f"{key[0]}, {key[1]}: orders", len(chosen) + 2) as tell:
                    orders[key] = {}
                    for done, (name, make) in enumerate(chosen.items()):
                        orders[key][name] = games_until_right(games, bots, factor, make, self._rounds, self._seed)
                        tell(done + 1)
                    own[key] = {}
                    for name, adjusted in ((BY_RESULTS, False), (LESS_LUCK, True))[: 1 + (games.luck is not None)]:
                        orders[key][name] = games_until_fit_is_right(
                            games, bots, self._rounds, self._seed, adjusted=adjusted
                        )
                        own[key][name] = own_fits(games, measured, factor, self._rounds, self._seed, adjusted=adjusted)
        counts = {key: len(games.bots) for key, games in played.items()}
        return {
            "levels": levels_table(self.yardsticks),
            "losses": loss_table(losses),
            "orders": order_table(orders, counts),
            "own": own_table(own),
        }

    def _held_out_rounds(self) -> int:
        return max(2, self._rounds // 5)

    @contextmanager
    def _watched(self, name: str, total: int) -> Iterator[Tell]:
        with _watched(self._progress, name, total) as tell:
            yield tell


def _played(contest: Contest, folder: Path, seed: int, workers: int | None, progress: Progress) -> ArenaGames:
    with _watched(progress, f"{contest.game}, {contest.players}: games", contest.parts * contest.size) as tell:
        return games_of(contest, folder, seed, workers, tell)


@contextmanager
def _watched(progress: Progress, name: str, total: int) -> Iterator[Callable[[int], None]]:
    task = progress.add_task(name, total=total)
    yield lambda done: progress.update(task, completed=done)
    progress.remove_task(task)


def _ties(games: ArenaGames) -> float:
    """The share of pairs of seats that share a place."""
    places, players = games.places, games.places.shape[1]
    same = int(np.count_nonzero(places[:, :, None] == places[:, None, :])) - places.size
    return same / float(places.size * (players - 1))


if __name__ == "__main__":
    typer.run(main)
