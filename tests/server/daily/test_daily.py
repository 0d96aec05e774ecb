"""Deals of the day at a database: promised once, begun once by everybody, and compared."""

from __future__ import annotations

import asyncio
import re
from datetime import date, timedelta

import pytest
from sqlalchemy import Connection, func, insert, select
from tests.kit.harness import Harness
from tests.server.tables.test_lists import plans_of

from jardinet.server.daily.daily import Daily, NoSuchDealError
from jardinet.server.daily.dealer import DAYS_AHEAD, Dealer, daily_games
from jardinet.server.operation.admin import close
from jardinet.server.people.along import take_along
from jardinet.server.people.blocks import block
from jardinet.server.people.forgetting import forget
from jardinet.server.storage.daily_models import DailyDealRow, DailyPlayRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow, TableRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import told_at
from jardinet.server.tables.daily import begins_at, day_at
from jardinet.server.tables.daily_results import DailyScore
from jardinet.server.tables.errors import NotYoursError
from jardinet.server.tables.service import TableService

pytestmark = pytest.mark.anyio

GAME = "lucky_numbers"


class Day:
    """Deals of the day at a database, whose clock can be moved; no bot has played them."""

    def __init__(self, harness: Harness) -> None:
        self.harness, self.passed = harness, timedelta()
        before = harness.database.now
        harness.database.now = lambda: before() + self.passed  # type: ignore[method-assign]
        self.dealer, self.daily = Dealer(harness.database), Daily(harness.database, harness.service)

    @property
    def today(self) -> date:
        return day_at(self.harness.database.now())

    def pass_until_told(self, day: date) -> None:
        """Let a day be over everywhere."""
        self.passed += told_at(day) - self.harness.database.now() + timedelta(seconds=1)

    async def played(self, name: str, day: date | None = None) -> tuple[str, str]:
        """Somebody who has played a deal to its end, and their table."""
        person = await self.harness.person(name)
        table_id = await self.daily.begin(person, name, GAME, day or self.today)
        await self.harness.play_to_its_end(table_id)
        return person, table_id


@pytest.fixture
async def day(harness: Harness) -> Day:
    one = Day(harness)
    await one.dealer.start()
    return one


async def count_of(database: Database, row: type[DailyDealRow | DailyPlayRow | TableRow]) -> int:
    found = select(func.count()).select_from(row)
    return await database.read(lambda connection: connection.scalar(found) or 0)


async def test_deals_are_promised_days_before_and_never_changed(day: Day) -> None:
    promised = {ahead: await day.daily.deal(GAME, day.today + timedelta(days=ahead)) for ahead in range(DAYS_AHEAD + 1)}
    assert len({deal.commitment for deal in promised.values() if deal}) == DAYS_AHEAD + 1
    assert await day.daily.deal(GAME, day.today + timedelta(days=DAYS_AHEAD + 1)) is None
    tomorrow = day.today + timedelta(days=1)
    await day.dealer.start()
    day.passed += timedelta(days=1)
    await day.dealer.start()
    kept = await day.daily.deal(GAME, tomorrow)
    assert kept
    assert promised[1]
    assert (kept.commitment, kept.made_at, kept.secret) == (promised[1].commitment, promised[1].made_at, "")
    assert kept.made_at < begins_at(tomorrow)
    day.pass_until_told(tomorrow)
    told = await day.daily.deal(GAME, tomorrow)
    assert told
    assert len(told.secret) == 64


async def test_of_two_processes_that_promise_at_once_one_does(url: str, harness: Harness) -> None:
    async with Database.open(url) as other:
        await asyncio.gather(Dealer(harness.database).start(), Dealer(other).start())
        told = [await Daily(one, TableService(one)).deal(GAME, day_at(one.now())) for one in (harness.database, other)]
        assert told[0] == told[1]
        assert await count_of(other, DailyDealRow) == len(daily_games()) * (DAYS_AHEAD + 1)


