"""Some hundred rated games of the five levels through pages: their ratings are those that the facts lead to, in the levels' order."""

from __future__ import annotations

import sqlite3
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from tests.kit.databases import new_sqlite
from tests.kit.forking import run
from tests.kit.pages import Site, Visitor, open_site
from tests.kit.servers import settings_of
from tests.long.sizes import SHARE, log, rounds, size, until
from tests.server.pages.test_rated import RATED, with_way_back
from tests.sizes import WHOLE

from jardinet.bots.api import choose
from jardinet.bots.levels import levels_of, load_bot

pytestmark = WHOLE

GAME = "lucky_numbers"
GAMES = 400  # of all levels together
A_DAY = 20  # two of each pair


def play(site: Site, people: dict[str, Visitor], pair: tuple[str, str], number: int) -> None:
    """Play a rated game between two levels to its end, by forms."""
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


def test_five_levels_play_rated_games_through_pages(tmp_path: Path, chance: Random) -> None:
    file = tmp_path / "tables.sqlite3"
    database = new_sqlite(file)
    with open_site(settings_of(database)) as site:
        people = {level: with_way_back(site, level) for level in levels_of(GAME)}
        pairs, games = list(combinations(people, 2)), size(GAMES, 10)
        for number in rounds("rated games", games):
            if number and number % A_DAY == 0:
                site.pass_time(days=1)
            pair = pairs[number % len(pairs)]
            play(site, people, pair if chance.random() < 0.5 else pair[::-1], number)
        until(lambda: len(rows_of(file)[1]) == 2 * games, "all games are rated")
    ratings, changes = rows_of(file)
    assert all(gained is not None for *_, gained in changes)
    assert sum(one[-1] for one in ratings) == 2 * games
    done = run("admin", "rerate", JARDINET_DATABASE_URL=database)
    assert (done.returncode, done.stderr) == (0, "")
    assert rows_of(file) == (ratings, changes)
    values = {name: value for name, value, _ in ratings}
    log.info("%d games: %s", games, {name: round(value) for name, value in values.items()})
    if SHARE >= 1:
        assert sorted(values, key=lambda name: values[name]) == levels_of(GAME)


def rows_of(file: Path) -> tuple[list[Any], list[Any]]:
    """All ratings by name, and all that games have changed."""
    with sqlite3.connect(file, timeout=30) as connection:
        names = "SELECT name, value, games FROM ratings JOIN people ON id = person_id ORDER BY name"
        changes = "SELECT table_id, game, seat, value, gained FROM rating_changes ORDER BY table_id, game, seat"
        return connection.execute(names).fetchall(), connection.execute(changes).fetchall()
