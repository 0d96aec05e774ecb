"""Ratings of people: a worker adds the games that have ended to their ladders; pages and programs read what follows.

Ratings follow from the rows of `rated` alone (ratings/ladder.py). Any process may work them out, each has the same, and they can be
made again. One writes at a time; whoever finds that more games have ended meanwhile begins once more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, exists, func, select, tuple_

from jardinet.games.registry import playable_games
from jardinet.ratings.ladder import FinishedSeat, Ladder, LadderGame
from jardinet.ratings.rating import PersonRating, aged
from jardinet.ratings.yardstick import load_yardstick
from jardinet.server.storage.account_models import DeviceRow, WayRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import insert_into, upsert
from jardinet.server.storage.models import ChoreRow
from jardinet.server.storage.rating_models import RatedRow, RatingChangeRow, RatingRow
from jardinet.server.tables.happenings import GameEnded
from jardinet.server.tables.rated import OF_SEAT, ratings_in
from jardinet.server.tables.table import TableState
from jardinet.server.worker import Worker

LOOK_EVERY = 60.0  # seconds between two looks for games that another process has left
AT_ONCE = 500  # ids in one statement
LATELY = 12  # games whose gains a rating's progress is made of, as at Lichess

_CHANGED = ("played", "person_id", "gained", "value", "deviation")
_RATING = ("value", "deviation", "volatility", "games", "latest")
_ORDER = (RatedRow.ended_at, RatedRow.table_id, RatedRow.game)


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
        self._ladders: dict[str, Ladder] = {}

    def note_end(self, _ended: GameEnded, table: TableState) -> None:
        """Begin a round soon, if a game has ended at a rated table."""
        if table.agreement.rated:
            self.call()

    async def once(self) -> float:
        """Rate what is not rated yet."""
        for played in rated_games():
            while not self.is_closing and await self._database.read(partial(_has_unrated, played=played)):
                if not await self._rate(played):
                    break
        return LOOK_EVERY

    async def _rate(self, played: str) -> bool:
        """Rate the games of a ladder that have ended; nothing is written if others end meanwhile. False: there were none."""
        ladder = self._ladders.pop(played, None)
        games, count = await self._database.read(partial(_games_after, played=played, ladder=ladder))
        if ladder is None or ladder.count + len(games) != count:  # one has ended before those that are known
            ladder = new_ladder(played)
            games, count = await self._database.read(partial(_games_after, played=played, ladder=None))
        steps = await asyncio.to_thread(steps_of, ladder, games)
        told = await self._database.write(partial(_keep, played=played, steps=steps, count=count))
        if told is not None:
            self._ladders[played] = ladder
        for table_id in told or ():
            self._changed(table_id)
        return told is None or bool(told)


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


def rerate(connection: Connection, played: str) -> int:
    """Make all ratings of a game again; returns of how many finished games. A running server waits meanwhile."""
    _lock(connection)
    games, _ = _games_after(connection, played, None)
    steps = steps_of(new_ladder(played), games)
    for row in (RatingChangeRow, RatingRow):
        connection.execute(delete(row).where(row.played == played))
    _write(connection, played, steps)
    return len(games)


# What is stored -------------------------------------------------------------------------------


def _games_after(connection: Connection, played: str, ladder: Ladder | None) -> tuple[list[LadderGame], int]:
    """The finished games of a ladder, in order, after those that it knows already; and how many there are in all."""
    found = select(RatedRow).where(RatedRow.played == played).order_by(*_ORDER, RatedRow.seat)
    if ladder is not None and ladder.last is not None:
        found = found.where(tuple_(*_ORDER) > tuple_(*ladder.last))
    rows = connection.execute(found).all()
    games = [_game(list(seats)) for _, seats in groupby(rows, lambda row: (row.table_id, row.game))]
    every = select(func.count()).select_from(RatedRow).where(RatedRow.played == played, RatedRow.seat == 0)
    return games, connection.scalar(every) or 0


def _game(rows: Sequence[Any]) -> LadderGame:
    seats = tuple(FinishedSeat(row.person_id, row.place, row.plays, row.stood_in, row.level) for row in rows)
    return LadderGame(rows[0].ended_at, rows[0].table_id, rows[0].game, rows[0].games, seats)


def _unrated(played: str) -> Any:
    """The games of a ladder, by their order, that have not been rated."""
    return select(*_ORDER).where(RatedRow.played == played, RatedRow.seat == 0, ~exists().where(OF_SEAT))


def _has_unrated(connection: Connection, played: str) -> bool:
    counts = [
        connection.scalar(select(func.count()).select_from(row).where(row.played == played))
        for row in (RatedRow, RatingChangeRow)
    ]
    return counts[0] != counts[1]


def _keep(connection: Connection, played: str, steps: Sequence[RatedStep], count: int) -> list[str] | None:
    """Write what games have led to, from the first that is not rated on; returns their tables, None if more have ended."""
    _lock(connection)
    every = select(func.count()).select_from(RatedRow).where(RatedRow.played == played, RatedRow.seat == 0)
    if connection.scalar(every) != count:
        return None
    unrated = connection.execute(_unrated(played).order_by(*_ORDER).limit(1)).one_or_none()
    if unrated is None:
        return []
    new = [step for step in steps if step.game.order >= tuple(unrated)]
    _write(connection, played, new)
    return [step.game.table_id for step in new]


def _lock(connection: Connection) -> None:
    """Wait until nobody else writes ratings, and keep them waiting until the transaction ends."""
    row = {"name": Ratings.name, "due_at": datetime(1970, 1, 1, tzinfo=UTC)}
    connection.execute(insert_into(connection, ChoreRow).on_conflict_do_nothing(), row)
    connection.execute(select(ChoreRow.name).where(ChoreRow.name == Ratings.name).with_for_update())


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
