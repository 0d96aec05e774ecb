"""Clocks of seats: what a bank of time is worth, and that nobody gains any by what they do at the table."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from time import monotonic

import msgspec
import pytest
from sqlalchemy import update
from tests.kit.harness import Harness
from tests.kit.servers import SHORT
from tests.server.tables.test_decide import NOON, at_table, table_at_its_end
from tests.server.tables.test_service import seated

from jardinet.games.parameters import ParameterError
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import TableRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement, Bank
from jardinet.server.tables.clock_watcher import ClockWatcher
from jardinet.server.tables.clocks import clock_of, deadline_of
from jardinet.server.tables.commands import AskForBot, BeginNext, Come, ComeBack, Command, Play, Rename, Say, SeatBot
from jardinet.server.tables.decide import decide, rematch
from jardinet.server.tables.happenings import Changed, Subscribers
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import StandIn

BANK = Bank(60, 5)
TILES = Agreement("lucky_numbers", {}, ["person"] * 2, first="1", seed=5, bank=BANK)
BIDS = Agreement("maudits_criquets", {}, ["person"] * 3, first="1", seed=5, bank=BANK)
PEOPLE = ADA, BEN, CLEO = "ada", "ben", "cleo"


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def played(table: TableState, seat: int, seconds: float, person: str | None, choice: int = 0) -> TableState:
    """The table after the seat's first legal action, or another, so long after noon."""
    assert table.state
    action = table.state.legal_actions(seat)[choice]
    text = table.state.action_to_string(seat, action)
    return decide(table, Play(seat, table.ply, (text,), person), after(seconds), Random(1))


def drawing() -> TableState:
    """A table of Lucky Numbers after its set-up, where Ada is to draw and has a full bank."""
    table = at_table(TILES, ADA, BEN)
    while table.state and table.state.action_to_string(0, table.state.legal_actions()[0]) != "draw":
        table = played(table, table.awaited()[0], 0, PEOPLE[table.awaited()[0]])
    assert table.awaited() == [0]
    return replace(table, clocks=(60_000, 60_000), deadline=after(60))


def left(table: TableState, seconds: float) -> list[float]:
    """What every seat has left so long after noon."""
    clocks = [clock_of(table, seat) for seat in range(len(table.seats))]
    return [clock.left(after(seconds)) if clock else -1.0 for clock in clocks]


def test_a_turn_costs_what_it_took_and_brings_the_increment_when_it_is_over() -> None:
    new = at_table(TILES, ADA, BEN)
    assert (new.clocks, new.deadline) == ((60_000, 60_000), after(60))
    table = drawing()
    assert left(table, 20) == [40, 60]
    drawn = played(table, 0, 20, ADA)
    assert (drawn.awaited(), left(drawn, 20), drawn.deadline) == ([0], [40, 60], after(60))  # the turn goes on
    placed = played(drawn, 0, 30.5, ADA)
    assert (placed.awaited(), placed.clocks, placed.deadline) == ([1], (34_500, 60_000), after(90.5))
    assert left(placed, 50.5) == [34.5, 40]
    assert left(placed, 900) == [34.5, 0]


def test_where_all_choose_every_clock_runs_until_its_seat_has_chosen() -> None:
    table = at_table(BIDS, ADA, BEN, CLEO)
    assert left(table, 10) == [50, 50, 50]
    table = played(table, 0, 10, ADA)
    assert (left(table, 30), deadline_of(table, 0)) == ([50, 30, 30], None)
    again = played(table, 0, 20, ADA, choice=2)  # costs nothing more, and brings nothing
    assert (again.choices != table.choices, again.clocks, again.deadline) == (True, table.clocks, table.deadline)
    table = played(again, 1, 40, BEN)
    assert left(table, 45) == [50, 20, 15]
    table = played(table, 2, 45, CLEO, choice=1)
    assert table.clocks == (55_000, 25_000, 20_000)


