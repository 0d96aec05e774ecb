"""Who sits at a server's table in a terminal is there, however long they think."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import httpx
from tests.kit.servers import SHORT, ServerProcess, site_in
from tests.kit.terminals import TerminalPlayer
from tests.kit.waiting import PATIENCE
from tests.sizes import WHOLE

AWAY_AFTER = 2.0  # seconds


@WHOLE
def test_who_thinks_for_long_in_a_terminal_is_not_away_and_who_leaves_is(tmp_path: Path) -> None:
    site = site_in(tmp_path, replace(SHORT, away_after=AWAY_AFTER))
    ada = TerminalPlayer(site.address, "Ada")
    try:
        table = ada.set_table("lucky_numbers", "person", "random")
        child = ada.joins(table)
        child.expect_exact("you> ")
        begun = time.monotonic()
        while time.monotonic() - begun < 3 * AWAY_AFTER:
            assert is_present(site, table)
            time.sleep(0.5)
        with closing(child):
            child.sendline("quit")
        while is_present(site, table):
            assert time.monotonic() - begun < PATIENCE
            time.sleep(0.5)
    finally:
        ada.leaves()
        site.close()


def is_present(site: ServerProcess, table: str) -> bool:
    """Whether Ada is at her table, as somebody sees it who only looks on."""
    seats = httpx.get(f"{site.address}/api/tables/{table}", timeout=PATIENCE).json()["seats"]
    return bool(seats[0]["is_present"])
