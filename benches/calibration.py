"""Calibration of a game's master: what it expects of its games, in tenths, beside what came of them.

Of any game that can be evaluated (`levels.load_evaluator`). At every decision of games of the master against itself it is
asked for each seat's share of the victory; expectations are sorted by tenths, and each tenth's mean is held against
the mean of what those seats won. That is the same in the mean, and known more narrowly, if what luck brought them after
it is taken off again (arena/luck.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.lockstep import Seated, begin, play_games
from jardinet.arena.luck import LuckCounter
from jardinet.arena.tally import deals_interval, student
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
        came: the mean of the shares of the victory that those seats had in the end, less luck that came after, if counted.
        low, high: the ends of the 95 % interval of `came`, a game counting as one observation.
    """

    positions: int
    expected: float
    came: float
    low: float
    high: float


def calibration(
    game: Game, games: int, seed: int, tell: Callable[[int], None] = lambda _: None, *, adjusted: bool = False
) -> list[Tenth]:
    """What the master of a game expects, and what comes of it.

    Args:
        game: what is played.
        games: how many; who begins takes turns.
        seed: of everything random.
        tell: is called with the number of games finished so far.
        adjusted: whether luck is counted, and taken off what comes.
    """
    sums = []
    for begun, child in zip(
        range(0, games, CHUNK), np.random.SeedSequence(seed).spawn(-(-games // CHUNK)), strict=True
    ):
        size = min(CHUNK, games - begun)
        firsts = (begun + np.arange(size)) % game.num_players()
        sums.append(_sums(game, firsts, np.random.default_rng(child), adjusted))
        tell(begun + size)
    return [_tenth(*np.concatenate(sums)[:, tenth].T, adjusted=adjusted) for tenth in range(TENTHS)]


def _sums(game: Game, firsts: NDArray[np.int64], generator: np.random.Generator, adjusted: bool) -> NDArray[np.float64]:
    """Of each game and tenth how many expectations there were, their sum, and that of what came; shape (n, TENTHS, 3)."""
    evaluator, size = load_evaluator(game), len(firsts)
    (choices,) = generator.spawn(1)
    seen: list[tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]] = []
    luck = LuckCounter(game, size)

    def reveal(states: NDArray[Any]) -> None:
        game.rules.reveal_all(states, generator)

    move = luck.counted(reveal) if adjusted else reveal

    def look(states: NDArray[Any]) -> None:
        move(states)
        running = np.flatnonzero(states["player"] != TERMINAL)
        seats = np.maximum(states["player"][running], 0).astype(np.int64)  # where all choose at once, any of them
        if len(running):
            seen.append((running, evaluator.evaluate(rows_of(states, running), seats).values, luck.luck[running]))

    seating = np.zeros((size, game.num_players()), np.int64)
    states = begin(game, size, firsts)
    played = play_games(game, [Seated(load_bot("master", game), choices)], seating, states, look)
    shares = game.shares_of(played.states) - luck.luck
    sums = np.zeros((size, TENTHS, 3))
    for of, values, so_far in seen:
        came = shares[of] + so_far
        tenths = np.clip((values * TENTHS).astype(np.int64), 0, TENTHS - 1)
        for seat in range(game.num_players()):
            told = np.stack([np.ones(len(of)), values[:, seat], came[:, seat]], axis=1)
            np.add.at(sums, (of, tenths[:, seat]), told)
    return sums


def _tenth(
    counts: NDArray[np.float64], expected: NDArray[np.float64], came: NDArray[np.float64], *, adjusted: bool
) -> Tenth:
    """A tenth of sums of each game; the interval is that of a ratio of sums, by linearisation."""
    total = counts.sum()
    if not total:
        return Tenth(0, np.nan, np.nan, np.nan, np.nan)
    mean = float(came.sum() / total)
    games = np.flatnonzero(counts)
    residuals = (came - mean * counts)[games] / total
    error = float(np.sqrt((residuals**2).sum()))
    if not adjusted:
        low, high = deals_interval(mean, error, len(games))
    else:  # it may lie a little outside 0 and 1
        half = student(len(games) - 1) * error if len(games) > 1 else np.inf
        low, high = mean - half, mean + half
    return Tenth(int(total), float(expected.sum() / total), mean, low, high)
