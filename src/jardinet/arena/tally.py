"""Tally of many games: counts only, so that tallies add up exactly in any order and travel as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Game

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class SeatTally(msgspec.Struct, frozen=True):
    """Counts of what one seat achieved.

    Attributes:
        level: the bot that sat there.
        wins: element k - 1: in how many games it was one of k winners.
        points: its match points in all games together.
    """

    level: str
    wins: list[int]
    points: int


class SeatResult(msgspec.Struct, frozen=True):
    """A seat's counts as rates of the games.

    Attributes:
        seat: from 0.
        level: the bot that sat there.
        wins: games it won, alone or with others.
        win_rate: these as a share of the games.
        low, high: the ends of the 95 % confidence interval of `win_rate` (Wilson's score interval).
        share: victories a game where one shared by k counts 1/k; all seats' add up to 1 (to less
            where games ended without a winner).
        share_low, share_high: the ends of the 95 % confidence interval of `share` (see `share_interval`).
        points: mean match points a game.
    """

    seat: int
    level: str
    wins: int
    win_rate: float
    low: float
    high: float
    share: float
    share_low: float
    share_high: float
    points: float


class Tally(msgspec.Struct, frozen=True):
    """The sum of finished games.

    Attributes:
        games: how many.
        seats: one a seat, in seat order.
        decisions: actions that players chose, set-up included, chance not.
        turns: runs of decisions by one seat without another's between, set-up included; players who
            all move at once take one turn together.
        ends: how many games ended in each way, by `Game.ends`.
        is_interrupted: whether fewer games are counted than were asked for.

    >>> one = Tally(1, [SeatTally("random", [1, 0], 2), SeatTally("random", [0, 0], -3)], 60, 30, {"stall": 1})
    >>> (one + one).games, (one + one).results()[0].wins
    (2, 2)
    """

    games: int
    seats: list[SeatTally]
    decisions: int
    turns: int
    ends: dict[str, int]
    is_interrupted: bool = False

    @classmethod
    def empty(cls, game: Game, levels: Sequence[str]) -> Tally:
        """No game yet."""
        seats = [SeatTally(level, [0] * len(levels), 0) for level in levels]
        return cls(0, seats, 0, 0, dict.fromkeys(game.ends.values(), 0))

    @classmethod
    def of(cls, game: Game, levels: Sequence[str], states: NDArray[Any], decisions: int, turns: int) -> Tally:
        """Count finished games.

        Args:
            game: what was played.
            levels: one a seat.
            states: the final records, dtype `rules.STATE`.
            decisions, turns: of all these games together.
        """
        players = len(levels)
        won = game.wins_of(states)
        sharing = won.sum(1)
        points = game.match_points_of(states).sum(0).tolist()
        seats = [
            SeatTally(level, np.bincount(sharing[won[:, seat] == 1], minlength=players + 1)[1:].tolist(), points[seat])
            for seat, level in enumerate(levels)
        ]
        ends = {name: int(np.count_nonzero(states["end"] == end)) for end, name in game.ends.items()}
        return cls(len(states), seats, decisions, turns, ends)

    def __add__(self, other: Tally) -> Tally:
        """Both together; they are of the same game and bots."""
        return Tally(
            self.games + other.games,
            [
                SeatTally(a.level, [m + n for m, n in zip(a.wins, b.wins, strict=True)], a.points + b.points)
                for a, b in zip(self.seats, other.seats, strict=True)
            ],
            self.decisions + other.decisions,
            self.turns + other.turns,
            {name: count + other.ends[name] for name, count in self.ends.items()},
            self.is_interrupted or other.is_interrupted,
        )

    def results(self) -> list[SeatResult]:
        """Every seat's counts as rates; empty where no game is finished."""
        return [self._result(seat) for seat in range(len(self.seats))] if self.games else []

    def mean_decisions(self) -> float:
        """Decisions a game."""
        return self.decisions / max(self.games, 1)

    def mean_turns(self) -> float:
        """Turns a game, of all players together."""
        return self.turns / max(self.games, 1)

    def _result(self, seat: int) -> SeatResult:
        tally = self.seats[seat]
        wins = sum(tally.wins)
        low, high = wilson(wins, self.games)
        share_low, share_high = share_interval(tally.wins, self.games)
        return SeatResult(
            seat=seat,
            level=tally.level,
            wins=wins,
            win_rate=wins / self.games,
            low=low,
            high=high,
            share=float(_share(tally.wins) / self.games),
            share_low=share_low,
            share_high=share_high,
            points=tally.points / self.games,
        )


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The confidence interval of a share, by Wilson's score (Journal of the American Statistical Association, 1927).

    It ends at 0 exactly where nothing was won, at 1 exactly where everything was.

    Args:
        wins: 0 to `games`.
        games: at least 1.
    """
    return _score_interval(Fraction(wins, games), games)


def share_interval(wins: Sequence[int], games: int) -> tuple[float, float]:
    """The confidence interval of victories a game, where one shared by k counts 1/k.

    Wilson's interval again, with the number of games replaced by an effective one, as surveys do (Korn and Graubard,
    Survey Methodology, 1998): the number at which victories that are never shared would scatter as much as these do.
    How these scatter is estimated with z² more games, half of them lost and half won alone, which is what Wilson's own
    centre amounts to (Agresti and Coull, The American Statistician, 1998). So games that all ended alike, a tie of all
    seats each time, say, still leave some doubt, about 1/n of it; and without any tie it is Wilson's interval exactly.

    Args:
        wins: element k - 1: in how many games the seat was one of k winners.
        games: at least the sum of `wins`, and at least 1.
    """
    share = _share(wins) / games
    squares = sum(count / k**2 for k, count in enumerate(wins, 1))
    inflation = _inflation(float(share), squares, games) if any(wins[1:]) else 1.0
    return _score_interval(share, games / inflation)


def deals_interval(share: float, error: float, deals: int, strata: int = 1) -> tuple[float, float]:
    """The confidence interval of a share of victories in games of which several are played on each deal.

    Games of one deal depend on each other, deals do not: so a deal, with its mean, counts as one observation, and what
    is known of the share is how the means of deals scatter. Given that, the interval is the one of `share_interval`, by
    Korn and Graubard (Survey Methodology, 1998), who also tell what the deals' own number costs: their effective number
    is lessened by the square of the ratio of the normal's quantile to Student's. Franco, Little, Louis and Slud
    (Journal of Survey Statistics and Methodology, 2019) find it among the best for clustered samples. The doubt that is
    always left makes it too wide rather than too narrow for a few deals, most where many seats share the victories.

    Args:
        share: 0 to 1: the mean of all deals, each with its weight.
        error: its standard error, as the deals scatter.
        deals: how many.
        strata: groups of deals within each of which the scatter was measured. Where these are as many as the deals,
            nothing is known of it, and the interval is 0 to 1.
    """
    if deals <= strata:
        return 0.0, 1.0
    squares = deals * (deals * error * error + share * share)
    inflation = _inflation(share, squares, deals)
    return _score_interval(Fraction(share), deals / inflation * (_Z / student(deals - strata)) ** 2)


def mean_interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The confidence interval of a mean of observations that do not depend on each other, by Student's quantile.

    Args:
        values: shape (n,), n at least 2.
    """
    half = student(len(values) - 1) * float(values.std(ddof=1)) / sqrt(len(values))
    mean = float(values.mean())
    return mean - half, mean + half


