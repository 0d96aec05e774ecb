"""What several processes do at one table at the same moment: as if it had been one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.kit.harness import Harness

from jardinet.server.storage.database import Database
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import StaleError
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState

pytestmark = pytest.mark.anyio

ROUNDS = 12  # of each race: at the commit before, one in two or three was lost
BIDDERS = Agreement("maudits_criquets", {}, ["person", "person"])
THREE = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "person", "person"])


@pytest.fixture
async def people(harness: Harness) -> list[str]:
    """Ada, Ben and Cleo."""
    return [await harness.person(name) for name in ("Ada", "Ben", "Cleo")]


@pytest.fixture
async def processes(harness: Harness, url: str) -> AsyncIterator[tuple[TableService, TableService]]:
    """Two services with a memory and connections of their own, as two processes have them."""
    async with Database.open(url) as database:
        yield harness.service, TableService(database)


async def test_bids_at_the_same_moment_are_played_out(
    people: list[str], processes: tuple[TableService, TableService]
) -> None:
    (ada, ben, _), (one, other) = people, processes
    for _ in range(ROUNDS):
        table_id = await one.open_table(ada, "Ada", BIDDERS)
        await one.do(table_id, commands.Sit(1, ben, "Ben"))
        ply = (await one.load(table_id)).ply
        await other.load(table_id)
        await asyncio.gather(
            one.do(table_id, commands.Play(0, ply, ("bid-3",))), other.do(table_id, commands.Play(1, ply, ("bid-4",)))
        )
        for service in processes:
            table = await service.load(table_id)
            assert table.ply > ply
            assert not table.choices
            assert table.awaited()


async def test_the_last_seats_taken_at_the_same_moment_begin_the_game(
    people: list[str], processes: tuple[TableService, TableService]
) -> None:
    (ada, ben, cleo), (one, other) = people, processes
    for _ in range(ROUNDS):
        table_id = await one.open_table(ada, "Ada", THREE)
        await asyncio.gather(
            one.do(table_id, commands.Sit(1, ben, "Ben")), other.do(table_id, commands.Sit(2, cleo, "Cleo"))
        )
        assert [(await service.load(table_id)).awaited() for service in processes] != [[], []]
        assert (await one.load(table_id)).game is not None


async def test_either_a_bot_or_a_person_gets_the_last_seat(
    people: list[str], processes: tuple[TableService, TableService]
) -> None:
    (ada, ben, _), (one, other) = people, processes
    for _ in range(ROUNDS):
        table_id = await one.open_table(ada, "Ada", BIDDERS)
        seated, sat = await asyncio.gather(
            one.seat_bot(table_id, 1, ada, "greedy"),
            other.do(table_id, commands.Sit(1, ben, "Ben")),
            return_exceptions=True,
        )
        table = await one.load(table_id)
        assert table.game is not None
        if isinstance(sat, TableState):  # then the bot came later and plays in Ben's place, or not at all
            assert table.seats_of(ben) == [1]
        else:
            assert isinstance(sat, StaleError)
            assert not isinstance(seated, BaseException)
            assert (table.seats_of(ben), table.bots()) == ([], {1: "greedy"})


async def test_of_a_yes_and_a_no_at_the_same_moment_the_first_is_the_answer(
    people: list[str], processes: tuple[TableService, TableService]
) -> None:
    (ada, ben, _), (one, other) = people, processes
    table_id = await one.open_table(ada, "Ada", BIDDERS)
    await one.do(table_id, commands.Sit(1, ben, "Ben"))
    for _ in range(ROUNDS):
        ply = (await one.do(table_id, commands.AskForBot(1, ada, "greedy"))).ply
        await asyncio.gather(
            one.do(table_id, commands.AnswerHost(1, ben, agrees=True)),
            other.do(table_id, commands.AnswerHost(1, ben, agrees=False)),
        )
        for service in processes:
            seat = (await service.load(table_id)).seats[1]
            assert seat.asked is None
            assert (seat.level == "greedy") != (seat.refused_ply == ply)
        await one.do(table_id, commands.ComeBack(1, ben))
        for number in (0, 1):
            table = await one.load(table_id)
            assert table.state
            text = table.state.action_to_string(number, table.state.legal_actions(number)[0])
            await one.do(table_id, commands.Play(number, table.ply, (text,)))


async def test_a_bot_and_whoever_comes_back_do_not_both_play_a_turn(
    people: list[str], processes: tuple[TableService, TableService]
) -> None:
    (ada, ben, _), (one, other) = people, processes
    for _ in range(ROUNDS):
        table_id = await one.open_table(ada, "Ada", BIDDERS)
        ply = (await one.do(table_id, commands.Sit(1, ben, "Ben"))).ply
        await other.load(table_id)
        seated, played = await asyncio.gather(
            one.seat_bot(table_id, 1, ada, "greedy"),  # nobody has seen Ben
            other.do(table_id, commands.Play(None, ply, ("bid-4",), ben)),
            return_exceptions=True,
        )
        table = await one.load(table_id)
        assert not isinstance(seated, BaseException)
        assert table.bots() == {1: "greedy"}
        if isinstance(played, BaseException):
            assert isinstance(played, StaleError)
            assert table.choices == {}
        else:
            assert table.choices == {1: "bid-4"}


async def test_a_seat_that_changes_hands_has_another_key(harness: Harness, people: list[str]) -> None:
    ada, ben, thief = people
    table_id = await harness.service.open_table(ada, "Ada", THREE)
    await harness.service.do(table_id, commands.Sit(1, thief, "Thief"))
    stolen = (await harness.service.load(table_id)).key_of(1)
    await harness.service.do(table_id, commands.Leave(1, thief))
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    keys = [seat.key for seat in (await harness.service.load(table_id)).seats]
    assert stolen not in keys
    assert len(set(keys)) == len(keys)
