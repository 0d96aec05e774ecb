"""Introductions: people tell their name, and are somebody from then on."""

from __future__ import annotations

import secrets
from typing import Any

from litestar.connection import Request

from jardinet.server.guards.limits import Limits
from jardinet.server.people.names import checked_name
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.people.tokens import Accounts
from jardinet.server.tables.service import TableService


class Introductions:
    """Introductions: see the module."""

    def __init__(self, service: TableService, limits: Limits, accounts: Accounts) -> None:
        """`service` calls people by their names, as often as `limits` allow; `accounts` know them too."""
        self._service = service
        self._limits = limits
        self._accounts = accounts

    async def introduce(self, request: Request[Any, Any, Any], name: str) -> Reader:
        """Give the reader a name, making their acquaintance where that is new; their seats bear it too.

        Raises:
            UnusableNameError: nobody can be called that.
            TooManyRequestsException: see Limits.
        """
        name = checked_name(name)
        known = request.session.get("person")
        if known is None or name != request.session.get("name"):
            await self._limits.count("names", request, known)
        person = known or secrets.token_hex(16)
        await self._service.introduce(person, name)
        self._accounts.forget(person)
        request.session["person"], request.session["name"] = person, name
        return reader_of(request)
