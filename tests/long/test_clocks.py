"""Clocks that are wrong, and clocks that jump: what processes compare goes by the database's clock alone."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import DateTime, create_engine, func, select
from tests.kit.servers import Start
from tests.kit.stores import PostgresProcess, RedisProcess
from tests.long.clocks import LIBRARIES, clock_of
from tests.long.people import Line, new_account
from tests.long.sizes import size, until
from tests.sizes import WHOLE

from jardinet.server.analyses.older_results import OlderResults
from jardinet.server.intervals import Intervals
from jardinet.server.settings import with_driver
from jardinet.server.storage.models import Base, ChoreRow

SECONDS_A_TURN = 20
EARLY, LATE = 2.0, 45.0  # seconds after a turn has begun when it cannot be over, and when it is on a busy machine too
NEAR = timedelta(minutes=2)  # so far from now is whatever has just happened

pytestmark = [WHOLE, pytest.mark.skipif(not LIBRARIES, reason="no faketime is installed")]


class Somebody:
    """Person who sits at a table with a clock against a bot."""

    def __init__(self, address: str, chance: Random) -> None:
        self.address, self._chance = address, chance
        self.account = new_account(address, "Ada", chance)
        self.line = Line(address, self.account)

    def open(self) -> str:
        """A table at which the person has to act; returns its id."""
        agreed = {
            "game": "lucky_numbers",
            "parameters": {"setup": "michael"},
            "seats": ["person", "greedy"],
            "first": "1",
        }
        more = {"bot_pace": "instant", "seconds_a_turn": SECONDS_A_TURN, "is_listed": True}
        return str(self.line.post("/api/tables", **agreed, **more)["id"])

    def state(self, table_id: str) -> Any:
        """How a table stands."""
        return self.line.table(table_id)

    def play(self, table_id: str) -> Any:
        """Play once; returns how the table stands then."""
        state = self.state(table_id)
        move = self._chance.choice(state["legal"])
        played = self.line.post(f"/api/tables/{table_id}/play", ply=state["seq"], moves=[move], seat=0)
        return played["state"]

    def is_asked(self, table_id: str) -> bool:
        """Whether the person has to act."""
        return bool(self.state(table_id)["turn"] == [0])

    def is_further(self, table_id: str, ply: int) -> bool:
        """Whether somebody has played for the person."""
        return bool(self.state(table_id)["seq"] > ply)


@pytest.mark.parametrize("wrong", ["+1d", "-1d"][: size(2, 1)])
def test_a_process_whose_clock_is_wrong_does_as_the_others_do(
    at: Start, postgresql: PostgresProcess, redis: RedisProcess, chance: Random, wrong: str
) -> None:
    database = postgresql.new_database()
    (right,) = at(database, JARDINET_REDIS_URL=redis.url)
    (other,) = at(database, JARDINET_REDIS_URL=redis.url, **clock_of(FAKETIME=wrong))
    for server in (right, other):
        ada = Somebody(server.address, chance)
        begun, table_id = time.monotonic(), ada.open()
        ply = ada.state(table_id)["seq"]
        while time.monotonic() - begun < EARLY:
            assert ada.state(table_id)["seq"] == ply, "the turn ended before its time"
        until(partial(ada.is_further, table_id, ply), "the turn ends", LATE)
        assert time.monotonic() - begun > SECONDS_A_TURN - 1
        ada.line.post(f"/api/tables/{table_id}/remark", phrase="hello")
    _all_is_dated_now(database)


@pytest.mark.parametrize("jump", ["+3h", "-3h"])
def test_a_clock_that_jumps_ends_one_turn_too_soon_or_too_late_and_no_other(
    at: Start, tmp_path: Path, chance: Random, jump: str
) -> None:
    """SQLite's clock is this machine's: what is set there is the database's."""
    clock = tmp_path / "clock"
    clock.write_text("+0d")
    settings = clock_of(FAKETIME_TIMESTAMP_FILE=str(clock), FAKETIME_CACHE_DURATION="1")
    (server,) = at(f"sqlite:///{tmp_path / 'tables.sqlite3'}", **settings)
    ada = Somebody(server.address, chance)
    table_id = ada.open()
    ply = ada.state(table_id)["seq"]
    clock.write_text(jump)
    if jump == "+3h":
        until(partial(ada.is_further, table_id, ply), "the turn ends by the new clock", SECONDS_A_TURN - 1)
    else:
        time.sleep(Intervals().deadlines + EARLY)  # until the server has read it; nothing tells
    _keeps_its_time(ada, table_id)


def _keeps_its_time(ada: Somebody, table_id: str) -> None:
    """A turn that begins now lasts as long as was agreed."""
    is_asked = False
    while not is_asked:  # whoever has drawn a tile is asked again, where it is put
        until(partial(ada.is_asked, table_id), "the person has to act")
        begun, state = time.monotonic(), ada.play(table_id)
        is_asked = state["turn"] == [0]
    until(partial(ada.is_further, table_id, state["seq"]), "the turn ends", LATE)
    assert time.monotonic() - begun > SECONDS_A_TURN - 1


def _all_is_dated_now(database: str) -> None:
    """No row of any table is dated by a clock that is wrong."""
    engine = create_engine(with_driver(database))
    with engine.connect() as connection:
        for table in Base.metadata.tables.values():
            for column in table.columns:
                if isinstance(column.type, DateTime) or "UtcDateTime" in repr(column.type):
                    first, last = connection.execute(select(func.min(column), func.max(column))).one()
                    if column is ChoreRow.__table__.c.due_at:  # of each chore: when its next round may begin
                        first, last = (at and at - OlderResults.every for at in (None, last))
                    for at in (first, last):
                        assert at is None or abs(at - datetime.now(UTC)) < NEAR, (column, at)
    engine.dispose()
