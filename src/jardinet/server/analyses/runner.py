"""Runner of analyses: finished games are explained one at a time, beside the requests, and what was found is kept.

With it is kept what each person who played may practise; who those are is remembered, for the pages that show the game's end.
It takes the share of the processor that bots have among themselves, in a thread that gives way to whatever serves people.
Several processes may explain one game: the first that has it written down is right, and so are the others.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, select

from jardinet.analysis.ledger import analyse
from jardinet.analysis.model import SCHEMA, Analysis
from jardinet.analysis.practice import Position, mistakes
from jardinet.bots.levels import can_be_evaluated
from jardinet.server.background import SHARE, UNTIL_READY, give_way
from jardinet.server.people.practice import add, practisers_of
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import AnalysisRow, TableRow
from jardinet.server.tables.table import TableGame, TableState
from jardinet.server.worker import WHEN_CALLED, Worker

MOST = 100  # games that wait; whoever asks for another one asks again
LOOK_AGAIN = 2  # seconds after which whoever waits for an analysis may ask again
MOST_KNOWN = 1000  # games of which it is remembered who may practise them, and that failed; else it is found out again
TRY_AGAIN = 600  # seconds after which a game that could not be analysed may be tried again

Known = TypeVar("Known")

_ANALYSIS = msgspec.json.Decoder(Analysis)

_log = logging.getLogger(__name__)


class BrokenAnalysisError(Exception):
    """A game could not be analysed; the log says why."""


def can_be_analysed(game: TableGame) -> bool:
    """Whether a game is over and can be judged: of a running one an analysis would tell what is hidden."""
    return game.state is not None and game.state.is_terminal() and can_be_evaluated(game.state.get_game().name)


class _Place(NamedTuple):
    """Where a game was played: at which table, and which of its games."""

    table_id: str
    number: int


@dataclass
class _Wanted:
    """Game that somebody wants to have explained.

    Attributes:
        is_over: set when it is explained, or failed.
        error: the database did not answer; None: it did.
    """

    table: TableState
    game: TableGame
    is_over: asyncio.Event = field(default_factory=asyncio.Event)
    error: DatabaseAwayError | None = None


class AnalysisRunner(Worker):
    """Runner of analyses: see the module. At the end what waits is forgotten, and asked for again."""

    name = "analyses"
    is_cut_off = True
    patience = 600.0  # one takes a minute, on a busy machine several

    def __init__(
        self, database: Database, changed: Callable[[str], None], is_preparing: Callable[[], bool] = lambda: False
    ) -> None:
        """Keep what is found in `database`.

        Args:
            database: see there.
            changed: is told the table at which somebody may practise now.
            is_preparing: whether the games are still getting ready: an analysis would take minutes until then.
        """
        super().__init__()
        self._database = database
        self._is_preparing = is_preparing
        self._changed = changed
        self._waiting: dict[_Place, _Wanted] = {}
        self._broken: dict[_Place, float] = {}  # since when
        self._practisers: dict[_Place, frozenset[str]] = {}
        self._threads = ThreadPoolExecutor(1, "analysis", initializer=give_way)

    async def once(self) -> float:
        """Explain the game that has waited longest, and leave the processor to others for a while."""
        if self._is_preparing():
            return UNTIL_READY
        if not self._waiting:
            return WHEN_CALLED
        place, wanted = next(iter(self._waiting.items()))
        used = 0.0
        try:
            used = await self._make(place, wanted)
        except DatabaseAwayError as error:  # who wants it asks again
            wanted.error = error
            raise
        except Exception:
            _log.exception("game %d of table %s cannot be analysed", place.number, place.table_id)
            _remember(self._broken, place, time.monotonic())
        finally:
            self._waiting.pop(place, None)
            wanted.is_over.set()
        await self.pause(used * (1 / SHARE - 1))
        return 0.0

    async def finish(self) -> None:
        """Leave alone what is being made."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def find(self, table: TableState, game: TableGame) -> Analysis | None:
        """The analysis of a finished game of a table; None: it is being made, and found soon.

        Raises:
            BrokenAnalysisError: it could not be made.
            DatabaseAwayError: the database does not answer.
        """
        assert can_be_analysed(game)
        place = _Place(table.id, game.number)
        content = await self._database.read(partial(_content, place=place))
        if content is not None:
            return _ANALYSIS.decode(content)
        if self._is_broken(place):
            raise BrokenAnalysisError
        if len(self._waiting) < MOST:
            self._want(place, table, game)
        return None

    async def explain(self, table: TableState, game: TableGame) -> None:
        """Explain a finished game, unless somebody has or nobody sits at the table; returns when that is done.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        if not (can_be_analysed(game) and _has_people(table)):
            return
        wanted = self._want(_Place(table.id, game.number), table, game)
        await wanted.is_over.wait()
        if wanted.error:
            raise wanted.error

    async def practisers(self, table: TableState) -> frozenset[str]:
        """Who may practise what they did in the game that a table shows: nobody before it is over and explained.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        game = table.game
        if game is None or not (can_be_analysed(game) and _has_people(table)):
            return frozenset()
        place = _Place(table.id, game.number)
        if place not in self._practisers:
            if await self._database.read(partial(_content, place=place)) is None:
                return frozenset()  # it is asked again when that is there
            _remember(self._practisers, place, await practisers_of(self._database, *place))
        return self._practisers[place]

    def note_practice(self, table_id: str, number: int) -> None:
        """Somebody has practised a game: who may do so still is looked up again."""
        self._practisers.pop(_Place(table_id, number), None)

    def _want(self, place: _Place, table: TableState, game: TableGame) -> _Wanted:
        """Let a game be explained as soon as its turn comes."""
        self.call()
        return self._waiting.setdefault(place, _Wanted(table, game))

    async def _make(self, place: _Place, wanted: _Wanted) -> float:
        """Explain a game and write it down, unless somebody has, and tell its table; returns the seconds of processor time."""
        if await self._database.read(partial(_content, place=place)) is not None:
            return 0.0
        explained = await asyncio.get_running_loop().run_in_executor(self._threads, _explain, wanted.table, wanted.game)
        await self._database.write(partial(_keep, place=place, explained=explained))
        self._changed(place.table_id)
        return explained.used

    def _is_broken(self, place: _Place) -> bool:
        """Whether a game could not be analysed, of late: what it failed of may be over."""
        return place in self._broken and time.monotonic() - self._broken[place] < TRY_AGAIN


