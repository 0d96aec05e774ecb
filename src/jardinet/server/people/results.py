"""Results of a person's finished games, as `analysis.results` counts them and as “My games” lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from jardinet.analysis.decisions import KindTally
from jardinet.analysis.practice import Progress, coming
from jardinet.analysis.results import FinishedGame, PlayedSeat
from jardinet.server.people.practice import PositionKey
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PracticeRow, SeatRow
from jardinet.server.storage.result_models import ResultRow
from jardinet.server.tables.lists import finished_ids, running_ids

MOST = 1000  # tables that are counted: the latest

_KINDS = msgspec.json.Decoder(dict[str, KindTally])


class _Kind(msgspec.Struct):
    """What is read of a position here."""

    kind: str = ""


_KIND = msgspec.json.Decoder(_Kind)


async def results_of(
    database: Database, person: str, before: str | None = None, most: int = MOST
) -> list[FinishedGame]:
    """The games of a person's tables that are over, the latest table first, and of each its last game; lessons too.

    Args:
        database: where they are.
        person: whose.
        before: the table after which the list goes on; None: the latest.
        most: how many tables at most.

    Raises:
        NoSuchTableError: there is no such table.
        DatabaseAwayError: the database does not answer.
    """
    return await database.read(partial(_results, person=person, before=before, most=most))


async def every_result_of(database: Database, person: str) -> list[FinishedGame]:
    """The games that a person has finished, as far as they are counted; of a match that still runs those that are over, too.

    Raises:
        DatabaseAwayError: the database does not answer.
    """

    def job(connection: Connection) -> list[FinishedGame]:
        running = _of_tables(connection, person, running_ids(connection, person))
        return running + _results(connection, person, None, MOST)

    return await database.read(job)


async def practice_by_kind(
    database: Database, person: str, most: int = 3
) -> Mapping[tuple[str, str], list[PositionKey]]:
    """Positions that a person has still to practise, at most `most` by game and kind of decision, in order of practice.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    return await database.read(partial(_practice, person=person, most=most))


def _results(connection: Connection, person: str, before: str | None, most: int) -> list[FinishedGame]:
    return _of_tables(connection, person, finished_ids(connection, person, most, before))


def _of_tables(connection: Connection, person: str, ids: Sequence[str]) -> list[FinishedGame]:
    """The finished games of some of a person's tables, in the order of the tables, of each its last game first."""
    rows = connection.execute(
        select(*ResultRow.__table__.columns, SeatRow.person_id, SeatRow.name, SeatRow.level)
        .join(SeatRow, (SeatRow.table_id == ResultRow.table_id) & (SeatRow.number == ResultRow.seat))
        .where(ResultRow.table_id.in_(ids))
    ).all()
    place = {table_id: number for number, table_id in enumerate(ids)}
    rows = sorted(rows, key=lambda row: (place[row.table_id], -row.game, row.seat))
    return [_played(list(game), person) for _, game in groupby(rows, lambda row: (row.table_id, row.game))]


def _played(rows: Sequence[Any], person: str) -> FinishedGame:
    """A game from the rows of its seats, by its person's first seat."""
    own = next(row for row in rows if row.person_id == person)
    seats = tuple(
        PlayedSeat(
            row.name or "" if row.person_id else "",
            "" if row.person_id else row.level or "",
            row.person_id or "",
            row.share,
            row.points,
        )
        for row in rows
    )
    return FinishedGame(
        table_id=own.table_id,
        game=own.game,
        played=own.played,
        ended_at=own.ended_at,
        seat=own.seat,
        seats=seats,
        is_lesson=own.is_lesson,
        stood_in=own.stood_in / own.plays if own.plays else 0.0,
        decisions=own.decisions,
        errors=own.errors,
        luck=own.luck,
        adjusted=own.adjusted,
        kinds=_KINDS.decode(own.kinds) if own.kinds else {},
    )


def _practice(connection: Connection, person: str, most: int) -> dict[tuple[str, str], list[PositionKey]]:
    played = (
        select(ResultRow.played)
        .where(ResultRow.table_id == PracticeRow.table_id, ResultRow.game == PracticeRow.game)
        .limit(1)
        .scalar_subquery()
    )
    found = select(
        PracticeRow.table_id,
        PracticeRow.game,
        PracticeRow.before,
        PracticeRow.seat,
        PracticeRow.cost,
        PracticeRow.tries,
        PracticeRow.is_right,
        PracticeRow.content,
        played.label("played"),
    ).where(PracticeRow.person_id == person)
    rows = {PositionKey(*row[:4]): row for row in connection.execute(found)}
    progress = {key: Progress(row.cost, row.tries, row.is_right) for key, row in rows.items()}
    told: dict[tuple[str, str], list[PositionKey]] = {}
    for key in coming(progress):
        kind = _KIND.decode(rows[key].content).kind
        if kind and rows[key].played:
            told.setdefault((rows[key].played, kind), []).append(key)
    return {what: keys[:most] for what, keys in told.items()}