def test_nobody_gains_time_by_a_bot_in_their_place_nor_by_coming_back() -> None:
    table = at_table(BIDS, ADA, BEN, CLEO)
    table = played(table, 1, 10, BEN)
    commands: tuple[Command, ...] = (
        SeatBot(0, ADA, "greedy"),
        ComeBack(0, ADA),
        SeatBot(0, ADA, "random"),
        SeatBot(2, CLEO, "random"),
        ComeBack(2, CLEO),
        ComeBack(0, ADA),
        AskForBot(1, ADA, "greedy"),
        Rename(ADA, "Ada"),
        Say(CLEO, "hello"),
    )
    for seconds, command in enumerate(commands, 11):
        table = decide(table, command, after(seconds), Random(1))
        assert (table.deadline, table.clocks) == (after(60), (60_000, 50_000, 60_000))


def test_what_a_bot_thinks_in_a_persons_place_costs_the_person_nothing() -> None:
    table = decide(drawing(), SeatBot(0, ADA, "greedy"), NOON, Random(1))
    table = played(played(table, 0, 30, None), 0, 59, None)
    assert table.clocks == (65_000, 60_000)
    assert table.game
    assert [(one.seat, one.level, one.is_late) for one in table.game.stand_ins] == [(0, "greedy", False)] * 2


def test_an_empty_bank_lets_a_bot_play_the_turn_and_play_goes_on_with_the_increment() -> None:
    table = drawing()
    drawn = played(table, 0, 61, None)
    assert (drawn.clocks, drawn.deadline) == ((0, 60_000), after(61))  # so the bot places the tile at once
    placed = played(drawn, 0, 61.5, None)
    assert (placed.clocks, placed.seats[0].timeouts) == ((5_000, 60_000), 1)  # one turn, however many moves
    assert placed.game
    assert [one.is_late for one in placed.game.stand_ins] == [True, True]
    assert {one.level for one in placed.game.stand_ins} == {"skilled"}
    table = played(played(placed, 1, 62, BEN), 1, 62, BEN)
    assert (table.awaited(), table.deadline) == ([0], after(67))


def test_only_those_are_played_for_whose_own_bank_is_empty() -> None:
    table = replace(at_table(BIDS, ADA, BEN, CLEO), clocks=(30_000, 50_000, 60_000), deadline=after(30))
    assert [deadline_of(table, seat) for seat in range(3)] == [after(30), after(50), after(60)]
    table = played(table, 0, 31, None)
    assert (table.clocks[0], table.deadline) == (0, after(50))
    assert table.stood_in == (StandIn(table.ply, 0, "skilled", is_late=True),)


def test_a_choice_that_a_bot_made_and_its_person_changed_is_the_persons_own() -> None:
    table = replace(at_table(BIDS, ADA, BEN, CLEO), clocks=(30_000, 50_000, 60_000), deadline=after(30))
    table = played(played(table, 0, 31, None), 0, 32, ADA, choice=3)
    assert (table.stood_in, table.seats[0].timeouts) == ((), 0)
    table = played(played(table, 1, 33, BEN), 2, 34, CLEO)
    assert table.game
    assert table.game.stand_ins == ()


@pytest.mark.parametrize("time", [{"bank": BANK}, {"bank": None, "seconds_a_turn": 60}])
@pytest.mark.parametrize("agreement", [TILES, BIDS])
def test_at_a_rematch_no_clock_runs_before_all_have_seen_it(agreement: Agreement, time: dict[str, object]) -> None:
    people = PEOPLE[: len(agreement.seats)]
    over = table_at_its_end(at_table(msgspec.structs.replace(agreement, **time), *people))
    table = rematch(over, "u", people[-1], after(0), Random(1))
    assert table.state is not None, "whoever has come plays already"
    assert (table.is_offer, table.deadline) == (True, None)
    for late, person in enumerate(people[:-1], 1):
        assert table.deadline is None
        table = decide(table, Come(person), after(100 * late), Random(1))
    assert not table.is_offer
    assert table.deadline == after(100 * (len(people) - 1) + 60)
    assert [clock_of(table, seat) for seat in table.awaited()] == [(table.deadline, 60.0) for _ in table.awaited()]


