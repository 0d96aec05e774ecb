"""Several processes of one server: whoever plays at one of them is seen at the others, and plays only once."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.server.conftest import empty_postgresql, runs

from jardinet.server.bench import Visitor

REDIS = "redis://127.0.0.1:6379"
PLAY, PLY = re.compile(r'name="play" value="([^"]+)"'), re.compile(r'data-ply="(\d+)"')

pytestmark = pytest.mark.anyio


@contextmanager
def process(database: str, **settings: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A process of the server, and its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "jardinet", "serve", "--no-browser"],
        env={**os.environ, "JARDINET_DATABASE_URL": database, "JARDINET_KEY": "ab" * 32, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as one:
        assert one.stdout
        told = re.search(r"http://\S+", one.stdout.readline())
        assert told, "the server did not start"
        try:
            yield told[0].rstrip("/"), one
        finally:
            one.terminate()


async def test_a_play_at_one_process_is_seen_live_at_the_other_and_played_once() -> None:
    if not runs(6379):
        pytest.skip("no Redis runs here")
    async with empty_postgresql() as database:
        await asyncio.to_thread(_play_at_two, database)


def _play_at_two(database: str) -> None:
    with ExitStack() as stack:
        ada, ben = (
            stack.enter_context(Visitor(stack.enter_context(process(database, JARDINET_REDIS_URL=REDIS))[0]))
            for _ in range(2)
        )
        table = ada.set_table(seat2="person", setup="michael", first="1", name="Ada")
        ben.post_form(f"{table}/sit", name="Ben", seat="1")
        again = stack.enter_context(Visitor(str(ben.base_url)))
        again.cookies = ada.cookies  # Ada's second tab, at the other process
        page = ada.get(table).text
        play, ply = _found(PLAY, page), _found(PLY, page)
        with ben.listen(table) as live, ThreadPoolExecutor() as both:
            clicks = [both.submit(tab.post_form, f"{table}/play", ply=ply, play=play) for tab in (ada, again)]
            pages = [click.result().text for click in clicks]
            seen = str(live.recv(timeout=60))
        assert int(_found(PLY, seen)) == int(ply) + 2  # the placement, and the tile that Ben draws
        assert {_found(PLY, page) for page in pages} == {_found(PLY, seen)}


def test_a_server_that_is_stopped_while_bots_play_stops_quietly_and_they_go_on_later(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with process(database) as (address, server), Visitor(address) as host:
        tables = [host.set_table(seat1="greedy", seat2="random", bot_pace="instant") for _ in range(8)]
        server.terminate()
        assert server.communicate(timeout=60)[1] == ""
    with process(database) as (address, _server), Visitor(address) as host:
        until = time.monotonic() + 60
        while not all("/rematch" in (page := host.get(table).text) or "/replay/" in page for table in tables):
            assert time.monotonic() < until, "a table does not go on"
            time.sleep(0.1)


def _found(pattern: re.Pattern[str], page: str) -> str:
    match = pattern.search(page)
    assert match
    return match[1]
