"""Bench of the analysis: how much of a game's result is luck.

`python -m benches.luck lucky-numbers --games 1000` lets two bots play, analyses every game from the first seat, and prints
which heading of the ledger carries which part of the result's variance: covariances with the result, so that they add up to 1.
`jardinet study` asks the same of equal bots.
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
from jardinet.study.figures import mean_of, variance_share
from jardinet.study.playing import HEADINGS


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
        _print(found, np.array([deal for deal, _ in played.records])[: len(found)])


class _Twin:
    """The same bot by another name: a tournament is one of different bots."""

    def __init__(self, bot: Bot) -> None:
        self.name, self.act = f"{bot.name}-2", bot.act


def _print(found: Sequence[Analysis], deals: NDArray[np.int64]) -> None:
    first = [one.accounts[0] for one in found]
    parts = np.array([[one.luck, one.bids, one.gifts - one.errors, one.unexplained] for one in first])
    result = np.array([one.result for one in first])
    typer.echo(f"{len(found)} games, first seat: {result.mean():.3f} of the victories")
    for name, part in zip(HEADINGS, parts.T, strict=True):
        mean, share = mean_of(part, deals), variance_share(part, result, deals)
        told = f"{share.value:.3f} of the variance ({share.low:.3f} to {share.high:.3f})"
        typer.echo(f"  {name:12} mean {mean.value:+.3f} ({mean.low:+.3f} to {mean.high:+.3f})   {told}")


if __name__ == "__main__":
    typer.run(main)
