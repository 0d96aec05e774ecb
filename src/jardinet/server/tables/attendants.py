"""Who acts when no person does: bots at their seats, and bots for people whose time is up.

They run beside the requests, never inside one, and play through the Keeper like everybody. Several processes
may attend to one table: whoever is later finds it moved on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import numpy as np
from sqlalchemy import select

from jardinet.bots.api import choose
from jardinet.bots.levels import levels_of, load_bot
from jardinet.games.api import Action, State
from jardinet.games.parameters import GameError
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import Table, now
from jardinet.server.tables.agreement import BOT_PACES
from jardinet.server.tables.errors import StaleError
from jardinet.server.tables.keeper import Keeper
from jardinet.server.tables.table import TableState

LOOK_EVERY = 1.0  # seconds between two looks for people whose time is up

_log = logging.getLogger(__name__)


class Attendants:
    """See the module; made and ended by `on_duty`."""

    def __init__(self, keeper: Keeper, database: Database) -> None:
        """Not for callers: see `on_duty`."""
        self._keeper = keeper
        self._database = database
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._closing = asyncio.Event()

    @asynccontextmanager
    async def on_duty(self) -> AsyncIterator[None]:
        """Attend to all tables, those that wait from before the server started included."""
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            self._closing.set()  # what is being done is finished: a connection cut off in the middle is lost
            await asyncio.gather(watching, *self._busy.values())

    def look_after(self, table_id: str) -> None:
        """Something has changed at a table: let its bots act where it is theirs to."""
        if self._closing.is_set():
            return
        if table_id in self._busy:
            self._again.add(table_id)
            return
        task = asyncio.create_task(self._attend(table_id))
        self._busy[table_id] = task
        task.add_done_callback(lambda _task: self._done(table_id))

    def _done(self, table_id: str) -> None:
        self._busy.pop(table_id, None)
        if table_id in self._again:
            self._again.discard(table_id)
            self.look_after(table_id)

    async def _watch(self) -> None:
        """Wake the tables that bots have to act at, and those where somebody's time is up."""
        async with self._database.reading() as connection:
            waiting = (await connection.scalars(select(Table.id).where(Table.awaits_bot))).all()
        for table_id in waiting:
            self.look_after(table_id)
        while await self._pause(LOOK_EVERY):
            async with self._database.reading() as connection:
                late = (await connection.scalars(select(Table.id).where(Table.deadline < now()))).all()
            for table_id in late:
                self.look_after(table_id)

    async def _attend(self, table_id: str) -> None:
        """Play for bots, one action at a time, until people are asked."""
        try:
            while await self._act_once(table_id):
                pass
        except StaleError:
            self._again.add(table_id)
        except GameError as error:
            _log.error("table %s: a bot could not play: %s", table_id, error)
        except Exception:
            _log.exception("table %s: a bot is broken", table_id)

    async def _act_once(self, table_id: str) -> bool:
        table = await self._keeper.load(table_id)
        due = self._due(table)
        if due is None or table.state is None:
            return False
        seat, level = due
        ply, state = table.ply, table.state.clone()
        pause = asyncio.create_task(self._pause(BOT_PACES[table.agreement.bot_pace]))
        action = await asyncio.to_thread(_chosen, level, state, seat)
        if not await pause:
            return False
        await self._keeper.play(table_id, seat, ply, [state.action_to_string(seat, action)])
        return True

    async def _pause(self, seconds: float) -> bool:
        """Wait so long; False where the server closes meanwhile."""
        if seconds:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), seconds)
        return not self._closing.is_set()

    def _due(self, table: TableState) -> tuple[int, str] | None:
        """The seat that is to be played now, and by which bot."""
        bots = table.bots()
        is_late = table.deadline is not None and table.deadline < now()
        for seat in table.awaited():
            if seat in bots:
                return seat, bots[seat]
            if is_late:
                return seat, levels_of(table.agreement.game)[-1]
        return None


def _chosen(level: str, state: State, seat: int) -> Action:
    return choose(load_bot(level, state.get_game()), state, seat, np.random.default_rng())
