"""Course of a tournament: how it stands after its facts, one after the other (a fold). Immutable, and nothing here is random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Literal

from jardinet.tournaments import facts
from jardinet.tournaments.plan import EVERYBODY, LOTS, TournamentError, TournamentPlan

Phase = Literal["open", "running", "paused", "over", "off"]


@dataclass(frozen=True)
class MatchTable:
    """Table of a round.

    Attributes:
        round, number: from 1.
        entries: by seat.
        points: by seat what its match came to; None: it is not over.
        played: by seat whether its person has played anything themselves; empty while it is not over.
        is_corrected: the host entered the result by hand.
    """

    round: int
    number: int
    entries: tuple[int, ...]
    points: tuple[int, ...] | None = None
    played: tuple[bool, ...] = ()
    is_corrected: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """The entries with the most points; none before the end."""
        if self.points is None:
            return ()
        return tuple(one for one, points in zip(self.entries, self.points, strict=True) if points == max(self.points))


@dataclass(frozen=True)
class TournamentRound:
    """Round of a tournament: its tables, and the entries that rest."""

    number: int
    tables: tuple[MatchTable, ...]
    resting: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all its tables are."""
        return all(table.points is not None for table in self.tables)


@dataclass(frozen=True)
class TournamentState:
    """State of a tournament: `after` makes the next one.

    Attributes:
        plan: what was agreed.
        entries: how many there are, those that have left included: they are numbered from 1.
        gone: those that have left.
        players: by entry who plays for it, by number: see `facts.EntryHandedOver`.
        rounds: those that have begun, in order.
        phase: `open` until the first round, then `running` or `paused`, at the end `over`, or `off` if it was called off.
    """

    plan: TournamentPlan
    entries: int = 0
    gone: frozenset[int] = frozenset()
    players: Mapping[int, int] = field(default_factory=dict)
    rounds: tuple[TournamentRound, ...] = ()
    phase: Phase = "open"

    @property
    def active(self) -> tuple[int, ...]:
        """The entries that have not left, in order."""
        return tuple(one for one in range(1, self.entries + 1) if one not in self.gone)

    @property
    def is_over(self) -> bool:
        """Whether nothing follows any more."""
        return self.phase in ("over", "off")

    @cached_property
    def tables(self) -> tuple[MatchTable, ...]:
        """All tables of all rounds, in order."""
        return tuple(table for one in self.rounds for table in one.tables)

    @property
    def running(self) -> tuple[MatchTable, ...]:
        """The tables that still play."""
        return tuple(table for table in self.tables if table.points is None)

    @property
    def free(self) -> tuple[int, ...]:
        """The entries that have not left and sit nowhere, in order."""
        busy = {one for table in self.running for one in table.entries}
        return tuple(one for one in self.active if one not in busy)

    @cached_property
    def met(self) -> Counter[tuple[int, int]]:
        """How often two entries have been drawn to one table, the lower number first."""
        return Counter(pair for table in self.tables for pair in combinations(sorted(table.entries), 2))

    @cached_property
    def matches(self) -> Counter[int]:
        """For how many tables each entry has been drawn."""
        return Counter(one for table in self.tables for one in table.entries)

    @cached_property
    def rests(self) -> Counter[int]:
        """How often each entry has rested."""
        return Counter(one for drawn in self.rounds for one in drawn.resting)

    @property
    def planned_rounds(self) -> int | None:
        """How many rounds there are to be as it stands; None on an evening, which ends by the clock.

        Where everybody meets everybody it is the number that Berger's tables need for the entries of the first round, or for
        all so far; rounds for people who came late or back may follow.
        """
        if self.plan.form == LOTS:
            return self.plan.rounds
        if self.plan.form != EVERYBODY:
            return None
        first = self.rounds[0] if self.rounds else None
        count = len(first.resting) + 2 * len(first.tables) if first else len(self.active)
        return max(count - 1 + count % 2, 0)

    @property
    def admits(self) -> bool:
        """Whether somebody may still enter: until half of the rounds have begun, on an evening until its end."""
        if self.is_over or self.entries >= self.plan.most_entries:
            return False
        planned = self.planned_rounds
        return planned is None or not self.rounds or 2 * len(self.rounds) <= planned

    def table(self, round_number: int, number: int) -> MatchTable:
        """A table by its round and number, both from 1.

        Raises:
            TournamentError: there is none.
        """
        for table in self.tables:
            if (table.round, table.number) == (round_number, number):
                return table
        raise TournamentError("no-such-match-table", "the tournament has no such table.")

    def table_of(self, entry: int) -> MatchTable | None:
        """The table at which an entry plays now, or was drawn to last; None: it has not been drawn yet."""
        own = [table for table in self.tables if entry in table.entries]
        return next((table for table in own if table.points is None), own[-1] if own else None)

    def after(self, fact: facts.TournamentFact) -> TournamentState:
        """The tournament after another fact.

        Raises:
            TournamentError: that cannot happen now.
        """
        if self.is_over and not isinstance(fact, facts.TableCorrected):
            raise TournamentError("tournament-over", "the tournament is over.")
        match fact:
            case facts.EntryMade(entry):
                return self._entered(entry)
            case facts.EntryLeft(entry):
                self._check_entry(entry, is_there=True)
                return replace(self, gone=self.gone | {entry})
            case facts.EntryReturned(entry):
                self._check_entry(entry, is_there=False)
                return replace(self, gone=self.gone - {entry})
            case facts.EntryHandedOver(entry, player):
                self._check_entry(entry)
                return replace(self, gone=self.gone - {entry}, players={**self.players, entry: player})
            case facts.RoundDrawn():
                return self._drawn(fact)
            case facts.TableEnded(round_number, number, points, played):
                table = self.table(round_number, number)
                if table.points is not None:
                    raise TournamentError("match-table-over", "that table has its result already.")
                self._check_points(table, points)
                return self._with_table(replace(table, points=points, played=played))
            case facts.TableCorrected(round_number, number, points):
                table = self.table(round_number, number)
                self._check_points(table, points)
                played = (True,) * len(points)
                return self._with_table(replace(table, points=points, played=played, is_corrected=True))
            case facts.TournamentPaused():
                if self.phase == "paused":
                    raise TournamentError("tournament-paused", "the tournament pauses already.")
                return replace(self, phase="paused")
            case facts.TournamentResumed():
                if self.phase != "paused":
                    raise TournamentError("tournament-not-paused", "the tournament does not pause.")
                return replace(self, phase="running" if self.rounds else "open")
            case facts.TournamentEnded(is_called_off):
                return replace(self, phase="off" if is_called_off else "over")
        raise AssertionError(fact)

    def _entered(self, entry: int) -> TournamentState:
        if not self.admits:
            if self.entries >= self.plan.most_entries:
                raise TournamentError(
                    "tournament-full", "{most} take part already: that is the most here.", most=self.plan.most_entries
                )
            raise TournamentError("tournament-too-late", "half of the rounds have begun: nobody can enter any more.")
        assert entry == self.entries + 1
        return replace(self, entries=entry)

    def _drawn(self, fact: facts.RoundDrawn) -> TournamentState:
        if self.phase == "paused":
            raise TournamentError("tournament-pauses", "the tournament pauses: no round begins.")
        people = [one for table in fact.tables for one in table]
        assert fact.round == len(self.rounds) + 1
        assert len(people) == len(set(people))
        assert set(people) <= set(self.free)
        tables = tuple(MatchTable(fact.round, number, entries) for number, entries in enumerate(fact.tables, 1))
        return replace(self, rounds=(*self.rounds, TournamentRound(fact.round, tables, fact.resting)), phase="running")

    def _with_table(self, new: MatchTable) -> TournamentState:
        old = self.rounds[new.round - 1]
        tables = tuple(new if table.number == new.number else table for table in old.tables)
        changed = replace(old, tables=tables)
        return replace(self, rounds=tuple(changed if one is old else one for one in self.rounds))

    def _check_entry(self, entry: int, *, is_there: bool | None = None) -> None:
        if entry not in range(1, self.entries + 1):
            raise TournamentError("no-such-entry", "the tournament has no entry {entry}.", entry=entry)
        if is_there is not None and is_there == (entry in self.gone):
            if is_there:
                raise TournamentError("entry-gone", "that entry has left already.")
            raise TournamentError("entry-there", "that entry has not left.")

    def _check_points(self, table: MatchTable, points: tuple[int, ...]) -> None:
        if len(points) != len(table.entries):
            raise TournamentError(
                "match-table-points",
                "{numbers} numbers are given: the table has {seats} seats.",
                numbers=len(points),
                seats=len(table.entries),
            )


def course_of(plan: TournamentPlan, told: Iterable[facts.TournamentFact]) -> TournamentState:
    """The tournament after all these facts, in order.

    Raises:
        TournamentError: one of them cannot happen where it stands.

    >>> state = course_of(TournamentPlan(), [facts.EntryMade(1), facts.EntryMade(2), facts.EntryLeft(1)])
    >>> state.active, state.phase
    ((2,), 'open')
    """
    state = TournamentState(plan)
    for fact in told:
        state = state.after(fact)
    return state
