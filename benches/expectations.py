"""Bench of how true it is what Maudits Criquets' master expects.

`python -m benches.expectations` has masters play each other, and prints by tenths of the share of the victory that a seat expected
before it bid what it then got in the mean.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from jardinet import load_game
from jardinet.arena.tally import CONFIDENCE
from jardinet.bots.levels import load_bot
from jardinet.bots.maudits_criquets import matrix
from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.games.api import SIMULTANEOUS, Game
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.records import rows_of

CHUNK = 250  # games that are played side by side
TENTHS = 10
SAMPLES = 400  # of the bootstrap


class Expectations(NamedTuple):
    """What was expected before each bid of some games, and what came of it.

    Attributes:
        expected: shape (n,): a seat's share of the victory, 0 to 1, as the master held it to be.
        got: shape (n,): that seat's share at the end.
        games: shape (n,): of which game it is, from 0; expectations of one game err together.
    """

    expected: NDArray[np.float64]
    got: NDArray[np.float64]
    games: NDArray[np.int64]


class Tenth(NamedTuple):
    """Expectations from `low` to `low` + .1: how many are there, their mean, the mean of what came, and the ends of its interval."""

    low: float
    there: int
    expected: float
    got: float
    got_low: float
    got_high: float


def expectations_of(bot: MasterBot, game: Game, count: int, generator: np.random.Generator) -> Expectations:
    """Have masters play some games in all seats, side by side; every seat's expectation before every bid is noted."""
    rules, players = game.rules, game.num_players()
    states = rows_of(game.new_initial_state().observation(), np.zeros(count, np.int64))
    expected, owners = [], []
    while True:
        rules.reveal_all(states, generator)
        picking, bidding = np.flatnonzero(states["player"] >= 0), np.flatnonzero(states["player"] == SIMULTANEOUS)
        if len(picking):
            observed = rows_of(states, picking)
            rules.apply_all(states, picking, bot.act(observed, observed["player"].astype(np.int64), generator))
        elif len(bidding):
            mixtures, values = bot.mixtures(rows_of(states, bidding))
            expected.append(values)
            owners.append(bidding)
            bids = np.empty(len(bidding) * players, np.int64)
            matrix.draw(mixtures.reshape(-1, BIDS), generator.random(len(bids)), bids)
            rules.apply_joint_all(states, bidding, bids.reshape(-1, players))
        else:
            break
    got = game.returns_of(states) * (players - 1) / players + 1 / players
    owner = np.concatenate(owners)
    return Expectations(np.concatenate(expected).reshape(-1), got[owner].reshape(-1), np.repeat(owner, players))


def tenths(known: Expectations, generator: np.random.Generator) -> list[Tenth]:
    """By tenths what was expected and what came; the intervals are of whole games drawn anew (bootstrap)."""
    place = np.minimum((known.expected * TENTHS).astype(np.int64), TENTHS - 1)
    games = int(known.games.max()) + 1
    cell = known.games * TENTHS + place
    count, expected, got = (
        np.bincount(cell, weights, games * TENTHS).reshape(games, TENTHS)
        for weights in (None, known.expected, known.got)
    )
    drawn = generator.multinomial(games, np.full(games, 1 / games), SAMPLES)
    means = (drawn @ got) / np.maximum(drawn @ count, 1)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    return [
        Tenth(
            k / TENTHS,
            int(count[:, k].sum()),
            float(expected[:, k].sum() / count[:, k].sum()),
            float(got[:, k].sum() / count[:, k].sum()),
            float(low[k]),
            float(high[k]),
        )
        for k in range(TENTHS)
        if count[:, k].any()
    ]


def main(
    players: Annotated[int, typer.Option(min=2, max=4)] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 4000,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 1,
) -> None:
    """Measure what came of what the master expected."""
    game = load_game("maudits_criquets", players=players)
    bot = load_bot("master", game)
    assert isinstance(bot, MasterBot)
    found = []
    for begin, child in track(
        list(zip(range(0, games, CHUNK), np.random.SeedSequence(seed).spawn(-(-games // CHUNK)), strict=True)),
        console=Console(stderr=True),
        transient=True,
    ):
        one = expectations_of(bot, game, min(CHUNK, games - begin), np.random.default_rng(child))
        found.append(one._replace(games=one.games + begin))
    known = Expectations(*(np.concatenate(each) for each in zip(*found, strict=True)))
    for tenth in tenths(known, np.random.default_rng(seed)):
        typer.echo(
            f"{tenth.low:.1f} to {tenth.low + 1 / TENTHS:.1f}: expected {tenth.expected:.4f}, came {tenth.got:.4f} "
            f"({tenth.got_low:.4f} to {tenth.got_high:.4f}), {100 * (tenth.got - tenth.expected):+.2f} points; "
            f"{tenth.there:,} expectations"
        )


if __name__ == "__main__":
    typer.run(main)
