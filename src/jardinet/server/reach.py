"""Reach of a server: the addresses for others, also if the reader came by one that works on this computer alone.

The addresses that are printed, linked and drawn as codes follow from where the server listens, never from a stranger's claim.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from jardinet.server.addresses import address_of
from jardinet.server.guards.addresses import address_in
from jardinet.server.network import hosts_in_networks

# Names that only a network of one's own knows, `.local` by multicast (RFC 6762) and `home.arpa` by its router (RFC 8375).
_OWN_NAMES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")

Obstacle = Literal["alone", "nowhere"]


@dataclass(frozen=True)
class Way:
    """How others come to what a reader sees.

    Attributes:
        own: the site's address as the reader came to it.
        others: its addresses for others, the best first; none: nobody else can come.
        obstacle: why nobody can: the server answers this computer alone, or its address in a network is not known.
        is_private: the addresses lead here from the same network only.
        is_household: the server is open to a private network and to nobody else: the people there know each other.
        port: what a firewall has to let through; None: a proxy stands before the server, or nobody knows.
    """

    own: str
    others: tuple[str, ...]
    obstacle: Obstacle | None = None
    is_private: bool = False
    is_household: bool = False
    port: int | None = None

    @property
    def best(self) -> str:
        """The address for others; the reader's own if there is none."""
        return self.others[0] if self.others else self.own


@dataclass(frozen=True)
class Reach:
    """The addresses by which a server can be reached that listens at `host` and `port`; `origins`: see Settings."""

    host: str
    port: int
    origins: tuple[str, ...] = ()

    @property
    def own(self) -> str:
        """The address to open at this computer: a loopback one, which stays the same in every network."""
        return address_of(self.host, self.port)

    @property
    def is_alone(self) -> bool:
        """Whether only this computer can reach it."""
        address = address_in(self.host)
        return self.host == "localhost" or (address is not None and address.is_loopback)

    def addresses(self) -> list[str]:
        """Where others reach it, the best first; empty: nobody does, or nobody here knows how."""
        if named := [f"{one}/" for one in self.origins if not _is_here(_host_of(one))]:
            return named
        if self.is_alone:
            return []
        if not _is_here(self.host):
            return [address_of(self.host, self.port)]
        hosts = hosts_in_networks(socket.AF_INET)
        if ":" in self.host:  # both protocols
            hosts += hosts_in_networks(socket.AF_INET6)
        return [address_of(one, self.port) for one in hosts]

    def way(self, base_url: str, *, is_here: bool) -> Way:
        """How others come to the page of a reader who came by `base_url`; `is_here`: the reader sits at this computer.

        Only a reader who is here learns this computer's addresses: a stranger can claim to have come by any.
        """
        came_by, port = _host_of(base_url), urlsplit(base_url).port
        if not (is_here and _is_here(came_by)):
            return self._way(base_url, [base_url], port)
        found = self.addresses()
        if not found:
            return Way(base_url, (), "alone" if self.is_alone else "nowhere", port=self.port)
        return self._way(base_url, found, self.port)

    def _way(self, own: str, others: Sequence[str], port: int | None) -> Way:
        are_private = all(map(is_private, others))
        is_household = are_private and not self.is_alone and not self.origins
        return Way(own, tuple(others), None, are_private, is_household, port if port == self.port else None)


def way_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Way:
    """How others come to what is shown by a request or a WebSocket."""
    base_url, reach = str(connection.base_url), connection.app.state.services.reach
    if base_url.startswith("ws"):
        base_url = base_url.replace("ws", "http", 1)
    if reach is None:
        return Way(base_url, (base_url,))
    asker = address_in(connection.client.host) if connection.client else None
    way: Way = reach.way(base_url, is_here=asker is not None and asker.is_loopback)
    return way


def travels_in_clear(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether what a reader sends can be read on its way: they came from another machine, by plain http."""
    asker = address_in(connection.client.host) if connection.client else None
    is_here = asker is not None and asker.is_loopback and _is_here(_host_of(str(connection.base_url)))
    return connection.base_url.scheme in ("http", "ws") and not is_here


def is_private(address: str) -> bool:
    """Whether an address leads here from the same network only; see `is_private_host`."""
    return is_private_host(_host_of(address))


def is_private_host(host: str) -> bool:
    """Whether a host is known in its own network only.

    >>> [is_private_host(one) for one in ("192.168.1.5", "fd00::2", "garden.local", "8.8.8.8", "garden.example")]
    [True, True, True, False, False]
    """
    address = address_in(host)
    if address is not None:
        return not address.is_global
    return "." not in host or host.endswith(_OWN_NAMES)


def _is_here(host: str) -> bool:
    """Whether an address leads to the very machine where it is opened: a loopback one, or what stands for all."""
    address = address_in(host)
    if address is None:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def _host_of(url: str) -> str:
    return urlsplit(url).hostname or ""
