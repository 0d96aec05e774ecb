"""Dealer of the deals of the day: makes their secrets days before they are played, and has the strongest bot play each.

Every process does it: of two that make a day's secret at once one is stored, and the bot plays alike everywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from itertools import product
from operator import attrgetter
from typing import Any

import numpy as np
from sqlalchemy import Connection, select, update

from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.games import playable_games
from jardinet.games.api import NO_ACTION, let_chance_move
from jardinet.games.registry import entry_of
from jardinet.play.deal import Sealed
from jardinet.server.background import UNTIL_READY, give_way
from jardinet.server.storage.daily_models import DailyDealRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import insert_into
from jardinet.server.tables.agreement import PERSON
from jardinet.server.tables.daily import bot_seed, daily_agreement, day_at
from jardinet.server.tables.daily_results import DailyScore, score_of
from jardinet.server.worker import Worker

DAYS_AHEAD = 2  # so that every deal has been promised for a day and more when it can be begun
LOOK_AGAIN = 600.0  # seconds


class Dealer(Worker):
    """Worker that makes the deals of the day: see the module."""

    name = "deals-of-the-day"
    is_cut_off = True
    patience = 600.0

    def __init__(self, database: Database, is_preparing: Callable[[], bool] = lambda: False) -> None:
        """Keep the deals in `database`; while `is_preparing` the games are still getting ready, and no bot plays."""
        super().__init__()
        self._database = database
        self._is_preparing = is_preparing
        self._threads = ThreadPoolExecutor(1, "deals", initializer=give_way)

    async def start(self) -> float:
        """Make the first deals before anybody is served."""
        await self._database.write(self._make)
        return 0.0

    async def once(self) -> float:
        """Make the deals of the days to come, and let the bot play one that it has not played yet."""
        await self._database.write(self._make)
        played = await self._database.read(self._next_to_play)
        if played is None:
            return LOOK_AGAIN
        if self._is_preparing():
            return UNTIL_READY
        game, day, secret = played
        score = await asyncio.get_running_loop().run_in_executor(self._threads, bot_score, game, Sealed(secret))
        at = (DailyDealRow.played == game, DailyDealRow.day == day)
        known = update(DailyDealRow).where(*at).values(score._asdict())
        await self._database.write(lambda connection: connection.execute(known))
        return 0.0

    async def finish(self) -> None:
        """Abandon the game that the bot plays."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _make(self, connection: Connection) -> None:
        """Make the deals that are missing."""
        at = self._database.now()
        known = {(row.played, row.day) for row in _deals_from(connection, day_at(at))}
        days = [day_at(at) + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]
        new = [
            {"played": game, "day": day, "secret": Sealed.fresh().secret, "made_at": at}
            for game, day in product(daily_games(), days)
            if (game, day) not in known
        ]
        if new:
            connection.execute(insert_into(connection, DailyDealRow).on_conflict_do_nothing(), new)

    def _next_to_play(self, connection: Connection) -> tuple[str, date, bytes] | None:
        """The first deal that the bot has not played; None: there is none."""
        rows = [row for row in _deals_from(connection, day_at(self._database.now())) if row.turns is None]
        row = min(rows, key=attrgetter("day"), default=None)
        return None if row is None else (row.played, row.day, bytes(row.secret))


def _deals_from(connection: Connection, today: date) -> Sequence[Any]:
    """The deals of today and of the days to come."""
    found = select(DailyDealRow).where(DailyDealRow.played.in_(daily_games()), DailyDealRow.day >= today)
    return connection.execute(found).all()


def daily_games() -> list[str]:
    """The games that have a deal of the day: those that two can play."""
    return [name for name in playable_games() if 2 in entry_of(name).players]


def bot_score(name: str, sealed: Sealed) -> DailyScore:
    """How the strongest bot fares with a deal of the day in the person's place, against the same bot; always the same."""
    agreement = daily_agreement(name, date.min)  # the same on every day
    seat = agreement.seats.index(PERSON)
    game = agreement.load(seat)
    bot = load_bot(next(level for level in agreement.seats if level != PERSON), game)
    state, chance = game.new_initial_state(), sealed.deal(()).outcomes(game)

    def chosen(acting: int) -> int:
        return choose(bot, state, acting, np.random.default_rng(bot_seed(sealed, state, acting)))

    let_chance_move(state, chance)
    while not state.is_terminal():
        if state.is_simultaneous_node():
            acting = state.acting_seats()
            state.apply(tuple(chosen(one) if one in acting else NO_ACTION for one in range(game.num_players())))
        else:
            state.apply_action(chosen(state.current_player()))
        if state.is_chance_node():
            let_chance_move(state, chance)
    return score_of(state, state.history(), seat)
