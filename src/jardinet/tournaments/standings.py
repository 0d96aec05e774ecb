"""Standings of a tournament: the points of all matches added up; who has played nothing themselves is not listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from jardinet.tournaments.course import TournamentState
from jardinet.tournaments.plan import WINS


@dataclass(frozen=True)
class RankedEntry:
    """Line of the standings.

    Attributes:
        place: from 1; those who share one all bear it, and the next place is as many further.
        entry: its number.
        points: of all its matches together.
        wins: how many of them it won; a shared victory counts too.
        matches: how many of them are over.
    """

    place: int
    entry: int
    points: int
    wins: int
    matches: int


def standings(state: TournamentState) -> list[RankedEntry]:
    """The standings, best first, equal ones in the order in which they entered.

    Points decide. Equal points share a place if the plan says so; else more matches won decide, and then, where all who are
    still equal have met each other, the points that they made at tables with each other. Who is equal in that, too, shares.
    """
    over = [table for table in state.tables if table.points is not None]
    lines = []
    for entry in range(1, state.entries + 1):
        own = [(table, table.entries.index(entry)) for table in over if entry in table.entries]
        if any(table.played[seat] for table, seat in own):
            points = sum(table.points[seat] for table, seat in own if table.points)
            wins = sum(entry in table.winners for table, _seat in own)
            lines.append(RankedEntry(0, entry, points, wins, len(own)))

    def score(line: RankedEntry) -> tuple[int, ...]:
        return (-line.points, -line.wins) if state.plan.ties == WINS else (-line.points,)

    ranked: list[RankedEntry] = []
    for _score, alike in groupby(sorted(lines, key=score), score):
        for group in _by_meetings(state, list(alike)):
            place = len(ranked) + 1
            ranked += [replace(line, place=place) for line in group]
    return ranked


def _by_meetings(state: TournamentState, lines: Sequence[RankedEntry]) -> list[list[RankedEntry]]:
    """Equal lines as groups that share a place, told apart by their direct meetings where that is agreed and possible."""
    entries = {line.entry for line in lines}
    tables = [table for table in state.tables if table.points is not None and len(entries & set(table.entries)) > 1]
    pairs = {(one, other) for table in tables for one in table.entries for other in table.entries if one != other}
    have_met = all((one, other) in pairs for one in entries for other in entries if one != other)
    if state.plan.ties != WINS or len(lines) < 2 or not have_met:
        return [list(lines)]

    def made(line: RankedEntry) -> int:
        return -sum(
            points
            for table in tables
            for one, points in zip(table.entries, table.points or (), strict=False)
            if one == line.entry
        )

    return [list(group) for _made, group in groupby(sorted(lines, key=made), made)]
