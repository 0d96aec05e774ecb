"""Guard of the tables of a deal of the day: until that day is over everywhere, nobody else sees one, by a page or a program.

Whoever saw a table would know the deck before they begin. It is one guard for every address with a table's id, so that none
can be forgotten.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar.connection import ASGIConnection

from jardinet.server.people.reader import reader_of
from jardinet.server.people.tokens import Accounts
from jardinet.server.tables.daily import is_hidden_from
from jardinet.server.tables.errors import HiddenTableError, NoSuchTableError
from jardinet.server.tables.service import TableService

AnyConnection = ASGIConnection[Any, Any, Any, Any]


async def check_daily(connection: AnyConnection, service: TableService, accounts: Accounts) -> None:
    """Hook before all requests and live pages: see the module.

    A table that this process remembers costs no look at the database, unless somebody is to be refused.

    Raises:
        HiddenTableError: the table is kept from whoever asks.
        DatabaseAwayError: the database does not answer.
    """
    table_id = connection.path_params.get("table_id")
    if not isinstance(table_id, str):
        return
    with suppress(NoSuchTableError):  # which is told by whatever answers
        table = await service.recall(table_id)
        if table.agreement.is_told(service.now()):
            return
        person = await _person(connection, accounts)
        if is_hidden_from(table, person, service.now()) and is_hidden_from(
            await service.load(table_id), person, service.now()
        ):
            raise HiddenTableError


async def _person(connection: AnyConnection, accounts: Accounts) -> str | None:
    """Who asks: below /api by a token, else by a cookie."""
    if not connection.url.path.startswith("/api/"):
        return reader_of(connection).person
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    account = await accounts.of(token.strip()) if scheme.lower() == "bearer" else None
    return account.id if account else None
