"""Relying party: the name for which passkeys are made, and the origins of the pages that may ask for them (WebAuthn)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from jardinet.server.guards.addresses import address_in
from jardinet.server.origins import origin_of
from jardinet.server.people.passkeys import PasskeyError, RelyingParty


def relying_party(came_by: str, origins: Collection[str] = ()) -> RelyingParty | None:
    """The site of a page that was opened at the origin `came_by`; None: it has an IP address, where browsers make no passkeys.

    `origins`: see Settings; they count more than the request's own, which a proxy may have changed.

    >>> relying_party("http://localhost:8012")
    RelyingParty(id='localhost', origins=('http://localhost:8012',))
    >>> relying_party("http://garden.example", ["https://garden.example"]).origins
    ('https://garden.example',)
    >>> relying_party("http://127.0.0.1:8012") is None
    True
    """
    host, named = _host_of(came_by), [one for one in origins if _is_name(_host_of(one))]
    if named:
        host = host if host in map(_host_of, named) else _host_of(named[0])
        return RelyingParty(host, tuple(one for one in named if _host_of(one) == host))
    return RelyingParty(host, (came_by,)) if _is_name(host) else None


def relying_party_of(connection: ASGIConnection[Any, Any, Any, Any]) -> RelyingParty | None:
    """The site of a request's page; see `relying_party`."""
    reach = connection.app.state.services.reach
    came_by = origin_of(f"{connection.base_url.scheme}://{connection.base_url.netloc}")
    return relying_party(came_by or "", reach.origins if reach else ())


def site_of(connection: ASGIConnection[Any, Any, Any, Any]) -> RelyingParty:
    """The same, where it must be one.

    Raises:
        PasskeyError: it is none.
    """
    site = relying_party_of(connection)
    if site is None:
        raise PasskeyError(
            "passkey-nowhere",
            "passkeys work at a site with a name alone: this page was opened by an address of digits.",
        )
    return site


def _is_name(host: str) -> bool:
    return bool(host) and address_in(host) is None


def _host_of(origin: str) -> str:
    return urlsplit(origin).hostname or ""
