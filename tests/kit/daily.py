"""Deals of the day in tests: somebody begins one by its form, and plays it to its end."""

from __future__ import annotations

from datetime import date

import numpy as np
from tests.kit.pages import Site, Visitor
from tests.kit.waiting import until

from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.server.tables import commands
from jardinet.server.tables.daily import day_at


def begun(site: Site, person: Visitor, game: str, name: str, day: date | None = None) -> str:
    """The address of the table at which somebody has begun a deal of the day, by default of today."""
    person.post("/me", name=name, pace="instant")
    day = day or day_at(site.services.database.now())
    answer = person.post(f"/day/{game}/{day.isoformat()}", name=name)
    assert answer.status_code == 200, answer.text
    return answer.url.path.rstrip("/")


def played(site: Site, person: Visitor, game: str, name: str, day: date | None = None, level: str = "greedy") -> str:
    """The address of the table at which somebody, who plays as a bot of a level does, has come to the end of a deal of the day."""
    table = begun(site, person, game, name, day)
    finish(site, table, level)
    return table


def finish(site: Site, address: str, level: str = "greedy") -> None:
    """Play for the person at a table of a deal of the day to its end, as a bot of a level does."""
    table_id = address.rpartition("/")[2]
    with site.portal() as portal:
        while not (table := site.table(table_id)).is_over:
            own = table.seats_of(table.host)[0]
            if own not in table.awaited() or table.state is None:
                until(lambda known=table: site.table(table_id).ply > known.ply, "the bot plays")  # type: ignore[misc]
                continue
            state, generator = table.state.clone(), np.random.default_rng(table.ply)
            action = choose(load_bot(level, state.get_game()), state, own, generator)
            play = commands.Play(own, table.ply, (state.action_to_string(own, action),), table.host)
            portal.call(site.services.service.do, table_id, play)
