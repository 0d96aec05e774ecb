"""Results of finished games: what is noted of each seat when a game ends, and what its analysis adds later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, update

from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.result_models import ResultRow
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame

_TOLD = ("played", "is_lesson", "share", "points", "plays", "stood_in", "ended_at")


def note_results(connection: Connection, table: TableState, game: TableGame, ended_at: datetime) -> None:
    """Note the result of every seat in a finished game; doing it again changes nothing."""
    assert game.state
    assert game.state.is_terminal()
    winners, points = game.state.winners(), game.state.match_points()
    rows = [
        {
            "table_id": table.id,
            "game": game.number,
            "seat": seat.number,
            "played": table.agreement.game,
            "is_lesson": table.agreement.seed is not None,
            "share": 1 / len(winners) if seat.number in winners else 0.0,
            "points": points[seat.number],
            "plays": sum(one.action_of(seat.number) is not None for one in game.log),
            "stood_in": sum(one.seat == seat.number for one in game.stand_ins),
            "ended_at": ended_at,
        }
        for seat in table.seats
    ]
    connection.execute(upsert(connection, ResultRow, *_TOLD), rows)


def note_analysis(connection: Connection, table_id: str, game: int, by_seat: Sequence[dict[str, Any]]) -> None:
    """Add to the results of a game what its analysis has found: by seat the last five columns of ResultRow."""
    for seat, found in enumerate(by_seat):
        at = (ResultRow.table_id == table_id, ResultRow.game == game, ResultRow.seat == seat)
        connection.execute(update(ResultRow).where(*at).values(found))
