"""Tiles of Lucky Numbers by name: where each lies, and the steps in which it came there.

A tile keeps its name from the pile on, so that a page can show where a tile has moved.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jardinet.games.api import Event
from jardinet.games.lucky_numbers.view import Discarded, Drew, Placed, PlaysAgain, Took
from jardinet.server.boards.context import AnyContext
from jardinet.server.boards.lucky_numbers.sounds import sound_of
from jardinet.server.boards.steps import Act, Course, Step, changed, course_of, heard_of, turn_of_one

PILE, TABLE = "pile", "table"


def hand_of(seat: int) -> str:
    """The places of a seat's tiles in hand: its hand, or the seat itself if the page shows no hand."""
    return f"hand-{seat} seat-{seat}"


@dataclass
class Tiles:
    """Tracker of tiles: their names, by where they lie after the events that were followed.

    Attributes:
        numbers: of those that were drawn, by name.
        hands: by seat, in the order in which they were drawn.
        cells: by seat and cell.
        table: by number those that lie face up, the latest last.
        pile: how many are hidden.
        free: by seat how many cells are.
    """

    pile: int
    free: dict[int, int]

    numbers: dict[str, int] = field(default_factory=dict)
    hands: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    cells: dict[tuple[int, str], str] = field(default_factory=dict)
    table: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    def follow(self, event: Event) -> Sequence[Act]:
        """Move what an event moves; returns how that is shown."""
        if isinstance(event, Drew):
            name = f"tile-{len(self.numbers) + 1}"
            self.pile -= 1
            self.numbers[name] = event.tile
            self.hands[event.seat].append(name)
            return [self._act(name, event.seat, hand_of(event.seat), PILE, "flip")]
        if isinstance(event, Took):
            name = self.table[event.tile].pop()
            self.hands[event.seat].append(name)
            return [self._act(name, event.seat, hand_of(event.seat), TABLE)]
        if isinstance(event, Placed):
            return self._place(event)
        if isinstance(event, Discarded):
            name = self.hands[event.seat].pop()
            self.table[event.tile].append(name)
            return [self._act(name, event.seat, TABLE)]
        if isinstance(event, PlaysAgain):
            pair = [self.cells[event.seat, cell] for cell in (event.cell, *event.partners)]
            again = Act(f"{pair[0]}-again", None, start=f"cell-{event.seat}-{event.cell}", how="pop")
            return [*(self._act(name, event.seat, how="shine") for name in pair), again]
        return []

    def figures(self) -> Mapping[str, str]:
        """What the page counts, by its place."""
        return {PILE: str(self.pile)} | {f"free-{seat}": str(free) for seat, free in self.free.items()}

    def _place(self, event: Placed) -> Sequence[Act]:
        cell, name = (event.seat, event.cell), self.hands[event.seat].pop(0)
        acts = [self._act(name, event.seat, f"cell-{event.seat}-{event.cell}")]
        if event.leaving:
            leaving = self.cells[cell]
            self.table[event.leaving].append(leaving)
            acts.insert(0, self._act(leaving, event.seat, TABLE))
        else:
            self.free[event.seat] -= 1
        self.cells[cell] = name
        return acts

    def _act(self, name: str, seat: int, to: str = "", start: str = "", how: str = "") -> Act:
        return Act(name, (self.numbers[name], seat), to, start, how)


def tiles_and_course(context: AnyContext) -> tuple[Tiles, Course]:
    """Where the tiles lie, and how the last turn went."""
    log, view = context.game.log, context.view
    events = [event for move in log for event in move.events]
    filled = Counter(one.seat for one in events if isinstance(one, Placed) and not one.leaving)
    tiles = Tiles(
        pile=view.pile + sum(isinstance(one, Drew) for one in events),
        free={board.seat: board.free + filled[board.seat] for board in view.boards},
    )
    steps, turn = [], turn_of_one(log)
    first = turn[0].ply if turn else 0
    for move in log:
        for event in move.events:
            before = tiles.figures() if move.ply >= first else {}
            acts = tiles.follow(event)
            if acts and move.ply >= first:
                heard = heard_of(move.ply, sound_of(event))
                steps.append(Step(move.ply, acts, heard=heard, figures=changed(before, tiles.figures())))
    return tiles, course_of(context, steps)
