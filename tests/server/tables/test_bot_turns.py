"""Turns of bots: whoever plays with people is not kept waiting by those that play among themselves."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from functools import partial
from random import Random

import pytest

from jardinet.server.background import SHARE
from jardinet.server.storage.models import now
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.bot_turns import BotTurns
from jardinet.server.tables.decide import new_table, with_host
from jardinet.server.tables.table import TableState

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def table(*seats: str) -> TableState:
    """A table with these seats, at which its host sits where one is for a person."""
    opened = new_table("t", "ada", Agreement("lucky_numbers", {}, list(seats)), now(), Random(1))
    return with_host(opened, "Ada", now(), Random(1))


class Rests:
    """Rests that last until they are ended, and how long they were to be."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.ended = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await self.ended.wait()


async def take(turns: BotTurns, at: TableState, done: asyncio.Event, work: float = 0.0) -> None:
    """A turn of so many seconds of the processor."""
    async with turns.turn(at):
        until = time.process_time() + work
        while time.process_time() < until:
            pass
        done.set()


async def test_bots_among_themselves_rest_after_each_turn_and_those_who_play_with_people_do_not_wait() -> None:
    rests = Rests()
    turns = BotTurns(rests)
    first, second, with_people = asyncio.Event(), asyncio.Event(), asyncio.Event()
    bots = table("random", "random")
    resting = asyncio.create_task(take(turns, bots, first, work=0.05))
    await first.wait()
    waiting = asyncio.create_task(take(turns, bots, second))
    for _turn in range(3):
        with_people.clear()
        await asyncio.wait_for(take(turns, table("person", "random"), with_people), 60)
        assert with_people.is_set()
    assert not second.is_set()
    rests.ended.set()
    await asyncio.gather(resting, waiting)
    assert second.is_set()
    assert rests.seconds[0] >= 0.05 * (1 / SHARE - 1)


async def test_a_table_whose_only_person_lets_a_bot_play_is_one_of_bots() -> None:
    rests = Rests()
    rests.ended.set()
    turns, done = BotTurns(rests), asyncio.Event()
    own = table("person", "random")
    seat = own.seats[0]
    await take(turns, own, done)
    assert rests.seconds == []
    await take(turns, own.with_seat(type(seat)(0, person="ada", name="Ada", level="random")), done)
    assert len(rests.seconds) == 1


async def test_bots_choose_in_threads_that_give_way() -> None:
    turns = BotTurns(asyncio.sleep)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    theirs = await turns.chosen(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    turns.close()
    assert theirs > own or own == 19


async def test_hints_take_a_turn_each_and_a_bot_waits_for_one_of_them_at_most() -> None:
    turns, taken = BotTurns(asyncio.sleep), list[str]()
    begun, may_end = threading.Event(), threading.Event()

    def reckon(number: int) -> int:
        taken.append(f"hint {number}")
        begun.set()
        assert may_end.wait(60)
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def play() -> None:
        async with turns.turn(table("person", "random")):
            taken.append("bot")

    hints = [asyncio.create_task(turns.hint(partial(reckon, number))) for number in range(4)]
    await asyncio.to_thread(begun.wait)
    bot = asyncio.create_task(play())
    await asyncio.sleep(0.05)
    assert taken == ["hint 0"]
    assert turns.longest() >= 0.05
    may_end.set()
    priorities = await asyncio.gather(*hints)
    await bot
    turns.close()
    assert taken == ["hint 0", "bot", "hint 1", "hint 2", "hint 3"]
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert all(theirs > own or own == 19 for theirs in priorities)


async def test_a_turn_is_told_while_it_lasts() -> None:
    turns = BotTurns(asyncio.sleep)
    assert turns.longest() == 0
    async with turns.turn(table("person", "random")):
        await asyncio.sleep(0.01)
        assert turns.longest() > 0
    assert turns.longest() == 0