def _inflation(share: float, squares: float, count: int) -> float:
    """How much more observations scatter than ones that are all or nothing, z² of these added (see `share_interval`).

    `squares` is the sum of the squares of `count` observations whose mean is `share`.
    """
    added = _Z * _Z
    mean = (share * count + added / 2) / (count + added)
    return ((squares + added / 2) / (count + added) - mean * mean) / (mean * (1 - mean))


def student(freedom: int) -> float:
    """Student's quantile for CONFIDENCE, from the normal's by Abramowitz and Stegun, 26.7.5: SciPy is no dependency.

    From 2 degrees of freedom on it is right to 1 %; of 1 it is 11.3 instead of 12.7.
    """
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def _share(wins: Sequence[int]) -> Fraction:
    """The victories that element k - 1 counts as shared by k, each as 1/k."""
    return sum((Fraction(count, k) for k, count in enumerate(wins, 1)), Fraction())


def _score_interval(share: Fraction, games: float) -> tuple[float, float]:
    """Wilson's ends: where a share would be just z standard errors away from the one that was found."""
    return _lower_end(share, games), 1 - _lower_end(1 - share, games)


def _lower_end(share: Fraction, games: float) -> float:
    """The lesser root of (1 + w) x² - (2 share + w) x + share² = 0, w = z²/games.

    Written as the product of both roots over the greater one: nothing cancels, and it is 0 exactly where the share is.
    """
    found, weight = float(share), _Z * _Z / games
    return found * found / (found + weight / 2 + sqrt(weight * found * float(1 - share) + weight * weight / 4))
