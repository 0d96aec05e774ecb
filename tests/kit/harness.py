"""A table service with a database and bots, without pages: what tests of `tables/`, `people/` and `guards/` play at."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import numpy as np
from sqlalchemy import insert
from tests.kit.servers import settings_of

from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.server.announcer import Announcer
from jardinet.server.services import services_of
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow, now
from jardinet.server.tables import commands
from jardinet.server.tables.bot_runner import BotRunner
from jardinet.server.tables.clock_watcher import ClockWatcher
from jardinet.server.tables.happenings import Changed, Subscribers
from jardinet.server.worker import working


class _Noting(Announcer):
    """Announcer that notes which tables have changed, and tells nobody."""

    def __init__(self, changes: list[str]) -> None:
        self._changes = changes

    def subscribe(self, subscribers: Subscribers) -> None:
        subscribers.subscribe(Changed, lambda one, _table: self.announce_table(one.table_id))

    def announce_table(self, table_id: str) -> None:
        self._changes.append(table_id)


class Harness:
    """A table service with a database, and the changes that it announced."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.changes: list[str] = []
        services = services_of(settings_of("sqlite://"), database=database, announcer=_Noting(self.changes))
        self.service, self.bot_runner, self._workers = services.service, services.bot_runner, services.workers

    @asynccontextmanager
    async def with_bots(self) -> AsyncIterator[None]:
        async with working(one for one in self._workers if isinstance(one, (BotRunner, ClockWatcher))):
            yield

    async def play_to_its_end(self, table_id: str) -> None:
        """Play for whoever is awaited, badly at the first seat and well enough at the others, until the game is over."""
        while not (table := await self.service.load(table_id)).is_over:
            seat, state = table.awaited()[0], table.state
            assert state
            good = choose(load_bot("greedy", state.get_game()), state.clone(), seat, np.random.default_rng(table.ply))
            action = good if seat else state.legal_actions(seat)[-1]
            await self.service.do(table_id, commands.Play(seat, table.ply, (state.action_to_string(seat, action),)))

    async def person(self, name: str) -> str:
        """Somebody of that name; returns their id."""
        person = secrets.token_hex(16)

        row = {"id": person, "name": name, "created_at": now()}
        await self.database.write(lambda connection: connection.execute(insert(PersonRow).values(row)))
        return person
