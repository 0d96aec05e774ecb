"""Standings of a tournament: each bot's results overall, at each seat and against each other bot, with confidence intervals and a plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.arena.tally import deals_interval, student
from jardinet.arena.tournament import TournamentOutcome
from jardinet.plots import Estimate, in_percent, intervals

LONGEST = 24  # characters of a name that have room in a plot


class Share(msgspec.Struct, frozen=True):
    """Share of victories, with its confidence interval.

    Attributes:
        games: how many are counted; a bot with several seats counts once per seat.
        share: victories a game and seat, where one shared by k counts 1/k. Equally strong bots have 1/players.
        low, high: the ends of the 95 % confidence interval (see `tally.deals_interval`).

    An adjusted share is of victories minus luck (luck.py): it has the same mean and a narrower interval, and may lie a
    little outside of 0 to 1. Its interval is Student's.
    """

    games: int
    share: float
    low: float
    high: float


class Against(msgspec.Struct, frozen=True):
    """Share of victories in the games with a certain other bot; with two players, in those against it.

    `adjusted` is as in `Standing`.
    """

    bot: str
    share: Share
    adjusted: Share | None


class Standing(msgspec.Struct, frozen=True):
    """Standing of a bot.

    Attributes:
        bot: its name.
        share: in all its games.
        points: mean match points a game.
        seats: at each seat.
        places: element [s][k]: how often it was in place k + 1 at seat s (see `row_type`).
        against: for each other bot that it met.
        adjusted: in all its games, luck left out; None: luck was not counted.
    """

    bot: str
    share: Share
    points: float
    seats: list[Share]
    places: list[list[int]]
    against: list[Against]
    adjusted: Share | None


def standings_of(outcome: TournamentOutcome) -> list[Standing]:
    """The bots' standings, best first; empty if no game is finished.

    >>> from jardinet import load_game
    >>> from jardinet.arena.tournament import tournament
    >>> outcome = tournament(load_game("lucky_numbers"), ["random", "greedy"], 40, seed=1, workers=1)
    >>> [standing.bot for standing in standings_of(outcome)]
    ['greedy', 'random']
    """
    if not len(outcome.rows):
        return []
    counts = _Counts(outcome)
    standings = [counts.standing(bot) for bot in range(len(outcome.bots))]
    return sorted(standings, key=lambda standing: -standing.share.share)


def plot_of(standings: Sequence[Standing], game: str, players: int) -> str:
    """Each bot's share of victories with its interval, best first, as SVG.

    Args:
        standings: of `standings_of`.
        game: its name, for the heading.
        players: how many: a line marks 1/players, the share of equally strong bots.
    """
    return intervals(
        f"{game}: share of victories, 95 % intervals",
        f"share of the victories; the line is 1/{players}",
        [
            (
                one.bot if len(one.bot) <= LONGEST else f"…{one.bot[1 - LONGEST :]}",
                Estimate(one.share.share, one.share.low, one.share.high),
            )
            for one in standings
        ],
        in_percent,
        1 / players,
        (0.0, 1.0),
    )


def share_of(outcome: TournamentOutcome, bot: int) -> Share:
    """The share of the bot with this number, in all its games."""
    return _Counts(outcome).share(bot)


class _Counts:
    """Games of an outcome, ready to be counted."""

    def __init__(self, outcome: TournamentOutcome) -> None:
        self.outcome = outcome
        self.shares = outcome.shares()
        self.adjusted = self.shares - outcome.rows["luck"]
        deals, self.of_deal = np.unique(outcome.rows["deal"], return_inverse=True)
        self.lineup = deals % len(outcome.lineups)  # of each deal
        self.members = [set(lineup[0]) for lineup in outcome.lineups]

    def share(self, bot: int) -> Share:
        return self._share(self.outcome.rows["bot"] == bot)

    def standing(self, bot: int) -> Standing:
        rows, players = self.outcome.rows, self.shares.shape[1]
        own = rows["bot"] == bot
        places = [
            np.bincount(rows["place"][own[:, seat], seat], minlength=players + 1)[1:].tolist()
            for seat in range(players)
        ]
        met = set().union(*(one for one in self.members if bot in one)) - {bot}
        return Standing(
            bot=self.outcome.bots[bot],
            share=self._share(own),
            points=float(rows["points"][own].mean()) if own.any() else 0.0,
            seats=[self._share(own & (np.arange(players) == seat)) for seat in range(players)],
            places=places,
            against=[
                Against(self.outcome.bots[other], self._share(with_it), self._adjusted(with_it))
                for other in sorted(met)
                for with_it in (own & (rows["bot"] == other).any(1)[:, None],)
            ],
            adjusted=self._adjusted(own),
        )

    def _share(self, own: NDArray[np.bool_]) -> Share:
        """The share of the seats that `own`, shape (games, players), has."""
        found = self._mean(self.shares, own)
        if not found.seats:
            return Share(0, 0.0, 0.0, 1.0)
        return Share(found.seats, found.mean, *deals_interval(found.mean, found.error, found.deals, found.strata))

    def _adjusted(self, own: NDArray[np.bool_]) -> Share | None:
        """The share adjusted for luck of the seats that `own` has; None if luck was not counted, or deals are too few."""
        found = self._mean(self.adjusted, own)
        if not self.outcome.is_adjusted or found.deals <= found.strata:
            return None
        half = student(found.deals - found.strata) * found.error
        return Share(found.seats, found.mean, found.mean - half, found.mean + half)

    def _mean(self, values: NDArray[np.float64], own: NDArray[np.bool_]) -> _Mean:
        """The mean of `values` of seats, shape (games, players), over those of `own`: a deal counts with its mean.

        The deals of a line-up have equally many such seats and form a stratum: the difference between line-ups, who
        meets, is not random.
        """
        seats = np.bincount(self.of_deal, own.sum(1))
        sums = np.bincount(self.of_deal, (values * own).sum(1))
        total = float(seats.sum())
        if not total:
            return _Mean(0, 0.0, 0.0, 0, 0)
        variance, strata = 0.0, 0
        counted = seats > 0
        for lineup in np.unique(self.lineup[counted]):
            group = counted & (self.lineup == lineup)
            deals, weight = int(group.sum()), float(seats[group].sum()) / total
            strata += 1
            if deals > 1:
                variance += weight**2 * float(np.var(sums[group] / seats[group], ddof=1)) / deals
        return _Mean(round(total), float(sums.sum()) / total, variance**0.5, int(counted.sum()), strata)


class _Mean(NamedTuple):
    """Mean over some seats of games, with its standard error, and the number of deals and strata."""

    seats: int
    mean: float
    error: float
    deals: int
    strata: int
