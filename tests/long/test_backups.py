"""Backups made and restored by the very lines that docs/operating.md gives to hosts, while people play."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.kit.servers import ServerProcess, Start
from tests.kit.stores import PostgresProcess
from tests.kit.waiting import PATIENCE
from tests.long.people import Line
from tests.long.players import Crowd, Player, Promises, playing
from tests.long.sizes import log, rounds, size, until
from tests.sizes import WHOLE

pytestmark = WHOLE

PAGE = Path(__file__).parents[2] / "docs/operating.md"
NAME = "jardinet"  # the database and its owner, in the page
PLAYERS, PLAYS = 2, 15  # plays between two steps

Run = Callable[[str], None]


def _lines(program: str) -> tuple[str, str]:
    """The lines of the page that make a backup and restore it, for the database of which `program` is one."""
    section = PAGE.read_text("utf-8").partition("## Backup and restore\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```console\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    made, restored = ([line[2:] for line in block.splitlines()] for block in blocks)
    at = next(number for number, line in enumerate(made) if line.startswith(f"{program} "))
    return made[at], restored[at]


def test_a_backup_of_sqlite_made_while_people_play_is_restored_and_played_on(
    at: Start, tmp_path: Path, chance: Random
) -> None:
    if not shutil.which("sqlite3"):
        pytest.skip("SQLite's own program is not installed")

    def run(line: str) -> None:
        _run(line, tmp_path, {})

    servers = at(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    for _ in rounds("backups of SQLite", size(10, 1)):
        _is_restored(servers, "sqlite3", run, chance)
        (tmp_path / "copy.sqlite3").unlink()


@pytest.fixture
def run(postgresql: PostgresProcess, tmp_path: Path) -> Iterator[Run]:
    """Runs a line where there is a database as the page calls it."""
    postgresql.run("createuser", NAME)
    postgresql.run("createdb", f"--owner={NAME}", NAME)
    yield lambda line: _run(line, tmp_path, postgresql.environment)
    postgresql.run("dropdb", "--force", NAME)
    postgresql.run("dropuser", NAME)


def test_a_backup_of_postgresql_made_while_people_play_is_restored_and_played_on(
    at: Start, postgresql: PostgresProcess, run: Run, chance: Random
) -> None:
    servers = at(postgresql.url(NAME, NAME), 2)
    for _ in rounds("backups of PostgreSQL", size(10, 1)):
        _is_restored(servers, "pg_dump", run, chance)


def test_processes_that_run_on_beneath_a_restored_backup_play_on_from_it(
    at: Start, postgresql: PostgresProcess, run: Run, chance: Random
) -> None:
    """Against what the page says: they are cut off, and what they know is newer than what is stored."""
    servers = at(postgresql.url(NAME, NAME), 2)
    made, restored = _lines("pg_dump")
    with playing([[one.address for one in servers]], PLAYERS, chance) as (crowd,):
        crowd.play_on(PLAYS)
        known = _promised(crowd)
        run(made)
        crowd.play_on(PLAYS)
    with pytest.raises(subprocess.CalledProcessError):
        run(restored)  # it is refused
    run(restored.replace("dropdb ", "dropdb --force "))
    for line in crowd.players[0].lines:
        until(partial(_writes, line), "a process has noticed that it was cut off")
    with playing([[one.address for one in servers]], PLAYERS, chance) as (again,):
        again.play_on(PLAYS)
    _is_kept(known)


def _is_restored(servers: Sequence[ServerProcess], program: str, run: Run, chance: Random) -> None:
    """What was acknowledged before the backup is there when it is restored, and all goes on from there."""
    made, restored = _lines(program)
    for server in servers:
        if not server.is_running:
            server.start()
    with playing([[one.address for one in servers]], PLAYERS, chance) as (crowd,):
        crowd.play_on(PLAYS)
        known = _promised(crowd)
        run(made)
        crowd.play_on(PLAYS)
    for server in servers:
        server.stop()
    run(restored)
    for server in servers:
        server.start()
    _is_kept(known)
    with playing([[one.address for one in servers]], PLAYERS, chance) as (again,):
        again.play_on(PLAYS)
    log.info("%d plays acknowledged before the backup", sum(len(table.kept) for _, table in known))


def _writes(line: Line) -> bool:
    agreed = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    return line.ask("POST", "/api/tables", agreed).status == 201


def _promised(crowd: Crowd) -> list[tuple[Player, Promises]]:
    """What was acknowledged until now, and to whom."""
    return [(player, deepcopy(table)) for player in crowd.players for table in player.tables if table.kept]


def _is_kept(known: Sequence[tuple[Player, Promises]]) -> None:
    """What was acknowledged is there, and who was at a table plays there to the end, through every process."""
    for player, table in known:
        assert not table.lost(player.lines[0].table(table.id))
        until(partial(_is_finished, player, table.id), "a table that was restored is played to its end")


def _is_finished(player: Player, table_id: str) -> bool:
    """Whether a table is over, after another play of whoever is asked."""
    line = player.chance.choice(player.lines)
    state = line.table(table_id)
    if state["seat"] in state["turn"]:
        move = player.chance.choice(state["legal"])
        asked = {"ply": state["seq"], "moves": [move], "seat": state["seat"]}
        assert line.ask("POST", f"/api/tables/{table_id}/play", asked).status in (200, 409)
    return bool(state["status"] == "finished")


def _run(line: str, folder: Path, environment: dict[str, str]) -> None:
    told = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert not told.stderr, told.stderr
