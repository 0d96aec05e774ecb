"""Bench of Maudits Criquets' master: how much a reader takes off it, who knows its mixtures and has values of its own.

`python -m benches.reader --reader longer/2-players.npz` has them play, the reader in every seat in turn. The reader's net is to
be another one and longer trained, such as `jardinet train` makes with another seed; with `--learned 100000` it learns from so many
games against this very master first. Half of the victories is what it would take off a master that plays an equilibrium. With
`--unread` it is a master too: two nets head to head.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress

from jardinet import load_game
from jardinet.arena.lockstep import play_chunk
from jardinet.arena.standings import Share
from jardinet.arena.tally import share_interval
from jardinet.bots.api import Bot
from jardinet.bots.levels import load_bot
from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.bots.maudits_criquets.responder import Responder
from jardinet.bots.maudits_criquets.value import ValueNet, from_arrays
from jardinet.games.api import Game

CHUNK = 250  # games that are played side by side


def main(
    reader: Annotated[
        Path | None, typer.Option(help="The reader's net, an .npz file; else it begins with none.", exists=True)
    ] = None,
    unread: Annotated[bool, typer.Option(help="It reads nothing: both are masters, each with its own net.")] = False,
    learned: Annotated[
        int, typer.Option(min=0, help="Games against the master that the reader learns from first.")
    ] = 0,
    net: Annotated[Path | None, typer.Option(help="The master's net; else the shipped one.", exists=True)] = None,
    players: Annotated[int, typer.Option(min=2, max=4)] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 1,
) -> None:
    """Measure the share of the victories that one reader takes among masters."""
    game = load_game("maudits_criquets", players=players)
    master = load_bot("master", game) if net is None else MasterBot(game, net_of(net))
    assert isinstance(master, MasterBot)
    if reader is None and not learned:
        raise typer.BadParameter("a reader that knows nothing reads nothing: give --reader, --learned or both.")
    learner = Responder(game, seed, master, None if reader is None else net_of(reader))
    with Progress(console=Console(stderr=True), transient=True, disable=not learned) as progress:
        task = progress.add_task("the reader learns", total=learned)
        while learner.games < learned:
            learner.step()
            progress.update(task, completed=learner.games)
    judge = MasterBot(game, learner.values()) if unread else learner.reader()
    share = taken(game, judge, master, games, seed)
    taught = f", which learned from {learner.games:,} games against it," if learned else ""
    rival = "another master" if unread else "the reader"
    typer.echo(
        f"{games} games of {players}: {rival}{taught} takes {share.share:.4f} of the victories ({share.low:.4f} to "
        f"{share.high:.4f})"
    )


def taken(
    game: Game, judge: Bot, master: Bot, games: int, seed: int, tell: Callable[[int], None] = lambda _: None
) -> Share:
    """The share of the victories that one judge takes among masters, in every seat in turn.

    Args:
        game: what is played.
        judge: is measured.
        master: plays in all other seats.
        games: how many.
        seed: of everything random.
        tell: is called with the number of games finished so far.
    """
    players = game.num_players()
    wins = np.zeros(players, np.int64)
    for chunk, child in enumerate(np.random.SeedSequence(seed).spawn(-(-games // CHUNK))):
        seat = chunk % players
        seats = [judge if each == seat else master for each in range(players)]
        size = min(CHUNK, games - chunk * CHUNK)
        tally = play_chunk(game, seats, np.zeros(size, np.int64), np.random.default_rng(child))
        wins += tally.seats[seat].wins
        tell(chunk * CHUNK + size)
    share = float((wins / np.arange(1, players + 1)).sum() / games)
    return Share(games, share, *share_interval(wins.tolist(), games))


def net_of(path: Path) -> ValueNet:
    """The net in an .npz file, as `jardinet train` writes it."""
    with np.load(path, allow_pickle=False) as arrays:
        return from_arrays(arrays)


if __name__ == "__main__":
    typer.run(main)
