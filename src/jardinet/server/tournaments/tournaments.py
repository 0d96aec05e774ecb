"""Tournament service: people enter, rounds begin, tables are opened, and their results become facts.

Whatever happens by itself follows from what is stored, and rounds of the worker look for it in every process: so it goes on
after any of them has ended, and two that do the same at once do it once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import BannedError, NoSuchTableError, NotYoursError
from jardinet.server.tables.happenings import GameEnded, Subscribers
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tournaments import opening, rows
from jardinet.server.tournaments.held import HeldTournament, Timing, checked_title, rated_tournament
from jardinet.server.tournaments.pins import kept_pin, new_pin
from jardinet.server.tournaments.repository import NoSuchTournamentError, TournamentRepository
from jardinet.server.worker import Worker
from jardinet.tournaments.course import MatchTable, TournamentState
from jardinet.tournaments.draws import check_enough, is_complete, next_round
from jardinet.tournaments.facts import (
    EntryHandedOver,
    EntryLeft,
    EntryMade,
    EntryReturned,
    TableCorrected,
    TableEnded,
    TournamentEnded,
    TournamentFact,
)
from jardinet.tournaments.plan import EVENING, TournamentError, TournamentPlan

MOST_ACTIVE = 100  # tournaments that are open or run: each costs a round a few queries
LISTED = 50
STALE = timedelta(days=2)  # after which a tournament that never began, or pauses, is called off
LEFT = timedelta(seconds=4)  # after which tables that are not open yet have been left by the process that drew them
CALM = 10  # rounds that are left out while there is no tournament


class Opened(NamedTuple):
    """A tournament that was just opened: its id, and the PIN of its host, which nobody can look up later."""

    id: str
    pin: str


class Tournaments(Worker):
    """Tournaments of a server: see the module. A round takes in results and begins what is due."""

    name = "tournaments"
    patience = 60.0

    def __init__(
        self,
        database: Database,
        service: TableService,
        subscribers: Subscribers,
        is_banned: Callable[[str], bool],
        tell: Callable[[str], None],
        intervals: Intervals,
        corrected: Callable[[str], None] = lambda _game: None,
    ) -> None:
        """Begin with the tournaments of `database`.

        Args:
            database: where they are.
            service: opens their tables.
            subscribers: tell that a game has ended here.
            is_banned: whether a person is: they cannot enter.
            tell: called with whoever has a new table.
            intervals: how often there is a look, and how long a match waits for its next game.
            corrected: called with the game of a rated table whose result the host has corrected.
        """
        super().__init__()
        self._database = database
        self._service = service
        self._is_banned = is_banned
        self._tell = tell
        self._intervals = intervals
        self._corrected = corrected
        self._repository = TournamentRepository(database)
        subscribers.subscribe(GameEnded, self._hear_end)

    def now(self) -> datetime:
        """The time by which everything here is dated: see Database.now."""
        return self._database.now()

    # What people do

    async def open(self, host: str, title: str, plan: TournamentPlan, agreement: Agreement, timing: Timing) -> Opened:
        """Open a tournament, which people can enter from now on.

        Args:
            host: the person who opens it.
            title: what it is called; it may be empty.
            plan: its form.
            agreement: of its tables.
            timing: when its rounds begin.

        Raises:
            GameError: that is not possible; the message says what is.
            BannedError: the person is banned.
            DatabaseAwayError: the database does not answer.
        """
        plan.check()
        timing.check()
        agreement.check()
        if self._is_banned(host):
            raise BannedError
        if len(await self._database.read(rows.versions)) >= MOST_ACTIVE:
            raise TournamentError(
                "too-many-tournaments", "{most} tournaments are open already: enter one of them.", most=MOST_ACTIVE
            )
        tournament_id, pin = secrets.token_urlsafe(6), new_pin()
        kept = await asyncio.to_thread(kept_pin, pin, tournament_id)
        held = HeldTournament(
            tournament_id,
            host,
            kept,
            checked_title(title),
            agreement,
            timing,
            self._database.now(),
            0,
            TournamentState(plan),
        )
        await self._database.write(partial(rows.add_tournament, one=held))
        self.call()
        return Opened(tournament_id, pin)

    async def load(self, tournament_id: str) -> HeldTournament:
        """The tournament as it stands; see TournamentRepository.load."""
        return await self._repository.load(tournament_id)

    async def listed(self) -> list[rows.ListedTournament]:
        """Tournaments that are open or run, the latest first; LISTED at most."""
        return await self._database.read(partial(rows.listed, most=LISTED))

    async def of_table(self, table_id: str) -> HeldTournament | None:
        """The tournament that a table belongs to; None: it belongs to none."""
        found = await self._database.read(partial(rows.tournament_of_table, table_id=table_id))
        return await self.load(found) if found else None

    async def enter(self, tournament_id: str, person: str, *, by_program: bool = False) -> HeldTournament:
        """Let a person take part; who has left comes back, and for who takes part already nothing changes.

        Raises:
            NoSuchTournamentError: there is none.
            TournamentError: it is full, over, or half of its rounds have begun.
            NotYoursError: it is rated, and they may not be.
            BannedError: the person is banned.
        """
        if self._is_banned(person):
            raise BannedError
        await self._check_rated(await self.load(tournament_id), person, by_program=by_program)

        def decide(held: HeldTournament) -> list[TournamentFact]:
            own = held.entry_of(person)
            if own is None:
                return [EntryMade(held.state.entries + 1)]
            return [EntryReturned(own)] if own in held.state.gone else []

        return await self._repository.change(tournament_id, decide, player=person)

    async def leave(self, tournament_id: str, person: str) -> HeldTournament:
        """Let a person take part no more; at a table where they sit they play on, or give up there.

        Raises:
            NoSuchTournamentError: there is none.
            NotYoursError: they do not take part.
            TournamentError: they have left already, or it is over.
        """

        def decide(held: HeldTournament) -> list[TournamentFact]:
            own = held.entry_of(person)
            if own is None:
                raise NotYoursError("not-in-tournament", "you do not take part in this tournament.")
            return [EntryLeft(own)]

        return await self._repository.change(tournament_id, decide)

    async def forget(self, person: str) -> None:
        """Let a person who is deleted take part in nothing any more."""
        for tournament_id in await self._repository.running_of(person):
            with suppress(TournamentError):  # they have left already, or it is over meanwhile
                await self.leave(tournament_id, person)

    async def substitute(
        self, tournament_id: str, entry: int, person: str, name: str, *, by_program: bool = False
    ) -> HeldTournament:
        """Let a person called `name` play on for an entry, whose points stay; at its table they take the seat at once.

        At a rated table the seat stays its person's: there they begin with the next round.

        Raises:
            NoSuchTournamentError: there is none.
            TournamentError: there is no such entry, they take part already, or the tournament is over.
            NotYoursError: it is rated, and they may not be.
            BannedError: the person is banned.
        """
        if self._is_banned(person):
            raise BannedError
        before = await self.load(tournament_id)
        await self._check_rated(before, person, by_program=by_program)

        def decide(held: HeldTournament) -> list[TournamentFact]:
            if held.entry_of(person) is not None:
                raise TournamentError("takes-part-already", "you take part in this tournament already.")
            return [EntryHandedOver(entry, held.next_player)]

        held = await self._repository.change(tournament_id, decide, player=person, by_host=True)
        table = held.state.table_of(entry)
        if table and table.points is None and not held.agreement.rated:
            leaving = before.player_of(entry)
            await opening.hand_over(self._service, held.table_id_of(table), leaving.person, person, name)
        return held

    async def _check_rated(self, held: HeldTournament, person: str, *, by_program: bool) -> None:
        if held.agreement.rated and (by_program or not await self._service.has_way_back(person)):
            raise rated_tournament()

    # What the host does

    async def begin_round(self, tournament_id: str) -> HeldTournament:
        """Begin the next round at once.

        Raises:
            NoSuchTournamentError: there is none.
            TournamentError: it pauses or is over, tables still play, too few take part, or no round is left.
        """
        held = await self.load(tournament_id)
        if held.state.is_over:
            raise TournamentError("tournament-over", "the tournament is over.")
        if held.state.phase == "paused":
            raise TournamentError("tournament-pauses", "the tournament pauses: no round begins.")
        check_enough(held.state)
        if held.plan.form != EVENING and held.state.running:
            raise TournamentError("tables-still-play", "tables still play: the next round begins after them.")
        if not await self._begin(held, is_patient=False):
            raise TournamentError("no-round-left", "no round can begin: nobody is free, or all has been played.")
        return await self.load(tournament_id)

    async def tell(self, tournament_id: str, fact: TournamentFact) -> HeldTournament:
        """Add a fact that the host decides on: a correction, a pause and its end, an end, or somebody who has left or returned.

        Raises:
            NoSuchTournamentError: there is none.
            TournamentError: that cannot happen now; the message says why.
        """
        held = await self._repository.change(tournament_id, lambda _held: [fact], by_host=True)
        if isinstance(fact, TableCorrected):
            table = held.table_ids[fact.round, fact.table]
            await self._database.write(partial(rows.note_done, table_ids=[table]))
            if held.agreement.rated:
                self._corrected(held.agreement.game)
        self.call()
        return held

    async def close_table(self, tournament_id: str, round_number: int, number: int) -> None:
        """Let bots play a table to its end, for everybody there; who played anything keeps the points that come of it.

        Raises:
            NoSuchTournamentError: there is none.
            TournamentError: there is no such table, or it has its result.
            NotYoursError: it is rated: somebody would lose by it who is there.
        """
        held, table = await self._running_table(tournament_id, round_number, number)
        if held.agreement.rated:
            raise NotYoursError("rated-close", "this tournament is rated: bots play only for whoever has left.")
        await opening.let_bots_play(self._service, held.table_id_of(table), only_absent=False)
        self.call()

    async def play_here(self, tournament_id: str, round_number: int, number: int, person: str) -> str:
        """Let one device, that of a person, play for all who have not come to a table yet; returns the table's id.

        Raises:
            NoSuchTournamentError: there is none.
            TournamentError: there is no such table, or it has its result.
            NotYoursError: it is rated: everybody plays on their own device.
        """
        held, table = await self._running_table(tournament_id, round_number, number)
        if held.agreement.rated:
            raise NotYoursError("rated-beside", "at a rated table everybody plays for themselves, on their own device.")
        table_id = held.table_id_of(table)
        await opening.gather_at(self._service, table_id, person)
        return table_id

    async def _running_table(
        self, tournament_id: str, round_number: int, number: int
    ) -> tuple[HeldTournament, MatchTable]:
        """A tournament, and a table of it that has no result yet."""
        held = await self.load(tournament_id)
        table = held.state.table(round_number, number)
        if table.points is not None:
            raise TournamentError("match-table-over", "that table has its result already.")
        return held, table

    # Rounds

    async def once(self) -> float:
        """Look after every tournament that is not over."""
        active = await self._database.read(rows.versions)
        for tournament_id in active:
            with suppress(NoSuchTournamentError):
                await self._look_after(tournament_id)
        return self._intervals.tournaments * (1 if active else CALM)

    async def _look_after(self, tournament_id: str) -> None:
        matches = await self._database.read(partial(rows.open_matches, tournament_id=tournament_id))
        held = await self.load(tournament_id)  # after its tables: it knows at least these
        if any(one.begun_at is None for one in matches) and self._database.now() - held.drawn_at >= LEFT:
            await self._open_tables(held, backwards=True)
        held = await self._take_results(held, matches)
        at = self._database.now()
        await opening.begin_next_games(self._service, matches, at, timedelta(seconds=self._intervals.next_game))
        await self._look_for_absent(held, matches, at)
        if held.state.is_over:
            return
        if is_complete(held.state) or self._is_evening_over(held, at):
            await self._end(held)
        elif at - (held.facts[-1].at if held.facts else held.created_at) > STALE and held.state.phase != "running":
            await self._end(held, is_called_off=True)
        elif (
            (due := held.begins_at)
            and due <= at
            and len(held.state.active) > 1
            and not (held.ends_at and held.ends_at <= at)
        ):
            await self._begin(held, is_patient=held.is_patient(at))

    def _is_evening_over(self, held: HeldTournament, at: datetime) -> bool:
        return held.ends_at is not None and held.ends_at <= at and not held.state.running

    async def _begin(self, held: HeldTournament, *, is_patient: bool) -> bool:
        """Draw the next round and open its tables; False: none can begin, or another process did."""
        fact = await asyncio.to_thread(next_round, held.state, is_patient=is_patient)
        if fact is None:
            return False
        ids = [secrets.token_urlsafe(6) for _table in fact.tables]

        def decide(now: HeldTournament) -> list[TournamentFact]:
            if now.version != held.version:
                raise rows.FasterError
            return [fact]

        try:
            after = await self._repository.change(held.id, decide, tables=(fact, ids))
        except rows.FasterError:
            return len((await self.load(held.id)).state.rounds) > len(held.state.rounds)
        await self._open_tables(after)
        return True

    async def _open_tables(self, held: HeldTournament, *, backwards: bool = False) -> None:
        for person in await opening.open_tables(self._database, self._service, held, backwards=backwards):
            self._tell(person)

    async def _take_results(self, held: HeldTournament, matches: Sequence[rows.OpenMatch]) -> HeldTournament:
        """Make facts of the tables that are over."""
        over = [one for one in matches if one.is_over]
        gone = [one.table_id for one in matches if one.is_gone]
        if not over and not gone:
            return held
        made = await self._database.read(partial(rows.totals, table_ids=[one.table_id for one in over]))

        def decide(now: HeldTournament) -> list[TournamentFact]:
            facts: list[TournamentFact] = []
            for one in over:
                if not now.state.is_over and now.state.table(one.round, one.number).points is None:
                    facts.append(TableEnded(one.round, one.number, *rows.points_of(made, one.table_id)))
            for one in matches:
                if one.is_gone and not now.state.is_over and now.state.table(one.round, one.number).points is None:
                    seats = len(now.state.table(one.round, one.number).entries)
                    facts.append(TableEnded(one.round, one.number, (0,) * seats, (False,) * seats))
            return facts

        held = await self._repository.change(held.id, decide)
        done = [one.table_id for one in over] + gone
        await self._database.write(partial(rows.note_done, table_ids=done))
        return held

    async def _look_for_absent(self, held: HeldTournament, matches: Sequence[rows.OpenMatch], at: datetime) -> None:
        """Let bots play for those who have not come to their tables in time."""
        late = at - timedelta(minutes=held.timing.no_show)
        due = [
            one.table_id
            for one in matches
            if one.begun_at is not None
            and not one.is_over
            and not one.is_looked_at
            and (held.agreement.is_for_days or one.begun_at <= late)
        ]
        looked = []
        for table_id in due:
            with suppress(NoSuchTableError):
                if await opening.let_bots_play(self._service, table_id, only_absent=True):
                    looked.append(table_id)
        if looked:
            await self._database.write(partial(rows.note_looked_at, table_ids=looked))

    async def _end(self, held: HeldTournament, *, is_called_off: bool = False) -> None:
        def decide(now: HeldTournament) -> list[TournamentFact]:
            return [] if now.version != held.version else [TournamentEnded(is_called_off)]

        await self._repository.change(held.id, decide)

    def _hear_end(self, _one: GameEnded, _table: TableState) -> None:
        if self._repository.is_used:  # this process knows of a tournament
            self.call()
            self.call(self._intervals.next_game)
