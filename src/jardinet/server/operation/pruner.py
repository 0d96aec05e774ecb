"""Pruner: removes idle tables of guests while the server runs, few at a time, so that no play waits for it.

It is a chore: of several processes one does it. Were it two, each table would still be removed once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from jardinet.server.operation.admin import prune
from jardinet.server.storage.database import Database
from jardinet.server.worker import LOOK_EVERY, Worker

PAUSE = 0.5  # seconds between two transactions

_log = logging.getLogger(__name__)


class Pruner(Worker):
    """Worker that removes idle tables of guests, few at a time."""

    name = "prune"
    patience = 3600.0
    every = timedelta(hours=6)

    def __init__(self, database: Database, age: timedelta, on_gone: Callable[[str], None]) -> None:
        """Remove what has been idle for `age`; `on_gone` is called with each table's id."""
        super().__init__(database)
        self._database = database
        self._age = age
        self._on_gone = on_gone

    async def once(self) -> float:
        """Remove what there is to remove."""
        count = 0
        async for gone in prune(self._database, self._age):
            count += len(gone)
            for one in gone:
                self._on_gone(one.id)
            if not await self.pause(PAUSE):
                break
        if count:
            told = "%d tables of guests are gone at which nothing had happened for %d days."
            _log.warning(told, count, self._age.days)
        return LOOK_EVERY
