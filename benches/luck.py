"""Bench of the analysis: how much of a game's result is luck.

`python -m benches.luck lucky-numbers --games 1000` lets two bots play, analyses every game from the first seat, and prints
which heading of the ledger carries which part of the result's variance: covariances with the result, so that they add up to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from jardinet import load_game
from jardinet.analysis.ledger import analyse
from jardinet.analysis.model import Analysis
from jardinet.arena.tournament import RECORDED, tournament
from jardinet.bots.api import Bot
from jardinet.bots.levels import load_bot
from jardinet.commands.options import progress_of_games

SAMPLES = 1000  # of the games, drawn with replacement, for 95 % intervals (Efron 1979)
HEADINGS = ("luck", "bids", "errors", "unexplained")


def main(
    game: Annotated[str, typer.Argument(help="Which: lucky-numbers, say.")],
    bots: Annotated[str, typer.Option(help="Two, by commas; a deal is played from both seats.")] = "master,greedy",
    games: Annotated[int, typer.Option(min=2, max=RECORDED, help="How many.")] = RECORDED,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 1,
) -> None:
    """Measure what the results of many games are made of."""
    agreed = load_game(game.replace("-", "_"))
    first, second = (load_bot(level, agreed) for level in bots.split(","))
    met = [first, _Twin(second) if first.name == second.name else second]
    played = tournament(agreed, met, games, seed, recorded=True, workers=1)
    found = list[Analysis]()
    try:
        with progress_of_games(len(played.records)) as on_progress:
            for record in played.records.values():
                found.append(analyse(record.game, record.moves))
                on_progress(len(found))
    except KeyboardInterrupt:
        typer.echo("Interrupted: what is finished is counted.")
    if len(found) > 1:
        _print(found)


class _Twin:
    """The same bot by another name: a tournament is one of different bots."""

    def __init__(self, bot: Bot) -> None:
        self.name, self.act = f"{bot.name}-2", bot.act


def _print(found: Sequence[Analysis]) -> None:
    first = [one.accounts[0] for one in found]
    parts = np.array([[one.luck, one.bids, one.gifts - one.errors, one.unexplained] for one in first])
    result = np.array([one.result for one in first])
    samples = np.random.default_rng(0).integers(len(found), size=(SAMPLES, len(found)))
    typer.echo(f"{len(found)} games, first seat: {result.mean():.3f} of the victories")
    for name, part in zip(HEADINGS, parts.T, strict=True):
        error = part.std(ddof=1) / np.sqrt(len(part))
        low, high = np.percentile([_share(part[some], result[some]) for some in samples], [2.5, 97.5])
        told = f"{_share(part, result):.3f} of the variance ({low:.3f} to {high:.3f})"
        typer.echo(f"  {name:12} mean {part.mean():+.3f} ± {1.96 * error:.3f}   {told}")


def _share(part: NDArray[np.float64], result: NDArray[np.float64]) -> float:
    """How much of the result's variance comes with a part of it."""
    return float(np.cov(part, result)[0, 1] / result.var(ddof=1))


if __name__ == "__main__":
    typer.run(main)
