"""Results of deals of the day: what is noted of a person's attempt when its game ends, and how attempts are compared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, update

from jardinet.games.api import Move, State
from jardinet.server.storage.daily_models import DailyPlayRow
from jardinet.server.tables.agreement import PERSON
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame

_SCALE = 1000  # more than anybody's points or turns
_WHOLE = 840  # of a victory: can be shared by any number of players


class DailyScore(NamedTuple):
    """How somebody fared with a deal of the day.

    Attributes:
        share: of the victory, 0 to 1.
        points: as a match counts them.
        turns: how many they had.
    """

    share: float
    points: int
    turns: int

    @property
    def standing(self) -> int:
        """A number by which scores are compared, the smaller the better: the victory first, then points, then fewer turns."""
        return (round((1 - self.share) * _WHOLE) * _SCALE - self.points) * _SCALE + self.turns


def score_of(state: State, moves: Sequence[Move], seat: int) -> DailyScore:
    """The score of a seat in a finished game."""
    winners = state.winners()
    share = 1 / len(winners) if seat in winners else 0.0
    return DailyScore(share, state.match_points()[seat], state.get_game().turns_of(moves, seat))


def note_daily(connection: Connection, table: TableState, game: TableGame, ended_at: datetime) -> None:
    """Note how a person fared with a deal of the day; doing it again changes nothing.

    It counts if the secret was not told before the end, and no bot has played in the person's place.
    """
    assert game.state
    seat = table.agreement.seats.index(PERSON)
    score = score_of(game.state, [one.move for one in game.log], seat)
    counts = not table.agreement.is_told(ended_at) and not game.stand_ins
    values = {"ended_at": ended_at, **score._asdict(), "standing": score.standing if counts else None}
    connection.execute(update(DailyPlayRow).where(DailyPlayRow.table_id == table.id).values(values))