async def test_who_begins_twice_at_once_has_one_table(url: str, day: Day) -> None:
    ada, harness = await day.harness.person("Ada"), day.harness
    async with Database.open(url) as other:
        elsewhere = Daily(other, TableService(other))
        begins = [one.begin(ada, "Ada", GAME, day.today) for one in (day.daily, elsewhere, day.daily, elsewhere)]
        assert len(set(await asyncio.gather(*begins))) == 1
        assert await count_of(harness.database, TableRow) == 1
        assert await count_of(harness.database, DailyPlayRow) == 1


async def test_a_day_that_has_not_come_cannot_be_begun(day: Day) -> None:
    ada = await day.harness.person("Ada")
    for later, why in ((1, "has not come"), (DAYS_AHEAD + 1, "no deal of")):
        with pytest.raises(NoSuchDealError, match=why):
            await day.daily.begin(ada, "Ada", GAME, day.today + timedelta(days=later))
    assert await count_of(day.harness.database, TableRow) == 0


async def test_nobody_adds_a_word_and_the_same_deck_lies_at_every_table(day: Day) -> None:
    tables = [await day.harness.service.load((await day.played(name))[1]) for name in ("Ada", "Ben")]
    games = [table.games[0] for table in tables]
    assert games[0].deal == games[1].deal
    assert games[0].nonces == ()
    assert games[0].moves == games[1].moves
    for table in tables:
        assert not table.agreement.has_hints
        assert not table.agreement.has_take_back
        assert table.public_deal(table.games[0], day.harness.database.now()).secret is None
        assert table.public_deal(table.games[0]).secret is None
        assert table.public_deal(table.games[0], told_at(day.today)).secret is not None


async def test_the_list_of_a_day_has_the_best_first_and_equal_results_share_a_place(day: Day) -> None:
    scores = [DailyScore(0.0, -3, 15), DailyScore(1.0, 2, 21), DailyScore(0.5, 2, 30), DailyScore(1.0, 2, 18)]
    names = [*(await fill(day, scores)), *(await fill(day, scores[1:2]))]
    ranks = await day.daily.ranks(GAME, day.today, None)
    assert [(one.place, one.name, one.score.turns) for one in ranks] == [
        (1, names[3], 18),
        (2, names[1], 21),
        (2, names[4], 21),
        (4, names[2], 30),
        (5, names[0], 15),
    ]


async def fill(day: Day, scores: list[DailyScore]) -> list[str]:
    """Note scores of somebody new each; returns their names."""
    names = []
    for number, score in enumerate(scores):
        name = f"{score.turns}-{number}-{await count_of(day.harness.database, DailyPlayRow)}"
        person, at = await day.harness.person(name), day.harness.database.now()
        row = {"person_id": person, "played": GAME, "day": day.today, "table_id": "gone", "begun_at": at}
        row |= {"ended_at": at, **score._asdict(), "standing": score.standing}
        await day.harness.database.write(lambda connection, row=row: connection.execute(insert(DailyPlayRow), row))  # type: ignore[misc]
        names.append(name)
    return names


async def test_who_is_blocked_or_was_deleted_stands_in_no_list(day: Day) -> None:
    people = {name: (await day.played(name))[0] for name in ("Ada", "Ben", "Cleo")}
    harness = day.harness
    at = harness.database.now()
    await harness.database.write(lambda connection: block(connection, people["Ada"], people["Ben"], at))

    async def names(reader: str | None) -> set[str]:
        return {one.name for one in await day.daily.ranks(GAME, day.today, reader)}

    assert await names(people["Ada"]) == {"Ada", "Cleo"}
    assert await names(people["Ben"]) == {"Ben", "Cleo"}
    assert await names(None) == {"Ada", "Ben", "Cleo"}
    await forget(harness.database, harness.service, people["Cleo"])
    assert await names(None) == {"Ada", "Ben"}
    assert await day.daily.play_of(people["Cleo"], GAME, day.today) is None


async def test_a_result_outlives_its_table(day: Day) -> None:
    ada, table_id = await day.played("Ada")
    before = await day.daily.play_of(ada, GAME, day.today)
    await day.harness.database.write(lambda connection: close(connection, table_id))
    after = await day.daily.play_of(ada, GAME, day.today)
    assert before
    assert after == before._replace(has_table=False)
    assert [one.name for one in await day.daily.ranks(GAME, day.today, None)] == ["Ada"]


