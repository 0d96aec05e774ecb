"""Dialects of SQL: what the databases we know say each in its own way."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement

from jardinet.server.storage.models import Base, UtcDateTime

# What may be possible a moment later: SQLite's codes without what is added to them, and beginnings of SQLSTATE.
_MAY_PASS_IN_SQLITE = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,  # a limit of files' sizes or a quota, too
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
)
_MAY_PASS_IN_POSTGRESQL = (
    "53",  # insufficient resources: the disk is full
    "57",  # its operator has intervened
    "58",  # a failure outside of it
    "25006",  # it is read-only: another one has taken its place
)


def begin(connection: Connection, *, is_writing: bool) -> None:
    """Begin a transaction where the driver does not; a writer takes SQLite's lock at once, since after a read another process may be faster.

    It goes by SQLAlchemy, not the driver's cursor: a refusal is then a `DBAPIError`, as with every other statement. It is no
    listener of SQLAlchemy's event "begin": an engine that has one looks for listeners several times a statement.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def lock_name(connection: Connection, name: str) -> None:
    """Let no other transaction pass here with the same name until this one ends; in SQLite there is one writer at a time anyhow."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(name))))


def insert_into(connection: Connection, table: type[Base]) -> Any:
    """An INSERT that knows `on_conflict_do_nothing` and `on_conflict_do_update`, alike in both."""
    return _insert(connection.dialect.name, table)


def upsert(connection: Connection, table: type[Base], *changed: str) -> Any:
    """An INSERT that updates these columns instead if there is a row of the same primary key."""
    return _upsert(connection.dialect.name, table, changed)


@cache
def _upsert(dialect: str, table: type[Base], changed: tuple[str, ...]) -> Any:
    new = _insert(dialect, table.__table__)
    keys = [column.name for column in table.__table__.primary_key]
    return new.on_conflict_do_update(index_elements=keys, set_={name: new.excluded[name] for name in changed})


def _insert(dialect: str, table: Any) -> Any:
    """SQLAlchemy's own INSERT of a dialect: what one knows of the other takes two megabytes that nobody needs."""
    return import_module(f"sqlalchemy.dialects.{dialect}").insert(table)


def may_pass(error: DBAPIError) -> bool:
    """Whether a refusal has a cause outside of what was asked, so that the same may be possible again by itself."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in _MAY_PASS_IN_SQLITE
    return (getattr(error.orig, "sqlstate", None) or "").startswith(_MAY_PASS_IN_POSTGRESQL)


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
