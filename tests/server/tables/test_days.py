"""Games of days: what happens when somebody's time is up, and that each comes to its end."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from msgspec.structs import replace as changed
from tests.kit.harness import Harness
from tests.kit.waiting import UNHURRIED
from tests.server.tables.test_decide import NOON, at_table

from jardinet.server.tables.agreement import DAY, Agreement
from jardinet.server.tables.commands import BeginNext, Come, ComeBack, Play, SeatBot
from jardinet.server.tables.decide import decide
from jardinet.server.tables.errors import StaleError
from jardinet.server.tables.table import TableState

TILES = Agreement("lucky_numbers", {"setup": "michael"}, ["person"] * 2, first="1", seed=5, seconds_a_turn=3 * DAY)
ADA, BEN = "ada", "ben"


def played(table: TableState, person: str | None, days: float = 0) -> TableState:
    """The table after one move of whoever is awaited; None: their time is up, and a bot plays."""
    seat = table.awaited()[0]
    assert table.state
    text = table.state.action_to_string(seat, table.state.legal_actions(seat)[0])
    return decide(table, Play(seat, table.ply, (text,), person), NOON + timedelta(days=days), Random(1))


def turn(table: TableState, person: str | None, days: float = 0) -> TableState:
    """The table after a whole turn."""
    seat, game = table.awaited(), table.games_begun
    while table.awaited() == seat and table.games_begun == game and not table.is_over:
        table = played(table, person, days)
    return table


def test_time_up_lets_a_bot_play_that_turn_and_no_other() -> None:
    table = drawing()
    drawn = played(table, None, 3)
    assert (drawn.awaited(), drawn.deadline) == ([0], table.deadline), "the bot goes on with the turn at once"
    placed = played(drawn, None, 3.001)
    assert (placed.awaited(), placed.seats[0].timeouts, placed.seats[0].level) == ([1], 1, None)
    assert placed.deadline == NOON + timedelta(days=6.001)
    begun = turn(turn(placed, BEN, 4), ADA, 5)
    assert begun.seats[0].timeouts == 0, "whoever plays themselves begins to count anew"


def test_what_a_person_has_begun_a_bot_ends_with_time_of_its_own() -> None:
    table = played(drawing(), ADA, 2)
    assert (table.awaited(), table.deadline) == ([0], NOON + timedelta(days=5))
    assert played(table, None, 5).seats[0].timeouts == 1


def drawing() -> TableState:
    """A table where Ada takes a tile from the table or draws one: her turn has two moves."""
    table = at_table(TILES, ADA, BEN)
    while (
        table.awaited() != [0] or not table.state or len(table.state.legal_actions()) < 2 or "draw" not in legal(table)
    ):
        table = turn(table, [ADA, BEN][table.awaited()[0]])
    return table


def legal(table: TableState) -> list[str]:
    seat = table.awaited()[0]
    return [table.state.action_to_string(seat, one) for one in table.state.legal_actions()] if table.state else []


def late(table: TableState, times: int) -> TableState:
    """The table after Ada's time was up so often in a row, and Ben has played in between."""
    for _turn in range(times):
        table = turn(turn(table, None), BEN)
    return table


def test_after_the_third_time_in_a_row_the_seat_is_the_bots_until_its_person_is_back() -> None:
    table = at_table(TILES, ADA, BEN)
    assert late(table, 2).bots() == {}
    gone = late(table, 3)
    assert gone.bots() == {0: "skilled"}
    assert gone.lost_by_time(ADA) == [0]
    assert gone.awaits_bot, "from now on it plays without waiting"
    assert decide(gone, Come(BEN), NOON, Random(1)) is gone
    for back in (decide(gone, Come(ADA), NOON, Random(1)), decide(gone, ComeBack(0, ADA), NOON, Random(1))):
        assert (back.bots(), back.seats[0].timeouts, back.lost_by_time(ADA)) == ({}, 0, [])
    own = decide(table, SeatBot(0, ADA, "greedy"), NOON, Random(1))
    assert decide(own, Come(ADA), NOON, Random(1)) is own, "a bot that they have asked for themselves plays on"


def test_at_a_table_for_an_evening_nobody_loses_their_seat() -> None:
    table = at_table(changed(TILES, seconds_a_turn=60), ADA, BEN)
    assert late(table, 4).bots() == {}


def test_a_host_lets_no_bot_play_for_somebody_who_has_days() -> None:
    table = at_table(TILES, ADA, BEN)
    with pytest.raises(StaleError, match="has their time to think"):
        decide(table, SeatBot(1, ADA, "skilled", frozenset([BEN])), NOON, Random(1))


def test_where_nobody_comes_any_more_a_game_ends_and_so_does_a_match() -> None:
    table = at_table(changed(TILES, tie="shared", first="random"), ADA, BEN)
    while not table.is_game_over:
        table = turn(table, None)
    assert sorted(table.bots()) == [0, 1]
    assert table.games_begun == 2, "the next game begins by itself where nobody is left"


def test_between_the_games_of_a_match_a_clock_runs_too() -> None:
    table = at_table(changed(TILES, tie="shared"), ADA, BEN)
    while not table.is_between:
        seat = table.awaited()[0]
        table = played(table, [ADA, BEN][seat], 1)
    assert table.deadline == NOON + timedelta(days=4)
    assert decide(table, Come(ADA), NOON, Random(1)).deadline == table.deadline
    begun = decide(table, BeginNext(BEN), NOON + timedelta(days=2), Random(1))
    assert (begun.is_between, begun.deadline) == (False, NOON + timedelta(days=5))


@pytest.mark.anyio
async def test_the_watcher_ends_a_match_of_days_at_which_nobody_plays(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    before, passed = harness.database.now, [timedelta()]
    harness.database.now = lambda: before() + passed[0]  # type: ignore[method-assign]
    table_id = await harness.service.open_table(ada, "Ada", changed(TILES, tie="shared", seed=None, first="random"))
    await harness.service.sit(table_id, 1, ben, "Ben")
    async with harness.with_bots(), asyncio.timeout(UNHURRIED):
        while not (table := await harness.service.load(table_id)).is_over:
            if table.deadline and not table.is_left:
                passed[0] = max(passed[0], table.deadline - before() + timedelta(seconds=2))
            await asyncio.sleep(0.05)
    assert sorted(table.bots()) == [0, 1]
    counted = [one for game in table.games for one in game.stand_ins if one.is_late]
    assert {one.seat for one in counted} == {0, 1}


def test_a_bot_that_was_asked_for_is_gone_when_a_person_who_lost_the_seat_is_back() -> None:
    table = late(at_table(TILES, ADA, BEN), 3)
    asked = table.with_seat(replace(table.seats[0], asked="greedy"))
    assert decide(asked, Come(ADA), NOON, Random(1)).seats[0].level is None
