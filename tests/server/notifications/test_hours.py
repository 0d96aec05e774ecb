"""Hours by somebody's own clock: digests, quiet hours and last calls, also where a summer begins and ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.server.notifications.hours import last_call_at, next_at, quiet_span
from jardinet.server.tables.days_off import zones

ZONES = ("UTC", "Europe/Paris", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia")
TIMES = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
HOURS = st.integers(0, 23)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "after", "hour", "expected"),
    [
        ("Europe/Paris", "2026-03-28 12:00", 2, "2026-03-29 01:00"),  # no 2 o'clock on that day: what would be it
        ("Europe/Paris", "2026-10-24 12:00", 2, "2026-10-25 00:00"),  # two of them: the first
        ("Europe/Paris", "2026-10-25 00:30", 2, "2026-10-26 01:00"),  # not the second
        ("Asia/Kathmandu", "2026-11-29 00:00", 9, "2026-11-29 03:15"),
    ],
)
def test_where_a_summer_begins_and_ends_each_day_has_one_digest(
    zone: str, after: str, hour: int, expected: str
) -> None:
    assert next_at(hour, zone, at(after)) == at(expected)


@given(TIMES, HOURS, st.sampled_from(ZONES))
def test_the_next_time_is_later_and_within_a_day_or_so(after: datetime, hour: int, zone: str) -> None:
    found = next_at(hour, zone, after)
    assert timedelta() < found - after <= timedelta(hours=26)
    local = found.astimezone(ZoneInfo(zone))
    assert local.hour in (hour, hour + 1)  # the hour after where it does not exist


@given(TIMES, HOURS, HOURS, st.sampled_from(ZONES))
def test_a_time_is_quiet_exactly_between_its_hours(moment: datetime, start: int, end: int, zone: str) -> None:
    span = quiet_span(start, end, zone, moment)
    local = moment.astimezone(ZoneInfo(zone))
    usual = start <= local.hour < end if start < end else local.hour >= start or local.hour < end
    days = (local.replace(tzinfo=None) + timedelta(days=k) for k in (-1, 0, 1))
    if len({day.replace(tzinfo=ZoneInfo(zone)).utcoffset() for day in days}) == 1:  # no change of the clocks nearby
        assert (span is not None) == (start != end and usual)
    if span:
        assert span[0] <= moment < span[1]


@given(TIMES, st.sampled_from([1, 3, 7, 14]), HOURS, HOURS, st.sampled_from(ZONES))
def test_a_last_call_is_heard_before_the_deadline(
    deadline: datetime, days: int, start: int, end: int, zone: str
) -> None:
    seconds = days * 86400
    called = last_call_at(deadline, seconds, start, end, zone)
    assert deadline - timedelta(seconds=seconds / 4, hours=26) <= called < deadline
    span = quiet_span(start, end, zone, called)
    assert span is None or start == end


def test_zones_are_places() -> None:
    assert {"Europe/Paris", "America/Argentina/Buenos_Aires", "UTC"} <= set(zones())
    assert not any(name.startswith(("Etc/", "posix/")) for name in zones())
