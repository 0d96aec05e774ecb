"""Tournaments at a database: entries, rounds, results, absent people, substitutes, corrections; several processes at one round."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import Connection, func, insert, select, update
from tests.kit.harness import Harness
from tests.kit.servers import SHORT

from jardinet.bots.levels import stand_in_of
from jardinet.server.operation.admin import close
from jardinet.server.people.ratings import Ratings, ratings_of, rerate
from jardinet.server.storage.account_models import WayRow
from jardinet.server.storage.models import PersonRow, TableRow
from jardinet.server.tables import commands
from jardinet.server.tables.errors import BannedError, NotYoursError
from jardinet.server.tables.happenings import Subscribers
from jardinet.server.tournaments.held import HeldTournament, Timing, agreement_for, possible_seats
from jardinet.server.tournaments.repository import NoSuchTournamentError
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.tournaments.facts import (
    EntryLeft,
    RoundDrawn,
    TableCorrected,
    TournamentEnded,
    TournamentPaused,
    TournamentResumed,
)
from jardinet.tournaments.plan import TournamentError, TournamentPlan
from jardinet.tournaments.standings import standings

pytestmark = pytest.mark.anyio

GAME = "lucky_numbers"
PLAN = TournamentPlan("lots", 2, 2, seed=1, possible=possible_seats(GAME))
AT_ONCE = Timing(pause=0)
BY_HOST = Timing(by_itself=False)


class Hall:
    """Tournaments at a database, whose clock can be moved, without rounds of their own."""

    def __init__(self, harness: Harness, banned: frozenset[str] = frozenset()) -> None:
        self.harness, self.told, self.passed = harness, list[str](), timedelta()
        before = harness.database.now
        harness.database.now = lambda: before() + self.passed  # type: ignore[method-assign]
        self.tournaments = self.another(banned)

    def another(self, banned: frozenset[str] = frozenset()) -> Tournaments:
        """As another process has them."""
        parts = (self.harness.database, self.harness.service, Subscribers(), banned.__contains__)
        return Tournaments(*parts, self.told.append, SHORT)

    async def opened(
        self, *names: str, plan: TournamentPlan = PLAN, timing: Timing = BY_HOST, pace: str = ""
    ) -> tuple[str, list[str]]:
        """A tournament that somebody else has opened, and the people who have entered."""
        host = await self.harness.person("Host")
        opened = await self.tournaments.open(host, "Cup", plan, agreement_for(GAME, pace), timing)
        people = [await self.harness.person(name) for name in names]
        for one in people:
            await self.tournaments.enter(opened.id, one)
        return opened.id, people

    async def play(self, table_id: str) -> None:
        """Play a table to its end, as people who have come."""
        service = self.harness.service
        table = await service.load(table_id)
        for seat in table.seats:
            table = await service.come(table, seat.person)
        while not table.is_over:
            if table.is_game_over:
                table = await service.do(table_id, commands.BeginNext(table.seats[0].person))
                continue
            awaited, state = table.awaited()[0], table.state
            assert state
            text = state.action_to_string(awaited, state.legal_actions(awaited)[0])
            person = table.seats[awaited].person if table.seats[awaited].level is None else None
            table = await service.do(table_id, commands.Play(awaited, table.ply, (text,), person))

    async def play_round(self, tournament_id: str) -> HeldTournament:
        held = await self.tournaments.load(tournament_id)
        for table in held.state.running:
            await self.play(held.table_id_of(table))
        await self.tournaments.once()
        return await self.tournaments.load(tournament_id)

    async def count_tables(self) -> int:
        count = select(func.count()).select_from(TableRow)
        return await self.harness.database.read(lambda connection: connection.scalar(count) or 0)


@pytest.fixture
def hall(harness: Harness) -> Hall:
    return Hall(harness)


async def test_entrants_play_their_rounds_and_stand_by_their_points(hall: Hall) -> None:
    tournament, people = await hall.opened("Ada", "Ben", "Cem", "Dan")
    await hall.tournaments.enter(tournament, people[0])  # twice is once
    held = await hall.tournaments.begin_round(tournament)
    assert held.state.phase == "running"
    assert len(held.begun) == 2
    assert sorted(hall.told) == sorted(people)
    table = held.state.tables[0]
    seated = await hall.harness.service.load(held.table_id_of(table))
    assert [seat.name for seat in seated.seats] == [held.names[entry] for entry in table.entries]
    assert seated.game
    assert seated.host == held.host
    held = await hall.play_round(tournament)
    for table in held.state.tables:
        match = (await hall.harness.service.load(held.table_id_of(table))).match
        assert match
        assert table.points == tuple(match.totals)
    assert not held.state.is_over
    await hall.tournaments.begin_round(tournament)
    held = await hall.play_round(tournament)
    assert held.state.phase == "over"
    lines = standings(held.state)
    assert sum(line.points for line in lines) == sum(sum(table.points or ()) for table in held.state.tables)
    assert all(times == 1 for times in held.state.met.values())
    with pytest.raises(TournamentError, match="is over"):
        await hall.tournaments.begin_round(tournament)


async def test_rounds_begin_by_themselves_when_their_time_has_come(hall: Hall) -> None:
    timing = Timing(begins_after=10, pause=60)
    tournament, _people = await hall.opened("Ada", "Ben", "Cem", "Dan", timing=timing)
    await hall.tournaments.once()
    assert (await hall.tournaments.load(tournament)).state.phase == "open"
    hall.passed += timedelta(minutes=10)
    await hall.tournaments.once()
    held = await hall.play_round(tournament)
    assert len(held.state.rounds) == 1
    assert held.begins_at
    hall.passed += timedelta(seconds=60)
    await hall.tournaments.once()
    assert len((await hall.tournaments.load(tournament)).state.rounds) == 2


async def test_a_pause_holds_the_next_round_back(hall: Hall) -> None:
    tournament, _people = await hall.opened("Ada", "Ben", timing=AT_ONCE)
    await hall.tournaments.begin_round(tournament)
    await hall.tournaments.tell(tournament, TournamentPaused())
    held = await hall.play_round(tournament)
    await hall.tournaments.once()
    assert (len(held.state.rounds), held.begins_at) == (1, None)
    with pytest.raises(TournamentError, match="pauses"):
        await hall.tournaments.begin_round(tournament)
    await hall.tournaments.tell(tournament, TournamentResumed())
    await hall.tournaments.once()
    assert len((await hall.tournaments.load(tournament)).state.rounds) == 2


async def test_bots_play_for_who_does_not_come_and_who_played_nothing_is_not_listed(hall: Hall) -> None:
    tournament, people = await hall.opened("Ada", "Ben", plan=TournamentPlan("lots", 2, 1), pace="300+10")
    held = await hall.tournaments.begin_round(tournament)
    table_id = held.table_id_of(held.state.tables[0])
    table = await hall.harness.service.load(table_id)
    assert table.deadline is None  # clocks wait until all have come
    ada = table.seats[table.seats_of(people[0])[0]]
    await hall.harness.service.come(table, people[0])
    hall.passed += timedelta(minutes=5)
    await hall.tournaments.once()
    table = await hall.harness.service.load(table_id)
    assert [seat.level is not None for seat in table.seats] == [seat.number != ada.number for seat in table.seats]
    async with hall.harness.with_bots():
        while not (table := await hall.harness.service.load(table_id)).is_over:
            if table.is_game_over:
                await hall.tournaments.once()  # nobody presses the button for the next game
            elif ada.number in table.awaited() and table.state:
                text = table.state.action_to_string(ada.number, table.state.legal_actions(ada.number)[0])
                play = commands.Play(ada.number, table.ply, (text,), people[0])
                await hall.harness.service.do(table_id, play)
            await asyncio.sleep(0.02)
            hall.passed += timedelta(seconds=1)
    await hall.tournaments.once()
    held = await hall.tournaments.load(tournament)
    assert held.state.phase == "over"
    assert [held.names[line.entry] for line in standings(held.state)] == ["Ada"]


async def test_a_rated_tournament_seats_people_with_a_way_back_and_its_stand_in_for_who_does_not_come(
    hall: Hall,
) -> None:
    host, *people = [await hall.harness.person(name) for name in ("Host", "Ada", "Ben")]
    back = update(PersonRow).where(PersonRow.id.in_(people)).values(devices_since=hall.harness.database.now())
    await hall.harness.database.write(lambda connection: connection.execute(back))
    agreement = agreement_for(GAME, "300+10", rated=True)
    opened = await hall.tournaments.open(host, "", TournamentPlan("lots", 2, 1), agreement, BY_HOST)
    for one in people:
        await hall.tournaments.enter(opened.id, one)
        with pytest.raises(NotYoursError, match="no program"):
            await hall.tournaments.enter(opened.id, one, by_program=True)
    held = await hall.tournaments.begin_round(opened.id)
    table_id = held.table_id_of(held.state.tables[0])
    table = await hall.harness.service.load(table_id)
    assert table.agreement.rated
    await hall.harness.service.come(table, people[0])
    hall.passed += timedelta(minutes=6)
    await hall.tournaments.once()
    table = await hall.harness.service.load(table_id)
    assert {seat.person: seat.level for seat in table.seats} == {people[0]: None, people[1]: stand_in_of(GAME)}
    with pytest.raises(NotYoursError, match="rated"):
        await hall.tournaments.close_table(opened.id, 1, 1)


async def test_ratings_follow_a_corrected_result(hall: Hall) -> None:
    harness = hall.harness
    host, *people = [await harness.person(name) for name in ("Host", "Ada", "Ben")]

    def have_come_back(connection: Connection) -> None:
        back = update(PersonRow).where(PersonRow.id.in_(people)).values(devices_since=harness.database.now())
        connection.execute(back)
        for one in people:
            made_at = harness.database.now()
            connection.execute(insert(WayRow), {"person_id": one, "kind": "sheet", "proof": one, "made_at": made_at})

    await harness.database.write(have_come_back)
    ratings = Ratings(harness.database, lambda _table: None)
    parts = (harness.database, harness.service, Subscribers(), lambda _one: False, lambda _one: None, SHORT)
    tournaments = Tournaments(*parts, ratings.make_again)
    agreement = agreement_for(GAME, "300+10", rated=True)
    opened = await tournaments.open(host, "", TournamentPlan("lots", 2, 1), agreement, BY_HOST)
    for one in people:
        await tournaments.enter(opened.id, one)
    held = await tournaments.begin_round(opened.id)
    table = held.state.tables[0]
    await hall.play(held.table_id_of(table))
    await tournaments.once()
    await ratings.once()
    entries = {entry: held.player_of(entry).person for entry in table.entries}

    async def values() -> list[float]:
        rated = [await ratings_of(harness.database, one, harness.database.now()) for one in entries.values()]
        return [one[GAME].value for one in rated]

    for won in ((2, 0), (0, 2)):  # the latest correction holds
        await tournaments.tell(opened.id, TableCorrected(1, 1, won))
        await ratings.once()
        after = await values()
        assert after.index(max(after)) == won.index(2)
        assert after[0] != after[1]
    assert await rerate(harness.database, GAME)  # from the facts alone
    assert await values() == after


async def test_a_substitute_takes_the_entry_over_with_its_seat_and_points(hall: Hall) -> None:
    tournament, people = await hall.opened("Ada", "Ben")
    await hall.tournaments.begin_round(tournament)
    eve = await hall.harness.person("Eve")
    held = await hall.tournaments.substitute(tournament, 1, eve, "Eve")
    assert (held.names[1], held.entry_of(eve), held.entry_of(people[0])) == ("Eve", 1, None)
    table = await hall.harness.service.load(held.table_id_of(held.state.tables[0]))
    assert {(seat.person, seat.name) for seat in table.seats} == {(eve, "Eve"), (people[1], "Ben")}
    with pytest.raises(TournamentError, match="already"):
        await hall.tournaments.substitute(tournament, 2, eve, "Eve")
    held = await hall.play_round(tournament)
    assert {held.names[line.entry] for line in standings(held.state)} == {"Eve", "Ben"}
    fred = await hall.harness.person("Fred")
    held = await hall.tournaments.enter(tournament, fred)
    assert held.names[3] == "Fred"


async def test_the_host_corrects_a_result_and_it_is_kept_that_they_did(hall: Hall) -> None:
    tournament, _people = await hall.opened("Ada", "Ben", plan=TournamentPlan("lots", 2, 1))
    await hall.tournaments.begin_round(tournament)
    held = await hall.play_round(tournament)
    held = await hall.tournaments.tell(tournament, TableCorrected(1, 1, (7, -7)))
    assert held.state.phase == "over"
    assert standings(held.state)[0].points == 7
    assert held.facts[-1].by_host
    assert [one.by_host for one in held.facts if isinstance(one.fact, RoundDrawn | TournamentEnded)] == [False, False]


async def test_a_table_that_is_closed_is_played_to_its_end_by_bots(hall: Hall) -> None:
    tournament, _people = await hall.opened("Ada", "Ben", plan=TournamentPlan("lots", 2, 1))
    held = await hall.tournaments.begin_round(tournament)
    await hall.tournaments.close_table(tournament, 1, 1)
    table = await hall.harness.service.load(held.table_id_of(held.state.tables[0]))
    assert table.is_left
    with pytest.raises(TournamentError, match="no such table"):
        await hall.tournaments.close_table(tournament, 1, 2)


async def test_a_table_that_an_administrator_removes_counts_for_nobody(hall: Hall) -> None:
    tournament, _people = await hall.opened("Ada", "Ben", plan=TournamentPlan("lots", 2, 1))
    held = await hall.tournaments.begin_round(tournament)
    table_id = held.table_id_of(held.state.tables[0])
    await hall.harness.database.write(lambda connection: close(connection, table_id))
    await hall.tournaments.once()
    held = await hall.tournaments.load(tournament)
    assert (held.state.phase, standings(held.state)) == ("over", [])


async def test_an_evening_seats_who_is_free_until_its_end(hall: Hall) -> None:
    plan, timing = TournamentPlan("evening", 2, 0, seed=2), Timing(lasts=30)
    tournament, _people = await hall.opened("Ada", "Ben", "Cem", "Dan", plan=plan, timing=timing)
    await hall.tournaments.begin_round(tournament)
    held = await hall.tournaments.load(tournament)
    for table in held.state.running:
        await hall.play(held.table_id_of(table))
    await hall.tournaments.once()
    held = await hall.tournaments.load(tournament)
    assert len(held.state.rounds) == 2  # seated anew at once, with others
    assert all(times == 1 for times in held.state.met.values())
    hall.passed += timedelta(minutes=31)
    held = await hall.play_round(tournament)
    assert (len(held.state.rounds), held.state.phase) == (2, "over")


async def test_two_processes_begin_a_round_and_open_its_tables_once(hall: Hall) -> None:
    for number in range(10):
        plan = TournamentPlan("lots", 4, 3, seed=number)
        tournament, _people = await hall.opened(*(f"P{k}" for k in range(16)), plan=plan, timing=AT_ONCE)
        before = await hall.count_tables()
        processes = [hall.another() for _k in range(4)]
        begun = await asyncio.gather(
            *(one.begin_round(tournament) for one in processes),
            *(one.once() for one in processes),
            return_exceptions=True,
        )
        refused = [one for one in begun if isinstance(one, Exception)]
        assert all(isinstance(one, TournamentError) for one in refused), refused
        await hall.tournaments.once()
        held = await hall.another().load(tournament)
        assert len(held.state.rounds) == 1
        assert (len(held.begun), await hall.count_tables() - before) == (4, 4)
        await hall.tournaments.tell(tournament, TournamentEnded(is_called_off=True))


async def test_tables_that_a_process_left_unopened_are_opened_by_another(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, _people = await hall.opened("Ada", "Ben", "Cem", "Dan")

    async def killed(*_told: object, **_more: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(hall.tournaments, "_open_tables", killed)
        await hall.tournaments.begin_round(tournament)
    assert await hall.count_tables() == 0
    other = hall.another()
    await other.once()
    assert await hall.count_tables() == 0, "perhaps the one that drew them is at it"
    hall.passed += timedelta(seconds=4)
    await other.once()
    assert await hall.count_tables() == 2
    assert len((await other.load(tournament)).begun) == 2


async def test_who_leaves_is_drawn_no_more_and_comes_back_by_entering(hall: Hall) -> None:
    tournament, people = await hall.opened("Ada", "Ben", "Cem")
    held = await hall.tournaments.leave(tournament, people[2])
    assert held.state.active == (1, 2)
    held = await hall.tournaments.enter(tournament, people[2])
    assert held.state.active == (1, 2, 3)
    with pytest.raises(TournamentError, match="no entry 9"):
        await hall.tournaments.tell(tournament, EntryLeft(9))
    with pytest.raises(NotYoursError):
        await hall.tournaments.leave(tournament, held.host)


async def test_what_cannot_be_is_refused_with_the_reason(hall: Hall) -> None:
    with pytest.raises(NoSuchTournamentError):
        await hall.tournaments.load("nowhere\0")
    tournament, people = await hall.opened("Ada")
    with pytest.raises(TournamentError, match="too few"):
        await hall.tournaments.begin_round(tournament)
    banned = hall.another(frozenset(people))
    with pytest.raises(BannedError):
        await banned.enter(tournament, people[0])
    with pytest.raises(TournamentError, match="choose 1 to"):
        Timing(no_show=0).check()
    rated = agreement_for(GAME, "300+10", rated=True)
    host = await hall.harness.person("Host")
    opened = await hall.tournaments.open(host, "", PLAN, rated, BY_HOST)
    with pytest.raises(NotYoursError, match="rated"):
        await hall.tournaments.enter(opened.id, people[0])


async def test_a_tournament_in_which_nothing_happens_for_days_is_called_off(hall: Hall) -> None:
    tournament, _people = await hall.opened("Ada")
    hall.passed += timedelta(days=3)
    await hall.tournaments.once()
    assert (await hall.tournaments.load(tournament)).state.phase == "off"


async def test_a_whole_evening_of_twenty_four_of_whom_two_leave(hall: Hall) -> None:
    plan = TournamentPlan("lots", 2, 3, seed=5)
    tournament, people = await hall.opened(*(f"Robot {k}" for k in range(24)), plan=plan, timing=AT_ONCE)
    await hall.tournaments.begin_round(tournament)
    held = await hall.tournaments.load(tournament)
    for number in range(1, 4):
        assert len(held.state.rounds) == number
        assert len(held.state.rounds[-1].tables) == (12 if number == 1 else 11)
        if number == 1:  # two leave in the middle of their game: they are drawn no more, and play that one on
            await hall.tournaments.leave(tournament, people[3])
            await hall.tournaments.leave(tournament, people[17])
        held = await hall.play_round(tournament)
    assert held.state.phase == "over"
    assert Counter(held.state.matches.values()) == Counter({3: 22, 1: 2})
    assert all(times == 1 for times in held.state.met.values())
    lines = standings(held.state)
    assert len(lines) == 24
    assert sum(line.points for line in lines) == sum(sum(table.points or ()) for table in held.state.tables)
