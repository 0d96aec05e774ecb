"""Parts of the bench: what is promised of the server, each figure as soon as it is measured."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

import msgspec
import numpy as np
from benches.server import peer as peers
from benches.server.loads import Load, answered_in, guess, measured, pair, play_alone, play_together
from benches.server.peer import Peer
from benches.server.people import Person, PlayedTable
from benches.server.processes import BenchError, Process, held, postgresql, redis, serving
from benches.server.rounds import begin_rounds, median_and_most
from benches.server.stored import multiply
from benches.server.watchers import Audience, Click

from jardinet.arena.measuring import Measurement

# What is promised.
MOST_A_PLAY, MOST_TIMES_PEER = 1.5, 6.0  # milliseconds of processor time; so many times the peer's
LEAST_RATE = 600.0  # plays a second in one process
MOST_A_PLAY_WATCHED, MOST_UNTIL_LAST = 60.0, 250.0  # milliseconds, with the largest audience
MOST_IDLE, MOST_PLAYED, MOST_MEMORY = 120.0, 190.0, 550.0  # megabytes: idle, after games, with all idle viewers
LEAST_OF_TWO = 1.6  # times what one process does
MOST_GROWTH = 1.2  # times the cost with few tables stored: what is more is no noise
MOST_TO_START = 2.0  # seconds
MOST_TO_BEGIN, MOST_BESIDE_ROUNDS = 3.0, 2.0  # seconds of a round; times as long as a play while none begins
MOST_BESIDE_BOTS = 2.0  # times as long as where no bots play
MOST_LOOKED_AT, MOST_FOR_GUESSES, MOST_BESIDE_GUESSES = (
    10,
    150.0,
    1000.0,
)  # passwords; megabytes; milliseconds of a play

GAMES = {"lucky_numbers": "Lucky Numbers", "maudits_criquets": "Maudits Criquets"}
WATCHED = "lucky_numbers"  # everybody sees each of its moves
FEW, LISTED, ASKED = 10, 20, 40  # stored tables where there are few; what a list shows, full; how often it is asked for

GUESSERS, WRONG = 20, 422  # addresses; the status that answers a password that was looked at


class Options(msgspec.Struct, frozen=True):
    """How much is measured.

    Attributes:
        rounds: measurements of a play, ours and the peer's in turns; the best counts.
        plays: at least so many in each of them.
        tables: that are played at the same time.
        seconds: how long.
        share: of a core that each of two processes gets, so that whoever loads them has a share of its own.
        audiences: numbers of spectators; the promise is about the last one.
        peer_audience: which of them is measured at the peer too.
        clicks: plays before an audience.
        viewers: that are idle.
        viewed: tables that they share.
        opening: seconds at most until they are all there.
        stored: how many tables are many.
        bot_tables: at which only bots play, without a pause, while people do.
        guesses: wrong passwords that each of twenty addresses tries.
        opponent: the bot with which somebody plays a whole game of each kind.
        tournament_tables: that a round of a tournament has.
        tournament_rounds: that are begun.
    """

    rounds: int = 6
    plays: int = 60
    tables: int = 32
    seconds: float = 5.0
    share: float = 0.25
    audiences: tuple[int, ...] = (0, 100, 500)
    peer_audience: int = 100
    clicks: int = 12
    viewers: int = 10_000
    viewed: int = 100
    opening: float = 150.0
    stored: int = 100_000
    bot_tables: int = 60
    guesses: int = 10
    opponent: str = "master"
    tournament_tables: int = 64
    tournament_rounds: int = 8


class Bench(msgspec.Struct, frozen=True):
    """What the parts share: the options, a folder of this run alone, the peer (None leaves its column empty), chance."""

    options: Options
    folder: Path
    peer: Peer | None
    random: np.random.Generator

    def sqlite(self, name: str) -> str:
        """The URL of an SQLite file of that name."""
        return f"sqlite:///{self.folder / name}.sqlite3"

    async def warm(self, server: Process) -> list[Person]:
        """Two people who have played both games: what is compiled and cached at a first time is."""
        people = await pair(server.address)
        for game in GAMES:
            await play_alone([server], game, people, 1, self.random)
        return people


async def plays(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """A play at one table, answered when it is durable."""
    options = bench.options
    best: dict[str, Load] = {}
    theirs: list[float] = []
    if bench.peer:
        await bench.peer.open()
        await bench.peer.play(moves=4 * options.plays)  # until it is compiled
    with serving(bench.sqlite("plays")) as server:
        people = await bench.warm(server)
        for _ in range(options.rounds):
            for game in GAMES:
                load = await play_alone([server], game, people, options.plays, bench.random)
                best[game] = min(best.get(game, load), load, key=lambda one: one.milliseconds)
            if bench.peer:
                theirs.append((await bench.peer.play(moves=4 * options.plays)).processor)
    for game, load in best.items():
        yield Measurement(
            f"{GAMES[game]}, one table: processor time a play",
            load.milliseconds,
            "ms",
            bound=MOST_A_PLAY,
            peer=f"{peers.NAME} in memory",
            peer_value=1000 * min(theirs) if theirs else None,
            goal=MOST_TIMES_PEER,
            note=f"one request after the other on {options.rounds} × at least {options.plays} plays of whole games, the best "
            "round; HTTP with gzip as programs ask for it, on connections that are kept",
        )
        yield Measurement(
            f"{GAMES[game]}, one table: plays one after the other", load.rate, "plays/s", note="for information"
        )


async def tables(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """Many tables at once: what is written together is committed together."""
    options = bench.options
    with serving(bench.sqlite("tables")) as server:
        await bench.warm(server)
        pairs = [await pair(server.address, connections=1) for _ in range(options.tables)]
        for game, title in GAMES.items():
            theirs = None
            if bench.peer:
                await bench.peer.open(matches=options.tables)
                theirs = (await bench.peer.play(seconds=options.seconds)).rate
            load = await play_together([server], game, pairs, options.seconds, bench.random)
            note = f"on two cores both need theirs: {load.shares()}"
            name = f"{title}, {options.tables} tables at once: "
            yield Measurement(
                f"{name}durable plays a second",
                load.rate,
                "plays/s",
                bound=LEAST_RATE,
                peer=f"{peers.NAME} in memory",
                peer_value=theirs,
                note=note,
            )
            yield Measurement(f"{name}processor time a play", load.milliseconds, "ms", bound=MOST_A_PLAY, note=note)


async def watchers(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """A play that many see."""
    options = bench.options
    with serving(bench.sqlite("watchers")) as server:
        people = await bench.warm(server)
        cookies = [(await Person.arrive(server.address, f"Eve {number}")).cookies for number in range(20)]
        for watching in options.audiences:
            is_largest = watching and watching == options.audiences[-1]
            theirs = None
            if bench.peer and watching == options.peer_audience:
                await bench.peer.open(watchers=watching)
                theirs = await bench.peer.play(moves=4 * options.clicks)
            table = await PlayedTable.open(WATCHED, people, bench.random)
            audience = Audience(server, cookies)
            try:
                await audience.grow([table.id] * watching)
                await audience.see(table)  # what is rendered a first time is
                clicks = [
                    await audience.see(table) for _ in range(options.clicks if watching <= 100 else options.clicks // 2)
                ]
            finally:
                audience.leave()
            for figure in _seen(clicks, watching):
                most = {"processor time a play": MOST_A_PLAY_WATCHED, "until the last one sees it": MOST_UNTIL_LAST}
                of = figure.name.rpartition(": ")[2]
                peer_value = theirs and 1000 * {"processor time a play": theirs.processor}.get(of, theirs.median_seen)
                yield msgspec.structs.replace(
                    figure,
                    bound=most.get(of) if is_largest else None,
                    peer=f"{peers.NAME}, {watching} watching",
                    peer_value=peer_value,
                )


def _seen(clicks: Sequence[Click], watching: int) -> list[Measurement]:
    """What an audience saw of some clicks, in milliseconds."""
    processor = 1000 * sum(click.processor for click in clicks) / len(clicks)
    last = sorted(1000 * click.last_seen for click in clicks)
    note = f"the worst of {len(clicks)} plays {last[-1]:.0f} ms; from the click to the last arrival here, where all pages are received on one core"
    figures = [Measurement(f"{watching} watching: processor time a play", processor, "ms")]
    if watching:
        figures.append(Measurement(f"{watching} watching: until the last one sees it", median(last), "ms", note=note))
    return figures


async def processes(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """Two processes beside one, on PostgreSQL and Redis."""
    options, game = bench.options, WATCHED
    with ExitStack() as stack:
        try:
            channels = {"JARDINET_REDIS_URL": stack.enter_context(redis())}
            database = stack.enter_context(postgresql(bench.folder))
        except BenchError as error:
            yield Measurement("two processes on PostgreSQL and Redis", None, "plays/s", note=str(error))
            return
        servers = [stack.enter_context(serving(database, channels)) for _ in range(2)]
        for server in servers:
            await bench.warm(server)
        pairs = [await pair(servers[0].address, connections=1) for _ in range(options.tables)]
        others = [[person.at(servers[1].address) for person in two] for two in pairs]
        apart = [[hers, his] for (hers, _), (_, his) in zip(pairs, others, strict=True)]
        half = options.tables // 2
        uses = (
            (servers[:1], pairs, "one process"),
            (servers, [*pairs[:half], *others[half:]], "two processes, each table at one of them"),
            (servers, apart, "two processes, the two people of a table apart"),
        )
        for share in (options.share, None):
            where = f"PostgreSQL, {share:.0%} of a core a process" if share else "PostgreSQL, all on the same cores"
            alone: Load | None = None
            with ExitStack() as shares:
                try:
                    if share:
                        shares.enter_context(held(servers, share))
                except BenchError as error:
                    yield Measurement(where, None, "plays/s", note=str(error))
                    continue
                for used, seated, name in uses:
                    load = await play_together(used, game, seated, options.seconds, bench.random)
                    yield Measurement(
                        f"{where}, {name}: durable plays a second",
                        load.rate,
                        "plays/s",
                        peer="one process" if alone else None,
                        peer_value=alone.rate if alone else None,
                        goal=LEAST_OF_TWO if alone and share else None,
                        note=f"the rest is for PostgreSQL, Redis and the load generator: {load.shares()}",
                    )
                    yield Measurement(
                        f"{where}, {name}: processor time a play",
                        load.milliseconds,
                        "ms",
                        note="of the processes of ours",
                    )
                    alone = alone or load


async def rounds_of_tournaments(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """Rounds of a tournament with many tables, on two processes with PostgreSQL and Redis, and plays meanwhile."""
    options = bench.options
    with ExitStack() as stack:
        try:
            channels = {"JARDINET_REDIS_URL": stack.enter_context(redis())}
            database = stack.enter_context(postgresql(bench.folder))
        except BenchError as error:
            yield Measurement("rounds of a tournament", None, "s", note=str(error))
            return
        servers = [stack.enter_context(serving(database, channels)) for _ in range(2)]
        for server in servers:
            await bench.warm(server)
        guests = [
            await Person.arrive(servers[k % 2].address, f"Guest {k}") for k in range(2 * options.tournament_tables)
        ]
        players = [await pair(server.address, connections=1) for server in servers]
        begun = await begin_rounds(
            servers, WATCHED, guests, players, options.tournament_rounds, options.seconds / 4, bench.random
        )
    name = f"a round of {options.tournament_tables} tables"
    yield Measurement(
        f"{name}: until the last one is begun, the slowest of {options.tournament_rounds}",
        max(begun.seconds),
        "s",
        bound=MOST_TO_BEGIN,
        note=f"the quickest in {min(begun.seconds):.2f} s; processor time of both processes: "
        f"{max(begun.processor):.2f} s at most, plays of two other tables included",
    )
    (idle, most_idle), (meanwhile, most) = median_and_most(begun.idle), median_and_most(begun.meanwhile)
    note = f"{len(begun.meanwhile)} plays while rounds begin, {len(begun.idle)} while none does; none is lost"
    own = f"; of it {begun.own[1]:.1f} ms of the bench's own processor, {begun.own[0]:.1f} while none begins"
    for called, value, usual in (("median", meanwhile, idle), ("95th percentile", most, most_idle)):
        yield Measurement(
            f"a play while {name} begins, {called}",
            value,
            "ms",
            peer="no round begins",
            peer_value=usual,
            goal=MOST_BESIDE_ROUNDS,
            note=note + own,
        )


async def stored(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """What a play, a list and a start cost with few and with many tables stored."""
    few: dict[str, float] = {}
    for tables_stored in (FEW, bench.options.stored):
        file = f"stored-{tables_stored}"
        with serving(bench.sqlite(file)) as server:
            people = await bench.warm(server)  # their games are over
            running = await PlayedTable.open(WATCHED, people, bench.random)
            for _ in range(12):
                await running.play()
            over = await PlayedTable.open("maudits_criquets", people, bench.random)
            while not over.is_over:
                await over.play()
            waiting = await PlayedTable.open_to_all(WATCHED, people[0])
        multiply(bench.folder / f"{file}.sqlite3", {over.id: 85, running.id: 14, waiting: 1}, tables_stored)
        with serving(bench.sqlite(file)) as server:
            seconds, processor = server.seconds_to_start, server.seconds()
            costs = await _costs(bench, server)
        for name, milliseconds in costs.items():
            few.setdefault(name, milliseconds)
            if tables_stored != FEW:
                yield Measurement(
                    f"{tables_stored:,} tables stored: {name}",
                    milliseconds,
                    "ms",
                    peer=f"{FEW} stored",
                    peer_value=few[name],
                    goal=MOST_GROWTH,
                    note="processor time; 85 of 100 tables are over, 14 are played, 1 waits in the list; who asks has "
                    f"{LISTED} tables of their own, and every list is full",
                )
    name = f"{tables_stored:,} tables stored: start to the first answer"
    yield Measurement(name, seconds, "s", bound=MOST_TO_START)
    yield Measurement(f"{name}, processor time", processor, "s")


async def _costs(bench: Bench, server: Process) -> dict[str, float]:
    """Milliseconds of the processor, by what is asked."""
    people = await bench.warm(server)
    best = min(
        [
            await play_alone([server], WATCHED, people, bench.options.plays, bench.random)
            for _ in range(bench.options.rounds)
        ],
        key=lambda one: one.milliseconds,
    )
    for _ in range(LISTED):  # lists are full, so that they differ in what is not shown alone
        await PlayedTable.open(WATCHED, people, bench.random)
        await PlayedTable.open_to_all(WATCHED, people[0])
    asked: dict[str, Callable[[], Awaitable[bytes]]] = {
        "the home page": lambda: people[0].page("/"),
        "one's own tables by the API": lambda: people[0].ask("GET", "/api/account/tables"),
        "the tables to join by the API": lambda: people[0].ask("GET", "/api/tables"),
    }
    costs = {"a play": best.milliseconds}
    for name, ask in asked.items():

        async def repeatedly(ask: Callable[[], Awaitable[bytes]] = ask) -> int:
            for _ in range(ASKED):
                await ask()
            return ASKED

        await ask()
        costs[name] = (await measured([server], repeatedly)).milliseconds
    return costs


async def memory(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """Memory of a server that has just started, and after somebody has played a whole game of each kind with the best bot."""
    theirs = [bench.peer.megabytes()] if bench.peer else []
    url = bench.sqlite("memory")
    with serving(url):
        pass  # the database is there, as at every start but the first
    with serving(url) as server:
        idle = server.megabytes()
        host = await Person.arrive(server.address, "Ada")
        for game in GAMES:
            table = await PlayedTable.open_against(game, host, bench.options.opponent, bench.random)
            await table.play_whole()
        await host.page("/")
        played = server.megabytes()
    if bench.peer:
        await bench.peer.open()
        await bench.peer.play(moves=4 * bench.options.plays)
        theirs.append(bench.peer.megabytes())
    for name, ours, most, at in (
        ("idle", idle, MOST_IDLE, 0),
        (f"a game of each against {bench.options.opponent}", played, MOST_PLAYED, 1),
    ):
        yield Measurement(
            f"memory, {name}", ours, "MB", bound=most, peer=peers.NAME, peer_value=theirs[at] if theirs else None
        )


async def viewers(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """Memory with many live pages open at which nothing happens."""
    options = bench.options
    with serving(bench.sqlite("viewers")) as server:
        people = await bench.warm(server)
        cookies = [(await Person.arrive(server.address, f"Eve {number}")).cookies for number in range(20)]
        watched = [await PlayedTable.open(WATCHED, people, bench.random) for _ in range(options.viewed)]
        before = server.megabytes()
        audience = Audience(server, cookies)
        try:
            load = await measured([server], lambda: _opened(audience, watched, options))
            opened = len(audience.watchers)
            told = f"{before:.0f} MB without; {opened / load.passed:.0f} pages a second opened, {load.milliseconds:.2g} ms of processor each"
            if opened < options.viewers:
                told += f"; {opened:,} were there after {options.opening:.0f} s: the figure is worked out from theirs"
            memory = before + (server.megabytes() - before) * options.viewers / opened
        finally:
            audience.leave()
    yield Measurement(
        f"{options.viewers:,} idle viewers of {options.viewed} tables: memory",
        memory,
        "MB",
        bound=MOST_MEMORY,
        note=told,
    )


async def _opened(audience: Audience, watched: Sequence[PlayedTable], options: Options) -> int:
    await audience.grow(
        [watched[k % len(watched)].id for k in range(options.viewers)], time.monotonic() + options.opening
    )
    return len(audience.watchers)


async def bots(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """How long a play takes while only bots play at many tables, as fast as they can."""
    options = bench.options
    with serving(bench.sqlite("bots")) as server:
        people = await bench.warm(server)
        alone = await answered_in(WATCHED, people, options.plays, bench.random)
        host = await Person.arrive(server.address, "Eve")
        for _ in range(options.bot_tables):
            await PlayedTable.open_for_bots(WATCHED, host)
        beside = await answered_in(WATCHED, people, options.plays, bench.random)
    late = quantiles(beside, n=20)[-1]
    yield Measurement(
        f"{options.bot_tables} tables at which only bots play, without a pause: a person's play",
        1000 * median(beside),
        "ms",
        peer="no bots",
        peer_value=1000 * median(alone),
        goal=MOST_BESIDE_BOTS,
        note=f"on the clock, median of {len(beside)}; 95 of 100 were answered within {1000 * late:.0f} ms",
    )


async def sign_ins(bench: Bench) -> AsyncGenerator[Measurement, None]:
    """A play, and the memory, while wrong passwords come from twenty addresses as fast as they can."""
    count, loop = GUESSERS * bench.options.guesses, asyncio.get_running_loop()
    with serving(bench.sqlite("sign-ins")) as server, ThreadPoolExecutor(GUESSERS) as guessers:
        people = await bench.warm(server)
        await asyncio.to_thread(guess, server.address, ["nobody"])  # what is loaded at a first time is
        for whose, handles in (("one handle", ["ada"] * count), ("a handle each", [f"ada-{n}" for n in range(count)])):
            times: list[float] = []
            with server.growing() as more:
                shares = (handles[first::GUESSERS] for first in range(GUESSERS))
                guessing = asyncio.gather(
                    *(loop.run_in_executor(guessers, guess, server.address, share) for share in shares)
                )
                while not guessing.done():
                    times += await answered_in(WATCHED, people, 1, bench.random)
            looked_at = sum(statuses.count(WRONG) for statuses in await guessing)
            name = f"{count} wrong passwords of {whose} from {GUESSERS} addresses"
            yield Measurement(
                f"{name}: the longest play meanwhile",
                1000 * max(times),
                "ms",
                bound=MOST_BESIDE_GUESSES,
                note=f"of {len(times)} on the clock, median {1000 * median(times):.0f} ms; {looked_at} passwords were looked at",
            )
            yield Measurement(f"{name}: memory more, where it is most", more[0], "MB", bound=MOST_FOR_GUESSES)


# The quick ones first.
PARTS: dict[str, Callable[[Bench], AsyncGenerator[Measurement, None]]] = {
    "plays": plays,
    "tables": tables,
    "watchers": watchers,
    "bots": bots,
    "sign-ins": sign_ins,
    "memory": memory,
    "processes": processes,
    "rounds": rounds_of_tournaments,
    "stored": stored,
    "viewers": viewers,
}
