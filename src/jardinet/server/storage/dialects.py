"""Dialects of SQL: what the databases we know say each in its own way."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from jardinet.server.storage.models import Base

_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_into(connection: Connection, table: type[Base]) -> Any:
    """An INSERT that knows `on_conflict_do_nothing` and `on_conflict_do_update`, alike in both."""
    return _INSERTS[connection.dialect.name](table)
