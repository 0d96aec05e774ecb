"""Bench of Lucky Numbers' endings, and of small games: what is certain, what a bot loses.

`python -m benches.endings small` has nets learn a game of 2 × 2 cells and tells what each bot loses to the best answer, exactly;
`python -m benches.endings solve "lucky_numbers, …"` bounds what every action is worth in a position that is written down.
"""

from __future__ import annotations

from typing import Annotated

import typer

from jardinet import load_game
from jardinet.arena.training import training_of
from jardinet.bots.exact import ExactJudge
from jardinet.bots.levels import load_bot
from jardinet.bots.lucky_numbers.endings import EndingSolver, Solution
from jardinet.commands.options import progress_of_games

app = typer.Typer(add_completion=False)


@app.command()
def small(
    numbers: Annotated[int, typer.Option(min=3, max=5, help="On each player's tiles.")] = 4,
    stall_limit: Annotated[int, typer.Option(min=1, help="Takes in a row that end the game.")] = 4,
    games: Annotated[int, typer.Option(min=0, help="Of learning.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 1,
) -> None:
    """Tell the value of a game of 2 × 2 cells, and what each bot loses there, in shares of the victory."""
    game = load_game("lucky_numbers", side=2, numbers=numbers, stall_limit=stall_limit)
    judge = ExactJudge(game)
    typer.echo(f"{judge.positions:,} positions: who begins wins {(1 + judge.value()) / 2:.4f}")
    for name in ("random", "greedy", "expert", "master"):
        typer.echo(f"{name} loses {judge.exploitability(load_bot(name, game)) / 2:.4f}")
    training = training_of(game.name)
    trainer = training.make(game, seed)
    with progress_of_games(games) as tell:
        while trainer.games < games:
            trainer.step()
            tell(min(trainer.games, games))
    learned = training.bot(game, trainer.weights())
    typer.echo(f"a net after {trainer.games:,} games loses {judge.exploitability(learned) / 2:.4f}")


@app.command()
def solve(
    position: Annotated[str, typer.Argument(help="Its moves, as `State.serialize` writes them.")],
    seconds: Annotated[float, typer.Option(min=0.001, help="Of looking.")] = 10.0,
    side: Annotated[int, typer.Option(min=2, max=4, help="Of a board.")] = 4,
    numbers: Annotated[int, typer.Option(min=3, max=20, help="On each player's tiles.")] = 20,
    stall_limit: Annotated[int, typer.Option(min=1, help="Takes in a row that end the game.")] = 100,
) -> None:
    """Bound what every action of a position is worth to the seat that acts, in shares of the victory."""
    game = load_game("lucky_numbers", side=side, numbers=numbers, stall_limit=stall_limit)
    state = game.deserialize_state(position)

    def tell(found: Solution) -> None:
        low, high = found.value
        typer.echo(f"{found.depth} turns, {found.positions:,} positions: {low:.4f} to {high:.4f}", err=True)

    found = EndingSolver(game).solve(state, seconds=seconds, tell=tell)
    for action in state.legal_actions():
        low, high = found.bounds[action]
        typer.echo(f"{state.action_to_string(action)}: {low:.4f}" + (f" to {high:.4f}" if high - low > 1e-9 else ""))


if __name__ == "__main__":
    app()
