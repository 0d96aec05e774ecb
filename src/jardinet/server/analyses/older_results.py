"""Worker that notes the results of games that a version before the results' table has finished, and what is known of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, exists, func, select

from jardinet.analysis.decisions import judged_decisions
from jardinet.analysis.model import Analysis
from jardinet.analysis.review import Review
from jardinet.play.record import Record
from jardinet.server.analyses.runner import GameAt, content_of, found_by_seat
from jardinet.server.people.practice import note_kinds
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.models import GameRow, PlyRow, SeatRow, TableRow
from jardinet.server.storage.result_models import ResultRow
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.results import note_analysis, note_results
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.server.worker import LOOK_EVERY, Worker

AT_ONCE = 20  # tables that are looked up at a time
PAUSE = 0.05  # seconds after each table, so that no play waits for all

_log = logging.getLogger(__name__)

_REVIEW = msgspec.json.Decoder(Review)


class OlderResults(Worker):
    """Worker that notes missing results of finished tables of people, once a day."""

    name = "older-results"
    patience = 3600.0
    every = timedelta(days=1)

    def __init__(self, database: Database, service: TableService) -> None:
        """Look in `database` for tables that `service` loads."""
        super().__init__(database)
        self._database, self._service = database, service

    async def once(self) -> float:
        """Note what is missing."""
        after = ""
        while found := await self._database.read(partial(_without_results, after=after)):
            for table_id in found:
                try:
                    await self._note(await self._service.load(table_id))
                except DatabaseAwayError:
                    raise
                except NoSuchTableError:
                    pass  # it was removed meanwhile
                except Exception:  # its game may be of a package that is gone: the others are noted all the same
                    _log.exception("the results of table %s cannot be noted", table_id)
                if not await self.pause(PAUSE):
                    return LOOK_EVERY
            after = found[-1]
        return LOOK_EVERY

    async def _note(self, table: TableState) -> None:
        for game in table.games:
            if game.state is not None and game.state.is_terminal():
                content = await self._database.read(partial(content_of, place=GameAt(table.id, game.number)))
                record, found = table.record_of(game), None
                if content is not None and record is not None:
                    found = await asyncio.to_thread(_found, record, _REVIEW.decode(content).analysis)
                await self._database.write(partial(_keep, table=table, game=game, found=found))


class _Found(NamedTuple):
    """What the stored analysis of a game tells: of its seats, see `note_analysis`, and of its decisions, see `note_kinds`."""

    by_seat: Sequence[dict[str, Any]]
    kinds: Mapping[tuple[int, int], str]


def _found(record: Record, analysis: Analysis) -> _Found:
    decisions = judged_decisions(record.game, record.moves, analysis)
    return _Found(found_by_seat(record, analysis), {(one.before, one.decision.seat): one.kind for one in decisions})


def _keep(connection: Connection, table: TableState, game: TableGame, found: _Found | None) -> None:
    last = select(func.max(PlyRow.played_at)).where(PlyRow.table_id == table.id, PlyRow.game == game.number)
    ended_at = connection.scalar(last)
    if ended_at is None:
        return  # the table was removed meanwhile
    note_results(connection, table, game, ended_at)
    if found is not None:
        note_analysis(connection, table.id, game.number, found.by_seat)
        note_kinds(connection, table.id, game.number, found.kinds)


def _without_results(connection: Connection, after: str) -> list[str]:
    """The next tables that are over, at which people sat, and of which a game has no results; of a match not all may be missing."""
    people = exists().where(SeatRow.table_id == TableRow.id, SeatRow.person_id.is_not(None))
    noted = exists().where(ResultRow.table_id == GameRow.table_id, ResultRow.game == GameRow.number)
    missing = exists().where(GameRow.table_id == TableRow.id, GameRow.nonces.is_not(None), ~noted)
    found = select(TableRow.id).where(TableRow.is_over, TableRow.id > after, people, missing)
    return list(connection.scalars(found.order_by(TableRow.id).limit(AT_ONCE)))
