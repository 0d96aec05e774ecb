"""Rows of tournaments: how they are read and added to, within a transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from jardinet.server.storage.models import PersonRow, SeatRow, TableRow
from jardinet.server.storage.result_models import ResultRow
from jardinet.server.storage.tournament_models import (
    TournamentFactRow,
    TournamentPlayerRow,
    TournamentRow,
    TournamentTableRow,
)
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tournaments.held import HappenedFact, HeldTournament, Timing, TournamentPlayer
from jardinet.tournaments.course import course_of
from jardinet.tournaments.facts import TournamentFact, decode_fact, encode_fact
from jardinet.tournaments.plan import TournamentPlan

_PLAN = msgspec.json.Decoder(TournamentPlan)
_TIMING = msgspec.json.Decoder(Timing)
ACTIVE = ("open", "running", "paused")


class FasterError(Exception):
    """Somebody else was faster: what was decided on is out of date, and nothing is written."""


class OpenMatch(NamedTuple):
    """Table of a round that has no result yet, as the database knows it.

    Attributes:
        begun_at: when it was opened; None: not yet.
        is_looked_at: see TournamentTableRow.
        is_over: its match is.
        is_between: one of its games is over, and the next has yet to begin.
        is_gone: the table was removed by an administrator.
        last_end: when its last game ended; None: none has.
    """

    table_id: str
    round: int
    number: int
    begun_at: datetime | None
    is_looked_at: bool
    is_over: bool
    is_between: bool
    is_gone: bool
    last_end: datetime | None


class SeatTotal(NamedTuple):
    """What a seat made of a match: the points of its games, and how many plays its person made themselves."""

    points: int
    own_plays: int


def versions(connection: Connection) -> dict[str, int]:
    """The versions of all tournaments that are not over."""
    found = select(TournamentRow.id, TournamentRow.version).where(TournamentRow.phase.in_(ACTIVE))
    return {row.id: row.version for row in connection.execute(found)}


def version_of(connection: Connection, tournament_id: str) -> tuple[int, int] | None:
    """The version of a tournament, and how many of its tables have been opened; None: there is none."""
    version = connection.scalar(select(TournamentRow.version).where(TournamentRow.id == tournament_id))
    begun = select(func.count()).select_from(TournamentTableRow)
    begun = begun.where(TournamentTableRow.tournament_id == tournament_id, TournamentTableRow.begun_at.is_not(None))
    return None if version is None else (version, connection.scalar(begun) or 0)


def read_tournament(connection: Connection, tournament_id: str) -> HeldTournament | None:
    """A tournament; None: there is none."""
    found = connection.execute(select(TournamentRow.__table__).where(TournamentRow.id == tournament_id)).one_or_none()
    if found is None:
        return None
    of_it = select(TournamentFactRow).where(TournamentFactRow.tournament_id == tournament_id)
    facts = [
        HappenedFact(decode_fact(row.content), row.happened_at, row.by_host)
        for row in connection.execute(of_it.order_by(TournamentFactRow.number))
    ]
    called = (
        select(TournamentPlayerRow.number, TournamentPlayerRow.person_id, PersonRow.name)
        .join(PersonRow, PersonRow.id == TournamentPlayerRow.person_id)
        .where(TournamentPlayerRow.tournament_id == tournament_id)
    )
    tables = connection.execute(
        select(
            TournamentTableRow.table_id,
            TournamentTableRow.round,
            TournamentTableRow.number,
            TournamentTableRow.begun_at,
        ).where(TournamentTableRow.tournament_id == tournament_id)
    ).all()
    return HeldTournament(
        found.id,
        found.host,
        found.pin,
        found.title,
        Agreement.decode(found.agreement),
        _TIMING.decode(found.timing),
        found.created_at,
        found.version,
        course_of(_PLAN.decode(found.plan), [one.fact for one in facts]),
        {row.number: TournamentPlayer(row.person_id, row.name) for row in connection.execute(called)},
        {(row.round, row.number): row.table_id for row in tables},
        frozenset(row.table_id for row in tables if row.begun_at is not None),
        tuple(facts),
    )


def add_tournament(connection: Connection, one: HeldTournament) -> None:
    """Store a new tournament, which has no facts yet."""
    row = {
        "id": one.id,
        "host": one.host,
        "pin": one.pin,
        "title": one.title,
        "plan": msgspec.json.encode(one.plan).decode(),
        "agreement": one.agreement.encode(),
        "timing": msgspec.json.encode(one.timing).decode(),
        "created_at": one.created_at,
        "version": 0,
        "phase": one.state.phase,
    }
    connection.execute(insert(TournamentRow), row)


def add_facts(
    connection: Connection,
    before: HeldTournament,
    facts: Sequence[TournamentFact],
    phase: str,
    at: datetime,
    *,
    by_host: bool,
) -> None:
    """Add facts to a tournament, if it still stands as `before` (optimistic lock).

    Raises:
        FasterError: it does not.
    """
    known = (TournamentRow.id == before.id, TournamentRow.version == before.version)
    changed = update(TournamentRow).where(*known).values(version=before.version + len(facts), phase=phase)
    if connection.execute(changed).rowcount != 1:
        raise FasterError
    rows = [
        {
            "tournament_id": before.id,
            "number": number,
            "content": encode_fact(fact),
            "happened_at": at,
            "by_host": by_host,
        }
        for number, fact in enumerate(facts, before.version + 1)
    ]
    connection.execute(insert(TournamentFactRow), rows)


def add_player(connection: Connection, before: HeldTournament, person: str) -> None:
    """Add a person to those who play; it goes along with a fact, and so happens once."""
    row = {"tournament_id": before.id, "number": before.next_player, "person_id": person}
    connection.execute(insert(TournamentPlayerRow), row)


def add_tables(connection: Connection, before: HeldTournament, round_number: int, table_ids: Sequence[str]) -> None:
    """Add the tables of a round, which have yet to be opened."""
    rows = [
        {
            "table_id": table_id,
            "tournament_id": before.id,
            "round": round_number,
            "number": number,
            "begun_at": None,
            "is_done": False,
            "is_looked_at": False,
        }
        for number, table_id in enumerate(table_ids, 1)
    ]
    connection.execute(insert(TournamentTableRow), rows)


def claim_tables(connection: Connection, table_ids: Collection[str], at: datetime) -> None:
    """Note that tables are opened at a time.

    Raises:
        FasterError: another process has opened one of them.
    """
    unopened = (TournamentTableRow.table_id.in_(table_ids), TournamentTableRow.begun_at.is_(None))
    if connection.execute(update(TournamentTableRow).where(*unopened).values(begun_at=at)).rowcount != len(table_ids):
        raise FasterError


def unopened(connection: Connection, tournament_id: str) -> list[str]:
    """The ids of a tournament's tables that have yet to be opened, in order."""
    found = (
        select(TournamentTableRow.table_id)
        .where(TournamentTableRow.tournament_id == tournament_id, ~TournamentTableRow.is_done)
        .where(TournamentTableRow.begun_at.is_(None))
        .order_by(TournamentTableRow.round, TournamentTableRow.number)
    )
    return list(connection.scalars(found))


