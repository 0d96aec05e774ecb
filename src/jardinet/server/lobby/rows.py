"""Rows of seeks: how they are read and changed, within a transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Select, delete, select, update

from jardinet.server.lobby.seek import KnownStrength, Seek, State, Wish
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import PersonRow
from jardinet.server.storage.seek_models import SeekRow

_FOUND = select(*SeekRow.__table__.columns, PersonRow.name).join(PersonRow, PersonRow.id == SeekRow.person_id)
_CHANGED = (
    "game",
    "players",
    "pace",
    "is_alike",
    "value",
    "doubt",
    "by_program",
    "made_at",
    "seen_at",
    "state",
    "table_id",
    "until",
)


def every_seek(connection: Connection, *, to_change: bool = False) -> list[Seek]:
    """All seeks, in an order that is the same for all; whoever is `to_change` them has them to themselves until the commit."""
    found = _FOUND.order_by(SeekRow.person_id)
    return _read(connection, found.with_for_update(of=SeekRow) if to_change else found)


def seeks_where(connection: Connection, which: ColumnElement[bool]) -> list[Seek]:
    """The seeks of which that holds, the longest waiting first."""
    return _read(connection, _FOUND.where(which).order_by(SeekRow.made_at, SeekRow.person_id))


def write_seek(
    connection: Connection, person: str, wish: Wish, strength: KnownStrength | None, at: datetime, *, by_program: bool
) -> None:
    """Let a person seek from a time on, perhaps by a program; it replaces what they sought before."""
    row = {
        "person_id": person,
        **wish._asdict(),
        "value": strength and strength.value,
        "doubt": strength and strength.doubt,
        "by_program": by_program,
        "made_at": at,
        "seen_at": at,
        "state": "waiting",
        "table_id": None,
        "until": None,
    }
    connection.execute(upsert(connection, SeekRow, *_CHANGED), row)


def change_seeks(
    connection: Connection,
    people: Iterable[str],
    state: State,
    table_id: str | None = None,
    until: datetime | None = None,
) -> None:
    """Bring these people's seeks to a state, see SeekRow."""
    changed = update(SeekRow).where(SeekRow.person_id.in_(list(people)))
    connection.execute(changed.values(state=state, table_id=table_id, until=until))


def delete_seeks(connection: Connection, people: Collection[str]) -> None:
    """Delete these people's seeks."""
    connection.execute(delete(SeekRow).where(SeekRow.person_id.in_(list(people))))


def _read(connection: Connection, found: Select[Any]) -> list[Seek]:
    return [
        Seek(
            row.person_id,
            row.name,
            Wish(row.game, row.players, row.pace, row.is_alike),
            None if row.value is None else KnownStrength(row.value, row.doubt),
            row.made_at,
            row.seen_at,
            cast(State, row.state),
            row.table_id,
            row.until,
            row.by_program,
        )
        for row in connection.execute(found)
    ]
