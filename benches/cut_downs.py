"""Bench of Maudits Criquets' master in games cut down so far that its distance from an equilibrium is reckoned exactly.

`python -m benches.cut_downs` has a net of each cut-down game learn it, as `jardinet train` would, and prints half of NashConv:
what the master loses, in utility, to whoever answers best to it in every position; 1 is a victory and -1 a defeat.
"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from jardinet import load_game
from jardinet.bots.maudits_criquets.exact import nash_conv, positions_of, solve, strategies_of
from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.bots.maudits_criquets.trainer import ValueTrainer
from jardinet.bots.maudits_criquets.value import from_arrays

CUT_DOWNS: dict[str, dict[str, int | bool]] = {
    "numbers": {"crops": 2, "copies": 3, "locusts": 2, "numbers": 3, "specials": False, "loot": 2},
    "specials": {"crops": 2, "copies": 3, "locusts": 3, "numbers": 2, "specials": True, "loot": 2},
}


def main(
    steps: Annotated[int, typer.Option(min=1, help="Of learning, 256 games each.")] = 2500,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 1,
) -> None:
    """Measure how far from an equilibrium a master is that has learned the cut-down game."""
    for name, parameters in CUT_DOWNS.items():
        game = load_game("maudits_criquets", **parameters)
        positions = positions_of(game)
        trainer = ValueTrainer(game, seed)
        for _ in track(range(steps), name, console=Console(stderr=True), transient=True):
            trainer.step()
        strategies = strategies_of(MasterBot(game, from_arrays(trainer.weights())), positions)
        typer.echo(
            f"{name}, {len(positions.records):,} positions: half of NashConv is "
            f"{nash_conv(strategies, positions) / 2:.4f} after {trainer.games:,} games; of the exact equilibrium "
            f"{nash_conv(solve(positions)[1], positions) / 2:.4f}"
        )


if __name__ == "__main__":
    typer.run(main)
