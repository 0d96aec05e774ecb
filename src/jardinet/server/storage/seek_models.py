"""ORM model of seeks: who looks for somebody to play with, and who was found."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Double, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from jardinet.server.storage.models import Base, Id, UtcDateTime


class SeekRow(Base):
    """Seek of a person, who has one at most; gone soon after they are. See lobby/seek.py.

    Attributes:
        game: a name that `load_game` knows.
        players: how many are to sit at the table.
        pace: time to think, as a value of `pace_option`.
        is_alike: they want somebody about as strong.
        value, doubt: their strength in points, and half of its interval of 95 %; None: nobody knows it.
        by_program: they seek by a program or a terminal, by which they are going to play.
        made_at: since when they have been waiting.
        seen_at: when a page or stream of theirs was open last, to a quarter of a minute.
        state: one of `lobby.seek.State`.
        table_id: what those who have found each other have in common: the table that will be theirs.
        until: when the state ends by itself; None: it lasts as long as they are seen.
    """

    __tablename__ = "seeks"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(Text)
    players: Mapped[int]
    pace: Mapped[str] = mapped_column(String(20))
    is_alike: Mapped[bool]
    value: Mapped[float | None] = mapped_column(Double())
    doubt: Mapped[float | None] = mapped_column(Double())
    by_program: Mapped[bool]
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    state: Mapped[str] = mapped_column(String(10))
    table_id: Mapped[str | None] = mapped_column(Id(16), index=True)
    until: Mapped[datetime | None] = mapped_column(UtcDateTime)
