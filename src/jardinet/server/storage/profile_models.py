"""ORM models of what people show of themselves to others, and of whom they do not want to meet."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from jardinet.server.storage.models import Base, Id, UtcDateTime


class ProfileRow(Base):
    """Profile of a person who has a way back. See people/profiles.py.

    Attributes:
        handle: stands in the profile's address; nobody else has it, nor signs in by it: see people/handles.py.
        is_public: whether others may see it.
        shows_level: whether it tells their level, which counts games against bots and leaves luck out.
    """

    __tablename__ = "profiles"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    handle: Mapped[str] = mapped_column(Id(20), unique=True)
    is_public: Mapped[bool]
    shows_level: Mapped[bool]
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)


class BlockRow(Base):
    """Block: a person does not want to meet another one, and so neither meets the other. See tables/blocks.py.

    Attributes:
        id: by which its person undoes it, as nobody is told another person's id.
        person_id: who has blocked.
        blocked_id: whom.
    """

    __tablename__ = "blocks"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"))
    blocked_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (UniqueConstraint("person_id", "blocked_id"),)
