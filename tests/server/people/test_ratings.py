"""Rated tables: who may sit there, what is shut until the end, and ratings that any process makes alike."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, insert, select, text, update
from tests.kit.harness import Harness
from tests.kit.waiting import UNHURRIED

from jardinet.analysis.results import doing_of
from jardinet.games.parameters import GameError, ParameterError
from jardinet.server.analyses.runner import AnalysisRunner, can_be_analysed
from jardinet.server.operation.admin import close
from jardinet.server.people.forgetting import forget, tables_left
from jardinet.server.people.practice import progress_of
from jardinet.server.people.ratings import Ratings, gains_of, ratings_of, rerate
from jardinet.server.people.results import every_result_of
from jardinet.server.storage.account_models import WayRow
from jardinet.server.storage.models import PersonRow, now
from jardinet.server.storage.rating_models import RatedRow, RatingChangeRow, RatingRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import NotYoursError, StaleError
from jardinet.server.tables.table import MOST_TIMEOUTS

pytestmark = pytest.mark.anyio

LN, MC = "lucky_numbers", "maudits_criquets"
RATED = Agreement(MC, {}, ["person", "person"], seconds_a_turn=600, rated=True)
MATCH = Agreement(MC, {}, ["person", "person"], seconds_a_turn=600, tie="shared", rated=True)
MAY = datetime(2026, 5, 1, 8, tzinfo=UTC)


async def known(harness: Harness, name: str) -> str:
    """Somebody who has a way back; returns their id."""
    person = await harness.person(name)

    def job(connection: Any) -> None:
        connection.execute(update(PersonRow).where(PersonRow.id == person).values(devices_since=now()))
        row = {"person_id": person, "kind": "sheet", "proof": secrets.token_hex(32), "made_at": now()}
        connection.execute(insert(WayRow), row)

    await harness.database.write(job)
    return person


async def begun(harness: Harness, agreement: Agreement = RATED) -> tuple[str, str, str]:
    ada, ben = await known(harness, "Ada"), await known(harness, "Ben")
    table_id = await harness.service.open_table(ada, "Ada", agreement)
    await harness.service.sit(table_id, 1, ben, "Ben")
    return ada, ben, table_id


async def play_a_game(harness: Harness, table_id: str, *, leaver: str | None = None) -> None:
    """Play until a game of the table is over: everybody for themselves, but for a leaver, whose time is always up."""
    while not (await harness.service.load(table_id)).is_game_over:
        await play_once(harness, table_id, leaver=leaver)


async def play_once(harness: Harness, table_id: str, *, leaver: str | None = None) -> None:
    """Play for the first seat that is awaited: see `play_a_game`."""
    table = await harness.service.load(table_id)
    seat, state = table.awaited()[0], table.state
    assert state
    person = table.seats[seat].person
    played = (state.action_to_string(seat, state.legal_actions(seat)[0]),)
    await harness.service.do(table_id, commands.Play(seat, table.ply, played, None if person == leaver else person))


async def rows_of(harness: Harness, *kinds: Any) -> list[Any]:
    def read(connection: Any) -> list[Any]:
        found = []
        for kind in kinds:
            found += connection.execute(select(kind).order_by(*kind.__table__.primary_key)).all()
        return [tuple(row) for row in found]

    return await harness.database.read(read)


async def rate(harness: Harness) -> None:
    await Ratings(harness.database, harness.changes.append).once()


async def note(
    harness: Harness, hours: float, *people: str, played: str = MC, table: str = "", number: int = 1, games: int = 1
) -> None:
    """The facts of a rated game that ended so many hours after MAY, its people in the order of their places."""
    rows = [
        {
            "table_id": table or f"t{hours}",
            "game": number,
            "seat": seat,
            "played": played,
            "ended_at": MAY + timedelta(hours=hours),
            "games": games,
            "person_id": person,
            "place": seat + 1,
            "plays": 9,
            "stood_in": 0,
        }
        for seat, person in enumerate(people)
    ]
    await harness.database.write(lambda connection: connection.execute(insert(RatedRow), rows))


# What is agreed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seats": ["person", "casual"]}, "for people"),
        ({"hints": True}, "no hints"),
        ({"seconds_a_turn": None}, "time to think"),
        ({"first": "host"}, "chance decides who begins"),
        ({"parameters": {"crops": 2, "copies": 4}}, "usual rules"),
        ({"game": LN, "parameters": {"edition": "5-vor-12"}}, "usual rules"),
    ],
)
def test_what_would_not_be_fair_cannot_be_rated(changed: dict[str, Any], told: str) -> None:
    agreed = {name: getattr(RATED, name) for name in RATED.__struct_fields__}
    with pytest.raises(ParameterError, match=told):
        Agreement(**{**agreed, **changed}).check()


def test_a_match_a_bank_of_time_and_the_usual_parameters_may_be_rated() -> None:
    MATCH.check()
    Agreement(LN, {"edition": "tiki"}, ["person"] * 4, seconds_a_turn=86400, rated=True).check()


# Who may sit there ----------------------------------------------------------------------------


async def test_only_who_has_a_way_back_sits_at_a_rated_table(harness: Harness) -> None:
    guest, ada = await harness.person("Eve"), await known(harness, "Ada")
    with pytest.raises(NotYoursError, match="way back"):
        await harness.service.open_table(guest, "Eve", RATED)
    table_id = await harness.service.open_table(ada, "Ada", RATED)
    with pytest.raises(NotYoursError, match="way back"):
        await harness.service.sit(table_id, 1, guest, "Eve")
    assert (await harness.service.load(table_id)).free_seats() == [1]


async def test_nobody_sits_there_twice_and_no_bot_takes_a_free_seat(harness: Harness) -> None:
    ada = await known(harness, "Ada")
    table_id = await harness.service.open_table(ada, "Ada", RATED)
    with pytest.raises(NotYoursError, match="own device"):
        await harness.service.sit(table_id, 1, ada, "Ben", beside=True)
    with pytest.raises(NotYoursError, match="for people"):
        await harness.service.seat_bot(table_id, 1, ada, "skilled")
    with pytest.raises(NotYoursError, match="own device"):
        await harness.service.open_table(ada, "Ada", RATED, {1: "Ben"})


async def test_no_program_sits_or_plays_there(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness)
    table = await harness.service.load(table_id)
    legal = table.agreement.load(0).new_initial_state().legal_actions(0)
    with pytest.raises(NotYoursError, match="no program"):
        await harness.service.do(table_id, commands.Play(0, table.ply, (str(legal),), ada, by_program=True))
    for sits in (True, False):
        with pytest.raises(NotYoursError, match="no program"):
            await harness.service.open_table(ada, "Ada", RATED, by_program=True, sits=sits)
    open_id = await harness.service.open_table(ada, "Ada", RATED)
    await harness.service.invite(open_id, 1, ada, ben)
    with pytest.raises(NotYoursError, match="no program"):
        await harness.service.accept(open_id, ben, "Ben", by_program=True)
    with pytest.raises(NotYoursError, match="no program"):
        await harness.service.sit(open_id, 1, ben, "Ben", by_program=True)
    with pytest.raises(NotYoursError, match="way back"):
        await harness.service.do(open_id, commands.Sit(1, ben, "Ben"))


async def test_a_seat_s_link_opens_it_for_nobody_else(harness: Harness) -> None:
    ada, _ben, table_id = await begun(harness)
    stranger = await known(harness, "Eve")
    key = (await harness.service.load(table_id)).key_of(0)
    with pytest.raises(NotYoursError, match="sign in"):
        await harness.service.move_in(key, stranger)
    assert await harness.service.move_in(key, ada) == table_id


async def test_a_rematch_is_rated_and_waits_until_everybody_has_come(harness: Harness) -> None:
    ada, _ben, table_id = await begun(harness)
    await play_a_game(harness, table_id)
    again = await harness.service.load(await harness.service.rematch(table_id, ada))
    assert again.agreement.rated and again.is_offer and again.deadline is None


@pytest.mark.parametrize("leaver", [0, 1], ids=["the host is gone", "the other is gone"])
@pytest.mark.parametrize("agreement", [RATED, Agreement(MC, {}, ["person", "person"])], ids=["rated", "not rated"])
async def test_a_rematch_with_somebody_who_was_deleted_waits_for_somebody_else(
    harness: Harness, leaver: int, agreement: Agreement
) -> None:
    *people, table_id = await begun(harness, agreement)
    await play_a_game(harness, table_id)
    while await forget(harness.database, harness.service, people[leaver]):
        pass
    stays = people[1 - leaver]
    again = await harness.service.load(await harness.service.rematch(table_id, stays))
    assert (again.free_seats(), again.host, again.agreement.rated) == ([leaver], stays, agreement.rated)
    cleo = await known(harness, "Cleo")
    begun_again = await harness.service.sit(again.id, leaver, cleo, "Cleo")
    assert begun_again.game and not begun_again.is_offer
    await play_a_game(harness, again.id)
    over = await harness.service.load(again.id)
    assert await harness.service.earlier_winners(over) == []  # Cleo has won and lost nothing before
    follower = await harness.service.load(await harness.service.rematch(again.id, cleo))
    await harness.service.come(follower, stays)
    await play_a_game(harness, follower.id)
    assert await harness.service.earlier_winners(await harness.service.load(follower.id)) == [over.winners]
    assert await tables_left(harness.database, people[leaver]) == 0


async def test_no_host_lets_a_bot_lose_for_somebody_whose_page_is_closed(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness, replace(RATED, seconds_a_turn=86400))
    with pytest.raises(StaleError, match="time to think"):
        await harness.service.seat_bot(table_id, 1, ada, "skilled")
    assert (await harness.service.load(table_id)).seats[1].level is None
    await harness.service.seat_bot(table_id, 1, ben, "skilled")  # their own seat is theirs


async def test_no_bot_accepts_a_rated_rematch_for_somebody(harness: Harness) -> None:
    ada, _ben, table_id = await begun(harness)
    await play_a_game(harness, table_id)
    again = await harness.service.rematch(table_id, ada)
    with pytest.raises(StaleError, match="time to think"):
        await harness.service.seat_bot(again, 1, ada, "skilled")
    assert (await harness.service.load(again)).is_offer


async def test_a_host_lets_a_bot_play_for_somebody_whose_time_is_up_again_and_again(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness)
    while (await harness.service.load(table_id)).seats[1].timeouts < MOST_TIMEOUTS:
        await play_once(harness, table_id, leaver=ben)
    await harness.service.seat_bot(table_id, 1, ada, "skilled")
    assert (await harness.service.load(table_id)).seats[1].level == "skilled"


# What follows ---------------------------------------------------------------------------------


async def test_a_finished_game_changes_the_ratings_of_those_who_played(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness)
    table = await harness.service.load(table_id)
    before = await harness.service.ratings(table)
    assert before and [seat and seat.rating.games for seat in before.seats] == [0, 0]
    assert (before.is_rated, before.counts, before.is_full) == (False, False, False)
    await play_a_game(harness, table_id)
    await rate(harness)
    assert table_id in harness.changes
    winners = (await harness.service.load(table_id)).winners
    rated = [(await ratings_of(harness.database, person, harness.database.now()))[MC] for person in (ada, ben)]
    assert [one.games for one in rated] == [1, 1]
    assert rated[0].value - 1500 == pytest.approx(1500 - rated[1].value, abs=0.001)
    if len(winners) == 1:
        assert rated[winners[0]].value > 1500
    told = await harness.service.ratings(await harness.service.load(table_id))
    assert told and told.is_rated and told.counts
    assert [seat and seat.gained for seat in told.seats] == [pytest.approx(one.value - 1500) for one in rated]
    assert await gains_of(harness.database, ada) == {MC: [pytest.approx(rated[0].value - 1500)]}


async def test_a_game_that_is_not_rated_leaves_no_trace(harness: Harness) -> None:
    ada, ben = await known(harness, "Ada"), await known(harness, "Ben")
    agreement = Agreement(MC, {"crops": 2, "copies": 4}, ["person", "person"])
    table_id = await harness.service.open_table(ada, "Ada", agreement)
    await harness.service.sit(table_id, 1, ben, "Ben")
    await play_a_game(harness, table_id)
    assert await harness.service.ratings(await harness.service.load(table_id)) is None
    assert await rows_of(harness, RatedRow) == []


async def test_whose_time_was_always_up_has_left_and_loses(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness)
    await play_a_game(harness, table_id, leaver=ben)
    await rate(harness)
    found = {row[6]: row for row in await rows_of(harness, RatedRow)}
    assert found[ada][9:] == (0, None) and found[ben][9:] == (found[ben][8], "skilled")
    assert (await ratings_of(harness.database, ben, harness.database.now()))[MC].value < 1500


async def test_of_a_rated_match_nothing_is_analysed_before_its_last_game_is_over(harness: Harness) -> None:
    ada, _ben, table_id = await begun(harness, MATCH)
    await play_a_game(harness, table_id)
    table = await harness.service.load(table_id)
    assert table.game and table.is_game_over and not table.is_over
    assert not can_be_analysed(table, table.game)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        await runner.explain(table, table.game)
        (one,) = await every_result_of(harness.database, ada)
        assert (one.game, one.decisions, one.errors, one.luck, one.adjusted, one.kinds) == (
            1,
            None,
            None,
            None,
            None,
            {},
        )
        (doing,) = doing_of([one])
        assert (doing.balance.games, doing.judged, doing.luck, doing.rate) == (1, 0, 0.0, None)
        assert not await progress_of(harness.database, ada)
    await harness.service.do(table_id, commands.BeginNext(ada))
    await play_a_game(harness, table_id)
    table = await harness.service.load(table_id)
    assert table.is_over and all(can_be_analysed(table, game) for game in table.games)
    await rate(harness)
    assert (await ratings_of(harness.database, ada, harness.database.now()))[MC].games == 2


async def test_two_who_have_played_five_times_today_are_told_beforehand(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness)
    table, at = await harness.service.load(table_id), harness.database.now()
    for number in range(6):
        told = await harness.service.ratings(table)
        assert told and told.is_full == (number == 5)
        await note(harness, hours_until(last_midnight(at)) + number / 10_000, ada, ben)
        await rate(harness)
    assert (await ratings_of(harness.database, ada, at))[MC].games == 5


def hours_until(at: datetime) -> float:
    return (at - MAY) / timedelta(hours=1)


def last_midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


async def is_full(harness: Harness, table_id: str) -> bool:
    told = await harness.service.ratings(await harness.service.load(table_id))
    assert told
    return told.is_full


async def test_a_match_is_told_to_count_or_not_by_the_day_on_which_its_first_game_ended(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness, MATCH)
    midnight = hours_until(last_midnight(harness.database.now()))
    for number in (1, 2):  # two matches of yesterday evening, of which the second games ended today
        for table in ("late", "later"):
            await note(harness, midnight - 2 + number, ada, ben, table=table, number=number, games=2)
    await note(harness, midnight + 0.0001, ada, ben)
    await note(harness, midnight + 0.0002, ada, ben)
    await rate(harness)
    assert not await is_full(harness, table_id)  # two have been played today: there is room for two more
    await note(harness, midnight + 0.0003, ada, ben, table="early", games=2)
    await rate(harness)
    assert await is_full(harness, table_id)  # of that match one more is to come: it has taken the room already
    await play_a_game(harness, table_id)
    await rate(harness)
    told = await harness.service.ratings(await harness.service.load(table_id))
    assert told and told.is_rated and not told.counts


async def test_of_a_match_that_does_not_count_every_game_is_told_so(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness, MATCH)
    midnight = hours_until(last_midnight(harness.database.now()))
    for number in range(4):
        await note(harness, midnight + number / 10_000, ada, ben)
    await rate(harness)
    assert await is_full(harness, table_id)
    await play_a_game(harness, table_id)
    await rate(harness)
    await harness.service.do(table_id, commands.BeginNext(ada))
    assert await is_full(harness, table_id)
    await play_a_game(harness, table_id)
    await rate(harness)
    told = await harness.service.ratings(await harness.service.load(table_id))
    assert told and told.is_rated and not told.counts and not told.is_full


async def test_a_match_counts_as_a_whole_even_if_the_clock_was_set_back_in_between(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, table_id = await begun(harness, MATCH)
    await play_a_game(harness, table_id)
    await rate(harness)
    now = harness.database.now
    monkeypatch.setattr(harness.database, "now", lambda: now() - timedelta(hours=1))
    await harness.service.do(table_id, commands.BeginNext(ada))
    await play_a_game(harness, table_id)
    for again in (False, True):
        await (rerate(harness.database, MC) if again else rate(harness))
        rated = [(await ratings_of(harness.database, person, now())).get(MC) for person in (ada, ben)]
        assert [one and one.games for one in rated] == [2, 2]


async def test_games_that_have_ended_count_before_they_are_rated(harness: Harness) -> None:
    ada, ben, table_id = await begun(harness)
    midnight = hours_until(last_midnight(harness.database.now()))
    for number in range(5):
        assert not await is_full(harness, table_id)
        await note(harness, midnight + number / 10_000, ada, ben)
    assert await is_full(harness, table_id)


# Made again -----------------------------------------------------------------------------------


async def an_evening(harness: Harness, seed: int = 1) -> list[str]:
    """Facts of some games in both games; returns who played."""
    random, people = Random(seed), [await known(harness, name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    for number in range(12):
        who = random.sample(people, random.randint(2, 4))
        await note(harness, number, *who, played=(LN, MC)[number % 2])
    return people


async def test_ratings_made_again_are_the_same_row_for_row(harness: Harness) -> None:
    await an_evening(harness)
    await rate(harness)
    ratings = await rows_of(harness, RatingRow, RatingChangeRow)
    assert len(ratings) > 20
    counts = [len(await rerate(harness.database, played)) for played in (LN, MC)]
    assert counts == [6, 6]
    assert await rows_of(harness, RatingRow, RatingChangeRow) == ratings
    await rate(harness)
    assert await rows_of(harness, RatingRow, RatingChangeRow) == ratings


async def test_two_processes_that_rate_game_by_game_come_to_what_one_does_at_the_end(harness: Harness) -> None:
    people = [await known(harness, name) for name in ("Ada", "Ben", "Cleo")]
    processes = [Ratings(harness.database, harness.changes.append) for _ in range(2)]
    for number in range(10):
        await note(harness, number, *(people[number % 3 :] + people[: number % 3])[: 2 + number % 2])
        if number % 3 == 2:
            await asyncio.gather(*(one.once() for one in processes))
        else:
            await processes[number % 2].once()
    ratings = await rows_of(harness, RatingRow, RatingChangeRow)
    await rerate(harness.database, MC)
    assert await rows_of(harness, RatingRow, RatingChangeRow) == ratings


async def test_matches_and_full_days_lead_to_the_same_game_by_game_as_all_together(harness: Harness) -> None:
    chance, people = Random(7), [await known(harness, name) for name in ("Ada", "Ben", "Cleo")]
    to_come: list[tuple[str, list[str], int]] = []  # matches that run: their table, who plays, games played
    for step in range(48):
        if to_come and chance.random() < 0.4:
            table, who, played = to_come.pop(chance.randrange(len(to_come)))
        else:
            table, who, played = f"m{step}", chance.sample(people, chance.choice([2, 2, 3])), 0
        games = len(who) if table.startswith("m") and int(table[1:]) % 3 else 1
        await note(harness, step * 1.1, *chance.sample(who, len(who)), table=table, number=played + 1, games=games)
        if played + 1 < games:
            to_come.append((table, who, played + 1))
        await rate(harness)
    ratings = await rows_of(harness, RatingRow, RatingChangeRow)
    gained = {row[:2]: row[5] is not None for row in await rows_of(harness, RatingChangeRow)}
    assert 10 < sum(gained.values()) < len(gained) - 5  # some games count, some do not
    await rerate(harness.database, MC)
    assert await rows_of(harness, RatingRow, RatingChangeRow) == ratings


@pytest.mark.parametrize("at_once", [True, False])
async def test_games_that_end_in_the_same_instant_have_one_order_whatever_language_the_database_sorts_by(
    harness: Harness, *, at_once: bool
) -> None:
    def sort_as_people_do(connection: Any) -> None:
        if connection.dialect.name == "postgresql":  # for which “a” comes before “B”; for Python, and SQLite, after it
            connection.execute(text('ALTER TABLE rated ALTER COLUMN table_id TYPE VARCHAR(16) COLLATE "en-x-icu"'))

    await harness.database.write(sort_as_people_do)
    people = [await known(harness, name) for name in ("Ada", "Ben", "Cleo")]
    for number, table in enumerate(["a", "B", "-c", "_D", "Aa"]):
        await note(harness, 1, *people[number % 2 :][:2], table=table)
        if not at_once:
            await rate(harness)
    await rate(harness)
    ratings = await rows_of(harness, RatingRow, RatingChangeRow)
    assert len([row for row in ratings if row[0] in people]) == 3
    assert len(await rerate(harness.database, MC)) == 5
    assert await rows_of(harness, RatingRow, RatingChangeRow) == ratings


async def test_facts_that_an_operator_has_removed_stop_no_process_and_rerate_leaves_them_out(harness: Harness) -> None:
    ada, ben = [await known(harness, name) for name in ("Ada", "Ben")]
    for number in range(3):
        await note(harness, number, ada, ben)
    await rate(harness)
    removed = delete(RatedRow).where(RatedRow.table_id == "t1")
    await harness.database.write(lambda connection: connection.execute(removed))
    async with asyncio.timeout(UNHURRIED):
        await rate(harness)
    assert len(await rerate(harness.database, MC)) == 2
    assert (await ratings_of(harness.database, ada, MAY))[MC].games == 2


async def test_a_game_that_is_seen_late_has_its_place_all_the_same(harness: Harness) -> None:
    people = await an_evening(harness)
    process = Ratings(harness.database, harness.changes.append)
    await process.once()
    await note(harness, 2.5, people[0], people[3], played=LN)
    await process.once()
    ratings = await rows_of(harness, RatingRow, RatingChangeRow)
    await rerate(harness.database, LN)
    assert await rows_of(harness, RatingRow, RatingChangeRow) == ratings
    assert (await ratings_of(harness.database, people[3], MAY))[LN].games >= 1


async def test_ratings_outlive_their_table_and_a_deleted_person_has_none_while_the_others_keep_theirs(
    harness: Harness,
) -> None:
    ada, ben, table_id = await begun(harness)
    await play_a_game(harness, table_id)
    await rate(harness)
    kept = (await ratings_of(harness.database, ada, MAY))[MC]
    await harness.database.write(lambda connection: close(connection, table_id))
    while await forget(harness.database, harness.service, ben):
        pass
    assert await ratings_of(harness.database, ben, MAY) == {} == await gains_of(harness.database, ben)
    await rerate(harness.database, MC)
    await rate(harness)
    assert (await ratings_of(harness.database, ada, MAY))[MC] == kept
    assert await ratings_of(harness.database, ben, MAY) == {}
    values = [row[6] for row in await rows_of(harness, RatingChangeRow) if row[4] == ben]
    assert values == [None]


@pytest.mark.parametrize("level", ["master", "novice", "random"])
async def test_only_the_usual_stand_in_plays_for_somebody(harness: Harness, level: str) -> None:
    ada, ben, table_id = await begun(harness)
    for person, seat in ((ada, 0), (ada, 1), (ben, 1)):
        with pytest.raises(NotYoursError, match="only skilled"):
            await harness.service.seat_bot(table_id, seat, person, level)
    with pytest.raises(NotYoursError, match="only skilled"):
        await harness.service.do(table_id, commands.AskForBot(1, ada, level))
    assert (await harness.service.seat_bot(table_id, 0, ada, "skilled")).seats[0].level == "skilled"


async def test_a_refused_seat_changes_nothing_and_says_what_is_possible(harness: Harness) -> None:
    ada = await known(harness, "Ada")
    guest = await harness.person("Eve")
    table_id = await harness.service.open_table(ada, "Ada", RATED)
    before = await harness.service.load(table_id)
    with pytest.raises(GameError, match="account's page"):
        await harness.service.sit(table_id, 1, guest, "Eve")
    assert await harness.service.load(table_id) == before
