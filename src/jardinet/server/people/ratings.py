"""Ratings of people: a worker adds the games that have ended to their ladders; pages and programs read what follows.

Ratings follow from the rows of `rated` alone (ratings/ladder.py). Any process may work them out, each has the same, and they can be
made again. A game that ended after all that are rated goes on from the ratings as they stand, under a lock; otherwise, which is rare,
all of them are worked out beside the requests, and written if nothing has changed meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, exists, func, select

from jardinet.games.registry import playable_games
from jardinet.ratings.ladder import FinishedSeat, Ladder, LadderGame
from jardinet.ratings.rating import PersonRating, aged
from jardinet.ratings.yardstick import load_yardstick
from jardinet.server.people.corrections import corrected_points
from jardinet.server.storage.account_models import DeviceRow, WayRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import lock_name, upsert
from jardinet.server.storage.rating_models import RatedRow, RatingChangeRow, RatingRow
from jardinet.server.tables.happenings import GameEnded
from jardinet.server.tables.rated import OF_SEAT, ratings_in
from jardinet.server.tables.table import TableState
from jardinet.server.worker import Worker

LOOK_EVERY = 60.0  # seconds between two looks for games that another process has left
AT_ONCE = 500  # ids in one statement
MOST_ADDED = 50  # games that are rated in one transaction, for which plays wait some milliseconds
LATELY = 12  # games whose gains a rating's progress is made of, as at Lichess

_CHANGED = ("played", "person_id", "gained", "value", "deviation")
_RATING = ("value", "deviation", "volatility", "games", "latest")


class RatedStep(NamedTuple):
    """Game as its ladder has taken it: the ratings before and after it of those who played; `after` is None: it does not count."""

    game: LadderGame
    before: Mapping[str, PersonRating]
    after: Mapping[str, PersonRating] | None


class Ratings(Worker):
    """Ratings of a server's people: see the module. It is called when a rated game has ended."""

    name = "ratings"
    patience = 600.0

    def __init__(self, database: Database, changed: Callable[[str], None]) -> None:
        """Rate what `database` holds; `changed` is called with the id of a table whose game has been rated."""
        super().__init__()
        self._database, self._changed = database, changed
        self._again = set[str]()  # games of which all ratings are to be made again

    def note_end(self, _ended: GameEnded, table: TableState) -> None:
        """Begin a round soon, if a game has ended at a rated table."""
        if table.agreement.rated:
            self.call()

    def make_again(self, played: str) -> None:
        """Make all ratings of a game again soon, as the result of a tournament's table was corrected."""
        self._again.add(played)
        self.call()

    async def once(self) -> float:
        """Rate what is not rated yet, and again what was corrected."""
        for played in sorted(self._again & {*rated_games()}):
            self._again.discard(played)  # what is corrected meanwhile is for the next round
            try:
                self._tell(await rerate(self._database, played))
            except Exception:
                self._again.add(played)
                raise
        for played in rated_games():
            while not self.is_closing and await self._database.read(partial(_has_unrated, played=played)):
                rated = await self._database.write(partial(_add, played=played))
                if rated is None:
                    rated = await rerate(self._database, played, from_first_unrated=True)
                self._tell(rated)
                if not rated:
                    break  # another process was faster, or facts were removed by hand: `rerate` mends that
        return LOOK_EVERY

    def _tell(self, table_ids: Iterable[str]) -> None:
        for table_id in table_ids:
            self._changed(table_id)


def rated_games() -> list[str]:
    """The names of the games that can be rated: they have a yardstick."""
    return [name for name in playable_games() if load_yardstick(name) is not None]


def new_ladder(played: str) -> Ladder:
    """An empty ladder of a game that can be rated."""
    yardstick = load_yardstick(played)
    assert yardstick
    return Ladder(yardstick)


def steps_of(ladder: Ladder, games: Iterable[LadderGame]) -> list[RatedStep]:
    """What adding games to a ladder, in their order, leads to."""
    steps = []
    for game in games:
        before = {seat.person: ladder.ratings.get(seat.person, PersonRating()) for seat in game.seats}
        steps.append(RatedStep(game, before, ladder.add(game)))
    return steps


