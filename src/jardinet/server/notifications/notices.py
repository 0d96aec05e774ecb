"""Notices: what somebody is to be told by one way, once, whatever the number of processes.

A notice is a row. A process takes it for a minute, sends it, and marks it as done; if it ends before that, another one takes it
again: so it is sent at least once, and a second time only if the process ended between the two.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, select, update

from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.notification_models import CallSettingsRow, NoticeRow, PushRow

Kind = Literal["turn", "last", "digest", "invitation", "round"]

LEASE = timedelta(minutes=1)  # for which a process has a notice to itself
MOST_TRIES = 6
MOST_AT_ONCE = 10  # notices that a process sends at the same time
KEPT = timedelta(days=60)  # after which nothing can be told again anyhow
MAIL = "mail"


class About(NamedTuple):
    """What a notice is about; see NoticeRow."""

    person: str
    kind: Kind
    table_id: str
    ply: int


class Notice(NamedTuple):
    """Notice that is due."""

    id: int
    about: About
    way: str
    until: datetime
    tries: int


def ways_of(connection: Connection, person: str) -> list[str]:
    """By which ways a person can be told something: the ids of their browsers, and `mail`."""
    ways = [*connection.scalars(select(PushRow.id).where(PushRow.person_id == person).order_by(PushRow.made_at))]
    mail = select(CallSettingsRow.person_id)
    mail = mail.where(CallSettingsRow.person_id == person, CallSettingsRow.confirmed_at.is_not(None))
    return ways if connection.scalar(mail) is None else [*ways, MAIL]


def is_noted(connection: Connection, about: About) -> bool:
    """Whether there is a notice about something already, also one that was told."""
    person, kind, table_id, ply = about
    found = select(NoticeRow.id).where(NoticeRow.person_id == person, NoticeRow.kind == kind)
    return connection.scalar(found.where(NoticeRow.table_id == table_id, NoticeRow.ply == ply).limit(1)) is not None


def is_round_told(connection: Connection, person: str, table_id: str) -> bool:
    """Whether somebody is told that a round has begun, at its table."""
    found = select(NoticeRow.id).where(NoticeRow.person_id == person, NoticeRow.kind == "round")
    return connection.scalar(found.where(NoticeRow.table_id == table_id).limit(1)) is not None


def add_notice(connection: Connection, about: About, due_at: datetime, until: datetime) -> int:
    """Let a person be told something by all their ways; what was noted before stays as it is. Returns by how many ways it is new."""
    row = {
        "person_id": about.person,
        "kind": about.kind,
        "table_id": about.table_id,
        "ply": about.ply,
        "due_at": due_at,
        "until": until,
        "tries": 0,
    }
    adding = insert_into(connection, NoticeRow).on_conflict_do_nothing()
    return sum(
        connection.execute(adding, {**row, "way": way}).rowcount > 0 for way in ways_of(connection, about.person)
    )


def oldest_due(connection: Connection, at: datetime) -> list[Notice]:
    """The notices that have been due for longest, MOST_AT_ONCE at most."""
    found = (
        select(NoticeRow)
        .where(NoticeRow.done_at.is_(None), NoticeRow.due_at <= at)
        .order_by(NoticeRow.due_at, NoticeRow.id)
        .limit(MOST_AT_ONCE)
    )
    return [
        Notice(row.id, About(row.person_id, row.kind, row.table_id, row.ply), row.way, row.until, row.tries)
        for row in connection.execute(found)
    ]


def take_notice(connection: Connection, notice: Notice, at: datetime) -> bool:
    """Take a notice, so that nobody else does soon; False: somebody was faster."""
    own = (NoticeRow.id == notice.id, NoticeRow.tries == notice.tries, NoticeRow.done_at.is_(None))
    taking = {"due_at": at + LEASE, "tries": notice.tries + 1}
    return connection.execute(update(NoticeRow).where(*own).values(taking)).rowcount > 0


def finish_notice(connection: Connection, notice: Notice, at: datetime) -> None:
    """Mark a notice as done: it was sent, is of no use any more, or was given up."""
    connection.execute(update(NoticeRow).where(NoticeRow.id == notice.id).values(done_at=at))


def postpone_notice(connection: Connection, notice: Notice, until: datetime) -> None:
    """Let a notice be sent later."""
    connection.execute(update(NoticeRow).where(NoticeRow.id == notice.id).values(due_at=until))


def forget_notices(connection: Connection, at: datetime) -> None:
    """Delete what was done long ago."""
    connection.execute(delete(NoticeRow).where(NoticeRow.done_at < at - KEPT))
