"""Skill ratings of the bots of a tournament, like those of players, by openskill (extra `study`).

They put bots that met different opponents on one scale; for the certainty of a comparison see the shares of victories
and their intervals (standings.py).
"""

from __future__ import annotations

import msgspec

from jardinet.arena.tournament import TournamentOutcome
from jardinet.extras import extra


class Rating(msgspec.Struct, frozen=True):
    """Rating by the Plackett–Luce model of Weng and Lin (Journal of Machine Learning Research, 2011).

    Attributes:
        bot: its name.
        mu: the strength; it begins with 25.
        sigma: the standard deviation of its uncertainty; it begins with 25/3.
    """

    bot: str
    mu: float
    sigma: float


def ratings_of(outcome: TournamentOutcome) -> list[Rating]:
    """The rating of each bot after all games, rated one after another in the order of their deals; some 30 µs per game.

    Seats are ranked by their places: winners first, the others by match points, with ties (see `tournament.row_type`).
    A bot with several seats gets the mean of their ratings. Bots do not change during a tournament: no uncertainty is
    added from game to game (tau = 0).

    Raises:
        MissingExtraError: openskill is not installed.
    """
    with extra("study"):
        from openskill.models import PlackettLuce
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in outcome.bots]
    for who, places in zip(outcome.rows["bot"].tolist(), outcome.rows["place"].tolist(), strict=True):
        new = model.rate([[ratings[bot]] for bot in who], ranks=places)
        for bot in set(who):
            own = [team[0] for team, other in zip(new, who, strict=True) if other == bot]
            ratings[bot] = own[0]
            if len(own) > 1:
                ratings[bot] = model.rating(
                    mu=sum(one.mu for one in own) / len(own), sigma=sum(one.sigma for one in own) / len(own)
                )
    return [Rating(name, one.mu, one.sigma) for name, one in zip(outcome.bots, ratings, strict=True)]
