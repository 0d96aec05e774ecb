"""Bench of Maudits Criquets' master in games cut down so far that its distance from an equilibrium is reckoned exactly.

`python -m benches.cut_downs` has nets of each cut-down game learn it, as `jardinet train` would, and prints half of NashConv:
what the master loses, in utility, to whoever answers best to it in every position; 1 is a victory and -1 a defeat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, NamedTuple

import typer

from jardinet import load_game
from jardinet.arena.training import training_of
from jardinet.bots.exact import nash_conv, positions_of, strategies_of
from jardinet.bots.maudits_criquets.exact import solve
from jardinet.commands.options import progress_of_games
from jardinet.games.api import Game

CUT_DOWNS: dict[str, dict[str, int | bool]] = {
    "numbers": {"crops": 2, "copies": 3, "locusts": 2, "numbers": 3, "specials": False, "loot": 2},
    "specials": {"crops": 2, "copies": 3, "locusts": 3, "numbers": 2, "specials": True, "loot": 2},
}


def main(
    games: Annotated[int, typer.Option(min=1, help="Of learning.")] = 2_457_600,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 1,
) -> None:
    """Measure how far from an equilibrium a master is that has learned the cut-down game."""
    for name, parameters in CUT_DOWNS.items():
        game = load_game("maudits_criquets", **parameters)
        with progress_of_games(games) as on_progress:
            learned = learned_and_judged(game, games, seed, on_progress)
        typer.echo(
            f"{name}, {learned.positions:,} positions: half of NashConv is {learned.half_of_nash_conv:.4f} after "
            f"{learned.games:,} games; of the exact equilibrium {learned.of_equilibrium:.4f}"
        )


class Learned(NamedTuple):
    """Master that has learned a cut-down game, judged.

    Attributes:
        games: that it has learned from.
        positions: that the game has.
        half_of_nash_conv: see the module.
        of_equilibrium: the same of the exact equilibrium: 0, but for rounding.
    """

    games: int
    positions: int
    half_of_nash_conv: float
    of_equilibrium: float


def learned_and_judged(game: Game, games: int, seed: int, tell: Callable[[int], None] = lambda _: None) -> Learned:
    """A master, with nets of its own, that learns a game from so many games, and how far from an equilibrium it is then.

    Args:
        game: what is learned, a Maudits Criquets cut down for two.
        games: of learning, of all nets together; they are played in whole steps.
        seed: of everything random.
        tell: is called with the number of games learned from so far.

    Raises:
        GameError: the game has more positions than can be visited.
    """
    positions = positions_of(game)
    training = training_of(game.name)
    trainer = training.make(game, seed)
    while trainer.games < games:
        trainer.step()
        tell(trainer.games)
    strategies = strategies_of(training.bot(game, trainer.weights()), positions)
    return Learned(
        trainer.games,
        len(positions.records),
        nash_conv(strategies, positions) / 2,
        nash_conv(solve(positions)[1], positions) / 2,
    )


if __name__ == "__main__":
    typer.run(main)
