"""Measures of ways of rating: the loss of their forecasts, games until the order is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

import numpy as np
from benches.ratings.systems import Make, log_loss
from numpy.typing import NDArray

from jardinet.ratings.bradley_terry import ArenaGames, expected_shares
from jardinet.ratings.level import LevelGame, MetBefore, fit_level
from jardinet.ratings.scale import UNIT
from jardinet.ratings.yardstick import Sizing

CHECKED = (25, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1000, 1200, 1600, 2000, 2500, 3000, 4000)
RIGHT = 0.95
OWN_GAMES = (20, 50, 100, 200)

Tell = Callable[[int], None]


class Foretold(NamedTuple):
    """What the forecasts of a way of rating lose in games that it has not seen, in nats a game.

    Attributes:
        loss: the mean over all ways of leaving games out.
        more: by how much that is more than the static fit loses.
        error: the standard deviation of `more` over these ways.
    """

    loss: float
    more: float
    error: float


class OwnFit(NamedTuple):
    """How well a bot's level is known after some games of its own.

    Attributes:
        doubt: the mean of its ±.
        error: by how much it is wrong, root mean square.
        covered: how often the strength by all games lies within the ±.
    """

    doubt: float
    error: float
    covered: float


def held_out(
    games: ArenaGames,
    bots: int,
    factor: float,
    makes: Mapping[str, Make],
    rounds: int,
    seed: int,
    tell: Tell,
) -> dict[str, Foretold]:
    """Rate by two thirds of the deals, in random order, and foretell the others; the first of `makes` is the static fit."""
    losses: dict[str, list[float]] = {name: [] for name in makes}
    generator = np.random.default_rng(seed)
    numbers = np.unique(games.deals)
    for turn in range(rounds):
        order = generator.permutation(len(games.bots))
        seen = np.isin(games.deals, generator.permutation(numbers)[: 2 * len(numbers) // 3])
        learned, left = order[seen[order]], order[~seen[order]]
        for name, make in makes.items():
            system = make(bots, factor)
            for who, places in _played(games, learned):
                system.add(who, places)
            found = [
                log_loss(system.chances(who), shares)
                for who, shares in zip(games.bots[left].tolist(), games.shares[left].tolist(), strict=True)
            ]
            losses[name].append(sum(found) / len(found))
        tell(turn + 1)
    base = np.array(next(iter(losses.values())))
    return {
        name: Foretold(
            float(np.mean(one)),
            float(np.mean(one - base)),
            float(np.std(one - base, ddof=1)) if rounds > 1 else 0.0,
        )
        for name, one in losses.items()
    }


def games_until_right(games: ArenaGames, bots: int, factor: float, make: Make, rounds: int, seed: int) -> int | None:
    """The least number of CHECKED games after which 95 of 100 random orders of games have all levels in order; None: no number."""
    generator = np.random.default_rng(seed)
    orders = [generator.permutation(len(games.bots)) for _ in range(rounds)]
    systems = [make(bots, factor) for _ in range(rounds)]
    done = 0
    for count in (one for one in CHECKED if one <= len(games.bots)):
        for order, system in zip(orders, systems, strict=True):
            for who, places in _played(games, order[done:count]):
                system.add(who, places)
        done = count
        if sum(_is_right(system.strengths()) for system in systems) >= RIGHT * rounds:
            return count
    return None


def games_until_fit_is_right(games: ArenaGames, bots: int, rounds: int, seed: int, *, adjusted: bool) -> int | None:
    """The same of a fit of all levels at once by shares of the victory, less luck or not."""
    shares = games.shares if games.luck is None or not adjusted else games.shares - games.luck
    generator = np.random.default_rng(seed)
    orders = [generator.permutation(len(games.bots)) for _ in range(rounds)]
    for count in (one for one in CHECKED if one <= len(games.bots)):
        right = sum(_is_right(_fitted(games.bots[order[:count]], shares[order[:count]], bots)) for order in orders)
        if right >= RIGHT * rounds:
            return count
    return None


def own_fits(
    games: ArenaGames, sizing: Sizing, factor: float, rounds: int, seed: int, *, adjusted: bool
) -> dict[int, OwnFit]:
    """How well `fit_level` knows a bot after some games of its own, against opponents of known strength.

    Args:
        games: of all levels.
        sizing: the measurement by all of them; its strengths are divided by the factor here, and taken for the truth.
        factor: for that many seats.
        rounds: samples of games, of each bot.
        seed: of the samples.
        adjusted: whether luck is left out.
    """
    true = [1500 + (one.strength - 1500) / factor for one in sizing.levels.values()]
    shares = games.shares if games.luck is None or not adjusted else games.shares - games.luck
    weight = 1 / (sizing.adjusted if adjusted and sizing.adjusted else sizing.scatter)
    generator = np.random.default_rng(seed)
    found: dict[int, list[tuple[float, float]]] = {}
    for bot, strength in enumerate(true):
        own = _own_games(games, shares, bot, true, factor, weight)
        for count in (one for one in OWN_GAMES if one <= len(own)):
            for _ in range(rounds):
                fit = fit_level([own[k] for k in generator.choice(len(own), count, replace=False)])
                found.setdefault(count, []).append((fit.value - strength, fit.doubt))
    return {
        count: OwnFit(
            sum(doubt for _, doubt in fits) / len(fits),
            sqrt(sum(off**2 for off, _ in fits) / len(fits)),
            sum(abs(off) <= doubt for off, doubt in fits) / len(fits),
        )
        for count, fits in found.items()
    }


def _own_games(
    games: ArenaGames, shares: NDArray[np.float64], bot: int, true: Sequence[float], factor: float, weight: float
) -> list[LevelGame]:
    found = []
    for row, seat in zip(*np.nonzero(games.bots == bot), strict=True):
        others = [other for k, other in enumerate(games.bots[row].tolist()) if k != seat]
        met = tuple(MetBefore(true[other]) for other in others)
        found.append(LevelGame(float(shares[row, seat]), met, factor, weight))
    return found


def _fitted(bots: NDArray[np.int64], shares: NDArray[np.float64], count: int) -> list[float]:
    """The strengths at which shares of the victory are likeliest (`scale.shares`), by Newton's method."""
    strengths, prior = np.zeros(count), (UNIT / 500) ** 2
    is_there = bots[:, :, None] == np.arange(count)
    came = (shares[:, :, None] * is_there).sum((0, 1))
    for _ in range(30):
        chances = (expected_shares(UNIT * strengths, bots)[:, :, None] * is_there).sum(1)  # shape (games, count)
        push = came - chances.sum(0) - prior * strengths
        information = np.diag(chances.sum(0) + prior) - chances.T @ chances
        step = np.clip(np.linalg.solve(information, push), -1, 1)
        strengths += step
        if np.abs(step).max() < 1e-6:
            break
    found: list[float] = strengths.tolist()
    return found


def _played(games: ArenaGames, order: NDArray[np.int64]) -> zip[tuple[list[int], list[int]]]:
    return zip(games.bots[order].tolist(), games.places[order].tolist(), strict=True)


def _is_right(strengths: Sequence[float]) -> bool:
    return all(weaker < stronger for weaker, stronger in pairwise(strengths))
