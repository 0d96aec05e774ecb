"""Anything at all, a hundred thousand times: it is answered, never by a fault of ours, and leaves nothing behind."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from tests.kit.servers import ServerProcess, Start
from tests.kit.stores import PostgresProcess
from tests.long.fuzz import Fuzzer, Route, Sent, routes_of
from tests.long.people import Line, new_account, new_host
from tests.long.players import play_to_the_end
from tests.long.sizes import SHARE, log, progress, rounds, size
from tests.long.wire import Wire
from tests.sizes import first_of

from jardinet.games import playable_games
from jardinet.server.app import create_app
from jardinet.server.keys import Keys
from jardinet.server.settings import Settings

AT_ONCE = 16  # people who ask, each at an address and with a connection of their own
AS_ONE = 1000  # requests until somebody is somebody else
TENTHS = 10
WARM = 3  # tenths after which all has been there that may be there: caches of tables, addresses and pages are full
MOST_GROWTH = 48.0  # MB from then on
FORGOTTEN = 2_000  # addresses of nothing after which the last thousand that are kept have been others before
NOTHING = 8.0  # MB that may be kept of what is nowhere, of which a multiple is sent
NOWHERE = (
    "/t/{}",
    "/t/{}/replay/1",
    "/api/tables/{}",
    "/api/bot/game/stream/{}",
    "/seat/{}",
    "/rules/{}",
    "/static/{}",
    "/{}",
)

_ROUTE = re.compile(r'route="([^"]*)"')


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[Route]:
    """Where the server answers."""
    file = tmp_path_factory.mktemp("routes") / "none.sqlite3"
    return routes_of(create_app(Settings(f"sqlite:///{file}", Keys.of("00" * 32))))


@pytest.fixture(params=first_of(["sqlite", "postgresql"]))
def server(request: pytest.FixtureRequest, at: Start, tmp_path: Path) -> ServerProcess:
    """A server on each database, without limits, which says what it answers."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    if request.param == "postgresql":
        postgresql: PostgresProcess = request.getfixturevalue("postgresql")
        database = postgresql.new_database()
    (one,) = at(database, JARDINET_LIMITS="off", JARDINET_LOG="json")
    return one


class Attack:
    """Requests of many at once, counted by how they were answered."""

    def __init__(self, server: ServerProcess, routes: list[Route], count: int, chance: Random) -> None:
        self._server, self._routes = server, routes
        self._seeds = [Random(chance.random()) for _ in range(AT_ONCE)]
        self.answered: Counter[int | None] = Counter()
        self._begun = 0
        self._is_done, self._count = progress("fuzzed requests", count), count
        self._counting = threading.Lock()

    def run(self) -> list[float]:
        """All of it; returns the server's megabytes after each tenth."""
        memory = []
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for tenth in range(1, TENTHS + 1):
                until = self._count * tenth // TENTHS
                for running in [pool.submit(self._send_until, until, seed) for seed in self._seeds]:
                    running.result()
                memory.append(self._server.megabytes())
        return memory

    def _send_until(self, count: int, chance: Random) -> None:
        while self._begun < count:
            host = new_host(chance)
            account = new_account(self._server.address, "Ada", chance)
            fuzzer, wire = Fuzzer(self._server.address, self._routes, chance, account), Wire(self._server.address, host)
            for _ in range(AS_ONE):
                with self._counting:
                    if self._begun >= count:
                        break
                    self._begun += 1
                status = self._live(fuzzer, wire) if chance.random() < 0.03 else self._asked(fuzzer, wire)
                with self._counting:
                    self.answered[status] += 1
                    self._is_done(self.answered.total())
            wire.close()

    def _asked(self, fuzzer: Fuzzer, wire: Wire) -> int | None:
        """How one request is answered; None: it need not be."""
        sent = fuzzer.request()
        if sent.is_half:
            wire.hang_up_after(sent.data)
            return None
        status = _answered(fuzzer, wire, sent)
        if not sent.is_whole or status == 101:
            wire.close()
        return status

    def _live(self, fuzzer: Fuzzer, wire: Wire) -> int | None:
        status = _answered(fuzzer, wire, fuzzer.upgrade())
        if status == 101:
            wire.say(fuzzer.frames())
        wire.close()
        return status


def _answered(fuzzer: Fuzzer, wire: Wire, sent: Sent) -> int | None:
    try:
        answer = wire.ask(sent.data, sent.method)
    except TimeoutError:
        pytest.fail(f"it is not answered: {sent}")
    if answer is None:
        assert not sent.is_whole, f"it is not answered: {sent}"
        return None
    is_readiness = answer.status == 503 and b" /readyz" in sent.data  # on a busy machine it says what is so
    assert answer.status < 500 or is_readiness, (sent, answer)
    fuzzer.learn(answer)
    return answer.status


def test_nothing_that_is_sent_breaks_the_server_or_stays_in_memory(
    server: ServerProcess, routes: list[Route], chance: Random
) -> None:
    attack = Attack(server, routes, size(50_000, 300), chance)
    memory = attack.run()
    log.info("answered: %s", dict(sorted(attack.answered.items(), key=str)))
    log.info("MB after each tenth: %s", " ".join(f"{one:.0f}" for one in memory))
    line = Line(server.address, new_account(server.address, "Ada", chance))
    for game in playable_games():
        play_to_the_end(line, game, chance)
    _has_met_no_fault(server)
    told = set(_ROUTE.findall(Line(server.address).ask("GET", "/metrics").body.decode()))
    assert told <= {"none", *(route.path for route in routes), "/t/{table_id}/live"}
    if SHARE:
        assert memory[-1] - memory[WARM - 1] < MOST_GROWTH, memory


def test_what_is_nowhere_leaves_nothing_in_memory(at: Start, tmp_path: Path, chance: Random) -> None:
    """Long addresses, tokens and cookies, each once: only the last thousand of them are kept, as they were read."""
    (server,) = at(f"sqlite:///{tmp_path / 'tables.sqlite3'}", JARDINET_LIMITS="off")
    wire, memory = Wire(server.address, new_host(chance)), []
    warm = FORGOTTEN if SHARE else 0
    count = warm + size(20_000, 200)
    host = server.address.removeprefix("http://")
    for number in rounds("addresses of nothing", count):
        if number in (warm, count - 1):
            memory.append(server.megabytes())
        path, odd = chance.choice(NOWHERE), chance.randbytes(700).hex()
        headers = [f"Host: {host}", f"Authorization: Bearer jardinet_{odd[:43]}", f"Cookie: jardinet={odd[:500]}"]
        answer = wire.ask("\r\n".join([f"GET {path.format(odd)} HTTP/1.1", *headers, "", ""]).encode(), "GET")
        assert answer
        assert answer.status in (401, 404), answer
    log.info("MB after %d addresses and at the end: %s", warm, memory)
    if SHARE:
        assert memory[1] - memory[0] < NOTHING, memory


def _has_met_no_fault(server: ServerProcess) -> None:
    """The log is lines of JSON to the last one, and none of them an error."""
    for line in server.told().splitlines():
        told = json.loads(line)
        assert told["level"] in ("INFO", "WARNING"), told
        assert "traceback" not in told, told
        assert told.get("status", 0) < 500 or told["route"] == "/readyz", told
