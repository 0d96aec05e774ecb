"""Handles: one person's each, whether they sign in by it with a password or their profile has it."""

from __future__ import annotations

from sqlalchemy import Connection, select

from jardinet.games.parameters import GameError
from jardinet.server.storage.account_models import WayRow
from jardinet.server.storage.dialects import lock_name
from jardinet.server.storage.profile_models import ProfileRow


class HandleTakenError(GameError):
    """Somebody else has that handle."""

    def __init__(self) -> None:
        super().__init__("handle-taken", "somebody has that handle already: choose another one.")


def check_free(connection: Connection, person: str, handle: str) -> None:
    """See that nobody else signs in by a handle or has it as their profile's; no other process can take it until the commit.

    Raises:
        HandleTakenError: somebody else has it.
    """
    lock_name(connection, f"handle:{handle}")
    for row in (WayRow, ProfileRow):
        if connection.scalar(select(row.person_id).where(row.handle == handle)) not in (None, person):
            raise HandleTakenError


def password_handle_of(connection: Connection, person: str) -> str:
    """The handle by which a person signs in with a password; empty if they have none."""
    found = select(WayRow.handle).where(WayRow.person_id == person, WayRow.handle.is_not(None)).limit(1)
    return connection.scalar(found) or ""
