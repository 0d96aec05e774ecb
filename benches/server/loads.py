"""Loads on the server: plays at one table or at many at once, and what they cost its processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import numpy as np
from benches.server.connections import next_loopback_address
from benches.server.people import Person, PlayedTable
from benches.server.processes import Process, seconds_of

from jardinet.server.bench import Visitor

BREATH = 0.05  # seconds
BESIDE = 8  # connections of a person who plays at one table without a pause: no limit for one address is in the way


class Load(NamedTuple):
    """What some requests cost.

    Attributes:
        requests: how many.
        processor: seconds of the server's processes, together.
        passed: seconds on the clock.
        own: processor seconds of our own.
    """

    requests: int
    processor: float
    passed: float
    own: float

    @property
    def milliseconds(self) -> float:
        """Of the server's processor, a request."""
        return 1000 * self.processor / self.requests

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.requests / self.passed

    def shares(self) -> str:
        """Who used how much of a core meanwhile, in words."""
        return f"the server used {self.processor / self.passed:.0%} of a core, the load generator {self.own / self.passed:.0%}"


def yardstick() -> float:
    """Milliseconds of processor time for a million additions in Python: how fast a core is just now.

    A core that another one shares its inside with, or that a host lends to several, is slower, and processor time longer.
    """
    begun, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return 1000 * (time.process_time() - begun)


async def measured(servers: Sequence[Process], work: Callable[[], Awaitable[int]]) -> Load:
    """What `work` costs the servers; it returns how many requests it made."""
    processor, own, begun = seconds_of(servers), time.process_time(), time.perf_counter()
    count = await work()
    passed = time.perf_counter() - begun
    return Load(count, seconds_of(servers) - processor, passed, time.process_time() - own)


async def pair(address: str, *, connections: int = BESIDE) -> list[Person]:
    """Two people who are new at a server."""
    return [await Person.arrive(address, name, connections=connections) for name in ("Ada", "Ben")]


async def play_alone(
    servers: Sequence[Process], game: str, people: Sequence[Person], plays: int, random: np.random.Generator
) -> Load:
    """Whole games at one table after the other, until there were at least so many plays; opening them is not counted."""
    loads: list[Load] = []
    while sum(load.requests for load in loads) < plays:
        table = await PlayedTable.open(game, people, random)

        async def play_out(table: PlayedTable = table) -> int:
            count = 0
            while not table.is_over:
                await table.play()
                count += 1
            return count

        loads.append(await measured(servers, play_out))
    return Load(
        sum(load.requests for load in loads),
        sum(load.processor for load in loads),
        sum(load.passed for load in loads),
        sum(load.own for load in loads),
    )


async def answered_in(game: str, people: Sequence[Person], plays: int, random: np.random.Generator) -> list[float]:
    """How many seconds each of so many plays took, one after the other with a breath between them."""
    times: list[float] = []
    table = await PlayedTable.open(game, people, random)
    while len(times) < plays:
        if table.is_over:
            table = await PlayedTable.open(game, people, random)
        begun = time.perf_counter()
        await table.play()
        times.append(time.perf_counter() - begun)
        await asyncio.sleep(BREATH)
    return times


async def play_together(
    servers: Sequence[Process],
    game: str,
    pairs: Sequence[Sequence[Person]],
    seconds: float,
    random: np.random.Generator,
) -> Load:
    """Plays at as many tables as there are pairs, all at once; who has finished a game begins another one."""
    tables = [await PlayedTable.open(game, people, random) for people in pairs]

    async def play_on(table: PlayedTable, people: Sequence[Person], until: float) -> int:
        count = 0
        while time.monotonic() < until:
            if table.is_over:
                table = await PlayedTable.open(game, people, random)
            await table.play()
            count += 1
        return count

    async def play_all() -> int:
        until = time.monotonic() + seconds
        playing = (play_on(table, people, until) for table, people in zip(tables, pairs, strict=True))
        return sum(await asyncio.gather(*playing))

    return await measured(servers, play_all)


def guess(address: str, handles: Sequence[str]) -> list[int]:
    """Try wrong passwords from an address of one's own, one handle after the other; returns the statuses of the answers."""
    with Visitor(address, next_loopback_address()) as visitor:
        forms = ({"handle": handle, "password": "a wrong guess"} for handle in handles)
        token = {"_csrf_token": visitor.cookies["csrftoken"]}
        return [visitor.post("/sign-in", data=token | form).status_code for form in forms]
