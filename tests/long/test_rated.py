"""Some hundred rated games of the five levels through pages: their ratings are those that the facts lead to, in the levels' order."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import httpx
import numpy as np
import pytest
from anyio.from_thread import start_blocking_portal
from tests.kit.databases import new_sqlite
from tests.kit.forking import run
from tests.kit.pages import Visitor
from tests.kit.servers import ServerProcess, Start
from tests.long.clocks import LIBRARIES, clock_of
from tests.long.sizes import SHARE, log, rounds, size, until
from tests.server.pages.test_rated import RATED, with_way_back
from tests.sizes import WHOLE

from jardinet.bots.api import choose
from jardinet.bots.levels import levels_of, load_bot
from jardinet.ratings.ladder import MOST_A_DAY
from jardinet.server.operation.admin import opened
from jardinet.server.tables.repository import TableRepository
from jardinet.server.tables.table import TableState

pytestmark = [WHOLE, pytest.mark.skipif(not LIBRARIES, reason="no faketime is installed")]

GAME = "lucky_numbers"
GAMES = 400  # of all levels together
A_DAY = 20  # two of each pair


class Served:
    """Server in a process with a clock of its own, and its tables as they stand, secrets included."""

    def __init__(self, server: ServerProcess, load: Callable[[str], TableState], clock: Path) -> None:
        self._address, self.table, self._clock, self._days = server.address, load, clock, 0

    def visitor(self) -> Visitor:
        """Open another browser."""
        return Visitor(httpx.Client(base_url=self._address, follow_redirects=True, timeout=60))

    def pass_day(self, table: str) -> None:
        """Let a day pass, and wait until a table's page tells the new time: it goes by what the database said a moment ago."""
        self._days += 1
        self._clock.write_text(f"+{self._days}d")
        until(lambda: self._ahead(table) > timedelta(days=self._days, minutes=-1), "the server's clock has moved")

    def _ahead(self, table: str) -> timedelta:
        told = re.search(r'data-now="([\d.]+)"', httpx.get(f"{self._address}{table}", timeout=60).text)
        assert told
        return datetime.fromtimestamp(float(told[1]), UTC) - datetime.now(UTC)


@pytest.fixture
def site(at: Start, tmp_path: Path) -> Iterator[Served]:
    """A server whose clock the test moves."""
    clock = tmp_path / "clock"
    clock.write_text("+0d")
    database = new_sqlite(tmp_path / "tables.sqlite3")
    (server,) = at(database, **clock_of(FAKETIME_TIMESTAMP_FILE=str(clock), FAKETIME_CACHE_DURATION="1"))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(opened(database)) as reading:
        yield Served(server, partial(portal.call, TableRepository(reading).load), clock)


def play(site: Served, people: dict[str, Visitor], pair: tuple[str, str], number: int) -> str:
    """Play a rated game between two levels to its end, by forms; returns its table's address."""
    host, guest = pair
    table = people[host].set_table(GAME, **RATED)
    people[guest].post(f"{table}/sit", seat="1", name=guest)
    seats, table_id = [host, guest], table.rpartition("/")[2]
    while not (now := site.table(table_id)).is_over:
        seat, state = now.awaited()[0], now.state
        assert state
        bot = load_bot(seats[seat], state.get_game())
        action = choose(bot, state.clone(), seat, np.random.default_rng([number, now.ply]))
        answer = people[seats[seat]].asked_once(f"{table}/play", ply=now.ply, play=state.action_to_string(seat, action))
        assert answer.status_code == 303, answer.text
    return table


def test_five_levels_play_rated_games_through_pages(site: Served, tmp_path: Path, chance: Random) -> None:
    file = tmp_path / "tables.sqlite3"
    people = {level: with_way_back(site, level) for level in levels_of(GAME)}
    pairs, games, table = list(combinations(people, 2)), size(GAMES, 2 * A_DAY), ""
    for number in rounds("rated games", games):
        if number and number % A_DAY == 0:
            site.pass_day(table)
        pair = pairs[number % len(pairs)]
        table = play(site, people, pair if chance.random() < 0.5 else pair[::-1], number)
    until(lambda: len(rows_of(file)[1]) == 2 * games, "all games are rated")
    ratings, changes = rows_of(file)
    assert all(gained is not None for *_, gained in changes)
    assert sum(one[-1] for one in ratings) == 2 * games
    assert len(days_in(file)) == games // A_DAY
    done = run("admin", "rerate", JARDINET_DATABASE_URL=f"sqlite:///{file}")
    assert (done.returncode, done.stderr) == (0, "")
    assert rows_of(file) == (ratings, changes)
    values = {name: value for name, value, _ in ratings}
    log.info("%d games: %s", games, {name: round(value) for name, value in values.items()})
    if SHARE >= 1:
        assert sorted(values, key=lambda name: values[name]) == levels_of(GAME)


def test_a_sixth_game_of_a_pair_on_one_day_does_not_count_and_the_next_day_one_does(
    site: Served, tmp_path: Path
) -> None:
    file = tmp_path / "tables.sqlite3"
    people = {level: with_way_back(site, level) for level in ("novice", "casual")}
    table = ""
    for number in range(MOST_A_DAY + 2):
        if number == MOST_A_DAY + 1:
            site.pass_day(table)
        table = play(site, people, ("novice", "casual"), number)
        until(lambda done=number + 1: len(rows_of(file)[1]) == 2 * done, "it is rated")  # type: ignore[misc]
    with sqlite3.connect(file, timeout=30) as connection:
        found = "SELECT gained IS NOT NULL FROM rating_changes JOIN rated USING (table_id, game, seat) WHERE seat = 0 ORDER BY ended_at"
        counted = [bool(row[0]) for row in connection.execute(found)]
    assert counted == [True] * MOST_A_DAY + [False, True]


def days_in(file: Path) -> set[str]:
    """The days on which rated games have ended."""
    with sqlite3.connect(file, timeout=30) as connection:
        return {row[0] for row in connection.execute("SELECT DISTINCT date(ended_at) FROM rated")}


def rows_of(file: Path) -> tuple[list[Any], list[Any]]:
    """All ratings by name, and all that games have changed."""
    with sqlite3.connect(file, timeout=30) as connection:
        names = "SELECT name, value, games FROM ratings JOIN people ON id = person_id ORDER BY name"
        changes = "SELECT table_id, game, seat, value, gained FROM rating_changes ORDER BY table_id, game, seat"
        return connection.execute(names).fetchall(), connection.execute(changes).fetchall()
