"""Kill −9 under load, again and again: what was acknowledged is there, once, and the game goes on."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

from tests.kit.servers import ServerProcess, Start
from tests.long.players import Crowd, playing
from tests.long.sizes import log, rounds, size
from tests.sizes import WHOLE

PLAYERS = 4  # at each server
MOST_PLAYS = 80  # between two kills


def _play_a_while(crowd: Crowd, chance: Random) -> None:
    """Until some more plays are acknowledged, and then to no moment in particular."""
    crowd.play_on(chance.randint(1, MOST_PLAYS))
    time.sleep(chance.uniform(0, 0.01))


def test_no_acknowledged_play_is_lost_on_sqlite(at: Start, tmp_path: Path, chance: Random) -> None:
    file = tmp_path / "tables.sqlite3"
    (server,) = at(f"sqlite:///{file}")
    with playing([[server.address]], PLAYERS, chance) as (crowd,):
        for _ in rounds("kills on SQLite", size(200, 2)):
            _play_a_while(crowd, chance)
            server.kill()
            server.start()
        crowd.play_on(PLAYERS)
    log.info("%d plays acknowledged", crowd.acknowledged)
    server.stop()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@WHOLE
def test_one_process_goes_on_where_the_other_is_killed_and_no_acknowledged_play_is_lost_on_postgresql(
    two: tuple[ServerProcess, ServerProcess], chance: Random
) -> None:
    """One of two is killed, or both; whoever plays at the one that is left notices nothing."""
    with playing([[one.address] for one in two], PLAYERS, chance) as crowds:
        for number in rounds("kills on PostgreSQL", size(50, 3)):
            killed = {0, 1} if number % 5 == 2 else {chance.randrange(2)}
            for one in killed:
                _play_a_while(crowds[one], chance)
            for one in killed:
                two[one].kill()
            for other in {0, 1} - killed:
                for player in crowds[other].players:
                    player.longest = 0
                crowds[other].play_on(PLAYERS * 5, within=20)
                longest = max(player.longest for player in crowds[other].players)
                assert longest < 5, f"an answer took {longest:.1f} s while the other process was dead"
            for one in killed:
                two[one].start()
        for crowd in crowds:
            crowd.play_on(PLAYERS)
    log.info("%d plays acknowledged", sum(crowd.acknowledged for crowd in crowds))
