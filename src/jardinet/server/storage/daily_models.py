"""ORM models of deals of the day: their secrets, and who has played them."""

from __future__ import annotations

import datetime

from sqlalchemy import Date, Double, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from jardinet.server.storage.models import Base, Id, UtcDateTime


class DailyDealRow(Base):
    """Deal of the day of a game. Its secret leaves the server only when the day is over everywhere.

    Attributes:
        played: what is played, a name that `load_game` knows.
        day: a date in UTC.
        made_at: since when it has been promised.
        share, points, turns: how the strongest bot fared with it in a person's place, as in DailyPlayRow; None: not known yet.
    """

    __tablename__ = "daily_deals"

    played: Mapped[str] = mapped_column(String(100), primary_key=True)
    day: Mapped[datetime.date] = mapped_column(Date, primary_key=True)
    secret: Mapped[bytes] = mapped_column(LargeBinary(32))
    made_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    share: Mapped[float | None] = mapped_column(Double())
    points: Mapped[int | None]
    turns: Mapped[int | None]


class DailyPlayRow(Base):
    """Attempt of a person at a deal of the day, their only one; it outlives its table. See tables/daily_results.py.

    Attributes:
        table_id: where; the table may be removed.
        begun_at: when the table was made.
        ended_at: when the game ended; None, as what follows: it runs.
        share: of the victory.
        points: as a match counts them.
        turns: how many the person had.
        standing: orders all that count, the best first; None: it ended too late, or a bot played in the person's place.
    """

    __tablename__ = "daily_plays"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    played: Mapped[str] = mapped_column(String(100), primary_key=True)
    day: Mapped[datetime.date] = mapped_column(Date, primary_key=True)
    table_id: Mapped[str] = mapped_column(Id(16), index=True)
    begun_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime.datetime | None] = mapped_column(UtcDateTime)
    share: Mapped[float | None] = mapped_column(Double())
    points: Mapped[int | None]
    turns: Mapped[int | None]
    standing: Mapped[int | None]

    __table_args__ = (Index("ix_daily_plays_best", "played", "day", "standing", "ended_at", "person_id"),)
