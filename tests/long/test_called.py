"""Kill −9 between writing and sending: whoever is to be called is called, twice at most."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import httpx
import pytest
from tests.kit.calls import Phone, PushService
from tests.kit.forking import run
from tests.kit.pages import Visitor
from tests.kit.servers import ServerProcess, Start
from tests.long.sizes import log, rounds, size, until

from jardinet.server.keys import Keys
from jardinet.server.notifications.notices import LEASE
from jardinet.server.notifications.push import own_public_key

KEY = "11" * 32
LONGEST = 0.6  # seconds from an invitation to the kill: a notifier that runs has told it by then
NEVER_QUIET = {"digest_hour": "12", "quiet_from": "0", "quiet_until": "0", "zone": "UTC"}


@pytest.fixture
def push() -> Iterator[PushService]:
    with PushService().running() as running:
        yield running


def _killed_some_time(_push: PushService, server: ServerProcess, chance: Random) -> None:
    """Kill the server somewhere between an invitation and its call, or after it."""
    time.sleep(chance.uniform(0, LONGEST))
    server.kill()


def _killed_while_it_sends(push: PushService, server: ServerProcess, _chance: Random) -> None:
    """Kill the server when the push service has a message, and before it has said so."""
    until(lambda: push.asked > 0, "it sends")
    server.kill()
    push.holds.clear()


WAYS = (_killed_while_it_sends, _killed_some_time)


@pytest.mark.sleeps("a server is killed after some time, whatever it does")
def test_a_server_that_is_killed_calls_twice_at_most_and_never_not_at_all(
    at: Start, tmp_path: Path, push: PushService, chance: Random
) -> None:
    file = tmp_path / "tables.sqlite3"
    settings = {"JARDINET_KEY": KEY, "JARDINET_PUSH": "mailto:host@example.org", "JARDINET_PUSH_HOSTS": push.origin}
    (server,) = at(f"sqlite:///{file}", **settings)
    ada, host = (_visitor(server, name) for name in ("Ada", "Host"))
    phone = push.phone("Ada")
    ada.post("/settings/called", turns="yes", invitations="yes", **NEVER_QUIET)
    ada.post("/settings/push", endpoint=phone.endpoint, **phone.keys, server_key=own_public_key(Keys.of(KEY)))
    person = _person(file, "Ada")
    told: dict[str, int] = {}
    for number in rounds("kills at a call", size(100, 2)):
        table = host.set_table("lucky_numbers", name="Host")
        push.asked, way = 0, WAYS[number % len(WAYS)]
        if way is _killed_while_it_sends:
            push.holds.set()
        host.post(f"{table}/invite", account=person, seat="1")
        way(push, server, chance)
        done = run(
            *("admin", "remind", "--now", (datetime.now(UTC) + 2 * LEASE).replace(tzinfo=None).isoformat()),
            JARDINET_DATABASE_URL=f"sqlite:///{file}",
            **settings,
        )
        assert (done.returncode, done.stderr) == (0, "")
        told[table] = _told(push, phone, table)
        assert told[table] in (1, 2), (number, table)
        server.start()
        host.post(f"{table}/close")
    log.info("told twice: %d of %d", sum(count == 2 for count in told.values()), len(told))
    assert 2 in told.values(), "one that was being sent is sent once more"


def _visitor(server: ServerProcess, name: str) -> Visitor:
    one = Visitor(httpx.Client(base_url=server.address, follow_redirects=True, timeout=30))
    one.post("/account", name=name)
    return one


def _person(file: Path, name: str) -> str:
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        (found,) = connection.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
    assert isinstance(found, str)
    return found


def _told(push: PushService, phone: Phone, table: str) -> int:
    """How often a phone was told of a table."""
    return sum(phone.read(one.body)["url"] == table for one in push.messages)
