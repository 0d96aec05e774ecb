"""Calibration of a game's master: what it expects of its games, in tenths, beside what came of them.

Of any game that can be evaluated (`levels.load_evaluator`). At every decision of games of the master against itself it is
asked for each seat's share of the victory; expectations are sorted by tenths, and each tenth's mean is held against
the mean of what those seats won.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.lockstep import Seated, begin, play_games
from jardinet.arena.tally import deals_interval
from jardinet.bots.levels import load_bot, load_evaluator
from jardinet.games.api import TERMINAL, Game
from jardinet.games.records import rows_of

CHUNK = 250  # games that are played side by side
TENTHS = 10


class Tenth(NamedTuple):
    """Tenth of the expectations, by their size.

    Attributes:
        positions: how many expectations it has; where it has none, the figures are NaN.
        expected: their mean.
        came: the mean of the shares of the victory that those seats had in the end.
        low, high: the ends of the 95 % interval of `came`, a game counting as one observation.
    """

    positions: int
    expected: float
    came: float
    low: float
    high: float


def calibration(game: Game, games: int, seed: int, tell: Callable[[int], None] = lambda _: None) -> list[Tenth]:
    """What the master of a game expects, and what comes of it.

    Args:
        game: what is played.
        games: how many; who begins takes turns.
        seed: of everything random.
        tell: is called with the number of games finished so far.
    """
    sums = []
    for begun, child in zip(
        range(0, games, CHUNK), np.random.SeedSequence(seed).spawn(-(-games // CHUNK)), strict=True
    ):
        size = min(CHUNK, games - begun)
        sums.append(_sums(game, (begun + np.arange(size)) % game.num_players(), np.random.default_rng(child)))
        tell(begun + size)
    return [_tenth(*np.concatenate(sums)[:, tenth].T) for tenth in range(TENTHS)]


def _sums(game: Game, firsts: NDArray[np.int64], generator: np.random.Generator) -> NDArray[np.float64]:
    """Of each game and tenth how many expectations there were, their sum, and that of what came; shape (n, TENTHS, 3)."""
    evaluator, size = load_evaluator(game), len(firsts)
    (choices,) = generator.spawn(1)
    seen: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []

    def look(states: NDArray[Any]) -> None:
        game.rules.reveal_all(states, generator)
        running = np.flatnonzero(states["player"] != TERMINAL)
        seats = np.maximum(states["player"][running], 0).astype(np.int64)  # where all choose at once, any of them
        if len(running):
            seen.append((running, evaluator.evaluate(rows_of(states, running), seats).values))

    seating = np.zeros((size, game.num_players()), np.int64)
    states = begin(game, size, firsts)
    played = play_games(game, [Seated(load_bot("master", game), choices)], seating, states, look)
    shares = game.shares_of(played.states)
    sums = np.zeros((size, TENTHS, 3))
    for of, values in seen:
        tenths = np.clip((values * TENTHS).astype(np.int64), 0, TENTHS - 1)
        for seat in range(game.num_players()):
            told = np.stack([np.ones(len(of)), values[:, seat], shares[of, seat]], axis=1)
            np.add.at(sums, (of, tenths[:, seat]), told)
    return sums


def _tenth(counts: NDArray[np.float64], expected: NDArray[np.float64], came: NDArray[np.float64]) -> Tenth:
    """A tenth of sums of each game; the interval is that of a ratio of sums, by linearisation."""
    total = counts.sum()
    if not total:
        return Tenth(0, np.nan, np.nan, np.nan, np.nan)
    mean = came.sum() / total
    games = np.flatnonzero(counts)
    residuals = (came - mean * counts)[games] / total
    error = float(np.sqrt((residuals**2).sum()))
    return Tenth(
        int(total), float(expected.sum() / total), float(mean), *deals_interval(float(mean), error, len(games))
    )
