"""Steps of the animation in which a page shows what happened: made from the events of a turn, played by static/steps.js.

They hold no state: the rest of the page says where everything lies when they are over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jardinet.games.api import CHANCE
from jardinet.server.boards.context import AnyContext
from jardinet.server.tables.table_game import LoggedMove


@dataclass(frozen=True)
class Act:
    """Part of a step: a piece that moves, or to which something is done; all acts of a step happen together.

    Attributes:
        piece: its name, the `data-piece` of the page. The page's own element of that name is seen when all steps are over.
        face: what the game's template draws it from.
        to: the `data-place` it goes to; of several, separated by spaces, the first that is on the screen. Empty: it stays.
        start: where it appears, if it did not lie on the page before; in the same form.
        how: what is done to it on its way, a name in steps.js; empty: nothing but that.
    """

    piece: str
    face: Any
    to: str = ""
    start: str = ""
    how: str = ""


@dataclass(frozen=True)
class Step:
    """Step: what happens at the same time.

    Attributes:
        ply: of the move that it belongs to; the next one's if it shows a choice for that.
        acts: see Act.
        tells: the id of what tells it on the page, and appears with it; empty for nothing.
        heard: how it sounds, in the form of `server/pages/heard.py`; empty: not at all.
        figures: the numbers that this step changes, as they were before it, by their `data-place`.
        name: tells it from the other steps of its ply; empty: its position among them does.
    """

    ply: int
    acts: Sequence[Act]
    tells: str = ""
    heard: str = ""
    figures: Mapping[str, str] = field(default_factory=dict)
    name: str = ""


@dataclass(frozen=True)
class Course:
    """Course of the last turn.

    Attributes:
        next: the ply that comes after it.
        steps: those that the reader may know of, in order.
    """

    next: int
    steps: Sequence[Step]


def course_of(context: AnyContext, steps: Sequence[Step]) -> Course:
    """The course of the last turn in these steps."""
    return Course(next_ply(context), steps)


def next_ply(context: AnyContext) -> int:
    """The ply that comes after all that the table has seen."""
    return next((ply for game in reversed(context.table.games) if (ply := game.next_ply) is not None), 0)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> Mapping[str, str]:
    """A step's `figures`: those `before` it that differ from those `after` it."""
    return {place: figure for place, figure in before.items() if after.get(place) != figure}


def heard_of(ply: int, sound: str) -> str:
    """The id of a sound, the same in a page and in its steps, so that it is heard once; empty for none."""
    return f"{ply}.{sound}" if sound else ""


def turn_of_one(log: Sequence[LoggedMove]) -> Sequence[LoggedMove]:
    """The last turn of a log if one moves at a time: the last moves of one player, with those of chance among them."""
    first, player = len(log), CHANCE
    while first and (log[first - 1].seat == CHANCE or player in (CHANCE, log[first - 1].seat)):
        first -= 1
        player = player if log[first].seat == CHANCE else log[first].seat
    return log[first:]