def open_matches(connection: Connection, tournament_id: str) -> list[OpenMatch]:
    """The tables of a tournament that have no result yet."""
    ends = (
        select(ResultRow.table_id, func.max(ResultRow.ended_at).label("last_end"))
        .join(TournamentTableRow, TournamentTableRow.table_id == ResultRow.table_id)
        .where(TournamentTableRow.tournament_id == tournament_id, ~TournamentTableRow.is_done)
        .group_by(ResultRow.table_id)
        .subquery()
    )
    found = (
        select(
            TournamentTableRow.table_id,
            TournamentTableRow.round,
            TournamentTableRow.number,
            TournamentTableRow.begun_at,
            TournamentTableRow.is_looked_at,
            TableRow.id,
            TableRow.is_over,
            TableRow.is_waiting,
            TableRow.awaited,
            ends.c.last_end,
        )
        .outerjoin(TableRow, TableRow.id == TournamentTableRow.table_id)
        .outerjoin(ends, ends.c.table_id == TournamentTableRow.table_id)
        .where(TournamentTableRow.tournament_id == tournament_id, ~TournamentTableRow.is_done)
    )
    return [
        OpenMatch(
            row.table_id,
            row.round,
            row.number,
            row.begun_at,
            row.is_looked_at,
            bool(row.is_over),
            not row.is_over and not row.is_waiting and row.awaited == 0,
            row.begun_at is not None and row.id is None,
            row.last_end,
        )
        for row in connection.execute(found)
    ]


