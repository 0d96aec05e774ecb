"""A server that has nothing compiled yet: it is there at once, bots play, it says how far it is, and Ctrl-C ends all of it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.kit.servers import process
from tests.kit.spending import below
from tests.kit.waiting import PATIENCE, until

from jardinet.server.bench import Visitor
from jardinet.words.language import CODES

LINE = re.compile(r'<p id="preparing"[^>]*>\s*(\S.*?)\s*</p>', re.DOTALL)
BEGINNINGS = {
    "en": "The games are getting ready",
    "fr": "Les jeux se préparent",
    "es": "Los juegos se están preparando",
    "de": "Die Spiele werden vorbereitet",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server with an empty cache, and what it says on its terminal."""
    with process(f"sqlite:///{tmp_path / 'tables.sqlite3'}", NUMBA_CACHE_DIR=str(tmp_path / "cache")) as running:
        yield running


def test_nobody_waits_for_a_compiler_and_ctrl_c_ends_those_that_compile(
    server: tuple[str, subprocess.Popen[str]],
) -> None:
    address, running = server
    with Visitor(address) as ada:
        assert set(BEGINNINGS) == set(CODES)
        for code, beginning in BEGINNINGS.items():
            told = LINE.search(ada.get("/", headers={"Accept-Language": code}).text)
            assert told
            assert told[1].startswith(beginning)
        children = [*below(running.pid)]
        assert children, "nothing is being prepared"
        table = ada.set_table(seat1="person", seat2="casual", bot_pace="instant", first="2")
        until(lambda: "data-yours" in ada.get(table).text, "the bot has played")
        assert LINE.search(ada.get("/preparing").text), "it was ready before anybody could tell"
    running.send_signal(signal.SIGINT)
    assert running.wait(PATIENCE) == -signal.SIGINT  # as Python ends; the command says a sentence in its place
    assert not [child for child in children if is_running(child)]


def is_running(pid: int) -> bool:
    """Whether there is such a process still."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
