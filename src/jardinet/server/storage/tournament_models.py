"""ORM models of tournaments: what was agreed, what has happened, who plays, and which tables belong to which round.

A tournament is the list of its facts, which is only ever added to, as a table is the list of its plies.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from jardinet.server.storage.models import Base, Id, UtcDateTime


class TournamentRow(Base):
    """Tournament on this server. See server/tournaments.

    Attributes:
        host: the person who opened it.
        pin: the PIN by which another device is the host's, as `tournaments.pins` keeps it.
        plan: JSON of `tournaments.plan.TournamentPlan`.
        agreement: JSON of `tables.agreement.Agreement`, that of its tables; how many seats each has says the round.
        timing: JSON of `tournaments.held.Timing`.
        version: optimistic lock: how many facts there are; facts that were decided on fewer are refused.
        phase: one of `tournaments.course.Phase`.
    """

    __tablename__ = "tournaments"
    __table_args__ = (Index("ix_tournaments_phase_created_at", "phase", "created_at"),)

    id: Mapped[str] = mapped_column(Id(16), primary_key=True)
    host: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    pin: Mapped[str] = mapped_column(String(100))
    title: Mapped[str] = mapped_column(String(60))
    plan: Mapped[str] = mapped_column(Text)
    agreement: Mapped[str] = mapped_column(Text)
    timing: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    version: Mapped[int]
    phase: Mapped[str] = mapped_column(String(10))


class TournamentFactRow(Base):
    """Fact of a tournament, numbered from 1. Append-only.

    Attributes:
        content: JSON, see `tournaments.facts.encode_fact`.
        by_host: the host did it; else a person for themselves, or the server.
    """

    __tablename__ = "tournament_facts"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    content: Mapped[str] = mapped_column(Text)
    happened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    by_host: Mapped[bool]


class TournamentPlayerRow(Base):
    """Person who plays in a tournament, or has played there, numbered from 1: see `tournaments.facts.EntryHandedOver`."""

    __tablename__ = "tournament_players"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)


class TournamentTableRow(Base):
    """Table of a round, from the moment at which the round is drawn.

    Attributes:
        table_id: the table that is opened for it: its id is chosen as the round is drawn, so that it is opened once.
        begun_at: when it was opened; None: not yet.
        is_done: its result is a fact, or it needs none any more.
        is_looked_at: the time for no-shows has passed, and bots play for them.
    """

    __tablename__ = "tournament_tables"
    __table_args__ = (Index("ix_tournament_tables_tournament_id_is_done", "tournament_id", "is_done"),)

    table_id: Mapped[str] = mapped_column(Id(16), primary_key=True)
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"))
    round: Mapped[int]
    number: Mapped[int]
    begun_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    is_done: Mapped[bool]
    is_looked_at: Mapped[bool]
