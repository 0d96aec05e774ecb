"""ORM models of what people have who can come back: devices, links to another device, and ways back that stay."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from jardinet.server.storage.models import Base, Id, UtcDateTime


class DeviceRow(Base):
    """Device at which somebody is signed in who has a way back; deleted when they sign out there. See people/devices.py.

    Attributes:
        id: stands in the sealed cookie of that device.
        label: the browser and the system, as the browser has told them; empty: it has told nothing known.
        seen_at: when it was seen last, to a day.
    """

    __tablename__ = "devices"

    id: Mapped[str] = mapped_column(Id(32), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    label: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class LinkRow(Base):
    """Link by which a person goes on on another device, once; a person has one at most. See people/links.py.

    Attributes:
        digest: SHA-256 of the key in the link, in hexadecimal; the key itself is kept nowhere.
        until: when it stops to work.
    """

    __tablename__ = "links"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    until: Mapped[datetime] = mapped_column(UtcDateTime)


class WayRow(Base):
    """Way back of a person that stays until it is used or removed. See people/ways.py.

    Attributes:
        kind: "sheet", "password" or "passkey"; of a passkey there is a PasskeyRow as well.
        handle: what a person signs in by with a password; the others have none.
        proof: by which it is found or checked: SHA-256 of a sheet or of a passkey's id, in hexadecimal, or argon2id of a password.
    """

    __tablename__ = "ways"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    handle: Mapped[str | None] = mapped_column(Id(20), unique=True)
    proof: Mapped[str] = mapped_column(String(200), unique=True)
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PasskeyRow(Base):
    """What a way back by a passkey has beside its WayRow. See people/passkeys.py.

    Attributes:
        credential: its id, as its authenticator has chosen it.
        key: the public key, as COSE (RFC 9052) has it.
        sign_count: how often it had signed when it was used last, as it says itself; many say 0 always.
        transports: how a browser reaches it, such as "internal" or "usb", parted by blanks.
        label: the browser and the system where it was made; empty: they told nothing known.
    """

    __tablename__ = "passkeys"

    way_id: Mapped[int] = mapped_column(ForeignKey("ways.id", ondelete="CASCADE"), primary_key=True)
    credential: Mapped[bytes] = mapped_column(LargeBinary)
    key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    transports: Mapped[str] = mapped_column(String(100))
    label: Mapped[str] = mapped_column(String(40))


class ChallengeRow(Base):
    """Challenge that a passkey signs; deleted by the answer to it. See people/passkeys.py.

    Attributes:
        digest: SHA-256 of the challenge, in hexadecimal.
        person_id: who makes a passkey; None: somebody signs in.
        until: when it stops to count.
    """

    __tablename__ = "challenges"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    until: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
