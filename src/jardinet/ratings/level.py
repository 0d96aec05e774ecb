"""Level of one person: the strength at which their results are likeliest, luck left out, against opponents whose strength is known.

It is an estimate and no ladder: a lucky winner would lose by it. Results less luck have the same mean as results and
scatter less (arena/luck.py), so the estimate needs fewer games for the same ±.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, pi, sqrt

import msgspec

from jardinet.ratings.scale import MIDDLE, UNIT, Z, is_provisional, log_of_sum, logistic

PRIOR = (
    300.0  # points: how far people's strengths are thought to lie from MIDDLE before any game, one standard deviation
)
STEPS = 100  # of Newton's method at most; it takes five
NEAR = 1e-9  # in units of `scale.UNIT`
WIDEST = 1.0  # units of `scale.UNIT` for one step


class MetBefore(msgspec.Struct, frozen=True):
    """Opponent in a game that a level is fitted to.

    Attributes:
        strength: in points.
        deviation: its standard deviation in points; 0 for bots, whose strength is measured.
    """

    strength: float
    deviation: float = 0.0


class LevelGame(msgspec.Struct, frozen=True):
    """Game of the person whose level is fitted.

    Attributes:
        share: of the victory, by results in 0..1; less luck it may lie outside.
        opponents: in the other seats.
        factor: `Yardstick.factor` for that many seats.
        weight: one divided by the scatter of such a share, as `Yardstick.weight` tells it: 1 for results, more for
            results less luck.
    """

    share: float
    opponents: tuple[MetBefore, ...]
    factor: float = 1.0
    weight: float = 1.0


class FittedLevel(msgspec.Struct, frozen=True):
    """Level of a person.

    Attributes:
        value: in points.
        deviation: its standard deviation in points.
        games: of how many it is made.
    """

    value: float
    deviation: float
    games: int

    @property
    def doubt(self) -> float:
        """What stands behind ±: half of the interval of 95 %, in points."""
        return Z * self.deviation

    @property
    def is_provisional(self) -> bool:
        """Whether the doubt is too large for the number to say much."""
        return is_provisional(self.doubt)


def fit_level(games: Sequence[LevelGame], prior: float = PRIOR) -> FittedLevel:
    """The level of a person: maximum a posteriori, with a normal prior around MIDDLE (Laplace's approximation for its deviation).

    The expected share of a seat is e^(f s / u) over the sum of this over all seats (`scale.shares`). Of shares s that
    are expected as p, the quasi-likelihood is s log p + (1 - s) log(1 - p), times the weight (Wedderburn, Biometrika,
    1974): its slope needs no more than that the mean of s is p, so shares less luck may be given, and it is concave,
    so there is one maximum. An opponent's deviation takes a part of a difference away, as Glicko's g does.

    Args:
        games: in any order, which changes nothing; none: the prior comes back.
        prior: the standard deviation of the prior, in points, above 0.

    >>> even = [LevelGame(0.5, (MetBefore(1600),))] * 400
    >>> fit_level(even).value, round(fit_level(even).doubt)
    (1599.6658, 34)
    """
    spread = prior / UNIT
    terms = [_Term.of(game) for game in games]
    at, precision = 0.0, 1 / spread**2
    for _ in range(STEPS):
        expected = [logistic(one.slope * at - one.others) for one in terms]
        push = fsum(
            [
                *(one.weight * one.slope * (one.share - p) for one, p in zip(terms, expected, strict=True)),
                -at / spread**2,
            ]
        )
        precision = fsum(
            [*(one.weight * one.slope**2 * p * (1 - p) for one, p in zip(terms, expected, strict=True)), 1 / spread**2]
        )
        step = max(-WIDEST, min(WIDEST, push / precision))
        at += step
        if abs(step) < NEAR:
            break
    return FittedLevel(round(MIDDLE + UNIT * at, 4), round(UNIT / sqrt(precision), 4), len(terms))


class _Term(msgspec.Struct, frozen=True):
    """Game as the fit needs it: the log of the odds of winning is `slope` times one's strength less `others`."""

    slope: float
    others: float
    share: float
    weight: float

    @classmethod
    def of(cls, game: LevelGame) -> _Term:
        factor = game.factor
        odds = [factor * (one.strength - MIDDLE) / UNIT for one in game.opponents]
        others = log_of_sum(odds)
        parts = [exp(one - others) for one in odds]
        doubt = fsum(
            (part * factor * one.deviation / UNIT) ** 2 for part, one in zip(parts, game.opponents, strict=True)
        )
        left = 1 / sqrt(1 + 3 * doubt / pi**2)
        return cls(factor * left, others * left, game.share, game.weight)
