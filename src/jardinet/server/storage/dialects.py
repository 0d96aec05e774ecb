"""Dialects of SQL: what the databases we know say each in its own way."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement

from jardinet.server.storage.models import Base, UtcDateTime

_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_into(connection: Connection, table: type[Base]) -> Any:
    """An INSERT that knows `on_conflict_do_nothing` and `on_conflict_do_update`, alike in both."""
    return _INSERTS[connection.dialect.name](table)


class DatabaseTime(FunctionElement[datetime]):
    """The time by the database's own clock."""

    type = UtcDateTime()
    inherit_cache = True


@compiles(DatabaseTime, "postgresql")
def _in_postgresql(_element: DatabaseTime, _compiler: Any, **_more: Any) -> str:
    return "clock_timestamp()"


@compiles(DatabaseTime, "sqlite")
def _in_sqlite(_element: DatabaseTime, _compiler: Any, **_more: Any) -> str:
    return "strftime('%Y-%m-%d %H:%M:%f000', 'now')"  # as SQLAlchemy writes times there
