"""Ways back of people that stay: what lets somebody be known again who has lost their device."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select

from jardinet.games.parameters import GameError
from jardinet.server.storage.account_models import DeviceRow, PasskeyRow, WayRow
from jardinet.server.storage.database import Database

SHEET, PASSWORD, PASSKEY = "sheet", "password", "passkey"
MOST_WAYS = 10  # of one person


class NoWayBackError(GameError):
    """What is asked would leave a person without any way back."""


class TooManyWaysError(GameError):
    """A person has as many ways back as one can look after."""


@dataclass(frozen=True)
class WayBack:
    """Way back as a person's page lists it.

    Attributes:
        id: its number among all.
        kind: SHEET, PASSWORD or PASSKEY.
        handle: of a password; else None.
        label: where a passkey was made, empty: nobody knows; else None.
    """

    id: int
    kind: str
    handle: str | None
    made_at: datetime
    label: str | None


async def ways_of(database: Database, person: str) -> list[WayBack]:
    """A person's ways back, the oldest first."""
    columns = WayRow.id, WayRow.kind, WayRow.handle, WayRow.made_at, PasskeyRow.label
    found = select(*columns).outerjoin(PasskeyRow).where(WayRow.person_id == person).order_by(WayRow.id)
    return [WayBack(*row) for row in await database.read(lambda connection: connection.execute(found).all())]


def add_way(
    connection: Connection, person: str, kind: str, proof: str, at: datetime, *, handle: str | None = None
) -> int:
    """Give a person one more way back, see WayRow; returns its id.

    Raises:
        TooManyWaysError: they have MOST_WAYS.
    """
    if _count(connection, person) >= MOST_WAYS:
        raise TooManyWaysError(
            "too-many-ways", "you have {count} ways back already: remove one first.", count=MOST_WAYS
        )
    row = {"person_id": person, "kind": kind, "handle": handle, "proof": proof, "made_at": at}
    return connection.execute(insert(WayRow).returning(WayRow.id), row).scalar_one()


def remove_way(connection: Connection, person: str, way_id: int) -> None:
    """Remove a way back of a person; nothing happens if they have none of that number.

    Raises:
        NoWayBackError: it is their last one.
    """
    own = WayRow.person_id == person
    if connection.execute(delete(WayRow).where(own, WayRow.id == way_id)).rowcount and not _count(connection, person):
        raise NoWayBackError("last-way-back", "this is your last way back: make another one first.")


def check_comes_back(connection: Connection, person: str) -> None:
    """See that a person can still come back as things stand: by a device or a way back.

    Raises:
        NoWayBackError: they cannot.
    """
    device = select(DeviceRow.id).where(DeviceRow.person_id == person).limit(1)
    if connection.scalar(device) is None and not _count(connection, person):
        raise NoWayBackError(
            "no-way-back",
            "you would never come back: this is your last device, and you have no way back. Print a recovery sheet first.",
        )


def _count(connection: Connection, person: str) -> int:
    return connection.scalar(select(func.count()).select_from(WayRow).where(WayRow.person_id == person)) or 0