def test_whoever_plays_at_a_rematch_has_come_and_a_bot_in_their_place_waits_for_nobody() -> None:
    over = table_at_its_end(at_table(TILES, ADA, BEN))
    table = rematch(over, "u", BEN, after(0), Random(1))
    assert not played(table, 0, 100, ADA).is_offer
    unseen = frozenset({ADA})
    assert not decide(table, SeatBot(0, over.host, "random", unseen), after(100), Random(1)).is_offer


@pytest.mark.anyio
async def test_a_rematch_is_an_offer_until_its_people_come(harness: Harness) -> None:
    table_id, ada, ben = await seated(harness, msgspec.structs.replace(TILES, seed=None))
    await harness.play_to_its_end(table_id)
    again = await harness.service.load(await harness.service.rematch(table_id, ben))
    others = TableService(harness.database)
    assert (await others.load(again.id)).is_offer
    assert (await others.come(await others.load(again.id), "nobody")).deadline is None
    assert (await others.come(await others.load(again.id), ada)).deadline is not None
    assert not (await harness.service.load(again.id)).is_offer
    once = await others.load(again.id)
    assert await others.come(once, ada) is once


def test_nobody_is_late_where_there_is_no_hurry() -> None:
    table = at_table(replace_pace(TILES), ADA, BEN)
    assert (table.clocks, table.deadline, clock_of(table, 0)) == ((), None, None)
    drawn = played(table, 0, 10_000, None)
    assert drawn.game
    assert drawn.game.stand_ins == ()


def replace_pace(agreement: Agreement, seconds_a_turn: int | None = None) -> Agreement:
    """The same without a bank."""
    return Agreement(
        agreement.game,
        agreement.parameters,
        agreement.seats,
        agreement.first,
        None,
        seconds_a_turn,
        seed=agreement.seed,
    )


def test_where_a_turn_has_a_time_of_its_own_every_clock_is_full_when_it_stands() -> None:
    table = at_table(replace_pace(TILES, 45), ADA, BEN)
    assert left(table, 15) == [30, 45]
    assert (deadline_of(table, 0), deadline_of(table, 1)) == (after(45), None)


def test_a_clock_that_is_set_back_takes_nothing_and_one_set_forward_no_more_than_there_is() -> None:
    table = at_table(TILES, ADA, BEN)
    assert played(table, 0, -7200, ADA).clocks == (60_000, 60_000)
    assert played(table, 0, 7200, ADA).clocks == (0, 60_000)


def test_every_game_of_a_match_begins_with_a_full_bank() -> None:
    match = Agreement("maudits_criquets", {"crops": 2, "copies": 4}, ["person"] * 2, tie="shared", seed=5, bank=BANK)
    table = at_table(match, ADA, BEN)
    while not table.is_game_over:
        table = played(table, table.awaited()[0], 30, None)
    assert (table.deadline, clock_of(table, 0)) == (None, None)
    table = decide(table, BeginNext(BEN), after(100), Random(1))
    assert (table.clocks, table.deadline) == ((60_000, 60_000), after(160))


@pytest.mark.parametrize("bank", [Bank(29, 5), Bank(3601, 5), Bank(60, 4), Bank(60, 61)])
def test_a_bank_has_bounds(bank: Bank) -> None:
    with pytest.raises(ParameterError, match="choose 30 to 3600 seconds, \\+ 5 to 60"):
        Agreement("lucky_numbers", {}, ["person", "greedy"], bank=bank).check()


def test_a_table_has_one_pace() -> None:
    with pytest.raises(ParameterError, match="not both"):
        Agreement("lucky_numbers", {}, ["person", "greedy"], bank=BANK, seconds_a_turn=20).check()