def totals(connection: Connection, table_ids: Sequence[str]) -> dict[str, list[SeatTotal]]:
    """By table what each seat made of its match, from the results that are noted with the last move of each game."""
    summed = (
        select(
            SeatRow.table_id,
            SeatRow.number,
            func.coalesce(func.sum(ResultRow.points), 0).label("points"),
            func.coalesce(func.sum(ResultRow.plays - ResultRow.stood_in), 0).label("own"),
        )
        .outerjoin(ResultRow, (ResultRow.table_id == SeatRow.table_id) & (ResultRow.seat == SeatRow.number))
        .where(SeatRow.table_id.in_(table_ids))
        .group_by(SeatRow.table_id, SeatRow.number)
        .order_by(SeatRow.table_id, SeatRow.number)
    )
    found: dict[str, list[SeatTotal]] = {}
    for row in connection.execute(summed):
        found.setdefault(row.table_id, []).append(SeatTotal(int(row.points), int(row.own)))
    return found


def note_done(connection: Connection, table_ids: Sequence[str]) -> None:
    """Note that tables need no look any more."""
    connection.execute(
        update(TournamentTableRow).where(TournamentTableRow.table_id.in_(table_ids)).values(is_done=True)
    )


def note_looked_at(connection: Connection, table_ids: Sequence[str]) -> None:
    """Note that bots play for those who have not come to these tables."""
    of_them = TournamentTableRow.table_id.in_(table_ids)
    connection.execute(update(TournamentTableRow).where(of_them).values(is_looked_at=True))


class ListedTournament(NamedTuple):
    """Tournament in a list."""

    id: str
    title: str
    agreement: Agreement
    plan: TournamentPlan
    phase: str
    created_at: datetime
    entries: int


def listed(connection: Connection, most: int) -> list[ListedTournament]:
    """Tournaments that are open or run, the latest first."""
    entries = (
        select(func.count())
        .select_from(TournamentPlayerRow)
        .where(TournamentPlayerRow.tournament_id == TournamentRow.id)
        .scalar_subquery()
    )
    found: list[ListedTournament] = []
    for phase in ACTIVE:  # each by the index, in its order
        of_phase = select(
            TournamentRow.id,
            TournamentRow.title,
            TournamentRow.agreement,
            TournamentRow.plan,
            TournamentRow.phase,
            TournamentRow.created_at,
            entries.label("entries"),
        ).where(TournamentRow.phase == phase)
        rows: Sequence[Any] = connection.execute(of_phase.order_by(TournamentRow.created_at.desc()).limit(most)).all()
        found += [
            ListedTournament(
                row.id,
                row.title,
                Agreement.decode(row.agreement),
                _PLAN.decode(row.plan),
                row.phase,
                row.created_at,
                row.entries,
            )
            for row in rows
        ]
    return sorted(found, key=lambda one: one.created_at, reverse=True)[:most]


def tournament_of_table(connection: Connection, table_id: str) -> str | None:
    """The tournament that a table belongs to; None: none."""
    found = select(TournamentTableRow.tournament_id).where(TournamentTableRow.table_id == table_id)
    return connection.scalar(found)


def points_of(made: Mapping[str, Sequence[SeatTotal]], table_id: str) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The points of a table's match by seat, and whether each seat's person played anything of it."""
    seats = made.get(table_id, ())
    return tuple(seat.points for seat in seats), tuple(seat.own_plays > 0 for seat in seats)


def running_of(connection: Connection, person: str) -> list[str]:
    """The ids of the tournaments that are not over in which a person plays, or has played."""
    found = select(TournamentRow.id).join(TournamentPlayerRow).where(TournamentPlayerRow.person_id == person)
    return list(connection.scalars(found.where(TournamentRow.phase.in_(ACTIVE)).distinct().order_by(TournamentRow.id)))
