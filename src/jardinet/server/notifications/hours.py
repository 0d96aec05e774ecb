"""Hours of somebody's day: their digest, their quiet hours, and when a last call can still be heard.

Everything is reckoned by the clock on their wall: where a summer begins an hour does not exist, and counts as the next one.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

NEAR_END = timedelta(minutes=5)  # before a deadline: too late to be called


def next_at(hour: int, zone: str, after: datetime) -> datetime:
    """The next time after `after` when it is that hour by the clock of a zone, in UTC.

    >>> next_at(9, "Europe/Paris", datetime(2026, 3, 28, 8, 0, tzinfo=UTC)).isoformat()
    '2026-03-29T07:00:00+00:00'
    """
    place = ZoneInfo(zone)
    local = after.astimezone(place)
    day = local.date()
    while (found := datetime(day.year, day.month, day.day, hour, tzinfo=place).astimezone(UTC)) <= after:
        day += timedelta(days=1)
    return found


def quiet_span(quiet_from: int, quiet_until: int, zone: str, at: datetime) -> tuple[datetime, datetime] | None:
    """When the quiet hours in which `at` lies began, and when they end, in UTC; None: it lies in none.

    >>> span = quiet_span(22, 8, "Europe/Berlin", datetime(2026, 11, 29, 23, tzinfo=UTC))
    >>> [one.isoformat() for one in span or ()]
    ['2026-11-29T21:00:00+00:00', '2026-11-30T07:00:00+00:00']
    """
    if quiet_from == quiet_until:
        return None
    end = next_at(quiet_until, zone, at)
    began = next_at(quiet_from, zone, end - timedelta(hours=25))
    while (later := next_at(quiet_from, zone, began)) < end:
        began = later
    return (began, end) if began <= at else None


def last_call_at(deadline: datetime, seconds: float, quiet_from: int, quiet_until: int, zone: str) -> datetime:
    """When somebody is called for the last time before a deadline: when a quarter of `seconds` is left.

    If that is in their quiet hours: after these, or, if the deadline comes before, when they begin.
    """
    at = deadline - timedelta(seconds=seconds / 4)
    span = quiet_span(quiet_from, quiet_until, zone, at)
    if span is None:
        return at
    began, end = span
    return end if end < deadline - NEAR_END else began - NEAR_END
