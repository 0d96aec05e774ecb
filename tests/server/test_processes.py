"""Several processes of one server: whoever plays at one of them is seen at the others, and plays only once."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from tests.server.conftest import empty_postgresql, runs

from jardinet.server.bench import Visitor

REDIS = "redis://127.0.0.1:6379"
PLAY, PLY = re.compile(r'name="play" value="([^"]+)"'), re.compile(r'data-ply="(\d+)"')

pytestmark = pytest.mark.anyio


@contextmanager
def process(database: str) -> Iterator[str]:
    """A process of the server; yields its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "jardinet", "serve", "--no-browser"],
        env={
            **os.environ,
            "JARDINET_DATABASE_URL": database,
            "JARDINET_REDIS_URL": REDIS,
            "JARDINET_KEY": "ab" * 32,
        },
        stdout=subprocess.PIPE,
        text=True,
    ) as one:
        assert one.stdout
        told = re.search(r"http://\S+", one.stdout.readline())
        assert told, "the server did not start"
        try:
            yield told[0].rstrip("/")
        finally:
            one.terminate()


async def test_a_play_at_one_process_is_seen_live_at_the_other_and_played_once() -> None:
    if not runs(6379):
        pytest.skip("no Redis runs here")
    async with empty_postgresql() as database:
        await asyncio.to_thread(_play_at_two, database)


def _play_at_two(database: str) -> None:
    with ExitStack() as stack:
        ada, ben = (stack.enter_context(Visitor(stack.enter_context(process(database)))) for _ in range(2))
        table = ada.set_table(seat2="person", setup="michael", first="1", name="Ada")
        ben.post_form(f"{table}/sit", name="Ben", seat="1")
        again = stack.enter_context(Visitor(str(ben.base_url)))
        again.cookies = ada.cookies  # Ada's second tab, at the other process
        page = ada.get(table).text
        play, ply = _found(PLAY, page), _found(PLY, page)
        with ben.listen(table) as live, ThreadPoolExecutor() as both:
            clicks = [both.submit(tab.post_form, f"{table}/play", ply=ply, play=play) for tab in (ada, again)]
            pages = [click.result().text for click in clicks]
            seen = str(live.recv(timeout=10))
        assert int(_found(PLY, seen)) == int(ply) + 2  # the placement, and the tile that Ben draws
        assert {_found(PLY, page) for page in pages} == {_found(PLY, seen)}


def _found(pattern: re.Pattern[str], page: str) -> str:
    match = pattern.search(page)
    assert match
    return match[1]
