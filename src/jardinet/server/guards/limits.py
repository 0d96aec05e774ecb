"""Rate limits of what one address and one person may ask for: the one place where they are enforced.

This machine itself is never limited, so that nothing is in the way at home; a proxy tells the client's address. What comes
with every request is counted by RequestLimits before anything else is done; what is rare and costly, by its handler.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from ipaddress import IPv6Address
from typing import Any, Literal

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.types import ASGIApp, Receive, Scope, Send

from jardinet.server.allowances import SHARERS, Allowances
from jardinet.server.guards.addresses import address_in
from jardinet.server.guards.counters import Counters, QuickCounter
from jardinet.server.guards.refusal import refuse
from jardinet.server.http.request_error import too_many_requests
from jardinet.server.tables.agreement import PERSON, Agreement

MINUTE = 60
WAIT = 30  # seconds to wait, for a limit of what is open at once
HELD = "jardinet.held"  # in a scope: what is open as long as its connection is

Connection = ASGIConnection[Any, Any, Any, Any]


@lru_cache(maxsize=4096)
def network_of(host: str) -> str | None:
    """The key by which a client is limited: an IPv4 address, or an IPv6 network (/64), as every client has one; None: no limit.

    >>> network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.1"), network_of("127.0.0.1")
    ('2001:db8:1:2::', '192.0.2.1', None)
    """
    address = address_in(host)
    if address is None or address.is_loopback:
        return None
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else str(address)


def address_of(scope: Scope) -> str | None:
    """The client address that a request is counted for, behind a proxy as uvicorn tells it; None: this machine, without limit."""
    client = scope["client"]
    return network_of(client[0]) if client else None


class Limits:
    """Limits of one server: see the module."""

    def __init__(self, allowances: Allowances | None, counters: Counters) -> None:
        """Enforce `allowances`, None: no limits, and count by `counters`."""
        self._allowances = allowances
        self._counters = counters

    async def count_table(self, agreement: Agreement, connection: Connection, person: str | None) -> None:
        """Count one more table that somebody opens; one of bots alone has a limit of its own, as no person's turn pauses its work.

        Raises:
            TooManyRequestsException: see `count`.
        """
        if PERSON not in agreement.seats:
            await self.count("bot_tables", connection, person)
        await self.count("tables", connection, person)

    async def count(
        self, kind: Literal["names", "tables", "bot_tables", "tokens"], connection: Connection, person: str | None
    ) -> None:
        """Count one more of something costly; see Allowances.

        Raises:
            TooManyRequestsException: the person, or the address, has reached the limit for this minute.
        """
        for key, most in self._keys(kind, connection, person):
            if await self._counters.count(key, MINUTE) > most:
                raise TooManyRequestsException(headers={"Retry-After": str(MINUTE)})

    async def hold(self, connection: Connection, person: str | None) -> None:
        """Count a live page or a stream, which is open until its connection ends.

        Raises:
            TooManyRequestsException: the person, or the address, has reached the limit.
        """
        for key, most in self._keys("connections", connection, person):
            connection.scope[HELD].append(key)  # type: ignore[literal-required]
            if await self._counters.open(key) > most:
                raise TooManyRequestsException(headers={"Retry-After": str(WAIT)})

    def _keys(self, kind: str, connection: Connection, person: str | None) -> Iterator[tuple[str, int]]:
        """The keys by which a person and an address are counted, each with its limit."""
        address = address_of(connection.scope)
        if self._allowances is None or address is None:
            return
        most = getattr(self._allowances, kind)
        if person is not None:
            yield f"{kind}:{person}", most
        yield f"{kind}:{address}", SHARERS * most


class RequestLimits:
    """ASGI middleware that counts requests and forms, and lets go of what was open when a connection ends."""

    def __init__(self, app: ASGIApp, allowances: Allowances, counters: Counters) -> None:
        """Wrap `app`: requests and forms are counted by `counters`, and limited by `allowances`."""
        self._app = app
        self._counters = counters
        self._requests = QuickCounter(counters, "requests", allowances.requests, 1)
        self._forms = QuickCounter(counters, "forms", allowances.forms, MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless its address has asked too often (ASGI)."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        exceeded = self._exceeded(scope)
        if exceeded is not None:
            again = {"Retry-After": str(exceeded.rest())}
            # A page tries again, later and later.
            await refuse(scope, receive, send, too_many_requests(), code=1013, headers=again)
            return
        held: list[str] = []
        scope[HELD] = held  # type: ignore[literal-required]
        try:
            await self._app(scope, receive, send)
        finally:
            for key in held:
                self._counters.close(key)

    def _exceeded(self, scope: Scope) -> QuickCounter | None:
        address = address_of(scope)
        if address is None:
            return None
        if self._requests.exceeds(address):
            return self._requests
        is_form = (
            scope["type"] == ScopeType.HTTP and scope["method"] == "POST" and not scope["path"].startswith("/api/")
        )
        return self._forms if is_form and self._forms.exceeds(address) else None