def _remember(known: dict[_Place, Known], place: _Place, what: Known) -> None:
    """Know `what` of a game; of too many games what is oldest is forgotten."""
    known.pop(place, None)
    if len(known) >= MOST_KNOWN:
        known.pop(next(iter(known)))
    known[place] = what


def _has_people(table: TableState) -> bool:
    return any(seat.person for seat in table.seats)


class _Explained(NamedTuple):
    """What a game comes to.

    Attributes:
        content: JSON of its analysis.
        mistakes: by person the positions in which they erred.
        used: how many seconds of the processor it took.
    """

    content: str
    mistakes: Mapping[str, Sequence[Position]]
    used: float


def _explain(table: TableState, game: TableGame) -> _Explained:
    record = table.record_of(game)
    assert record
    began = time.thread_time()
    made = analyse(record.game, record.moves, played_for=record.played_for)
    own = _own_mistakes(table, mistakes(record.game, record.moves, made))
    return _Explained(msgspec.json.encode(made).decode(), own, time.thread_time() - began)


def _own_mistakes(table: TableState, found: Sequence[Position]) -> dict[str, list[Position]]:
    """By person what they chose themselves: nothing that somebody did beside them at one screen."""
    own = dict[str, list[Position]]()
    for one in found:
        person = table.seats[one.seat].person
        if person is not None and one.seat in table.own_seats_of(person):
            own.setdefault(person, []).append(one)
    return own


def _content(connection: Connection, place: _Place) -> str | None:
    own = (AnalysisRow.table_id == place.table_id, AnalysisRow.game == place.number, AnalysisRow.schema == SCHEMA)
    return connection.scalar(select(AnalysisRow.content).where(*own))


def _keep(connection: Connection, place: _Place, explained: _Explained) -> None:
    if connection.scalar(select(TableRow.id).where(TableRow.id == place.table_id)) is None:
        return  # somebody has removed the table meanwhile
    row = {"table_id": place.table_id, "game": place.number, "schema": SCHEMA, "content": explained.content}
    connection.execute(upsert(connection, AnalysisRow, "schema", "content"), row)
    add(connection, *place, explained.mistakes)
