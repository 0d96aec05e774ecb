"""A stop: streams end so that their readers connect again, and it is over within ten seconds whatever does not answer."""

from __future__ import annotations

import asyncio
import re
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from tests.kit.servers import process
from tests.kit.stores import redis_port
from tests.server.gates import Gate
from websockets.exceptions import ConnectionClosed

from jardinet.server.bench import Visitor

LONGEST = 10.0  # seconds
PLAY, PLY = re.compile(r'name="play" value="([^"]+)"'), re.compile(r'data-ply="(\d+)"')

pytestmark = pytest.mark.anyio


def stopped(server: subprocess.Popen[str]) -> str:
    """What a server says that is asked to end, which it does in time."""
    begun = time.monotonic()
    server.terminate()
    told = server.communicate(timeout=60)[1]
    assert time.monotonic() - begun < LONGEST
    assert "Traceback" not in told
    return told


def a_play(person: Visitor, table: str) -> dict[str, str]:
    """What a form of the table's page sends."""
    page = person.get(f"{table}?pick=all").text  # a hand to set up is arranged then
    ply, move = PLY.search(page), PLAY.search(page)
    assert ply
    assert move
    return {"_csrf_token": person.cookies["csrftoken"], "ply": ply[1], "play": move[1]}


def test_streams_end_as_if_they_were_through_and_pages_are_told_of_a_restart(tmp_path: Path) -> None:
    with process(f"sqlite:///{tmp_path}/tables.sqlite3") as (address, server), Visitor(address) as ada:
        table = ada.set_table(seat2="person")
        with (
            ada.listen(table) as live,
            httpx.stream("GET", f"{address}/api/bot/game/stream/{table.rpartition('/')[2]}", timeout=60) as stream,
        ):
            lines = stream.iter_lines()
            assert '"type":"gameFull"' in next(lines)
            assert stopped(server) == ""
            assert [line for line in lines if line] == []  # and no RemoteProtocolError
            with pytest.raises(ConnectionClosed) as closed:
                live.recv(timeout=60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # service restart


async def test_a_stop_does_not_wait_for_a_redis_that_does_not_answer(tmp_path: Path) -> None:
    with Gate(redis_port()) as gate:
        settings = {"JARDINET_REDIS_URL": f"redis://127.0.0.1:{gate.port}"}
        with process(f"sqlite:///{tmp_path}/tables.sqlite3", **settings) as (address, server):
            await asyncio.to_thread(_while_shut, address, gate, lambda: stopped(server))


def _while_shut(address: str, gate: Gate, stop: Callable[[], str]) -> None:
    """Stop a server at which bots play, a page is open and a play is under way, when the gate is shut."""
    with Visitor(address) as ada, ThreadPoolExecutor() as at_once:
        for _ in range(3):
            ada.set_table(seat1="greedy", seat2="greedy", bot_pace="quick")
        table = ada.set_table(seat1="person", seat2="greedy", first="1")
        with ada.listen(table):
            sent = a_play(ada, table)
            gate.shut()
            under_way = at_once.submit(ada.post, f"{table}/play", data=sent)
            gate.wait()
            stop()
            with suppress(httpx.TransportError):  # it may arrive when the door has just been shut
                assert under_way.result(timeout=60).status_code in (200, 503)
