"""ORM models of the database's tables. What a game is made of is append-only: see PlyRow."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    false,
    true,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """A time in UTC. SQLite keeps no time zone, and PostgreSQL's driver answers in the session's own."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored time in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Id(TypeDecorator[str]):
    """Identifier by which a row is found; addresses and requests carry it, so it may be any text.

    PostgreSQL refuses to look for NUL or half a surrogate pair. No row has such an id: it is looked for without them, and not
    found.
    """

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The id without characters that PostgreSQL refuses."""
        return value and value.replace("\0", "?").encode("utf-8", "replace").decode()


class Base(DeclarativeBase):
    """Base of all ORM models; constraints are named alike on every database, so that migrations find them."""

    metadata = MetaData(naming_convention=_NAMES)


class PersonRow(Base):
    """Person who was here once.

    Attributes:
        devices_since: since when they have had a way back: then only the cookies of their devices are theirs. None: they are a
            guest, known again by any cookie with their id.
    """

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(Id(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    devices_since: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)


class PreferencesRow(Base):
    """What a person has set for themselves; without a row all is as it is for everybody. See people/preferences.py.

    Attributes:
        content: JSON, the chosen value by the preference's name; another version may know more of them.
    """

    __tablename__ = "preferences"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    content: Mapped[str] = mapped_column(Text)


class RenamingRow(Base):
    """Person with a new name whose seats may still bear the old one; deleted when all have the new one: see Renamer."""

    __tablename__ = "renamings"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))


class TableRow(Base):
    """A table: what was agreed, and what is asked of many tables without replaying their games.

    Attributes:
        agreement: JSON of `tables.agreement.Agreement`.
        before: the table of which this is the rematch.
        version: optimistic lock: +1 per change; a write that decided on an older version is refused. A process that has the
            table in memory need not read it again while the version stays.
        arranged: the version at which something else than moves and secret choices changed last.
        is_waiting: seats are free, so that nothing has begun.
        awaited: the seats that the others wait for, a bit each: 1 is seat 0, 2 is seat 1; None: nobody has noted it yet.
        awaits_bot: a bot has to act: see ClockWatcher.
        deadline: when a bot plays in the place of the first who has not; None: there is no hurry.
        clocks: `TableState.clocks`, joined by spaces; None without a bank.
    """

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(Id(16), primary_key=True)
    host: Mapped[str] = mapped_column(ForeignKey("people.id"))
    agreement: Mapped[str] = mapped_column(Text)
    before: Mapped[str | None] = mapped_column(ForeignKey("tables.id"), unique=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    version: Mapped[int] = mapped_column(default=0)
    arranged: Mapped[int] = mapped_column(server_default="0")
    is_listed: Mapped[bool]
    is_over: Mapped[bool] = mapped_column(default=False)
    is_waiting: Mapped[bool] = mapped_column(default=False, server_default=false())
    awaited: Mapped[int | None]
    awaits_bot: Mapped[bool] = mapped_column(default=False)
    deadline: Mapped[datetime | None] = mapped_column(UtcDateTime)
    clocks: Mapped[str | None] = mapped_column(Text)

    __table_args__ = (
        Index("ix_tables_deadline", "deadline"),
        Index("ix_tables_awaits_bot", "awaits_bot"),
        Index("ix_tables_open", "is_listed", "is_waiting", "created_at", "id"),
    )


class SeatRow(Base):
    """A seat at a table; it is free while it has neither a person nor a bot's level.

    Attributes:
        number: from 0.
        level: the bot that plays here; with a person: in the place of that person, who may return.
        nonce: what this seat added to the shuffle of the table's games.
        key: opens the seat on another device; shown to its person only.
        asked: the bot that the host would like to play here, until the person has answered.
        refused_ply: the ply at which the person refused that last.
        timeouts: how often in a row the person's time to think was up.
        has_come: the person has seen the table: False at a rematch that somebody else asked for, until they do.
        off_until: when the person's vacation ends, or has ended; None: they were on none. Copied from VacationRow.
        back, back_ply: see `tables.table.Seat`.
        is_over: copied from the table, like what follows: so that one index finds a person's tables, the latest first.
        opened_at: when the table was made.
    """

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("people.id"))
    name: Mapped[str | None] = mapped_column(String(40))
    level: Mapped[str | None] = mapped_column(Text)
    nonce: Mapped[str | None] = mapped_column(String(64))
    key: Mapped[str] = mapped_column(Id(32), index=True)
    asked: Mapped[str | None] = mapped_column(Text)
    refused_ply: Mapped[int | None]
    timeouts: Mapped[int] = mapped_column(server_default="0")
    has_come: Mapped[bool] = mapped_column(default=True, server_default=true())
    off_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    back: Mapped[str | None] = mapped_column(String(10))
    back_ply: Mapped[int | None]
    is_over: Mapped[bool] = mapped_column(default=False, server_default=false())
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default="1970-01-01 00:00:00+00:00")

    __table_args__ = (Index("ix_seats_of_person", "person_id", "is_over", "opened_at", "table_id"),)


class VacationRow(Base):
    """Vacation of a person, during which the clocks of their games of days stand still: see tables/vacations.py.

    Attributes:
        until: when it has ended, or will end at the latest.
    """

    __tablename__ = "vacations"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    begun_at: Mapped[datetime] = mapped_column(UtcDateTime, primary_key=True)
    until: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class PresenceRow(Base):
    """When somebody was seen last at the table where they sit, by any process; gone soon after they are.

    Rows are written and read many at a time, and hold for minutes only: so there are no foreign keys.
    """

    __tablename__ = "presence"

    table_id: Mapped[str] = mapped_column(Id(16), primary_key=True)
    person_id: Mapped[str] = mapped_column(Id(32), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class WatchersRow(Base):
    """How many only watch at a table, as one process of the server sees it; gone soon after they are, and like PresenceRow.

    Attributes:
        process: a name that it has given itself.
    """

    __tablename__ = "watchers"

    table_id: Mapped[str] = mapped_column(Id(16), primary_key=True)
    process: Mapped[str] = mapped_column(String(16), primary_key=True)
    count: Mapped[int]
    noted_at: Mapped[datetime] = mapped_column(UtcDateTime)


class GameRow(Base):
    """One game of a table; a match has several. Its secret leaves the server only when it is over.

    Attributes:
        number: from 1.
        first: the seat that begins, from 0; None until that is known, and where nobody begins.
        nonces: the seats' nonces, joined by spaces; None until everybody is seated.
    """

    __tablename__ = "games"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    secret: Mapped[bytes] = mapped_column(LargeBinary(32))
    first: Mapped[int | None]
    nonces: Mapped[str | None] = mapped_column(Text)
    begun_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class PlyRow(Base):
    """One move, chance included: the truth about a table is the list of its plies.

    A play is inserted at the ply that the player saw: of two plays at the same ply, only the first is stored.

    Attributes:
        ply: from 0, counted on through all games of the table.
        game: the number of the game.
        move: as `State.serialize` writes it: `place-b3`, `reveal-7`, `bid-4+bid-x`; or `back-2`: two moves are taken back.
        stand_ins: the seats that bots played in people's places, JSON: `[[seat, level, is_late]]`; None: there is none.
    """

    __tablename__ = "plies"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[int]
    move: Mapped[str] = mapped_column(Text)
    played_at: Mapped[datetime] = mapped_column(UtcDateTime)
    stand_ins: Mapped[str | None] = mapped_column(Text)


class AnalysisRow(Base):
    """Review of a finished game, kept since it takes a second; if it is gone, the next request makes it again.

    Attributes:
        game: its number.
        schema: of the content: another one is made again.
        content: JSON of `analysis.review.Review`.
    """

    __tablename__ = "analyses"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    schema: Mapped[int]
    content: Mapped[str] = mapped_column(Text)


class PracticeRow(Base):
    """Position in which a person erred, theirs to practise until they have answered it rightly; see people/practice.py.

    Attributes:
        game: its number at the table.
        before: how many of its moves had been played.
        cost: what the error cost, in shares of the victory.
        tries: how often the person has answered.
        is_right: whether rightly at last.
        content: JSON of `analysis.practice.Position`.
    """

    __tablename__ = "practice"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True, index=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    before: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    cost: Mapped[float] = mapped_column(Double())
    tries: Mapped[int] = mapped_column(default=0)
    is_right: Mapped[bool] = mapped_column(default=False)
    content: Mapped[str] = mapped_column(Text)


class ChoiceRow(Base):
    """Secret choice of a seat at a simultaneous move, deleted once all are a ply; `stand_ins`: see PlyRow."""

    __tablename__ = "choices"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    action: Mapped[str] = mapped_column(Text)
    stand_ins: Mapped[str | None] = mapped_column(Text)


class RemarkRow(Base):
    """A preset phrase that somebody said at a table."""

    __tablename__ = "remarks"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    phrase: Mapped[str] = mapped_column(String(20))
    said_at: Mapped[datetime] = mapped_column(UtcDateTime)


class TokenRow(Base):
    """Token that lets a program act for a person.

    Attributes:
        label: what its person calls it.
        digest: SHA-256 of the token in hexadecimal; the token itself is kept nowhere.
    """

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    label: Mapped[str] = mapped_column(String(40))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class InvitationRow(Base):
    """A free seat that is offered to a bot; gone when it is taken or turned down."""

    __tablename__ = "invitations"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)
    seat: Mapped[int]
    invited_at: Mapped[datetime] = mapped_column(UtcDateTime)


class BanRow(Base):
    """Ban of somebody, or of an address: see bans.py. Without foreign keys: a ban outlives its person.

    Attributes:
        whom: a person's id, or an address or network.
        until: when it ends; None: when it is lifted.
    """

    __tablename__ = "bans"

    whom: Mapped[str] = mapped_column(Id(50), primary_key=True)
    banned_at: Mapped[datetime] = mapped_column(UtcDateTime)
    until: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ChoreRow(Base):
    """Periodic task for one process at a time: a process that finds it due sets its next date, and does it."""

    __tablename__ = "chores"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    due_at: Mapped[datetime] = mapped_column(UtcDateTime)


class HappeningRow(Base):
    """Entry of the outbox, a happening that must not be lost; deleted once it is handled: see tables/outbox.py.

    Attributes:
        id: grows, so that the oldest is found first.
        kind: the name of its class.
        content: JSON of it.
        due_at: when a process may take it.
        tries: how often a process has taken it.
    """

    __tablename__ = "happenings"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    content: Mapped[str] = mapped_column(Text)
    due_at: Mapped[datetime] = mapped_column(UtcDateTime)
    tries: Mapped[int] = mapped_column(default=0)


def now() -> datetime:
    """The time in UTC, as everything here is dated."""
    return datetime.now(UTC)
