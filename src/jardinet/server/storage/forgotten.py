"""People who were deleted, as queries know them: their id stays where games have it, see `people/forgetting.py`."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists

from jardinet.server.storage.account_models import DeviceRow
from jardinet.server.storage.models import PersonRow

SOMEBODY = "somebody"  # what they are called


def is_forgotten() -> ColumnElement[bool]:
    """What holds of a PersonRow in a query if that person was deleted: who only calls themselves so has a device, or never had one."""
    has_device = exists().where(DeviceRow.person_id == PersonRow.id)
    return and_(PersonRow.name == SOMEBODY, PersonRow.devices_since.is_not(None), ~has_device)
