"""Prepared statements: SQLAlchemy's, put together once for each database and each choice of columns.

It is for the few statements that every play runs. To find the text that it has kept of a statement, and to bring values into it,
SQLAlchemy takes as long as SQLite takes to do it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]


class Prepared:
    """A statement that changes rows, and whose text is kept."""

    def __init__(self, make: Callable[[Connection], Any]) -> None:
        """`make` puts the statement together for a connection's database."""
        self._make = make
        self._known: dict[tuple[str, tuple[str, ...]], tuple[str, Callable[[Values], Any]]] = {}

    def run(self, connection: Connection, rows: Sequence[Values]) -> int:
        """Run it once for each of some rows, and return how many rows were changed.

        Args:
            connection: in whose transaction.
            rows: the values of parameters and columns; all name the same.
        """
        key = connection.dialect.name, tuple(rows[0])
        text, bound = self._known.get(key) or self._prepare(connection, key)
        values = [bound(row) for row in rows]
        return connection.exec_driver_sql(text, values[0] if len(values) == 1 else values).rowcount

    def _prepare(self, connection: Connection, key: tuple[str, tuple[str, ...]]) -> tuple[str, Callable[[Values], Any]]:
        compiled = self._make(connection).compile(dialect=connection.dialect, column_keys=list(key[1]))
        assert isinstance(compiled, SQLCompiler)
        self._known[key] = prepared = str(compiled), _binding(compiled, connection.dialect)
        return prepared


def _binding(compiled: SQLCompiler, dialect: Dialect) -> Callable[[Values], Any]:
    """A function from a row's values to what the driver takes: a tuple or a dictionary, each value as the database has it."""
    processors = {name: one.type.dialect_impl(dialect).bind_processor(dialect) for name, one in compiled.binds.items()}
    in_order = [(name, processors[name]) for name in compiled.positiontup or processors]
    if compiled.positional:
        return lambda row: tuple([process(row[name]) if process else row[name] for name, process in in_order])
    return lambda row: {name: process(row[name]) if process else row[name] for name, process in in_order}
