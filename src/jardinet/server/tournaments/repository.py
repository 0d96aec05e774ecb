"""Repository of tournaments: reads them, keeps the latest used in memory, and adds facts to them.

A fact is added if nobody else has added one since the tournament was read (optimistic lock); else it is decided anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from jardinet.server.storage.database import Database
from jardinet.server.tournaments import rows
from jardinet.server.tournaments.held import HeldTournament
from jardinet.tournaments.facts import EntryHandedOver, EntryMade, RoundDrawn, TournamentFact
from jardinet.tournaments.plan import TournamentError

MOST_KEPT = 200  # in memory
NAMES_HOLD = timedelta(seconds=20)  # for which what people are called is not read again


class NoSuchTournamentError(TournamentError):
    """There is no tournament of that id."""

    def __init__(self) -> None:
        super().__init__("no-such-tournament", "there is no such tournament.")


@dataclass
class _KeptTournament:
    """Tournament in memory, and when it was read."""

    held: HeldTournament
    at: datetime


class TournamentRepository:
    """Repository of tournaments: see the module."""

    def __init__(self, database: Database) -> None:
        """Begin with an empty memory of the tournaments of `database`."""
        self._database = database
        self._kept: OrderedDict[str, _KeptTournament] = OrderedDict()

    @property
    def is_used(self) -> bool:
        """Whether this process has ever read a tournament."""
        return bool(self._kept)

    async def load(self, tournament_id: str) -> HeldTournament:
        """The tournament as it stands.

        Raises:
            NoSuchTournamentError: there is none.
            DatabaseAwayError: the database does not answer.
        """
        at, kept = self._database.now(), self._kept.get(tournament_id)

        def job(connection: Connection) -> HeldTournament | None:
            if kept is not None and at - kept.at < NAMES_HOLD:
                current = rows.version_of(connection, tournament_id)
                if current == (kept.held.version, len(kept.held.begun)):
                    return kept.held
            return rows.read_tournament(connection, tournament_id)

        held = await self._database.read(job)
        if held is None:
            raise NoSuchTournamentError
        if kept is None or kept.held is not held:
            self._kept[tournament_id] = _KeptTournament(held, at)
        self._kept.move_to_end(tournament_id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return held

    async def running_of(self, person: str) -> list[str]:
        """See rows.running_of."""
        return await self._database.read(partial(rows.running_of, person=person))

    async def change(
        self,
        tournament_id: str,
        decide: Callable[[HeldTournament], Sequence[TournamentFact]],
        *,
        player: str | None = None,
        tables: tuple[RoundDrawn, Sequence[str]] | None = None,
        by_host: bool = False,
    ) -> HeldTournament:
        """Add the facts that `decide` makes of the tournament as it stands, decided anew as long as somebody else is faster.

        Args:
            tournament_id: which one.
            decide: what is added; it may raise a TournamentError.
            player: who comes to play with it, if a fact says that somebody does.
            tables: the round that it draws, and the ids of its tables.
            by_host: the host does it.
        """
        while True:
            held = await self.load(tournament_id)
            facts = decide(held)
            if not facts:
                return held
            state = held.state
            for fact in facts:
                state = state.after(fact)
            at = self._database.now()
            comes = any(isinstance(fact, EntryMade | EntryHandedOver) for fact in facts)

            def job(
                connection: Connection,
                held: HeldTournament = held,
                facts: Sequence[TournamentFact] = facts,
                phase: str = state.phase,
                at: datetime = at,
                comes: bool = comes,
            ) -> None:
                rows.add_facts(connection, held, facts, phase, at, by_host=by_host)
                if player is not None and comes:
                    rows.add_player(connection, held, player)
                if tables:
                    rows.add_tables(connection, held, tables[0].round, tables[1])

            with suppress(rows.FasterError):
                await self._database.write(job)
                return await self.load(tournament_id)
