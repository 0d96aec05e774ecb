"""What is due to be told: invitations, rounds of tournaments, the daily digests and last calls, as they follow from what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, or_, select, update

from jardinet.server.notifications.chosen import CallSettings, call_settings_of
from jardinet.server.notifications.hours import last_call_at, next_at, quiet_span
from jardinet.server.notifications.notices import About, add_notice, is_noted, ways_of
from jardinet.server.storage.models import InvitationRow, SeatRow, TableRow
from jardinet.server.storage.notification_models import CallSettingsRow
from jardinet.server.storage.tournament_models import TournamentRow, TournamentTableRow
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.days_off import moment_before
from jardinet.server.tables.vacations import is_on_vacation

DAY = timedelta(days=1)
LONGEST_TURN = timedelta(days=14)
ROUND_NEWS = timedelta(hours=1)  # for which it is news that a round has begun


def heard_at(chosen: CallSettings, at: datetime) -> datetime:
    """When what could be told at a time is told: after the quiet hours."""
    span = quiet_span(chosen.quiet_from, chosen.quiet_until, chosen.zone, at)
    return span[1] if span else at


def who_want_turns(connection: Connection) -> frozenset[str]:
    """The people who want to be told of their turns."""
    found = select(CallSettingsRow.person_id).where(CallSettingsRow.digest_at.is_not(None))
    return frozenset(connection.scalars(found))


class DueNotice(NamedTuple):
    """Notice that is to be made: what it is about, when it is sent, and until when it is of use."""

    about: About
    due_at: datetime
    until: datetime


def due_notices(connection: Connection, at: datetime) -> list[DueNotice]:
    """The invitations, rounds and last calls that are to be told at a time, and have not been noted yet."""
    due = [*_invitations(connection, at), *_rounds(connection, at), *_last_calls(connection, at)]
    return [
        one
        for one in due
        if ways_of(connection, one.about.person)
        and not is_noted(connection, one.about)
        and not is_on_vacation(connection, one.about.person, at)
    ]


def add_due_notices(connection: Connection, at: datetime) -> None:
    """Note them, by all ways of each person."""
    for one in due_notices(connection, at):
        add_notice(connection, one.about, one.due_at, one.until)


def is_digest_due(connection: Connection, at: datetime) -> bool:
    """Whether it is the hour of somebody's digest."""
    found = select(CallSettingsRow.person_id).where(CallSettingsRow.digest_at <= at).limit(1)
    return connection.scalar(found) is not None


def add_digests(connection: Connection, at: datetime) -> None:
    """Note the digests that are due, each day's once; the next one is due at the same hour of the next day. None comes on vacation."""
    found = select(CallSettingsRow).where(CallSettingsRow.digest_at <= at).with_for_update()
    for row in connection.execute(found).all():
        following = next_at(row.digest_hour, row.zone, at)
        if not is_on_vacation(connection, row.person_id, at):
            add_notice(connection, About(row.person_id, "digest", "", row.digest_at.toordinal()), at, following)
        own = CallSettingsRow.person_id == row.person_id
        connection.execute(update(CallSettingsRow).where(own).values(digest_at=following))


def minutes_of(at: datetime) -> int:
    """A time as minutes since 1970: by its deadline a turn is told from another one at the same table."""
    return int(at.timestamp() // 60)


def _invitations(connection: Connection, at: datetime) -> Iterator[DueNotice]:
    """The invitations of the last day to people who want to be told and do not look at a page."""
    wanted = select(CallSettingsRow.person_id).where(CallSettingsRow.invitations)
    found = select(InvitationRow).where(InvitationRow.invited_at > at - DAY, InvitationRow.person_id.in_(wanted))
    for row in connection.execute(found).all():
        chosen = call_settings_of(connection, row.person_id)
        if chosen and not chosen.is_looking(at):
            about = About(row.person_id, "invitation", row.table_id, row.seat)
            yield DueNotice(about, heard_at(chosen, at), at + DAY)


def _rounds(connection: Connection, at: datetime) -> Iterator[DueNotice]:
    """The rounds of tournaments that have begun within ROUND_NEWS, to people who have not come to their tables yet, and do not look at a page."""
    found = (
        select(TournamentTableRow.table_id, TournamentTableRow.round, SeatRow.person_id)
        .join(TournamentRow, TournamentRow.id == TournamentTableRow.tournament_id)
        .join(SeatRow, SeatRow.table_id == TournamentTableRow.table_id)
        .join(CallSettingsRow, CallSettingsRow.person_id == SeatRow.person_id)
        .where(TournamentRow.phase == "running", ~TournamentTableRow.is_done)
        .where(TournamentTableRow.begun_at > at - ROUND_NEWS, CallSettingsRow.invitations)
        .where(~SeatRow.has_come, SeatRow.level.is_(None))
    )
    for row in connection.execute(found).all():
        chosen = call_settings_of(connection, row.person_id)
        if chosen and not chosen.is_looking(at):
            yield DueNotice(
                About(row.person_id, "round", row.table_id, row.round), heard_at(chosen, at), at + ROUND_NEWS
            )


def _last_calls(connection: Connection, at: datetime) -> Iterator[DueNotice]:
    """The turns of days of which little time is left, of people who want to be told."""
    found = select(TableRow.id, TableRow.agreement, TableRow.deadline, TableRow.awaited)
    found = found.where(TableRow.deadline > at, TableRow.deadline < at + LONGEST_TURN / 4 + 3 * DAY)
    for row in connection.execute(found).all():
        agreement = Agreement.decode(row.agreement)
        if not (agreement.is_for_days and agreement.seconds_a_turn and row.awaited and row.deadline):
            continue
        quarter = moment_before(row.deadline, timedelta(seconds=agreement.seconds_a_turn / 4), agreement.weekends_off)
        seconds = 4 * (row.deadline - quarter).total_seconds()  # as if there were no weekends
        for person in _people_at(connection, row.id, row.awaited, at):
            chosen = call_settings_of(connection, person)
            if chosen and chosen.turns:
                hours = (chosen.quiet_from, chosen.quiet_until, chosen.zone)
                if last_call_at(row.deadline, seconds, *hours) <= at:
                    yield DueNotice(About(person, "last", row.id, minutes_of(row.deadline)), at, row.deadline)


def _people_at(connection: Connection, table_id: str, awaited: int, at: datetime) -> set[str]:
    """The people at the seats that a table waits for, a bit each, but for those who are on vacation."""
    found = select(SeatRow.number, SeatRow.person_id).where(SeatRow.table_id == table_id, SeatRow.level.is_(None))
    found = found.where(or_(SeatRow.off_until.is_(None), SeatRow.off_until <= at))
    return {row.person_id for row in connection.execute(found) if row.person_id and awaited >> row.number & 1}
