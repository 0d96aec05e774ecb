"""ORM models of rated games: the facts by which they are rated, which stay as they are, and the ratings, which can be made again."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Double, ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from jardinet.server.storage.models import Base, Id, UtcDateTime


class RatedRow(Base):
    """What a rating needs to know of a seat in a finished game that was agreed as rated; written with the last move, and never changed.

    Without foreign keys: the facts outlive their table, and a person who was deleted is an id that says nothing.

    Attributes:
        game: its number at the table.
        seat: from 0.
        played: what was played, a name that `load_game` knows.
        games: how many make a round, see `ratings.ladder.LadderGame`.
        place: from 1; ties share the better place.
        plays: how many plays of that seat there were.
        stood_in: how many of them bots made.
        level: the bot that made the last of them; None: none did.
    """

    __tablename__ = "rated"

    table_id: Mapped[str] = mapped_column(Id(16), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    played: Mapped[str] = mapped_column(Text)
    ended_at: Mapped[datetime] = mapped_column(UtcDateTime)
    games: Mapped[int]
    person_id: Mapped[str] = mapped_column(Id(32))
    place: Mapped[int]
    plays: Mapped[int]
    stood_in: Mapped[int]
    level: Mapped[str | None] = mapped_column(Text)

    __table_args__ = (Index("ix_rated_in_order", "played", "ended_at", "table_id", "game", "seat"),)


class RatingChangeRow(Base):
    """Rating of a person after a rated game; made again from RatedRow by `jardinet admin rerate`.

    Attributes:
        gained: points, below zero if they were lost; None, as what follows: the game does not count.
        value, deviation: see `ratings.rating.PersonRating`.
    """

    __tablename__ = "rating_changes"

    table_id: Mapped[str] = mapped_column(Id(16), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    played: Mapped[str] = mapped_column(Text, index=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    gained: Mapped[float | None] = mapped_column(Double())
    value: Mapped[float | None] = mapped_column(Double())
    deviation: Mapped[float | None] = mapped_column(Double())


class RatingRow(Base):
    """Rating of a person in one game as it stands; see `ratings.rating.PersonRating`."""

    __tablename__ = "ratings"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    played: Mapped[str] = mapped_column(Text, primary_key=True)
    value: Mapped[float] = mapped_column(Double())
    deviation: Mapped[float] = mapped_column(Double())
    volatility: Mapped[float] = mapped_column(Double())
    games: Mapped[int]
    latest: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index("ix_ratings_ladder", "played", "value", "person_id"),)
