"""Days off: when the clocks of games that take days stand still, at weekends where that is agreed, and while somebody is on vacation.

A weekend lasts from Saturday to Sunday, midnight to midnight by the clock on the wall of a time zone. Nothing here reads a clock.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from jardinet.games.parameters import ParameterError

VACATION_DAYS = 30  # of a person in a year
DAY = timedelta(days=1)
_SATURDAY, _NO_TIME = 5, timedelta()
_NO_PLACES = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@cache
def zones() -> tuple[str, ...]:
    """The names of the time zones that people can choose, in order; only places, and UTC."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith(_NO_PLACES)))


def check_zone(name: str) -> None:
    """Raise ParameterError if nobody can choose a time zone of that name."""
    if name not in zones():
        raise ParameterError(
            "call-zone", "{zone!r} is no time zone known here: it must be like Europe/Paris, or UTC.", zone=name[:64]
        )


class Pauses(NamedTuple):
    """When a clock stands still.

    Attributes:
        zone: by the time of which weekends are off; None: they are not.
        until: when the vacation ends of those who are awaited; None: none of them is on one.
    """

    zone: str | None = None
    until: datetime | None = None


def end_after(left: timedelta, at: datetime, pauses: Pauses) -> datetime:
    """When a clock that has so much time left at a moment comes to its end.

    >>> friday = datetime(2026, 11, 27, 12, tzinfo=UTC)
    >>> end_after(timedelta(days=1), friday, Pauses("Europe/Paris")).isoformat()
    '2026-11-30T12:00:00+00:00'
    """
    at = max(at, pauses.until or at)
    if pauses.zone is None:
        return at + left
    while True:
        begin, end = _weekend(at, pauses.zone)
        if at < begin:
            if at + left <= begin:
                return at + left
            left -= begin - at
        at = end


def left_until(deadline: datetime, at: datetime, pauses: Pauses) -> timedelta:
    """For how long a clock runs from a moment until its end; the inverse of `end_after`."""
    at = max(at, pauses.until or at)
    if pauses.zone is None or at >= deadline:
        return max(_NO_TIME, deadline - at)
    left = _NO_TIME
    while at < deadline:
        begin, end = _weekend(at, pauses.zone)
        left += max(_NO_TIME, min(begin, deadline) - at)
        at = end
    return left


def moment_before(deadline: datetime, left: timedelta, zone: str | None) -> datetime:
    """When so much time is left of a clock that comes to its end at a deadline; vacations are not reckoned with.

    >>> monday = datetime(2026, 11, 30, 12, tzinfo=UTC)
    >>> moment_before(monday, timedelta(days=1), "Europe/Paris").isoformat()
    '2026-11-27T12:00:00+00:00'
    """
    at = deadline
    while zone is not None:
        begin, end = _weekend(at - timedelta(microseconds=1), zone)
        if begin >= at:  # the one before
            begin, end = _weekend(begin - 7 * DAY + timedelta(hours=12), zone)
        if at > end:
            if at - left >= end:
                break
            left -= at - end
        at = begin
    return at - left


def _weekend(at: datetime, zone: str) -> tuple[datetime, datetime]:
    """When the weekend begins and ends in which a moment lies, or else the next one, in UTC."""
    place = ZoneInfo(zone)
    day = at.astimezone(place).date()
    saturday = day + timedelta(days=_SATURDAY - day.weekday())
    return _midnight(saturday, place), _midnight(saturday + timedelta(days=2), place)


def _midnight(day: date, place: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=place).astimezone(UTC)


# Vacations ---------------------------------------------------------------------------------------


class Vacation(NamedTuple):
    """Vacation of somebody: since when, and until when it has lasted, or will last at most."""

    begun_at: datetime
    until: datetime

    def days(self) -> list[datetime]:
        """When each of its days has begun: one that has begun is spent."""
        count = max(1, -((self.begun_at - self.until) // DAY))
        return [self.begun_at + day * DAY for day in range(count)]


def days_left(taken: list[Vacation], at: datetime) -> int:
    """How many days of vacation somebody has left in the year of a moment (UTC); those that lie ahead in a vacation are not spent yet."""
    spent = sum(day.year == at.year and day <= at for one in taken for day in one.days())
    return max(0, VACATION_DAYS - spent)


def longest_vacation(taken: list[Vacation], at: datetime) -> Vacation | None:
    """The vacation that may begin at a moment, until the days of its year are spent; None: they are."""
    spent, day = [one for vacation in taken for one in vacation.days()], at
    while sum(one.year == day.year for one in spent) < VACATION_DAYS:
        spent.append(day)
        day += DAY
    return Vacation(at, day) if day > at else None
