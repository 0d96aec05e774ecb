"""Days off: clocks of games of days stand still at agreed weekends and on vacations, over every change of summer time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace as changed
from tests.kit.harness import Harness
from tests.server.tables.test_days import ADA, BEN, TILES, turn
from tests.server.tables.test_decide import NOON, at_table

from jardinet.games.parameters import ParameterError
from jardinet.server.notifications.due import due_notices
from jardinet.server.tables.agreement import DAY, Agreement
from jardinet.server.tables.commands import Play, TakeOff
from jardinet.server.tables.days_off import (
    VACATION_DAYS,
    Pauses,
    Vacation,
    days_left,
    end_after,
    left_until,
    longest_vacation,
    moment_before,
)
from jardinet.server.tables.decide import decide
from jardinet.server.tables.table import TableState
from jardinet.server.tables.vacations import OwnVacation, VacationError, Vacations, vacation_of

PARIS = Pauses("Europe/Paris")
ZONES = ["UTC", "Europe/Paris", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu", "Africa/Cairo", "Asia/Beirut"]


def days(count: float) -> timedelta:
    return timedelta(days=count)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("begun", "left", "end"),
    [
        ("2026-11-25 12:00", 1, "2026-11-26 12:00"),  # Wednesday to Thursday
        ("2026-11-27 12:00", 1, "2026-11-30 12:00"),  # Friday to Monday: Saturday begins at 23:00 UTC
        ("2026-11-28 12:00", 1, "2026-11-30 23:00"),  # whoever is asked on a Saturday has all of Monday
        ("2026-11-27 12:00", 7, "2026-12-08 12:00"),  # over two weekends
        ("2026-03-27 12:00", 1, "2026-03-30 11:00"),  # the clocks go forward on that Sunday, which was off
        ("2026-10-23 12:00", 1, "2026-10-26 13:00"),  # and back on that one
    ],
)
def test_a_clock_stands_still_from_saturday_to_sunday_by_the_clock_on_the_wall(
    begun: str, left: float, end: str
) -> None:
    assert end_after(days(left), at(begun), PARIS) == at(end)
    assert left_until(at(end), at(begun), PARIS) == days(left)
    assert end_after(days(left), at(begun), Pauses()) == at(begun) + days(left)


moments = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
spans = st.timedeltas(timedelta(seconds=1), timedelta(days=40))


@given(moments, spans, st.sampled_from([None, *ZONES]), st.none() | spans)
@example(at("2026-03-27 23:00"), days(14), "Europe/Paris", None)
def test_what_is_left_and_when_it_ends_belong_together(
    begun: datetime, left: timedelta, zone: str | None, off: timedelta | None
) -> None:
    pauses = Pauses(zone, begun + off if off else None)
    end = end_after(left, begun, pauses)
    assert end - begun >= left + (off or timedelta())
    assert left_until(end, begun, pauses) == left
    assert left_until(end, end, pauses) == timedelta()
    quarter = moment_before(end, left, zone)
    assert left_until(end, quarter, Pauses(zone)) == left
    assert quarter <= end - left


def test_a_vacation_lasts_until_its_days_are_spent_and_one_that_has_begun_is_spent() -> None:
    june = at("2026-06-01 08:00")
    assert longest_vacation([], june) == Vacation(june, june + days(VACATION_DAYS))
    short = Vacation(june, june + timedelta(minutes=1))
    assert days_left([short], june) == VACATION_DAYS - 1
    assert longest_vacation([short], june + days(2)) == Vacation(june + days(2), june + days(31))
    spent = [Vacation(june, june + days(29.5))]
    assert (days_left(spent, june + days(29)), longest_vacation(spent, june + days(40))) == (0, None)
    assert days_left(spent, june + days(10)) == 19, "what lies ahead is not spent"


def test_a_new_year_brings_new_days_but_no_vacation_leaps_over_the_end_of_them() -> None:
    spent = [Vacation(at("2026-06-01 08:00"), at("2026-06-26 08:00"))]
    december = at("2026-12-20 08:00")
    assert longest_vacation(spent, december) == Vacation(december, at("2026-12-25 08:00"))
    late = at("2026-12-29 08:00")
    assert longest_vacation(spent, late) == Vacation(
        late, late + days(33)
    )  # three of the old year, thirty of the new one
    assert longest_vacation([Vacation(at("2026-06-01 08:00"), at("2026-07-01 08:00"))], december) is None
    assert days_left(spent, at("2027-01-01 00:00")) == VACATION_DAYS


# At a table --------------------------------------------------------------------------------------

AWAY_UNTIL = NOON + days(10)


def off(table: TableState, person: str, until: datetime, after: float) -> TableState:
    return decide(table, TakeOff(person, until), NOON + days(after), Random(1))


def test_a_clock_goes_on_with_what_was_left_when_its_person_is_back() -> None:
    table = at_table(TILES, ADA, BEN)  # of three days a turn; noon of a Thursday
    away = off(table, ADA, AWAY_UNTIL, 1)
    assert away.deadline == AWAY_UNTIL + days(2)
    back = off(away, ADA, NOON + days(4), 4)
    assert back.deadline == NOON + days(6)
    assert off(away, ADA, AWAY_UNTIL, 5) is away, "it begins once"


def test_the_clocks_of_the_others_run() -> None:
    table = off(at_table(TILES, ADA, BEN), BEN, AWAY_UNTIL, 1)
    assert table.deadline == NOON + days(3)
    assert turn(table, ADA, 2).deadline == AWAY_UNTIL + days(3), "and his begins when he is back"
    played = turn(off(at_table(TILES, ADA, BEN), ADA, AWAY_UNTIL, 1), ADA, 2)
    assert played.deadline == NOON + days(5), "whoever plays although they are away keeps nobody waiting"


def test_where_all_choose_at_once_the_table_waits_for_whoever_is_away() -> None:
    bids = Agreement("maudits_criquets", {}, ["person"] * 2, seed=5, seconds_a_turn=3 * DAY)
    away = off(at_table(bids, ADA, BEN), ADA, AWAY_UNTIL, 1)
    assert away.deadline == AWAY_UNTIL + days(2)
    chosen = decide(away, Play(0, away.ply, ("bid-3",), ADA), NOON + days(2), Random(1))
    assert chosen.deadline == NOON + days(4), "Ada has chosen: Ben has what he had left"
    other = decide(away, Play(1, away.ply, ("bid-3",), BEN), NOON + days(2), Random(1))
    assert other.deadline == away.deadline


def test_at_a_table_for_an_evening_no_clock_stands_still() -> None:
    for agreed in (changed(TILES, seconds_a_turn=60), changed(TILES, seconds_a_turn=None)):
        table = at_table(agreed, ADA, BEN)
        assert off(table, ADA, AWAY_UNTIL, 0).deadline == table.deadline


def test_weekends_are_off_where_that_was_agreed() -> None:
    agreed = changed(TILES, weekends_off="Europe/Paris")
    table = at_table(agreed, ADA, BEN)
    assert NOON.weekday() == 3
    assert table.deadline == NOON + days(5), "Thursday, Friday, and Monday to Tuesday at noon"
    away = off(table, ADA, NOON + days(1), 0.5)
    assert left_until(away.deadline or NOON, NOON + days(1), PARIS) == days(2.5)
    for wrong in (changed(agreed, seconds_a_turn=60), changed(agreed, weekends_off="Europe/Atlantis")):
        with pytest.raises(ParameterError):
            wrong.check()


# At a database -----------------------------------------------------------------------------------


class Calendar:
    """A service whose clock can be moved."""

    def __init__(self, harness: Harness) -> None:
        self.harness, self.passed = harness, timedelta()
        before = harness.database.now
        harness.database.now = lambda: before() + self.passed  # type: ignore[method-assign]
        self.vacations = Vacations(harness.database, harness.service.subscribers, harness.service.do)

    async def game(self, host: str, guest: str, seconds: int = 3 * DAY) -> str:
        agreed = Agreement("lucky_numbers", {}, ["person"] * 2, first="1", seconds_a_turn=seconds)
        table_id = await self.harness.service.open_table(host, "Ada", agreed)
        await self.harness.service.sit(table_id, 1, guest, "Ben")
        return table_id

    async def deadline(self, table_id: str) -> timedelta:
        """How far the deadline of a table is, to a minute."""
        table = await self.harness.service.load(table_id)
        assert table.deadline
        return timedelta(minutes=round((table.deadline - self.harness.service.now()) / timedelta(minutes=1)))


@pytest.mark.anyio
async def test_one_click_begins_a_vacation_at_all_tables_and_another_ends_it(harness: Harness) -> None:
    calendar = Calendar(harness)
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    tables = [await calendar.game(ada, ben) for _table in range(3)]
    assert await vacation_of(harness.database, ada) == OwnVacation(None, VACATION_DAYS)
    calendar.passed = days(1)
    own = await calendar.vacations.begin(ada)
    assert own.until
    assert await calendar.vacations.begin(ada) == own, "again nothing happens"
    assert own.days_left == VACATION_DAYS - 1
    for table_id in tables:
        assert abs(await calendar.deadline(table_id) - (own.until - harness.service.now()) - days(2)) < timedelta(
            minutes=2
        )
        assert (await harness.service.load(table_id)).seats[0].off_until == own.until
        assert (await harness.service.load(table_id)).seats[1].off_until is None
    calendar.passed = days(5)
    assert (await calendar.vacations.end(ada)).until is None
    assert [await calendar.deadline(one) for one in tables] == [days(2)] * 3
    assert await calendar.vacations.end(ada) == await vacation_of(harness.database, ada), "again nothing happens"
    assert (await vacation_of(harness.database, ben)).days_left == VACATION_DAYS


@pytest.mark.anyio
async def test_a_round_brings_it_where_a_process_has_ended_and_to_tables_that_are_new(harness: Harness) -> None:
    calendar = Calendar(harness)
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    await calendar.vacations.begin(ada)
    table_id = await calendar.game(ada, ben)
    assert (await harness.service.load(table_id)).seats[0].off_until is None
    await calendar.vacations.once()
    table = await harness.service.load(table_id)
    assert table.seats[0].off_until
    version = table.version
    await calendar.vacations.once()
    assert (await harness.service.load(table_id)).version == version, "a round in which nothing is new writes nothing"


@pytest.mark.anyio
async def test_no_vacation_begins_when_the_days_are_spent_and_none_begins_by_itself(harness: Harness) -> None:
    calendar = Calendar(harness)
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    begun = harness.service.now()
    calendar.passed = datetime(begun.year + 1, 2, 1, tzinfo=UTC) - begun
    table_id = await calendar.game(ada, ben)
    own = await calendar.vacations.begin(ada)
    calendar.passed += days(31)
    assert own.until
    assert own.until < harness.service.now()
    assert await vacation_of(harness.database, ada) == OwnVacation(None, 0)
    with pytest.raises(VacationError):
        await calendar.vacations.begin(ada)
    assert await calendar.deadline(table_id) == days(2), "it has ended by itself, and the clock runs since then"


@pytest.mark.anyio
async def test_nobody_is_called_on_vacation(harness: Harness) -> None:
    from tests.server.notifications.test_notifier import NEVER_QUIET

    from jardinet.server.notifications.chosen import ask_for_mail, confirm_mail, keep_call_settings

    calendar = Calendar(harness)
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    now = harness.service.now()

    def called(connection: object) -> None:
        keep_call_settings(connection, ada, NEVER_QUIET, now)  # type: ignore[arg-type]
        confirm_mail(connection, ask_for_mail(connection, ada, "ada@example.org", now), now)  # type: ignore[arg-type]

    await harness.database.write(called)
    await calendar.game(ada, ben)
    calendar.passed = days(2.5)
    due = await harness.database.read(lambda one: due_notices(one, harness.service.now()))
    assert [one.about.kind for one in due] == ["last"]
    await calendar.vacations.begin(ada)
    assert await harness.database.read(lambda one: due_notices(one, harness.service.now())) == []
    await calendar.vacations.end(ada)
    due = await harness.database.read(lambda one: due_notices(one, harness.service.now()))
    assert [one.about.kind for one in due] == ["last"]
