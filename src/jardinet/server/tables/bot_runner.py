"""Runner of bots: they act at their seats, and in the place of people whose time is up.

They run beside the requests, never inside one, and play through the TableService like everybody. Several processes
may run the bots of one table: the later one finds that it has moved on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from math import prod
from typing import TypeVar

import numpy as np

from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot, stand_in_of
from jardinet.games.api import CHANCE, SIMULTANEOUS, Action, State
from jardinet.games.parameters import GameError
from jardinet.server.background import UNTIL_READY
from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import DatabaseAwayError
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import PERSONAL
from jardinet.server.tables.bot_turns import BotTurns
from jardinet.server.tables.clocks import deadline_of
from jardinet.server.tables.daily import bot_seed
from jardinet.server.tables.errors import StaleError
from jardinet.server.tables.happenings import BotAwaited
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.worker import AGAIN, Worker

T = TypeVar("T")
LONGEST_TURN = 60.0  # seconds that a bot may take to play
MOST_JOINT_MOVES = 1000  # that a bot weighs in some seconds while the games are still getting ready

_log = logging.getLogger(__name__)


async def _usual_pace(_people: Collection[str]) -> str:
    """The pace of people who have set none."""
    return "quick"


class BotRunner(Worker):
    """Runner of bots: see the module. Each is woken by what happens at its table; a round finds those that an outage has left waiting."""

    name = "bots"
    is_vital = True

    def __init__(
        self,
        service: TableService,
        intervals: Intervals,
        is_preparing: Callable[[], bool] = lambda: False,
        pace_for: Callable[[Collection[str]], Awaitable[str]] = _usual_pace,
    ) -> None:
        """Bots of the tables of `service`, which play through it.

        Args:
            service: what they play through.
            intervals: how long they wait.
            is_preparing: whether the games are still getting ready.
            pace_for: the pace, one of BOT_PACES, that some people like, if their table's is PERSONAL.
        """
        super().__init__()
        self._service = service
        self._intervals = intervals
        self._is_preparing = is_preparing
        self._pace_for = pace_for
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._turns = BotTurns(self.pause)

    async def start(self) -> float:
        """Subscribe to bots' turns: from now on bots act."""
        self._service.subscribers.subscribe(BotAwaited, self._hear)
        return await super().start()

    async def once(self) -> float:
        """Wake the bots that are awaited, at first those from before the server started."""
        for table_id in await self._service.awaiting_bots():
            self.wake(table_id)
        return self._intervals.awaited_bots

    async def finish(self) -> None:
        """Finish what bots have begun: a play that is stored is told to other processes too."""
        await asyncio.gather(*self._busy.values())
        self._turns.close()

    def trouble(self) -> str:
        """The trouble of this worker, in words, empty if there is none; a bot that hangs is one."""
        turn = self._turns.longest()
        return super().trouble() or (f"a bot has been playing for {turn:.0f} s" if turn > LONGEST_TURN else "")

    def wake(self, table_id: str) -> None:
        """Let the bots of a table act if it is their turn: something has changed there."""
        if self.is_closing:
            return
        if table_id in self._busy:
            self._again.add(table_id)
            return
        task = asyncio.create_task(self._run(table_id))
        self._busy[table_id] = task
        task.add_done_callback(lambda _task: self._done(table_id))

    def _hear(self, awaited: BotAwaited, _table: TableState) -> None:
        self.wake(awaited.table_id)

    async def hint(self, reckon: Callable[[], T]) -> T:
        """The hint that `reckon` finds for a person's table, which takes as long as a bot's turn: see `BotTurns.hint`."""
        return await self._turns.hint(reckon)

    def _done(self, table_id: str) -> None:
        self._busy.pop(table_id, None)
        if table_id in self._again:
            self._again.discard(table_id)
            self.wake(table_id)

    async def _run(self, table_id: str) -> None:
        """Play for bots, one action at a time, until people are asked."""
        try:
            table: TableState | None = await self._service.load(table_id)
            while table is not None:
                table = await self._act_once(table)
        except StaleError:
            self._again.add(table_id)
        except GameError as error:
            _log.error("table %s: a bot could not play: %s", table_id, error)
        except DatabaseAwayError as error:
            self.call(AGAIN)  # which finds it again when the database is back
            _log.debug("table %s: the database does not answer: %s", table_id, error)
        except Exception:
            _log.exception("table %s: a bot is broken", table_id)

    async def _act_once(self, table: TableState) -> TableState | None:
        """The table after one action of a bot; None if none is due, or the server closes."""
        if table.is_between and table.deadline is not None and table.deadline < self._service.now():
            return await self._service.do(table.id, commands.BeginNext(table.anybody))
        if self._due(table) is None or not await self.pause(await self._patience(table)):
            return None
        while self._is_preparing() and table.state and _is_laborious(table.state):
            if not await self.pause(UNTIL_READY):
                return None
        async with self._turns.turn(table):
            table = await self._service.load(table.id)  # how it stands now, after the others' turns
            due = None if self.is_closing else self._due(table)
            if due is None or table.state is None:
                return None
            seat, level = due
            state = table.state.clone()
            seed = bot_seed(table.game.sealed, state, seat) if table.game and table.agreement.day else None
            action = await self._turns.chosen(partial(_chosen, level, state, seat, seed))
            return await self._service.do(
                table.id, commands.Play(seat, table.ply, (state.action_to_string(seat, action),))
            )

    def _due(self, table: TableState) -> tuple[int, str] | None:
        """The seat that is to be played now, and by which bot."""
        bots = table.bots()
        for seat in table.awaited():
            if seat in bots:
                if not table.bots_hold_back:
                    return seat, bots[seat]
                continue
            deadline = deadline_of(table, seat)
            if deadline is not None and deadline < self._service.now():
                return seat, stand_in_of(table.agreement.game)
        return None

    async def _patience(self, table: TableState) -> float:
        """Seconds that a bot waits before it acts: bots that choose at once with one person wait, so that a slip can be corrected."""
        if table.is_left:
            return 0.0
        name = table.agreement.bot_pace
        if name == PERSONAL:
            name = await self._pace_for([seat.person for seat in table.seats if seat.person and seat.level is None])
        pace, seat = self._intervals.bot_pace[name], table.lone_chooser
        if pace and seat is None and _goes_on(table):
            return self._intervals.bot_goes_on[name]
        if not pace or seat is None:
            return pace
        return self._intervals.correction[name] if set(table.choices) <= {seat} else 0.0


def _goes_on(table: TableState) -> bool:
    """Whether what comes next belongs to the turn before it: the same seat acted, or all did at once."""
    log = table.game.log if table.game else ()
    last = next((one.seat for one in reversed(log) if one.seat != CHANCE), None)
    return last is not None and last in (SIMULTANEOUS, *table.acting())


def _is_laborious(state: State) -> bool:
    """Whether so many joint moves are possible that a bot would think for a minute before the games are ready."""
    if not state.is_simultaneous_node():
        return False
    return prod(len(state.legal_actions(seat)) for seat in state.acting_seats()) > MOST_JOINT_MOVES


def _chosen(level: str, state: State, seat: int, seed: int | None) -> Action:
    """What a bot plays; `seed`: makes it the same every time, None: chance has its part in it."""
    return choose(load_bot(level, state.get_game()), state, seat, np.random.default_rng(seed))