# Stored ------------------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_clocks_and_stand_ins_are_the_same_after_a_restart_and_at_another_process(
    harness: Harness, url: str
) -> None:
    agreement = Agreement("maudits_criquets", {}, ["person", "person"], bank=BANK)
    table_id, ada, _ben = await seated(harness, agreement)
    table = await harness.service.do(table_id, commands.Play(None, None, ("bid-3",), ada))
    table = await harness.service.do(table_id, commands.Play(1, table.ply, ("bid-4",)))
    while table.awaited() != [0, 1]:
        table = await harness.service.do(table_id, commands.Play(table.awaited()[0], table.ply, (legal(table),)))
    table = await harness.service.do(table_id, commands.Play(0, table.ply, ("bid-2",)))
    assert table.game
    assert table.clocks
    assert table.game.stand_ins
    assert table.stood_in
    async with Database.open(url) as database:
        other = TableService(database)
        read = await other.load(table_id)
        assert read.game
        for one in (read, await other.do(table_id, commands.Play(0, read.ply, ("bid-2",)))):
            assert (one.clocks, one.deadline, one.stood_in) == (table.clocks, table.deadline, table.stood_in)
        assert read.game.stand_ins == table.game.stand_ins
        after_it = await other.do(table_id, commands.Play(1, read.ply, ("bid-1",)))
    here = await harness.service.load(table_id)
    assert here.game
    assert after_it.game
    assert (here.clocks, here.deadline) == (after_it.clocks, after_it.deadline)
    assert here.game.stand_ins == after_it.game.stand_ins


def legal(table: TableState) -> str:
    assert table.state
    seat = table.awaited()[0]
    return table.state.action_to_string(seat, table.state.legal_actions(seat)[0])


@pytest.mark.anyio
async def test_a_deadline_before_the_next_look_is_heard_of_and_one_that_is_stored_is_seen(harness: Harness) -> None:
    patient, woken = replace(SHORT, deadlines=3600.0), asyncio.Queue[str]()

    def watcher(subscribers: Subscribers) -> ClockWatcher:
        return ClockWatcher(harness.database, subscribers, woken.put_nowait, patient)

    subscribers = Subscribers()
    async with asyncio.timeout(20), (first := watcher(subscribers)).running():
        while not 3000 < first._next_at - monotonic() < 4000:  # until it has looked, and there was nothing
            await asyncio.sleep(0.001)
        table_id, _ada, _ben = await seated(harness, TILES)
        await set_deadline(harness, table_id, 0.1)
        soon = harness.service.now() + timedelta(seconds=0.2)
        subscribers.tell([Changed(table_id)], replace(await harness.service.load(table_id), deadline=soon))
        assert await woken.get() == table_id
    await set_deadline(harness, table_id, 0.3)
    async with asyncio.timeout(20), watcher(Subscribers()).running():
        assert await woken.get() == table_id


async def set_deadline(harness: Harness, table_id: str, seconds: float | None) -> None:
    """Let somebody's time be up at a table in so many seconds, None: never."""
    deadline = None if seconds is None else harness.service.now() + timedelta(seconds=seconds)
    values = {"deadline": deadline, "version": TableRow.version + 1}
    change = update(TableRow).where(TableRow.id == table_id).values(values)
    await harness.database.write(lambda connection: connection.execute(change))


@pytest.mark.anyio
async def test_a_bot_plays_on_for_whose_bank_is_empty_until_their_turn_is_over(harness: Harness) -> None:
    agreement = Agreement("lucky_numbers", {}, ["person", "person"], first="1", bank=BANK, bot_pace="instant")
    table_id, _ada, _ben = await seated(harness, agreement)
    late = harness.service.now() - timedelta(seconds=1)
    used_up = update(TableRow).where(TableRow.id == table_id)
    used_up = used_up.values(deadline=late, version=TableRow.version + 1)
    await harness.database.write(lambda connection: connection.execute(used_up))
    async with harness.with_bots():
        while (table := await harness.service.load(table_id)).awaited() == [0]:
            await asyncio.sleep(0.02)
    assert (table.awaited(), table.clocks[0], table.seats[0].timeouts) == ([1], 5_000, 1)
