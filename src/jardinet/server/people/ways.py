"""Ways back of people: what lets somebody be known again who has lost their device."""

from __future__ import annotations

from sqlalchemy import Connection, select

from jardinet.games.parameters import GameError
from jardinet.server.storage.account_models import DeviceRow


class NoWayBackError(GameError):
    """What is asked would leave a person without any way back."""


def check_comes_back(connection: Connection, person: str) -> None:
    """See that a person can still come back as things stand.

    Raises:
        NoWayBackError: they cannot.
    """
    if connection.scalar(select(DeviceRow.id).where(DeviceRow.person_id == person).limit(1)) is None:
        raise NoWayBackError(
            "no-way-back", "you would never come back: this is your last device. Go on on another device first."
        )
