"""Companions: the people with whom somebody has played, the latest first, and how these games ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, case, func, or_, select
from sqlalchemy.orm import aliased

from jardinet.server.storage.forgotten import is_forgotten
from jardinet.server.storage.models import PersonRow, SeatRow, TableRow
from jardinet.server.storage.profile_models import ProfileRow
from jardinet.server.storage.result_models import ResultRow
from jardinet.server.tables.errors import NotYoursError

PAGE_SIZE = 50

_MINE, _THEIRS, _EARLIER = aliased(SeatRow), aliased(SeatRow), aliased(SeatRow)
_OWN_RESULT, _THEIR_RESULT = aliased(ResultRow), aliased(ResultRow)
_BOTH = _THEIRS.table_id == _MINE.table_id


@dataclass(frozen=True)
class Score:
    """Score between two people over all games that they have finished together, lessons not counted.

    Attributes:
        own: the games in which one won, or won more than the other.
        theirs: those in which the other did.
        shared: those that both won together.
        games: all of them; in one of three or four somebody else may have won.
    """

    own: int = 0
    theirs: int = 0
    shared: int = 0
    games: int = 0


@dataclass(frozen=True)
class Companion:
    """Person with whom somebody has played.

    Attributes:
        person: their id, which is told to nobody.
        name: what they are called now.
        handle: of their profile if they show it; else empty.
        table_id: the latest table where a game of both has begun.
        seat: theirs there, the first.
        opened_at: when that table was made.
        is_running: whether it is not over.
    """

    person: str
    name: str
    handle: str
    table_id: str
    seat: int
    opened_at: datetime
    is_running: bool
    score: Score = Score()


def companions_of(connection: Connection, person: str, page: int = 1) -> tuple[list[Companion], bool]:
    """A page of the people with whom a person has played, PAGE_SIZE at most, the latest first; and whether there are more."""
    latest = (
        select(
            _THEIRS.person_id,
            _MINE.table_id,
            _THEIRS.number,
            _MINE.opened_at,
            _MINE.is_over,
            func.row_number()
            .over(
                partition_by=_THEIRS.person_id,
                order_by=(_MINE.opened_at.desc(), _MINE.table_id.desc(), _THEIRS.number, _MINE.number),
            )
            .label("place"),
        )
        .select_from(_MINE)
        .join(_THEIRS, _BOTH)
        .join(TableRow, TableRow.id == _MINE.table_id)
        .where(_MINE.person_id == person, _THEIRS.person_id != person, or_(_MINE.is_over, ~TableRow.is_waiting))
        .subquery()
    )
    told = latest.c.opened_at, latest.c.table_id, latest.c.number
    found = (
        select(latest, PersonRow.name, ProfileRow.handle)
        .join(PersonRow, PersonRow.id == latest.c.person_id)
        .outerjoin(ProfileRow, (ProfileRow.person_id == latest.c.person_id) & ProfileRow.is_public)
        .where(latest.c.place == 1, ~is_forgotten())
        .order_by(*(column.desc() for column in told))
        .limit(PAGE_SIZE + 1)
        .offset(PAGE_SIZE * (page - 1))
    )
    rows = connection.execute(found).all()
    scores = _scores(connection, person, [row.person_id for row in rows[:PAGE_SIZE]])
    companions = [
        Companion(
            row.person_id,
            row.name,
            row.handle or "",
            row.table_id,
            row.number,
            row.opened_at,
            not row.is_over,
            scores.get(row.person_id, Score()),
        )
        for row in rows[:PAGE_SIZE]
    ]
    return companions, len(rows) > PAGE_SIZE


def companion_at(connection: Connection, person: str, table_id: str, seat: int) -> str:
    """The id of the other person at a seat of a table where a person sits: so forms name people without their ids.

    Raises:
        NotYoursError: the person does not sit there, or nobody else does at that seat.
    """
    found = select(_THEIRS.person_id).where(_THEIRS.table_id == table_id, _THEIRS.number == seat)
    sits = select(_MINE.number).where(_MINE.table_id == table_id, _MINE.person_id == person).limit(1)
    other = connection.scalar(found)
    if other in (None, person) or connection.scalar(sits) is None:
        raise NotYoursError("not-played-with", "you have not played with anybody who sat there.")
    return str(other)


def _scores(connection: Connection, person: str, others: list[str]) -> dict[str, Score]:
    """By person the score of one's games with them; whoever has several seats at a table plays by the first."""

    def first(seat: type[SeatRow]) -> ColumnElement[bool]:
        at_it = _EARLIER.table_id == seat.table_id, _EARLIER.person_id == seat.person_id
        return ~select(_EARLIER.number).where(*at_it, _EARLIER.number < seat.number).exists()

    def count(when: ColumnElement[bool]) -> ColumnElement[int]:
        return func.sum(case((when, 1), else_=0))

    own, theirs = _OWN_RESULT.share, _THEIR_RESULT.share
    found = (
        select(
            _THEIRS.person_id,
            count(own > theirs),
            count(own < theirs),
            count((own == theirs) & (own > 0)),
            func.count(),
        )
        .select_from(_MINE)
        .join(_THEIRS, _BOTH)
        .join(_OWN_RESULT, (_OWN_RESULT.table_id == _MINE.table_id) & (_OWN_RESULT.seat == _MINE.number))
        .join(
            _THEIR_RESULT,
            (_THEIR_RESULT.table_id == _MINE.table_id)
            & (_THEIR_RESULT.game == _OWN_RESULT.game)
            & (_THEIR_RESULT.seat == _THEIRS.number),
        )
        .where(_MINE.person_id == person, _THEIRS.person_id.in_(others), first(_MINE), first(_THEIRS))
        .where(~_OWN_RESULT.is_lesson)
        .group_by(_THEIRS.person_id)
    )
    return {str(row[0]): Score(*map(int, row[1:])) for row in connection.execute(found)}
