"""Errors of Lucky Numbers that have a name, each with what is seen on the boards and on the table that bears it out."""

from __future__ import annotations

from collections.abc import Sequence

from jardinet.games.api import NamedError
from jardinet.games.lucky_numbers.names import CELL_NAMES
from jardinet.games.lucky_numbers.view import Cell, View, hidden_fitting

FEWEST_LOST = 3  # hidden tiles of which a cell is robbed; fewer are not worth a name


def named_error(before: View, after: View, better: View, player: int, played: str, best: str) -> NamedError | None:
    """The name of an error; None if it has none.

    Args:
        before: the position in which the seat erred.
        after: the one after what it played.
        better: the one after what was better.
        player: the seat.
        played: the text of what it played.
        best: that of what was better.

    The kinds: `missed`, a tile lay face up that a free cell takes, and was passed by; `left`, a tile was left face up that a
    free cell of the next seat takes; `discarded`, a tile that a free cell takes; `room`, a free cell was robbed of most of the
    hidden tiles that fit it.
    """
    own, verb, what = before.boards[player], played.partition("-")[0], best.partition("-")[2]
    if before.phase == "choosing":
        taking = best.startswith("take-") and verb == "draw"
        cells = _taking(own.cells, int(what)) if taking else ""
        return NamedError("missed", {"tile": int(what), "cells": cells}) if cells else None
    if before.phase != "placing":
        return None
    return (
        _left(before, after, better, player) or _discarded(before, player, verb, what) or _room(after, better, player)
    )


def _left(before: View, after: View, better: View, player: int) -> NamedError | None:
    """A tile that lies face up since, and would not after the better play."""
    following = (player + 1) % len(before.boards)
    new = [tile for tile in after.table if after.table.count(tile) > before.table.count(tile)]
    for tile in new:
        cells = _taking(after.boards[following].cells, tile)
        if cells and better.table.count(tile) < after.table.count(tile):
            return NamedError("left", {"tile": tile, "seat": following, "cells": cells})
    return None


def _discarded(before: View, player: int, verb: str, what: str) -> NamedError | None:
    """A tile that the better play puts on a free cell."""
    own, tile = before.boards[player].cells, before.tile or 0
    is_placed = any(one.name == what and one.tile is None for one in own)
    return (
        NamedError("discarded", {"tile": tile, "cells": _taking(own, tile)})
        if verb == "discard" and is_placed
        else None
    )


def _room(after: View, better: View, player: int) -> NamedError | None:
    """The cell, free after both, that lost most of the hidden tiles that fit it, if it lost half of them."""
    found = []
    for name in CELL_NAMES:
        left, instead = (_cell(view, player, name) for view in (after, better))
        if left.tile is None and instead.tile is None:
            found.append(
                (hidden_fitting(better, instead) - hidden_fitting(after, left), hidden_fitting(after, left), name)
            )
    lost, count, name = max(found, default=(0, 0, ""))
    if lost < max(FEWEST_LOST, count):
        return None
    return NamedError("room", {"cell": name, "count": count, "instead": count + lost})


def _taking(cells: Sequence[Cell], tile: int) -> str:
    """The names of the free cells that take a tile, with spaces between."""
    return " ".join(one.name for one in cells if one.tile is None and tile in one.accepts)


def _cell(view: View, player: int, name: str) -> Cell:
    return view.boards[player].cells[CELL_NAMES.index(name)]
