"""Stored tables by the hundred thousand: a few real ones, copied within the SQLite file.

Whatever columns there are, they are copied; only what tells one table from another is made anew. So this need not know
what the server keeps of a table.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

PEOPLE_TO_TABLES = 10  # a person for so many tables

_NUMBERED = "WITH RECURSIVE numbered(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbered WHERE n < :tables) "
_MOMENT = "strftime('%Y-%m-%d %H:%M:%f', {column}, '-' || n || ' seconds') || '000'"


def multiply(file: Path, shares: Mapping[str, int], tables: int) -> None:
    """Fill the file of a server that is not running.

    Args:
        file: of SQLite.
        shares: by the id of a table that is there, of how many of a hundred it is the model.
        tables: how many there shall be more.
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in ("foreign_keys=OFF", "synchronous=OFF", "cache_size=-200000"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        people = max(len(shares), tables // PEOPLE_TO_TABLES)
        _copy_people(connection, people)
        named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (name,) in named.fetchall():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            own = "id" if name == "tables" else "table_id"
            if own not in columns:
                continue
            first = 0
            for model, share in shares.items():
                _copy_rows(connection, name, columns, own, model, range(first, first + share), tables, people)
                first += share
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _copy_people(connection: sqlite3.Connection, people: int) -> None:
    columns = [row[1] for row in connection.execute("PRAGMA table_info(people)")]
    values = ["printf('%032x', n)" if column == "id" else f'one."{column}"' for column in columns]
    connection.execute(
        f"{_NUMBERED} INSERT INTO people ({_listed(columns)}) SELECT {', '.join(values)} "  # noqa: S608 - the file's own names
        "FROM numbered CROSS JOIN (SELECT * FROM people LIMIT 1) AS one",
        {"tables": people},
    )


def _copy_rows(
    connection: sqlite3.Connection,
    name: str,
    columns: list[str],
    own: str,
    model: str,
    percent: range,
    tables: int,
    people: int,
) -> None:
    """The rows of one database table that belong to copies of one model."""
    refers = {row[3] for row in connection.execute(f"PRAGMA foreign_key_list({name})") if row[2] == "people"}
    seat = 'one."number"' if "number" in columns else "0"
    values = []
    for column in columns:
        quoted = f'one."{column}"'
        if column == own:
            values.append("printf('%016x', n)")
        elif column in refers:
            person = f"printf('%032x', 1 + (2 * n + {seat}) % {people})"
            values.append(f"CASE WHEN {quoted} IS NULL THEN NULL ELSE {person} END")
        elif column == "key":
            values.append("lower(hex(randomblob(16)))")
        elif column == "created_at":
            values.append(_MOMENT.format(column=quoted))
        else:
            values.append(quoted)
    connection.execute(
        f"{_NUMBERED} INSERT INTO {name} ({_listed(columns)}) SELECT {', '.join(values)} "  # noqa: S608 - the file's own names
        f"FROM numbered CROSS JOIN (SELECT * FROM {name} WHERE {own} = :model) AS one "
        "WHERE n % 100 BETWEEN :low AND :high",
        {"tables": tables, "model": model, "low": percent[0], "high": percent[-1]},
    )


def _listed(columns: list[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
