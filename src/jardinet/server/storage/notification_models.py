"""ORM models of calls: how somebody wants to be called, by which browsers, and what they have to be told."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from jardinet.server.storage.models import Base, Id, UtcDateTime


class CallSettingsRow(Base):
    """What a person wants to be called for, and when; nobody without a row is called. See notifications/chosen.py.

    Attributes:
        turns, invitations: whether they are called for these.
        digest_hour: of their day, at which they are told of turns that take days.
        quiet_from, quiet_until: hours of their day between which nothing is sent; equal: there are none.
        zone: their time zone, a name that the IANA knows.
        language: in which they are told.
        digest_at: when their next digest is due.
        looked_at: when a page of theirs was visible last, or they played, to a minute.
        address: where mails go; None: nowhere.
        confirmed_at: since when that is known to be theirs.
        confirm: SHA-256 of the key by which they confirm it; None: nothing waits for that.
        confirm_until: until when that is possible.
        unsubscribe: the key in each mail by which anybody who holds it ends them.
    """

    __tablename__ = "call_settings"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    turns: Mapped[bool]
    invitations: Mapped[bool]
    digest_hour: Mapped[int]
    quiet_from: Mapped[int]
    quiet_until: Mapped[int]
    zone: Mapped[str] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(8))
    digest_at: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)
    looked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    address: Mapped[str | None] = mapped_column(Text)
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    confirm: Mapped[str | None] = mapped_column(String(64), unique=True)
    confirm_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    unsubscribe: Mapped[str] = mapped_column(Id(32), unique=True)


class PushRow(Base):
    """Browser that a person wants to be called by. See notifications/push.py.

    Attributes:
        device_id: at which they were signed in; once they no longer are, they are not called there. None: a guest's.
        endpoint, p256dh, auth, server_key: see `Subscription`.
    """

    __tablename__ = "push_subscriptions"

    id: Mapped[str] = mapped_column(Id(16), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    device_id: Mapped[str | None] = mapped_column(Id(32))
    endpoint: Mapped[str] = mapped_column(Id(1000), unique=True)
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(30))
    server_key: Mapped[str] = mapped_column(String(100))
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)


class NoticeRow(Base):
    """Thing that a person is to be told by one way, once. A row that is done stays for a while, so that nothing is told again.

    Attributes:
        kind: see notifications/notices.py.
        table_id: what it is about; empty: several tables.
        ply: of the turn, the seat of an invitation, the round, or the day of a digest.
        way: the id of a PushRow, or `mail`.
        due_at: when it is sent; or, while a process sends it, when another one may.
        until: when it is of no use any more.
        tries: how often it was begun.
        done_at: when it was sent, or given up.
    """

    __tablename__ = "notices"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"))
    kind: Mapped[str] = mapped_column(String(20))
    table_id: Mapped[str] = mapped_column(Id(16))
    ply: Mapped[int]
    way: Mapped[str] = mapped_column(Id(16))
    due_at: Mapped[datetime] = mapped_column(UtcDateTime)
    until: Mapped[datetime] = mapped_column(UtcDateTime)
    tries: Mapped[int] = mapped_column(default=0)
    done_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        UniqueConstraint("person_id", "kind", "table_id", "ply", "way"),
        Index("ix_notices_due", "done_at", "due_at"),
    )
