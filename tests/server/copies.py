"""Copies of a table, made in the SQLite file behind the server's back: as it stands, or with other secrets."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

Row = dict[str, Any]
BIDS = [f"bid-{bid}" for bid in ("1", "2", "3", "4", "5", "6")]


def secret_of(database: Path, table_id: str) -> bytes:
    """The secret of a table's first deal."""
    with closing(sqlite3.connect(database)) as connection:
        return bytes(connection.execute("SELECT secret FROM games WHERE table_id = ?", [table_id]).fetchone()[0])


def person_at(database: Path, table_id: str, number: int) -> str:
    """The id of whom a seat belongs to."""
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT person_id FROM seats WHERE (table_id, number) = (?, ?)", [table_id, number])
        return str(found.fetchone()[0])


def copy_of(database: Path, table_id: str, change: Callable[[str, Row], Row] = lambda _kind, row: row) -> str:
    """Copy a table, each row as `change` gives it back; returns the copy's id."""
    new_id = secrets.token_urlsafe(6)
    with closing(sqlite3.connect(database, timeout=10)) as connection, connection:
        for kind in ("tables", "seats", "games", "plies", "choices"):
            key = "id" if kind == "tables" else "table_id"
            found = connection.execute(f"SELECT * FROM {kind} WHERE {key} = ?", [table_id])
            columns = [column[0] for column in found.description]
            for row in found.fetchall():
                values = change(kind, dict(zip(columns, row, strict=True)) | {key: new_id})
                marks = ", ".join("?" * len(values))
                connection.execute(f"INSERT INTO {kind} ({', '.join(values)}) VALUES ({marks})", [*values.values()])
    return new_id


def twin(database: Path, table_id: str, asks: int) -> str:
    """A copy that differs in what the seat `asks` may not know: the secret, so the pile, and others' bids."""

    def change(kind: str, row: Row) -> Row:
        if kind == "games":
            return row | {"secret": secrets.token_bytes(32)}
        if kind == "choices" and row["seat"] != asks:
            return row | {"action": next(bid for bid in BIDS if bid != row["action"])}
        return row

    return copy_of(database, table_id, change)
