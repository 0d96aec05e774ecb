"""ORM model of the results of finished games, a row a seat: by it people's games are listed and counted without replaying them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Double, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from jardinet.server.storage.models import Base, UtcDateTime


class ResultRow(Base):
    """Result of a seat in a finished game, written with the last move. Who sat there, its SeatRow says. See tables/results.py.

    Attributes:
        game: its number at the table.
        seat: from 0.
        played: what was played, a name that `load_game` knows.
        is_lesson: its deal was prepared: it counts for nothing.
        share: of the victory: 1/k for each of k winners, else 0.
        points: what the game counts in a match.
        plays: how many plays of that seat there were.
        stood_in: how many of them bots made in a person's place.
        decisions: how many the seat's own player made among several actions; None, as what follows: it is not analysed.
        errors: what these cost it, in shares of the victory.
        luck: what chance brought it, bids included, in shares of the victory.
        adjusted: its share without that.
        kinds: JSON, by kind of decision a `KindTally`.
    """

    __tablename__ = "results"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    played: Mapped[str] = mapped_column(Text)
    is_lesson: Mapped[bool]
    share: Mapped[float] = mapped_column(Double())
    points: Mapped[int]
    plays: Mapped[int]
    stood_in: Mapped[int]
    ended_at: Mapped[datetime] = mapped_column(UtcDateTime)
    decisions: Mapped[int | None]
    errors: Mapped[float | None] = mapped_column(Double())
    luck: Mapped[float | None] = mapped_column(Double())
    adjusted: Mapped[float | None] = mapped_column(Double())
    kinds: Mapped[str | None] = mapped_column(Text)
