"""Rounds of a tournament, begun at one of two processes while people play at tables of both."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import quantiles

import msgspec
import numpy as np
from benches.server.people import Person, PlayedTable
from benches.server.processes import Process, seconds_of


class _Match(msgspec.Struct):
    """What the bench reads of a table of a round."""

    number: int
    table: str | None


class _Round(msgspec.Struct):
    number: int
    tables: list[_Match]


class _Tournament(msgspec.Struct):
    id: str
    rounds: list[_Round] = []


_DECODER = msgspec.json.Decoder(_Tournament)


@dataclass
class Begun:
    """What was measured of rounds.

    Attributes:
        seconds: of each round, until its last table was begun and durable.
        idle: milliseconds of each play while no round began.
        meanwhile: the same while one did.
        processor: seconds of the servers' processor for a round.
        own: milliseconds of the bench's own processor in each play, idle and meanwhile.
    """

    seconds: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)
    meanwhile: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    own: tuple[float, float] = (0.0, 0.0)


def median_and_most(times: Sequence[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    cuts = quantiles(times, n=20)
    return cuts[9], cuts[18]


async def begin_rounds(
    servers: Sequence[Process],
    game: str,
    guests: Sequence[Person],
    players: Sequence[Sequence[Person]],
    rounds: int,
    seconds: float,
    random: np.random.Generator,
) -> Begun:
    """Begin rounds in which all guests sit two at a table, and play meanwhile.

    Args:
        servers: the host is at the first one.
        game: what is played.
        guests: who enters the tournament.
        players: pairs that play at tables of their own all the time, without a pause.
        rounds: how many.
        seconds: how long they play before each round, for comparison.
        random: of their plays.
    """
    host, begun = guests[0], Begun()
    plan = {"game": game, "form": "lots", "seats": 2, "rounds": rounds, "pace": "600+20", "by_itself": False}
    tournament = _DECODER.decode(await host.ask("POST", "/api/tournaments", plan)).id
    address = f"/api/tournaments/{tournament}"
    for one in guests:
        await one.ask("POST", f"{address}/enter", {})
    times: list[float] = begun.idle
    stop, own = asyncio.Event(), [0.0, 0.0]

    async def play_on(two: Sequence[Person]) -> None:
        while not stop.is_set():
            table = await PlayedTable.open(game, two, random)
            while not table.is_over and not stop.is_set():
                at = time.perf_counter()
                await table.play()
                times.append(1000 * (time.perf_counter() - at))

    playing = [asyncio.create_task(play_on(two)) for two in players]
    for number in range(1, rounds + 1):
        times, before = begun.idle, time.process_time()
        await asyncio.sleep(seconds)
        own[0] += time.process_time() - before
        times, before, used, at = begun.meanwhile, time.process_time(), seconds_of(servers), time.perf_counter()
        answer = await host.ask("POST", f"{address}/host", {"do": "begin"})
        begun.seconds.append(time.perf_counter() - at)
        times = []  # what comes now is neither
        begun.processor.append(seconds_of(servers) - used)
        own[1] += time.process_time() - before
        tables = _DECODER.decode(answer).rounds[-1].tables
        assert len(tables) == len(guests) // 2
        assert all(table.table for table in tables)
        for table in tables:  # so that the next round can begin
            where = f"{address}/rounds/{number}/tables/{table.number}/points"
            await host.ask("POST", where, {"points": [1, 0]})
    stop.set()
    await asyncio.gather(*playing)  # a play that was refused is an error here
    begun.own = (1000 * own[0] / max(1, len(begun.idle)), 1000 * own[1] / max(1, len(begun.meanwhile)))
    return begun
