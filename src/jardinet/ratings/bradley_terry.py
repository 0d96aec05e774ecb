"""Measurement of a yardstick from a tournament of a game's levels: a Bradley–Terry fit over pairs of places.

Each two seats of a game are a comparison: the better place has won, the same place is half of a victory. The standard
errors are of the sandwich form, with deals as the observations: games on one deal depend on each other, and so do the
pairs of one game.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.tournament import TournamentOutcome
from jardinet.bots.levels import digest_of_nets, levels_of
from jardinet.games.api import Game
from jardinet.games.parameters import ParameterError
from jardinet.games.sentences import Every
from jardinet.ratings.scale import MIDDLE, UNIT
from jardinet.ratings.yardstick import Measured, Sizing

RIDGE = 500.0  # points: a prior this wide keeps finite who has won or lost everything, and moves nobody else
STEPS = 50


class ArenaGames(NamedTuple):
    """Games of a tournament, or of several, as ratings need them; every array has one row a game.

    Attributes:
        bots: shape (games, players): the bot at each seat, by its number.
        places: shape (games, players), from 1; ties share the better place.
        shares: shape (games, players): of the victory.
        luck: shape (games, players): in shares of the victory; None: it was not counted.
        deals: shape (games,): a number for each deal.
    """

    bots: NDArray[np.int64]
    places: NDArray[np.int64]
    shares: NDArray[np.float64]
    luck: NDArray[np.float64] | None
    deals: NDArray[np.int64]

    @classmethod
    def of(cls, outcome: TournamentOutcome) -> ArenaGames:
        """The games of one tournament."""
        rows = outcome.rows
        luck = rows["luck"].astype(np.float64) if outcome.is_adjusted else None
        return cls(
            rows["bot"].astype(np.int64), rows["place"].astype(np.int64), outcome.shares(), luck, rows["deal"].copy()
        )

    def some(self, which: NDArray[np.int64]) -> ArenaGames:
        """Some of the games, by their numbers."""
        luck = None if self.luck is None else self.luck[which]
        return ArenaGames(self.bots[which], self.places[which], self.shares[which], luck, self.deals[which])


def sizing_of(outcome: TournamentOutcome, seed: int) -> Sizing:
    """The measurement of all levels by one tournament between them.

    Raises:
        ParameterError: others played than the game's levels.
    """
    check_levels(outcome.game.name, outcome.bots)
    return sizing(outcome.game, ArenaGames.of(outcome), [seed])


def check_levels(game: str, bots: Sequence[str]) -> None:
    """Raise ParameterError if the bots are not the levels of a game, weakest first."""
    levels = levels_of(game)
    if list(bots) != levels:
        raise ParameterError(
            "yardstick-bots",
            "a yardstick needs games between all levels: {levels}.",
            levels=Every(levels),
        )


def sizing(game: Game, games: ArenaGames, seeds: Sequence[int]) -> Sizing:
    """The measurement of all levels, numbered as `levels_of` has them, by games of `game`.

    Scatter is the mean square of a share's difference from its expectation (`scale.shares` of the strengths measured
    here) over p (1 - p), the variance of victories that are won alone with the chance p.
    """
    levels = levels_of(game.name)
    strengths, errors = bradley_terry(games, len(levels), anchor=len(levels) // 2)
    expected = expected_shares(strengths, games.bots)
    alone = float((expected * (1 - expected)).sum())
    less_luck = None if games.luck is None else games.shares - games.luck
    return Sizing(
        parameters=game.parameters,
        games=len(games.bots),
        deals=len(np.unique(games.deals)),
        seeds=list(seeds),
        jardinet=version("jardinet"),
        nets=digest_of_nets(game.name),
        levels={
            name: Measured(round(strength, 1), round(error, 1))
            for name, strength, error in zip(levels, strengths.tolist(), errors.tolist(), strict=True)
        },
        scatter=round(float(np.square(games.shares - expected).sum()) / alone, 3),
        adjusted=None if less_luck is None else round(float(np.square(less_luck - expected).sum()) / alone, 3),
    )


def bradley_terry(games: ArenaGames, bots: int, anchor: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The strength of each bot and its standard error, in points; see the head of this file.

    Args:
        games: at least one.
        bots: how many there are.
        anchor: the one whose strength is MIDDLE, without an error.
    """
    players = games.bots.shape[1]
    seats, others = np.triu_indices(players, 1)
    first, second = games.bots[:, seats], games.bots[:, others]  # shape (games, pairs)
    won = (np.sign(games.places[:, others] - games.places[:, seats]) + 1) / 2
    results = np.zeros((bots, bots))
    np.add.at(results, (first, second), won)
    np.add.at(results, (second, first), 1 - won)
    np.fill_diagonal(results, 0)  # a bot against itself tells nothing
    met = results + results.T
    free = np.arange(bots) != anchor
    strengths = fitted(results, met, anchor)
    bread = np.linalg.inv(_information(strengths, met)[np.ix_(free, free)])
    _, deal = np.unique(games.deals, return_inverse=True)
    left = won - 1 / (1 + np.exp(strengths[second] - strengths[first]))
    scores = np.zeros((deal.max() + 1, bots))
    np.add.at(scores, (deal[:, None], first), left)
    np.add.at(scores, (deal[:, None], second), -left)
    filling = scores[:, free].T @ scores[:, free]
    errors = np.zeros(bots)
    errors[free] = np.sqrt(np.diag(bread @ filling @ bread))
    return MIDDLE + UNIT * strengths, UNIT * errors


def fitted(won: NDArray[np.float64], met: NDArray[np.float64], anchor: int) -> NDArray[np.float64]:
    """The strengths in units of `scale.UNIT`, by Newton's method; 0 of the anchor.

    Args:
        won: shape (bots, bots): element [i, j] is what i has won of j.
        met: shape (bots, bots): how often they met.
        anchor: see `bradley_terry`.
    """
    strengths = np.zeros(len(won))
    free = np.arange(len(won)) != anchor
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        push = (won - met * chances).sum(1) - strengths * (UNIT / RIDGE) ** 2
        step = np.linalg.solve(_information(strengths, met)[np.ix_(free, free)], push[free])
        strengths[free] += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    return strengths


def expected_shares(strengths: NDArray[np.float64], bots: NDArray[np.int64]) -> NDArray[np.float64]:
    """`scale.shares` of many games: shape (games, players), as `bots` has."""
    odds = np.exp((strengths - strengths.max())[bots] / UNIT)
    expected: NDArray[np.float64] = odds / odds.sum(1, keepdims=True)
    return expected


def _information(strengths: NDArray[np.float64], met: NDArray[np.float64]) -> NDArray[np.float64]:
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    weights = met * chances * (1 - chances)
    found: NDArray[np.float64] = np.diag(weights.sum(1) + (UNIT / RIDGE) ** 2) - weights
    return found
