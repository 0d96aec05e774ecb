"""Streams of accounts: what concerns somebody is told at once, however it came about and by whichever process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.kit.accounts import Player
from tests.kit.servers import SHORT, starter
from tests.kit.stores import redis_port

NEVER = 600.0  # seconds: the test is over before a stream looks by itself


def events(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    """What an event stream tells: the kind, and the table."""
    for line in lines:
        if line:
            event: dict[str, Any] = json.loads(line)
            yield event["type"], event["game"]["gameId"] if "game" in event else event["challenge"]["id"]


def test_what_happens_at_one_process_is_heard_at_the_other(tmp_path: Path) -> None:
    database, redis = f"sqlite:///{tmp_path / 'tables.sqlite3'}", f"redis://127.0.0.1:{redis_port()}"
    with starter(tmp_path, replace(SHORT, keep_alive=NEVER)) as start:
        here, there = start(database, 2, JARDINET_REDIS_URL=redis)
        ada, ben = Player(here.address, "Ada"), Player(here.address, "Ben")
        headers = {"Authorization": f"Bearer {ada.token}"}
        with ada.http.stream("GET", f"{there.address}/api/stream/event", headers=headers) as stream:
            lines = stream.iter_lines()
            assert next(lines) == ""
            told = events(lines)

            own = ada.post("/api/tables", game="lucky_numbers", parameters={}, seats=["person", "greedy"])["id"]
            assert next(told) == ("gameStart", own)

            theirs = ben.open("lucky_numbers")
            ben.post(f"/api/tables/{theirs}/invite", account=ada.id, seat=1)
            assert next(told) == ("challenge", theirs)
            ben.post(f"/api/tables/{theirs}/uninvite", account=ada.id)
            assert next(told) == ("challengeCanceled", theirs)
            ben.post(f"/api/tables/{theirs}/invite", account=ada.id, seat=1)
            assert next(told) == ("challenge", theirs)
            ada.post(f"/api/challenge/{theirs}/decline")
            assert next(told) == ("challengeCanceled", theirs)
            ada.post(f"/api/tables/{theirs}/sit")
            assert next(told) == ("gameStart", theirs)

            waiting = ada.open("maudits_criquets")
            ben.post(f"/api/tables/{waiting}/sit")
            assert next(told) == ("gameStart", waiting)
