"""Ladder of a game: which of the games that were agreed as rated count, and the ratings that follow from them, one by one.

Pure, and by nothing but the games' own facts in their order: so any process, and `rerate` years later, has the same ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import combinations
from typing import NamedTuple

from jardinet.ratings.rating import PersonRating, RatedGame, RatedSeat, rate
from jardinet.ratings.yardstick import Yardstick

MOST_A_DAY = 5  # games of one pair in a day, by UTC
MOST_STOOD_IN = 1 / 4  # of a seat's turns: whoever leaves more of them to bots has left the game


class FinishedSeat(NamedTuple):
    """Seat of a finished game that was agreed as rated.

    Attributes:
        person: the id of whom it belonged to.
        place: from 1, the best; ties share the better place.
        plays: how many plays of the seat there were.
        stood_in: how many of them bots made.
        level: the bot that made the last of them; None: none did.
    """

    person: str
    place: int
    plays: int
    stood_in: int
    level: str | None = None

    @property
    def has_left(self) -> bool:
        """Whether bots made more of its plays than may be."""
        return self.stood_in > MOST_STOOD_IN * self.plays


@dataclass(frozen=True)
class LadderGame:
    """Finished game that was agreed as rated.

    Attributes:
        ended_at: with a time zone.
        table_id: where.
        number: which of the table's games, from 1; they end in that order.
        games: how many make a round, in which each begins once: they count all together, or none of them. 1: there is no match.
        seats: in order.
    """

    ended_at: datetime
    table_id: str
    number: int
    games: int
    seats: tuple[FinishedSeat, ...]

    @property
    def order(self) -> tuple[datetime, str, int]:
        """By which games of one ladder are rated."""
        return self.ended_at, self.table_id, self.number

    @property
    def round_begins(self) -> int:
        """The number of the game with which its round begins."""
        return self.number - (self.number - 1) % self.games

    @property
    def pairs(self) -> list[frozenset[str]]:
        """Everybody with everybody else."""
        return [frozenset(pair) for pair in combinations({seat.person for seat in self.seats}, 2)]


@dataclass
class Ladder:
    """Ladder of one game, to which its games are added in their order.

    Attributes:
        yardstick: the strengths of its bots, and what a difference counts with how many players.
        ratings: by person; who has none is as everybody begins.
        last: the `order` of the game that was added last; None: none was.
        day: of the round that began last, by UTC.
        played: by pair, how many games of rounds that began on that day count.
        rounds: by table, whether the round that runs counts.
    """

    yardstick: Yardstick
    ratings: dict[str, PersonRating] = field(default_factory=dict)
    last: tuple[datetime, str, int] | None = None
    day: date | None = None
    played: Counter[frozenset[str]] = field(default_factory=Counter)
    rounds: dict[str, bool] = field(default_factory=dict)

    def add(self, game: LadderGame) -> Mapping[str, PersonRating] | None:
        """Add a game; returns the ratings after it of those who played it, None if it does not count.

        It does not if somebody has two seats, or a pair has played MOST_A_DAY games on that day. The games
        of a round all count if there is room for all of them on the day on which the first one ends.

        Raises:
            ValueError: a later one was added before.
        """
        if self.last is not None and game.order <= self.last:
            raise ValueError(f"game {game.number} of table {game.table_id} comes before one that was added.")
        self.last = game.order
        if not self._counts(game):
            return None
        after = rate(self.ratings, self._rated(game))
        self.ratings |= after
        return after

    def _counts(self, game: LadderGame) -> bool:
        if game.number == game.round_begins:
            self.rounds[game.table_id] = self._has_room(game)
        counts = self.rounds.get(game.table_id, False)
        if game.number == game.round_begins + game.games - 1:
            self.rounds.pop(game.table_id, None)
        return counts

    def _has_room(self, game: LadderGame) -> bool:
        """Whether all games of a round have room on the day of the first; if so, they take it."""
        if self.day != game.ended_at.date():
            self.day, self.played = game.ended_at.date(), Counter()
        people = [seat.person for seat in game.seats]
        if len({*people}) < len(people) or any(self.played[pair] + game.games > MOST_A_DAY for pair in game.pairs):
            return False
        self.played.update(game.games * game.pairs)
        return True

    def _rated(self, game: LadderGame) -> RatedGame:
        return RatedGame(
            when=game.ended_at,
            key=f"{game.table_id}/{game.number}",
            seats=tuple(
                RatedSeat(one.place, one.person, self._strength(one.level) if one.has_left else None)
                for one in game.seats
            ),
            factor=self.yardstick.factor(len(game.seats)),
        )

    def _strength(self, level: str | None) -> float:
        """The strength of a bot; one that nobody has measured is no stronger than the weakest that is."""
        strengths = {name: one.strength for name, one in self.yardstick.levels.items()}
        return strengths.get(level or "", min(strengths.values()))


def ladder_of(yardstick: Yardstick, games: Iterable[LadderGame]) -> Ladder:
    """The ladder after all of some games, in whatever order they are given."""
    ladder = Ladder(yardstick)
    for game in sorted(games, key=lambda one: one.order):
        ladder.add(game)
    return ladder


def places_of(winners: Iterable[int], points: Iterable[int]) -> list[int]:
    """The places of a finished game's seats, from 1: winners are first, the others follow by match points, ties share the better one.

    >>> places_of([1], [0, 3, 5, 0])
    [3, 1, 2, 3]
    """
    won = {*winners}
    ranks = [(seat in won, 0 if seat in won else one) for seat, one in enumerate(points)]
    return [1 + sum(other > one for other in ranks) for one in ranks]
