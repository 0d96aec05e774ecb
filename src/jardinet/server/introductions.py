"""Introductions: people tell their name, have an identity from then on, and their preferences are stored."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from litestar.connection import Request

from jardinet.server.guards.limits import Limits
from jardinet.server.people.names import checked_name
from jardinet.server.people.preferences import keep_preferences, kept_preferences
from jardinet.server.people.reader import KIOSK_KEY, PREFERENCES_KEY, Reader, reader_of
from jardinet.server.people.tokens import Accounts
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.tables.service import TableService

POLLED = ("/company", "/preparing", "/news", "/found", "/around", "/now")  # by pages, whether somebody is there or not
PATIENCE = 1.0  # seconds to read preferences: a page does not wait longer for them


class Introductions:
    """Service that gives people a name and an identity, and stores their preferences."""

    def __init__(
        self,
        database: Database,
        service: TableService,
        limits: Limits,
        accounts: Accounts,
        kiosk_minutes: int | None = None,
    ) -> None:
        """Introductions to this server.

        Args:
            database: where preferences are kept.
            service: calls people by their names.
            limits: how often they may change theirs.
            accounts: know them too.
            kiosk_minutes: see Settings.
        """
        self._database = database
        self._service = service
        self._limits = limits
        self._accounts = accounts
        self._kiosk_minutes = kiosk_minutes

    async def meet(self, request: Request[Any, Any, Any], name: str) -> tuple[str, str]:
        """Create a person, by a name alone; returns their id, and the name as it is stored.

        Raises:
            UnusableNameError: nobody can be called that.
            TooManyRequestsException: see Limits.
        """
        return await self._named(request, name, None, None)

    async def introduce(self, request: Request[Any, Any, Any], name: str) -> Reader:
        """Give the reader a name, creating the person if they are new; their seats bear it too.

        Raises:
            UnusableNameError: nobody can be called that.
            TooManyRequestsException: see Limits.
        """
        known = request.session.get("person")
        person, name = await self._named(request, name, known, request.session.get("name"))
        request.session["person"], request.session["name"] = person, name
        if known is None and request.session.get(PREFERENCES_KEY):
            await self.prefer(request, {})
        return reader_of(request)

    async def recall(self, request: Request[Any, Any, Any]) -> None:
        """Hook before requests: refreshes the reader's preferences for each page, as they may have changed on another device.

        In a kiosk it forgets whoever has done nothing for so long that somebody else may stand there by now.
        """
        session = request.scope.get("session")
        if self._kiosk_minutes is not None and isinstance(session, dict) and not request.url.path.endswith(POLLED):
            now = int(self._database.now().timestamp())
            _, used_at = session.get(KIOSK_KEY, (0, now))
            if now - used_at > 60 * self._kiosk_minutes:
                session.clear()
            session[KIOSK_KEY] = self._kiosk_minutes, now
        if request.method != "GET" or not isinstance(session, dict) or "person" not in session:
            return
        with suppress(DatabaseAwayError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                kept = await kept_preferences(self._database, session["person"])
            if kept is not None:
                session[PREFERENCES_KEY] = kept

    async def prefer(self, request: Request[Any, Any, Any], chosen: Mapping[str, str]) -> None:
        """Store the preferences that the reader chooses.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        session = request.session
        usual, person = session.get(PREFERENCES_KEY, {}), session.get("person")
        if person is None:
            session[PREFERENCES_KEY] = usual | chosen
        else:
            session[PREFERENCES_KEY] = await keep_preferences(self._database, person, chosen, usual)

    async def _named(
        self, request: Request[Any, Any, Any], name: str, known: str | None, called: str | None
    ) -> tuple[str, str]:
        """Give `name` to the person of the id `known`, `called` so until now, or to a new person."""
        name = checked_name(name)
        if known is None or name != called:
            await self._limits.count("names", request, known)
        person = known or secrets.token_hex(16)
        await self._service.introduce(person, name)
        self._accounts.forget(person)
        return person, name
