"""Restarts of Redis and PostgreSQL beneath two processes with open pages: all comes back by itself, and soon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from tests.kit.servers import ServerProcess
from tests.kit.stores import PostgresProcess, RedisProcess
from tests.long.pages import Page
from tests.long.people import Line, new_account
from tests.long.players import playing
from tests.long.sizes import SHARE, log, rounds, size, until
from tests.sizes import WHOLE

pytestmark = WHOLE

Two = tuple[ServerProcess, ServerProcess]
PAGES = 10
RESYNCED = 5.0  # seconds from Redis' return until every page shows how its table stands
RECONNECTED = 10.0  # the same from the database's, for which pages may have to connect anew, htmx waiting 5.2 s at most
SECONDS_A_TURN = 10
LATE = 5.0  # seconds after the time is up until a bot has played


class Tables:
    """Tables at which somebody plays alone, each with a page open at either process.

    Attributes:
        pages: the open pages.
    """

    def __init__(self, two: Two, chance: Random) -> None:
        self._two, self._chance = two, chance
        person = new_account(two[0].address, "Ada", chance)
        self._lines = [Line(one.address, person) for one in two]
        self.pages: list[tuple[str, Page]] = []
        for number in range(PAGES // 2):
            table_id = self.open()
            account = person if number % 2 else None
            self.pages += [(table_id, Page(one.address, table_id, account, chance.random())) for one in two]

    def open(self, **agreed: Any) -> str:
        """A table of two seats of the one person's; returns its id."""
        asked = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"], **agreed}
        table_id = str(self._lines[0].post("/api/tables", **asked)["id"])
        if agreed.get("seats") is None:
            self._lines[0].post(f"/api/tables/{table_id}/sit", seat=1, beside=True)
        return table_id

    def state(self, table_id: str) -> Any:
        """How a table stands."""
        return self._line().table(table_id)

    def play(self) -> None:
        """One turn at every table, by either process."""
        for table_id in {table_id for table_id, _ in self.pages}:
            state = self.state(table_id)
            assert state["turn"]
            moves = [self._chance.choice(state["legal"])]
            self._line().post(f"/api/tables/{table_id}/play", ply=state["seq"], moves=moves, seat=state["seat"])

    def resynced(self, within: float) -> float:
        """How many seconds it took until all pages show how their tables stand."""
        plies = {table_id: self.state(table_id)["seq"] for table_id, _ in self.pages}

        def is_so() -> bool:
            assert not any(page.gone for _, page in self.pages), [page.gone for _, page in self.pages]
            return all(page.ply == plies[table_id] for table_id, page in self.pages)

        try:
            return until(is_so, "all pages are as the tables are", within)
        except AssertionError:
            behind = [(page.ply, plies[table_id], page.comebacks) for table_id, page in self.pages]
            pytest.fail(f"not within {within} s: plies shown and to be shown, and connections lost: {behind}")

    def close(self) -> None:
        for _, page in self.pages:
            page.close()

    def _line(self) -> Line:
        return self._chance.choice(self._lines)


@pytest.fixture
def tables(two: Two, chance: Random) -> Iterator[Tables]:
    one = Tables(two, chance)
    one.resynced(30)
    yield one
    one.close()


def test_every_open_page_is_as_its_table_soon_after_redis_is_back(
    tables: Tables, redis: RedisProcess, chance: Random
) -> None:
    longest = 0.0
    for _ in rounds("restarts of Redis", size(12, 2)):
        redis.kill()
        for _ in range(chance.randint(1, 3)):
            tables.play()
        time.sleep(chance.uniform(0, 4) * SHARE)  # so that they are between shorter and longer waits for it
        redis.start()
        longest = max(longest, tables.resynced(RESYNCED))
        tables.play()
        tables.resynced(RESYNCED)
    assert all(page.comebacks == 0 for _, page in tables.pages), "a page was closed, for which there was no need"
    log.info("resynced within %.2f s of Redis' return", longest)


def test_the_game_goes_on_by_itself_when_the_database_is_back(
    two: Two, tables: Tables, postgresql: PostgresProcess, chance: Random
) -> None:
    """Pages, bots and clocks; what was acknowledged before is there, also where it was ended as by a crash."""
    count, longest = size(12, 1), 0.0
    with playing([[one.address] for one in two], 1, chance) as crowds:
        for number in rounds("restarts of PostgreSQL", count):
            bots = tables.open(seats=["greedy", "greedy"], bot_pace="quick")
            clock, opened = tables.open(seconds_a_turn=SECONDS_A_TURN), time.monotonic()
            for crowd in crowds:
                crowd.play_on(chance.randint(1, 20))
            postgresql.stop(at_once=number % 2 == 0)
            told = Line(two[0].address).ask("GET", f"/api/tables/{bots}")
            assert told.status == 503
            assert "the database is not answering" in told.json()["error"]
            time.sleep(30 if number == 1 else chance.uniform(0, 5) * SHARE)
            postgresql.start()
            begun = time.monotonic()
            until(lambda: _answers(two), "both processes answer", 10)
            tables.play()
            tables.resynced(RECONNECTED)
            longest = max(longest, time.monotonic() - begun)
            for crowd in crowds:
                crowd.play_on(5)
            until(partial(_goes_on, tables, bots, tables.state(bots)["seq"]), "bots go on", 20)
            if SHARE:
                left = max(0, opened + SECONDS_A_TURN - time.monotonic())
                until(partial(_goes_on, tables, clock, 1), "clocks go on", left + LATE)
    log.info("answers and pages as the tables within %.2f s of the database's return", longest)


def _answers(two: Two) -> bool:
    return all(Line(one.address).ask("GET", "/api/tables").status == 200 for one in two)


def _goes_on(tables: Tables, table_id: str, seq: int) -> bool:
    state = tables.state(table_id)
    return bool(state["seq"] > seq or state["status"] == "finished")
