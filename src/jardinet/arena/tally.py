"""Tally of many games: only counts, so that tallies add up exactly in any order and can be sent as JSON."""

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
        share: victories per game, where one shared by k counts 1/k; the shares of all seats add up to 1 (to less if
            games ended without a winner).
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
        turns: uninterrupted runs of decisions by one seat, set-up included; a joint move is one turn.
        ends: how many games ended in each way, by `Game.ends`.
        is_interrupted: whether fewer games were played than were asked for.

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
        """The tally of no games."""
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
        """The sum of two tallies of the same game and bots."""
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
        """Every seat's counts as rates; empty if no game is finished."""
        return [self._result(seat) for seat in range(len(self.seats))] if self.games else []

    def mean_decisions(self) -> float:
        """Decisions per game."""
        return self.decisions / max(self.games, 1)

    def mean_turns(self) -> float:
        """Turns per game, of all players together."""
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

    It ends at exactly 0 if nothing was won, at exactly 1 if everything was.

    Args:
        wins: 0 to `games`.
        games: at least 1.
    """
    return _score_interval(Fraction(wins, games), games)


def share_interval(wins: Sequence[int], games: int) -> tuple[float, float]:
    """The confidence interval of victories per game, where one shared by k counts 1/k.

    Wilson's interval again, with the number of games replaced by an effective one, as surveys do (Korn and Graubard,
    Survey Methodology, 1998): the number at which unshared victories would have the same variance. The variance is
    estimated with z² more games, half of them lost and half won alone, which is equivalent to Wilson's own centre
    (Agresti and Coull, The American Statistician, 1998). So games that all ended alike, such as a tie of all seats each
    time, still leave an uncertainty of about 1/n; and without any tie it is exactly Wilson's interval.

    Args:
        wins: element k - 1: in how many games the seat was one of k winners.
        games: at least the sum of `wins`, and at least 1.
    """
    share = _share(wins) / games
    squares = sum(count / k**2 for k, count in enumerate(wins, 1))
    inflation = _inflation(float(share), squares, games) if any(wins[1:]) else 1.0
    return _score_interval(share, games / inflation)


def deals_interval(share: float, error: float, deals: int, strata: int = 1) -> tuple[float, float]:
    """The confidence interval of a share of victories if several games are played on each deal.

    Games of one deal depend on each other, deals do not: so a deal, with its mean, counts as one observation, and the
    variance of the share comes from the scatter of the deals' means. With that, the interval is that of
    `share_interval`, by Korn and Graubard (Survey Methodology, 1998), who also correct for the small number of deals:
    the effective number is reduced by the square of the ratio of the normal's quantile to Student's. Franco, Little,
    Louis and Slud (Journal of Survey Statistics and Methodology, 2019) find it among the best for clustered samples.
    The added uncertainty makes it too wide rather than too narrow for few deals, most of all if many seats share the
    victories.

    Args:
        share: 0 to 1: the mean of all deals, each with its weight.
        error: its standard error, from the scatter of the deals.
        deals: how many.
        strata: number of groups of deals within which the scatter was measured. If there are as many as deals, the
            scatter is unknown, and the interval is 0 to 1.
    """
    if deals <= strata:
        return 0.0, 1.0
    squares = deals * (deals * error * error + share * share)
    inflation = _inflation(share, squares, deals)
    return _score_interval(Fraction(share), deals / inflation * (_Z / student(deals - strata)) ** 2)


def mean_interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The confidence interval of a mean of independent observations, by Student's quantile.

    Args:
        values: shape (n,), n at least 2.
    """
    half = student(len(values) - 1) * float(values.std(ddof=1)) / sqrt(len(values))
    mean = float(values.mean())
    return mean - half, mean + half


def _inflation(share: float, squares: float, count: int) -> float:
    """The variance of observations relative to all-or-nothing ones, with z² of these added (see `share_interval`).

    `squares` is the sum of the squares of `count` observations whose mean is `share`.
    """
    added = _Z * _Z
    mean = (share * count + added / 2) / (count + added)
    return ((squares + added / 2) / (count + added) - mean * mean) / (mean * (1 - mean))


def student(freedom: int) -> float:
    """Student's quantile for CONFIDENCE, from the normal's by Abramowitz and Stegun, 26.7.5: SciPy is no dependency.

    From 2 degrees of freedom on it is accurate to 1 %; for 1 it is 11.3 instead of 12.7.
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
    """Wilson's ends: the shares that are exactly z standard errors away from the observed one."""
    return _lower_end(share, games), 1 - _lower_end(1 - share, games)


def _lower_end(share: Fraction, games: float) -> float:
    """The lesser root of (1 + w) x² - (2 share + w) x + share² = 0, w = z²/games.

    Written as the product of both roots over the greater one: nothing cancels, and it is exactly 0 if the share is.
    """
    found, weight = float(share), _Z * _Z / games
    return found * found / (found + weight / 2 + sqrt(weight * found * float(1 - share) + weight * weight / 4))
