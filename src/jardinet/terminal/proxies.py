"""Proxies of the environment (`HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`): whether one stands between us and a server."""

from __future__ import annotations

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass


class Proxy(NamedTuple):
    """Proxy that the environment names for a server.

    Attributes:
        proxy: its address, without user name and password.
        host: of the server.
    """

    proxy: str
    host: str


def proxy_to(address: str) -> Proxy | None:
    """The proxy for a server; None: there is none; always None for this machine itself.

    Raises:
        ValueError: the address is invalid.
    """
    server = urlsplit(address)
    host = server.hostname or ""
    if is_of_this_machine(host) or proxy_bypass(host):
        return None
    known = getproxies()
    named = known.get(server.scheme) or known.get("all")
    if not named:
        return None
    told = urlsplit(named if "://" in named else f"http://{named}")
    return Proxy(told._replace(netloc=told.netloc.rpartition("@")[2]).geturl(), host)


def is_of_this_machine(host: str) -> bool:
    """Whether a host name or address means this machine itself.

    >>> [is_of_this_machine(host) for host in ("localhost", "127.0.0.2", "::1", "garden.example")]
    [True, True, True, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
