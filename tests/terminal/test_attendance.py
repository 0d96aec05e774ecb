"""Who sits at a server's table in a terminal is there, however long they think."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import httpx
from tests.sizes import WHOLE
from tests.terminal.conftest import TIMEOUT, Player, Site

AWAY_AFTER = 4.0  # seconds
SHORT = f"""
from jardinet.server.tables import presence
presence.AWAY_AFTER, presence.LOOK_EVERY = {AWAY_AFTER}, 0.5
"""


@WHOLE
def test_who_thinks_for_long_in_a_terminal_is_not_away_and_who_leaves_is(tmp_path: Path) -> None:
    site = Site(tmp_path, SHORT)
    ada = Player(site, "Ada")
    try:
        table = ada.open("lucky_numbers", "person", "random")
        child = ada.joins(table)
        child.expect_exact("you> ")
        begun = time.monotonic()
        while time.monotonic() - begun < 3 * AWAY_AFTER:
            assert is_present(site, table)
            time.sleep(0.5)
        with closing(child):
            child.sendline("quit")
        while is_present(site, table):
            assert time.monotonic() - begun < TIMEOUT
            time.sleep(0.5)
    finally:
        ada.leaves()
        site.stop()


def is_present(site: Site, table: str) -> bool:
    """Whether Ada is at her table, as somebody sees it who only looks on."""
    seats = httpx.get(f"{site.url}/api/tables/{table}", timeout=TIMEOUT).json()["seats"]
    return bool(seats[0]["is_present"])
