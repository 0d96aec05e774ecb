"""Arrangement of a hand that is still to be set up: where its reader has laid the tiles before they say that they are ready.

It is kept in the page's address alone, so nobody else can see it, and nothing of it is played. The view says what may be
laid where.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

PRESS = re.compile(r"(\d)(-|[a-d][1-4])?")
NOWHERE, MARK = "-", "*"
ALL = "all"  # the press that lays every tile in rising order
DOWN = "-"  # the press that puts the picked tile down where it lay


@dataclass(frozen=True)
class Arrangement:
    """Arrangement of the four tiles of a set-up, while its reader still moves them on the page.

    Attributes:
        hand: the tiles as they were drawn.
        cells: where each of them lies; empty: beside the board.
        picked: the tile that the reader holds, by its place in the hand; None for none.
    """

    hand: Sequence[int]
    cells: Sequence[str]
    picked: int | None = None

    @property
    def coming(self) -> int | None:
        """The tile that a press of a free cell lays there: the picked one, else the first that lies beside the board."""
        return self.picked if self.picked is not None else next(iter(self.beside), None)

    @property
    def beside(self) -> list[int]:
        """The indices in the hand of the tiles that are not on the board yet."""
        return [k for k, cell in enumerate(self.cells) if not cell]

    def on(self, cell: str) -> int | None:
        """The tile that is laid on a cell, by its place in the hand."""
        return self.cells.index(cell) if cell in self.cells else None

    def press_of(self, cell: str) -> str:
        """The press, as text, of a cell that is to be filled."""
        there = self.on(cell)
        if there is not None and self.picked in (None, there):
            return DOWN if self.picked == there else str(there)
        return f"{self.coming}{cell}"

    @property
    def back(self) -> str:
        """The press that puts the picked tile beside the board; empty if none is picked."""
        if self.picked is None:
            return ""
        return f"{self.picked}{NOWHERE}" if self.cells[self.picked] else DOWN

    @property
    def text(self) -> str:
        """The whole as the page's address holds it: `a1.-.c3*.-`."""
        return ".".join((cell or NOWHERE) + MARK * (k == self.picked) for k, cell in enumerate(self.cells))

    def pressed(self, press: str, rising: Sequence[str]) -> Arrangement:
        """The arrangement after a press; a text that is no press changes nothing. `rising`: the hand's cells in rising order."""
        if press in (ALL, DOWN):
            return replace(self, cells=rising if press == ALL else self.cells, picked=None)
        found = PRESS.fullmatch(press)
        if not found or int(found[1]) >= len(self.hand) or found[2] not in {None, NOWHERE, *rising}:
            return self
        tile, cells = int(found[1]), list(self.cells)
        if not found[2]:
            return replace(self, picked=tile)
        cell = "" if found[2] == NOWHERE else found[2]
        if cell in cells and cell:
            cells[cells.index(cell)] = cells[tile]
        cells[tile] = cell
        return replace(self, cells=cells, picked=None)


def arrangement_of(hand: Sequence[int], free: Collection[str], text: str) -> Arrangement:
    """The arrangement that a text holds; an empty one if the text does not fit this hand and these free cells."""
    parts = text.split(".")
    cells = [part.removesuffix(MARK).replace(NOWHERE, "") for part in parts]
    laid = [cell for cell in cells if cell]
    if len(cells) != len(hand) or not set(laid) <= set(free) or len(laid) != len(set(laid)):
        return Arrangement(hand, [""] * len(hand))
    return Arrangement(hand, cells, next((k for k, part in enumerate(parts) if part.endswith(MARK)), None))
