"""Sounds of a table: what its reader hears of the latest moves, sent with the page (static/sound.js plays it).

A sound is written `PLY.NAME`, so that a page that comes twice is heard once, and a step with the same sound is heard
instead. A game says how its events sound (`BoardLayer.sounds`); the sounds of every game, of a turn that comes, an end
and a remark, are made here.
"""

from __future__ import annotations

from collections.abc import Iterator

from jardinet.games.api import CHANCE
from jardinet.server.boards.context import AnyContext
from jardinet.server.boards.layer import BOARDS
from jardinet.server.boards.steps import heard_of
from jardinet.server.tables.table import TableState

MOVES = 8  # the latest, that a page may have missed


def heard(table: TableState, board: AnyContext | None) -> str:
    """The sounds of a table as it stands, in order, separated by spaces; a name once for each ply.

    Args:
        table: as it stands.
        board: the position as the reader may see it; None: no game has begun.
    """
    told = dict.fromkeys(_of_game(board)) if board else {}
    told |= {f"{one.number}.remark": None for one in table.remarks}
    return " ".join(told)


def _of_game(board: AnyContext) -> Iterator[str]:
    sounds = BOARDS.of(board.table.agreement.game).sounds
    log, seats = board.game.log, board.seats
    for move in log[-MOVES:]:
        for event in move.events_for(board.seat):
            if sound := sounds(event):
                yield heard_of(move.ply, sound)
    if board.state.is_terminal():
        has_lost = seats and not set(seats) & set(board.state.winners())
        yield f"{board.table.ply}.{'loss' if has_lost else 'win'}"
    elif any(seat in board.table.awaited() for seat in seats):
        last = next((one.seat for one in reversed(log) if one.seat != CHANCE), None)
        if last not in seats:  # a player who has just drawn knows that it is their turn
            yield f"{board.table.ply}.turn"