async def test_what_ends_after_the_secret_is_told_is_played_later(day: Day) -> None:
    past = day.today
    ada = await day.harness.person("Ada")
    table_id = await day.daily.begin(ada, "Ada", GAME, past)
    day.pass_until_told(past)
    await day.harness.play_to_its_end(table_id)
    own = await day.daily.play_of(ada, GAME, past)
    assert own
    assert own.score
    assert (own.is_late, own.counts) == (True, False)
    assert await day.daily.ranks(GAME, past, ada) == []
    ben, _ = await day.played("Ben", past)
    assert (await day.daily.calendar(ben, GAME, past, past))[past] is False
    assert (await day.daily.calendar(None, GAME, past, past))[past] is None


async def test_what_a_bot_plays_in_somebodys_place_does_not_count(day: Day) -> None:
    ada = await day.harness.person("Ada")
    table_id = await day.daily.begin(ada, "Ada", GAME, day.today)
    service = day.harness.service
    await service.do(table_id, commands.GiveUp(ada))
    async with day.harness.with_bots():
        while not (await service.load(table_id)).is_over:
            await asyncio.sleep(0.01)
    own = await day.daily.play_of(ada, GAME, day.today)
    assert own
    assert own.score
    assert (own.counts, own.is_late) == (False, False)


async def test_the_seat_at_a_deal_of_the_day_is_nobody_elses(day: Day) -> None:
    ada, eve = await day.harness.person("Ada"), await day.harness.person("Eve")
    table = await day.harness.service.load(await day.daily.begin(ada, "Ada", GAME, day.today))
    with pytest.raises(NotYoursError, match="is its person's alone"):
        await day.harness.service.move_in(table.key_of(0), eve)


async def test_a_guest_who_signs_in_takes_their_deal_along_unless_they_have_begun_it_as_themselves(day: Day) -> None:
    harness = day.harness
    guest, table_id = await day.played("Guest")
    ada = await harness.person("Ada")
    await take_along(harness.database, harness.service, guest, ada, "Ada")
    own = await day.daily.play_of(ada, GAME, day.today)
    assert own
    assert own.table_id == table_id
    other, _ = await day.played("Other")
    await take_along(harness.database, harness.service, other, ada, "Ada")
    again = await day.daily.play_of(ada, GAME, day.today)
    assert again == own


async def test_the_list_and_the_calendar_are_found_by_an_index_among_many(day: Day) -> None:
    """The plan of each query names an index, and nothing is read from end to end, or sorted."""
    ada = await day.harness.person("Ada")
    await day.harness.database.write(lambda connection: fill_days(connection, day.today, ada))
    first = day.today - timedelta(days=30)
    for query in (
        lambda: day.daily.ranks(GAME, day.today, ada),
        lambda: day.daily.calendar(ada, GAME, first, day.today),
        lambda: day.daily.earliest(GAME),
        lambda: day.daily.play_of(ada, GAME, day.today),
        lambda: day.harness.database.read(day.dealer._next_to_play),
    ):
        plans = await plans_of(day.harness, query)
        assert plans
        for plan in plans:
            assert not re.search(r"SCAN (daily|people)|Seq Scan on (daily|people)|FOR ORDER BY|Sort", plan), plan


def fill_days(connection: Connection, today: date, person: str) -> None:
    """Results of a hundred people on as many days."""
    at = begins_at(today)
    people = [f"p{k}" for k in range(100)]
    connection.execute(insert(PersonRow), [{"id": one, "name": "Ben", "created_at": at} for one in people])
    rows = [
        {"person_id": one, "played": GAME, "day": today - timedelta(days=k), "table_id": "gone", "begun_at": at}
        | {"ended_at": at, "share": 1.0, "points": 2, "turns": k, "standing": k}
        for one in [*people, person]
        for k in range(50)
    ]
    connection.execute(insert(DailyPlayRow), rows)


async def test_the_bot_plays_every_deal_in_a_persons_place(day: Day) -> None:
    rounds = 0
    while await day.dealer.once() == 0.0:
        rounds += 1
    assert rounds == len(daily_games()) * (DAYS_AHEAD + 1)
    deal = await day.daily.deal(GAME, day.today)
    assert deal
    assert deal.bot
    assert deal.bot.turns > 4
