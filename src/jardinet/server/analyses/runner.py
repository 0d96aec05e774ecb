"""Background runner of analyses: finished games are explained one at a time, beside the requests, and the results are stored.

Stored with each are the positions that its players may practise; who may is cached, for the pages that show the game's end.
It takes the share of the processor that tables of bots alone have, in a thread that gives way to those that serve people.
Several processes may explain one game: the first result that is stored stays, and the others are equally right.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, select

from jardinet.analysis.decisions import kinds_of
from jardinet.analysis.model import Analysis
from jardinet.analysis.practice import Position
from jardinet.analysis.review import Review, review_of
from jardinet.bots.levels import can_be_evaluated
from jardinet.play.record import Record
from jardinet.server.background import SHARE, UNTIL_READY, give_way
from jardinet.server.people.practice import add, practisers_of
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import AnalysisRow, TableRow
from jardinet.server.tables.results import note_analysis
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.server.worker import WHEN_CALLED, Worker

SCHEMA = 4  # of what is kept, a Review; 3 and less were those of an analysis alone
MOST = 100  # games that wait; a page that asks for another one asks again
LOOK_AGAIN = 2  # seconds after which a page that waits for an analysis may ask again
MOST_KNOWN = 1000  # games in each cache: who may practise them, and which failed; others are looked up again
TRY_AGAIN = 600  # seconds after which a game that could not be analysed may be tried again

Known = TypeVar("Known")

_REVIEW = msgspec.json.Decoder(Review)

_log = logging.getLogger(__name__)


class BrokenAnalysisError(Exception):
    """A game could not be analysed; the log says why."""


def can_be_analysed(table: TableState, game: TableGame) -> bool:
    """Whether a game of a table is over and can be judged: of a running one an analysis would tell what is hidden.

    At a rated table nothing is judged before the last game of its match is over.
    """
    if game.state is None or not game.state.is_terminal() or (table.agreement.rated and not table.is_over):
        return False
    return can_be_evaluated(game.state.get_game().name)


class GameAt(NamedTuple):
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
    """Runner of analyses: see the module. The queue is dropped when the server closes; pages ask again."""

    name = "analyses"
    is_cut_off = True
    patience = 600.0  # one takes a minute, on a busy machine several

    def __init__(
        self, database: Database, changed: Callable[[str], None], is_preparing: Callable[[], bool] = lambda: False
    ) -> None:
        """Keep what is found in `database`.

        Args:
            database: see there.
            changed: called with the id of a table at which somebody may practise now.
            is_preparing: whether the games are still getting ready: an analysis would take minutes until then.
        """
        super().__init__()
        self._database = database
        self._is_preparing = is_preparing
        self._changed = changed
        self._waiting: dict[GameAt, _Wanted] = {}
        self._broken: dict[GameAt, float] = {}  # since when
        self._practisers: dict[GameAt, frozenset[str]] = {}
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
        except DatabaseAwayError as error:  # the caller asks again
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
        """Abandon the analysis that is being made."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def find(self, table: TableState, game: TableGame) -> Review | None:
        """The review of a finished game of a table; None: it is being made, ask again soon.

        Raises:
            BrokenAnalysisError: it could not be made.
            DatabaseAwayError: the database does not answer.
        """
        assert can_be_analysed(table, game)
        place = GameAt(table.id, game.number)
        if (known := await self.known(table, game)) is not None:
            return known
        if self._is_broken(place):
            raise BrokenAnalysisError
        if len(self._waiting) < MOST:
            self._want(place, table, game)
        return None

    async def known(self, table: TableState, game: TableGame) -> Review | None:
        """The review of a game of a table if it is over and has one already; nothing is made for the asking.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        if not can_be_analysed(table, game):
            return None
        content = await self._database.read(partial(content_of, place=GameAt(table.id, game.number)))
        return None if content is None else _REVIEW.decode(content)

    async def explain(self, table: TableState, game: TableGame) -> None:
        """Explain a finished game, unless that was done already or no person sits at the table; returns when it is done.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        if not (can_be_analysed(table, game) and _has_people(table)):
            return
        wanted = self._want(GameAt(table.id, game.number), table, game)
        await wanted.is_over.wait()
        if wanted.error:
            raise wanted.error

    async def practisers(self, table: TableState) -> frozenset[str]:
        """The people who may practise their errors in the game that a table shows: nobody before it is over and explained.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        game = table.game
        if game is None or not (can_be_analysed(table, game) and _has_people(table)):
            return frozenset()
        place = GameAt(table.id, game.number)
        if place not in self._practisers:
            if await self._database.read(partial(content_of, place=place)) is None:
                return frozenset()  # asked again when there is an analysis
            _remember(self._practisers, place, await practisers_of(self._database, *place))
        return self._practisers[place]

    def note_practice(self, table_id: str, number: int) -> None:
        """Drop what is cached of who may practise a game: somebody has practised it."""
        self._practisers.pop(GameAt(table_id, number), None)

    def _want(self, place: GameAt, table: TableState, game: TableGame) -> _Wanted:
        """Let a game be explained as soon as its turn comes."""
        self.call()
        return self._waiting.setdefault(place, _Wanted(table, game))

    async def _make(self, place: GameAt, wanted: _Wanted) -> float:
        """Explain a game, store that and tell its table, unless it was done already; returns the seconds of processor time."""
        if await self._database.read(partial(content_of, place=place)) is not None:
            return 0.0
        explained = await asyncio.get_running_loop().run_in_executor(self._threads, _explain, wanted.table, wanted.game)
        await self._database.write(partial(_keep, place=place, explained=explained))
        self._changed(place.table_id)
        return explained.used

    def _is_broken(self, place: GameAt) -> bool:
        """Whether the analysis of a game failed lately; after TRY_AGAIN it is tried again, since the cause may be gone."""
        return place in self._broken and time.monotonic() - self._broken[place] < TRY_AGAIN


def _remember(known: dict[GameAt, Known], place: GameAt, what: Known) -> None:
    """Put `what` into a cache by game; the oldest entry is dropped from a full one."""
    known.pop(place, None)
    if len(known) >= MOST_KNOWN:
        known.pop(next(iter(known)))
    known[place] = what


def _has_people(table: TableState) -> bool:
    return any(seat.person for seat in table.seats)


class _Explained(NamedTuple):
    """Result of an analysis.

    Attributes:
        content: JSON of its review.
        mistakes: by person the positions in which they erred.
        by_seat: what the results of the seats get to know, see `note_analysis`.
        used: how many seconds of the processor it took.
    """

    content: str
    mistakes: Mapping[str, Sequence[Position]]
    by_seat: Sequence[dict[str, Any]]
    used: float


def _explain(table: TableState, game: TableGame) -> _Explained:
    record = table.record_of(game)
    assert record
    began = time.thread_time()
    made = review_of(record)
    own, by_seat = _own_mistakes(table, made.errors), found_by_seat(record, made.analysis)
    return _Explained(msgspec.json.encode(made).decode(), own, by_seat, time.thread_time() - began)


def found_by_seat(record: Record, analysis: Analysis) -> list[dict[str, Any]]:
    """What the results of a game's seats get to know by its analysis: see `note_analysis`."""
    kinds = kinds_of(record.game, record.moves, analysis)
    return [
        {
            "decisions": one.decisions,
            "errors": one.errors,
            "luck": one.luck + one.bids,
            "adjusted": one.adjusted,
            "kinds": msgspec.json.encode(own).decode(),
        }
        for one, own in zip(analysis.accounts, kinds, strict=True)
    ]


def _own_mistakes(table: TableState, found: Sequence[Position]) -> dict[str, list[Position]]:
    """Each person's own mistakes, by person: none that somebody beside them made at the same screen."""
    own = dict[str, list[Position]]()
    for one in found:
        person = table.seats[one.seat].person
        if person is not None and one.seat in table.own_seats_of(person):
            own.setdefault(person, []).append(one)
    return own


def content_of(connection: Connection, place: GameAt) -> str | None:
    """The review of a game that is stored, as JSON; None: there is none of this SCHEMA."""
    own = (AnalysisRow.table_id == place.table_id, AnalysisRow.game == place.number, AnalysisRow.schema == SCHEMA)
    return connection.scalar(select(AnalysisRow.content).where(*own))


def _keep(connection: Connection, place: GameAt, explained: _Explained) -> None:
    if connection.scalar(select(TableRow.id).where(TableRow.id == place.table_id)) is None:
        return  # somebody has removed the table meanwhile
    row = {"table_id": place.table_id, "game": place.number, "schema": SCHEMA, "content": explained.content}
    connection.execute(upsert(connection, AnalysisRow, "schema", "content"), row)
    note_analysis(connection, *place, explained.by_seat)
    add(connection, *place, explained.mistakes)