async def rerate(database: Database, played: str, *, from_first_unrated: bool = False) -> list[str]:
    """Make all ratings of a game again; returns the table of each finished game.

    Args:
        database: where they are.
        played: the game.
        from_first_unrated: what was rated before the first game that is not rated stays, as it comes out the same.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    while True:
        games = await database.read(partial(_games, played=played))
        steps = await asyncio.to_thread(steps_of, new_ladder(played), games)
        job = partial(_replace, played=played, steps=steps, from_first_unrated=from_first_unrated)
        if (told := await database.write(job)) is not None:
            return told


# What is stored -------------------------------------------------------------------------------


def _games(connection: Connection, played: str, *which: Any) -> list[LadderGame]:
    """The finished games of a ladder of which that holds, in order, which is not the database's where several ended at once."""
    order = RatedRow.ended_at, RatedRow.table_id, RatedRow.game, RatedRow.seat
    rows = connection.execute(select(RatedRow).where(RatedRow.played == played, *which).order_by(*order)).all()
    corrected = corrected_points(connection, {row.table_id for row in rows})
    games = [_game(list(seats), corrected) for _, seats in groupby(rows, lambda row: (row.table_id, row.game))]
    return sorted(games, key=lambda game: game.order)


def _game(rows: Sequence[Any], corrected: Mapping[str, Sequence[int]]) -> LadderGame:
    """A game as it was played; of a table whose result the host of its tournament has corrected, with the places of that result."""
    table_id = rows[0].table_id
    places = [row.place for row in rows]
    if (points := corrected.get(table_id)) and len(points) == len(rows):
        places = [1 + sum(other > own for other in points) for own in points]
    seats = tuple(
        FinishedSeat(row.person_id, place, row.plays, row.stood_in, row.level)
        for row, place in zip(rows, places, strict=True)
    )
    return LadderGame(rows[0].ended_at, table_id, rows[0].game, rows[0].games, seats)


def _unrated(played: str) -> Any:
    """When the games of a ladder ended that have not been rated, the first of them first."""
    found = select(RatedRow.ended_at).where(RatedRow.played == played, RatedRow.seat == 0, ~exists().where(OF_SEAT))
    return found.order_by(RatedRow.ended_at)


def _has_unrated(connection: Connection, played: str) -> bool:
    counts = [
        connection.scalar(select(func.count()).select_from(row).where(row.played == played))
        for row in (RatedRow, RatingChangeRow)
    ]
    return counts[0] != counts[1]


def _add(connection: Connection, played: str) -> list[str] | None:
    """Rate the games that are not rated, going on from the ratings as they stand; returns their tables.

    None, and nothing is written, if that would not lead to the same as from the beginning: they are many, one has not ended after
    all games that are rated, or somebody in them was deleted, whose rating is gone.
    """
    lock_name(connection, Ratings.name)
    ends = connection.scalars(_unrated(played).limit(MOST_ADDED + 1)).all()
    if not ends:
        return []
    since = RatedRow.ended_at >= ends[0]
    rated = select(RatedRow.table_id).join(RatingChangeRow, OF_SEAT).where(RatedRow.played == played, since)
    if len(ends) > MOST_ADDED or connection.scalar(rated.limit(1)) is not None:
        return None
    games = _games(connection, played, since)
    people = {seat.person for game in games for seat in game.seats}
    if _who_stay(connection, people) < people:
        return None
    ladder = _standing(connection, played, games[0], people)
    for game in games:
        if game.number > game.round_begins and game.table_id not in ladder.rounds:
            ladder.rounds[game.table_id] = _has_counted(connection, game)
    _write(connection, played, steps_of(ladder, games))
    return [game.table_id for game in games]


def _standing(connection: Connection, played: str, first: LadderGame, people: Collection[str]) -> Ladder:
    """The ladder as it stands before a game, with the ratings of some people, and with what they have played on its day."""
    known = ratings_in(connection, sorted(people))
    day = datetime.combine(first.ended_at.date(), time(), UTC)
    today = _games(connection, played, RatedRow.ended_at >= day, RatedRow.ended_at < first.ended_at)
    ladder = new_ladder(played)
    ladder.day = day.date()
    for game in today:
        if game.number == game.round_begins and _has_counted(connection, game):
            ladder.played.update(game.games * game.pairs)
    ladder.ratings = {person: one for (person, what), one in known.items() if what == played}
    return ladder


