"""Turning points of a game: the greatest swings of its ledger, by kind."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from jardinet.analysis.model import AnalysedTurn, Analysis

LEAST = 0.03  # share of the victory: smaller swings are no turning points


class Kind(StrEnum):
    """Kind of a turning point."""

    LUCK = "luck"
    BIDS = "bids"
    ERROR = "error"


class TurningPoint(msgspec.Struct, frozen=True):
    """Swing of a game.

    Attributes:
        turn: its number, from 1.
        kind: its kind.
        seat: the seat that erred, or that it happened to.
        change: the gain of that seat, negative for a loss.
        decision: for an error, the number of the decision in the turn, from 0; else None.
    """

    turn: int
    kind: Kind
    seat: int
    change: float
    decision: int | None = None


def turning_points(analysis: Analysis, most: int = 5) -> list[TurningPoint]:
    """The greatest swings of a game, at most `most`, in order of play; none is smaller than LEAST."""
    every = [one for turn in analysis.turns for one in swings(turn) if abs(one.change) >= LEAST]
    greatest = sorted(every, key=lambda one: -abs(one.change))[:most]
    return [one for one in every if one in greatest]


def swings(turn: AnalysedTurn) -> Iterator[TurningPoint]:
    """All swings of a turn, however small, except the unexplained part."""
    if turn.chances:
        luck = [sum(changes) for changes in zip(*(one.change for one in turn.chances), strict=True)]
        is_own = turn.seat is not None and all(len(one.outcomes) == 1 for one in turn.chances)
        seat = turn.seat if is_own and turn.seat is not None else _gainer(luck)
        yield TurningPoint(turn.number, Kind.LUCK, seat, luck[seat])
    for number, one in enumerate(turn.decisions):
        yield TurningPoint(turn.number, Kind.ERROR, one.seat, -one.cost, number)
    if any(turn.bids):
        seat = _gainer(turn.bids)
        yield TurningPoint(turn.number, Kind.BIDS, seat, turn.bids[seat])


def _gainer(change: list[float]) -> int:
    return change.index(max(change))
