"""Ways of rating, side by side: each takes games one by one, and tells strengths and chances.

Chances are shares of the victory. Of more than two they are in proportion to e^(strength / scale), with the scale at which
two have each system's own chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import exp, log, pi, sqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from jardinet.ratings.bradley_terry import fitted
from jardinet.ratings.glicko import Glicko, Met, updated
from jardinet.ratings.rating import START, VOLATILITY
from jardinet.ratings.scale import UNIT, logistic

PROBIT = 1.702  # a normal distribution is nearest to a logistic one when it is wider by this


class System(Protocol):
    """Way of rating, with what it has learned so far."""

    def add(self, who: Sequence[int], places: Sequence[int]) -> None:
        """Learn from a game: who sat at each seat, and their places from 1."""

    def strengths(self) -> list[float]:
        """The strength of each bot, on a scale of its own."""

    def chances(self, who: Sequence[int]) -> list[float]:
        """The expected share of the victory at each seat."""


Make = Callable[[int, float], System]  # of so many bots, with the factor for the number of seats


class Elo:
    """Elo's rating by pairs of places, K = 20 for a game."""

    def __init__(self, bots: int, factor: float, k: float = 20) -> None:
        self._values, self._factor, self._k = [0.0] * bots, factor, k

    def add(self, who: Sequence[int], places: Sequence[int]) -> None:
        """See `System`."""
        changes = [0.0] * len(who)
        for one, other in combinations(range(len(who)), 2):
            gap = self._values[who[one]] - self._values[who[other]]
            left = _score(places[one], places[other]) - logistic(self._factor * gap / UNIT)
            changes[one] += left
            changes[other] -= left
        for bot, change in zip(who, changes, strict=True):
            self._values[bot] += self._k * change / (len(who) - 1)

    def strengths(self) -> list[float]:
        """See `System`."""
        return self._values

    def chances(self, who: Sequence[int]) -> list[float]:
        """See `System`."""
        return _shares([self._values[bot] for bot in who], UNIT / self._factor)


class GlickoByPairs:
    """Glicko-2 by pairs of places, as `jardinet.ratings.rating.rate` has it, from any start."""

    def __init__(
        self,
        bots: int,
        factor: float,
        start: float = START,
        volatility: float = VOLATILITY,
        *,
        is_winner_alone: bool = False,
    ) -> None:
        self._ratings = [Glicko(0.0, start / UNIT, volatility)] * bots
        self._factor, self._is_winner_alone = factor, is_winner_alone

    def add(self, who: Sequence[int], places: Sequence[int]) -> None:
        """See `System`."""
        if self._is_winner_alone:
            places = [min(place, 2) for place in places]
        before = [self._ratings[bot] for bot in who]
        for seat, bot in enumerate(who):
            met = [
                Met(before[other], _score(places[seat], places[other]), self._factor)
                for other in range(len(who))
                if other != seat
            ]
            self._ratings[bot] = updated(before[seat], met)

    def strengths(self) -> list[float]:
        """See `System`."""
        return [one.mu for one in self._ratings]

    def chances(self, who: Sequence[int]) -> list[float]:
        """See `System`; as Glickman has it, with the doubts of all."""
        rated = [self._ratings[bot] for bot in who]
        doubt = 2 * sum(one.phi**2 for one in rated) / len(rated) * self._factor**2
        return _shares([one.mu for one in rated], sqrt(1 + 3 * doubt / pi**2) / self._factor)


class OpenSkill:
    """Plackett–Luce of openskill; by default its chances are `exp(mu / c)`."""

    def __init__(self, bots: int, _factor: float, *, its_own: bool = False) -> None:
        self._model = PlackettLuce() if its_own else PlackettLuce(tau=0.0, sigma=6.0)
        self._ratings = [self._model.rating() for _ in range(bots)]
        self._its_own = its_own

    def add(self, who: Sequence[int], places: Sequence[int]) -> None:
        """See `System`."""
        after = self._model.rate([[self._ratings[bot]] for bot in who], ranks=[float(place) for place in places])
        for bot, team in zip(who, after, strict=True):
            self._ratings[bot] = team[0]

    def strengths(self) -> list[float]:
        """See `System`."""
        return [one.mu for one in self._ratings]

    def chances(self, who: Sequence[int]) -> list[float]:
        """See `System`."""
        if self._its_own:
            return list(self._model.predict_win([[self._ratings[bot]] for bot in who]))
        scale = sqrt(sum(self._ratings[bot].sigma ** 2 + self._model.beta**2 for bot in who))
        return _shares([self._ratings[bot].mu for bot in who], scale)


class TrueSkill:
    """TrueSkill of the package trueskill, without growing doubt; ties as often as they are.

    Its chances are normal, with the noise of two and the doubts of all.
    """

    def __init__(self, bots: int, _factor: float, ties: float = 0.0) -> None:
        import trueskill

        self._world: Any = trueskill.TrueSkill(tau=0.0, draw_probability=ties)
        self._ratings = [self._world.create_rating() for _ in range(bots)]

    def add(self, who: Sequence[int], places: Sequence[int]) -> None:
        """See `System`."""
        after = self._world.rate([(self._ratings[bot],) for bot in who], ranks=list(places))
        for bot, team in zip(who, after, strict=True):
            self._ratings[bot] = team[0]

    def strengths(self) -> list[float]:
        """See `System`."""
        return [one.mu for one in self._ratings]

    def chances(self, who: Sequence[int]) -> list[float]:
        """See `System`."""
        rated = [self._ratings[bot] for bot in who]
        noise = 2 * self._world.beta**2 + 2 * sum(one.sigma**2 for one in rated) / len(rated)
        return _shares([one.mu for one in rated], sqrt(noise) / PROBIT)


class StaticFit:
    """Bradley–Terry fit over pairs of places, made anew from all games whenever it is asked."""

    def __init__(self, bots: int, _factor: float) -> None:
        self._won, self._met = np.zeros((bots, bots)), np.zeros((bots, bots))
        self._found: NDArray[np.float64] | None = None

    def add(self, who: Sequence[int], places: Sequence[int]) -> None:
        """See `System`."""
        self._found = None
        for one, other in combinations(range(len(who)), 2):
            first, second, score = who[one], who[other], _score(places[one], places[other])
            self._won[first, second] += score
            self._won[second, first] += 1 - score
            self._met[first, second] += 1
            self._met[second, first] += 1

    def strengths(self) -> list[float]:
        """See `System`."""
        if self._found is None:
            self._found = fitted(self._won, self._met, anchor=len(self._won) // 2)
        found: list[float] = self._found.tolist()
        return found

    def chances(self, who: Sequence[int]) -> list[float]:
        """See `System`."""
        strengths = self.strengths()
        return _shares([strengths[bot] for bot in who], 1.0)


def log_loss(chances: Sequence[float], shares: Sequence[float]) -> float:
    """What a forecast of a game loses, in nats: less the logarithm of the winner's chance, of several by their shares."""
    return -sum(share * log(max(chance, 1e-12)) for chance, share in zip(chances, shares, strict=True) if share)


def _score(own: int, other: int) -> float:
    return 0.5 if own == other else float(own < other)


def _shares(strengths: Sequence[float], scale: float) -> list[float]:
    highest = max(strengths)
    odds = [exp((one - highest) / scale) for one in strengths]
    total = sum(odds)
    return [one / total for one in odds]
