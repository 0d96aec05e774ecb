"""Steps in which a page shows what happened, where it happens: made of the events of a turn, played by static/steps.js.

They are a tale and no state: where everything lies when they are over, the rest of the page says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jardinet.games.api import CHANCE
from jardinet.server.boards.context import AnyContext
from jardinet.server.tables.table import LoggedMove


@dataclass(frozen=True)
class Act:
    """Part of a step: a piece that goes somewhere, or to which something is done; those of a step happen together.

    Attributes:
        piece: its name, the `data-piece` of the page. What lies there by that name is seen when all steps are over.
        face: what the game's template draws it from.
        to: the `data-place` where it comes to; the first that is on the screen of several, parted by spaces. Empty: it stays.
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
        ply: the move that it belongs to; the next one's, where it shows what is chosen for that.
        acts: see Act.
        tells: the id of what tells it on the page, and appears with it; empty for nothing.
        heard: how it sounds, in the form of `server/pages/heard.py`; empty: not at all.
        figures: by the `data-place` where a number stands that this step changes, what it is before.
        name: what keeps it apart from others of its ply, whatever stands beside it; empty: that it is the how many-th.
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
    return next((game.log[-1].ply + 1 for game in reversed(context.table.games) if game.log), 0)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> Mapping[str, str]:
    """What a step's `figures` are, of all figures before and after it."""
    return {place: figure for place, figure in before.items() if after.get(place) != figure}


def heard_of(ply: int, sound: str) -> str:
    """A sound as a page and its steps tell it, so that what both tell is heard once; empty for none."""
    return f"{ply}.{sound}" if sound else ""


def turn_of_one(log: Sequence[LoggedMove]) -> Sequence[LoggedMove]:
    """The last moves of a log that are one player's, with those of chance among them: a turn, where one moves at a time."""
    first, player = len(log), CHANCE
    while first and (log[first - 1].seat == CHANCE or player in (CHANCE, log[first - 1].seat)):
        first -= 1
        player = player if log[first].seat == CHANCE else log[first].seat
    return log[first:]
