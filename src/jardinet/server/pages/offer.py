"""Offer of the home page to keep one's games, made once to a guest, after their third game."""

from __future__ import annotations

from jardinet.server.http.sessions import DEVICE_KEY
from jardinet.server.pages.forms import PageRequest
from jardinet.server.people.devices import Devices
from jardinet.server.people.reader import reader_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.lists import has_finished

OFFERED_KEY = "offered"  # in the session: the offer was answered
GAMES = 3


async def is_offered(request: PageRequest, database: Database, devices: Devices) -> bool:
    """Whether the page makes the offer; never on a device that many people use."""
    reader, session = reader_of(request), request.session
    if reader.person is None or reader.kiosk_minutes is not None or DEVICE_KEY in session or OFFERED_KEY in session:
        return False
    return devices.may_keep(session) and await has_finished(database, reader.person, GAMES)