def _has_counted(connection: Connection, game: LadderGame) -> bool:
    """Whether the round of a game counts, of which the first one is rated."""
    first = (RatingChangeRow.table_id == game.table_id, RatingChangeRow.game == game.round_begins)
    counted = select(RatingChangeRow.seat).where(*first, RatingChangeRow.gained.is_not(None)).limit(1)
    return connection.scalar(counted) is not None


def _replace(
    connection: Connection, played: str, steps: Sequence[RatedStep], *, from_first_unrated: bool
) -> list[str] | None:
    """Write what games have led to; returns their tables, None if more have ended meanwhile."""
    lock_name(connection, Ratings.name)
    every = select(func.count()).select_from(RatedRow).where(RatedRow.played == played, RatedRow.seat == 0)
    if connection.scalar(every) != len(steps):
        return None
    if from_first_unrated:
        first = connection.scalar(_unrated(played).limit(1))
        steps = [step for step in steps if first is not None and step.game.ended_at >= first]
    else:
        for row in (RatingChangeRow, RatingRow):
            connection.execute(delete(row).where(row.played == played))
    _write(connection, played, steps)
    return [step.game.table_id for step in steps]


def _write(connection: Connection, played: str, steps: Sequence[RatedStep]) -> None:
    """Write the changes of some games, and the ratings after the last of them; of who was deleted only that they played."""
    stay = _who_stay(connection, {seat.person for step in steps for seat in step.game.seats})
    changes, ratings = [], dict[str, PersonRating]()
    for step in steps:
        for number, seat in enumerate(step.game.seats):
            after = step.after[seat.person] if step.after and seat.person in stay else None
            if after:
                ratings[seat.person] = after
            changes.append(
                {
                    "table_id": step.game.table_id,
                    "game": step.game.number,
                    "seat": number,
                    "played": played,
                    "person_id": seat.person,
                    "gained": after and round(after.value - step.before[seat.person].value, 4),
                    "value": after and after.value,
                    "deviation": after and after.deviation,
                }
            )
    if changes:
        connection.execute(upsert(connection, RatingChangeRow, *_CHANGED), changes)
    if ratings:
        rows = [
            {"person_id": person, "played": played, **{name: getattr(one, name) for name in _RATING}}
            for person, one in sorted(ratings.items())
        ]
        connection.execute(upsert(connection, RatingRow, *_RATING), rows)


def _who_stay(connection: Connection, people: Collection[str]) -> set[str]:
    """Those of some people who can still come back: nobody who was deleted can."""
    stay = set[str]()
    for row in (WayRow, DeviceRow):
        found = select(row.person_id).distinct()
        stay |= {*connection.scalars(found if len(people) > AT_ONCE else found.where(row.person_id.in_(people)))}
    return stay


async def ratings_of(database: Database, person: str, at: datetime) -> dict[str, PersonRating]:
    """A person's ratings at a time, by game; those they have."""
    rows = await database.read(partial(ratings_in, people=[person]))
    return {played: aged(one, at) for (_, played), one in rows.items()}


async def gains_of(database: Database, person: str) -> dict[str, list[float]]:
    """By game what a person's last LATELY rated games have added to their rating, in points, the latest first."""
    found = (
        select(RatingChangeRow.played, RatingChangeRow.gained)
        .join(RatedRow, OF_SEAT)
        .where(RatingChangeRow.person_id == person, RatingChangeRow.gained.is_not(None))
        .order_by(RatedRow.ended_at.desc(), RatedRow.table_id.desc(), RatedRow.game.desc())
    )
    gains: dict[str, list[float]] = {}
    for row in await database.read(lambda connection: connection.execute(found).all()):
        gains.setdefault(row.played, []).append(row.gained)
    return {played: own[:LATELY] for played, own in gains.items()}
