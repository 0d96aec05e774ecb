"""Origins: where a page comes from, as browsers say it (`https://garden.example`), and whether it may ask this server.

A browser sends its cookies with a request of any page, even of another site at the same domain. So the origin is checked
of every request that changes something by a cookie, and of every WebSocket, which reads by one.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

# A name has 253 characters at most (RFC 1035): it is written into links, and into the picture of an invitation.
_ORIGIN = re.compile(r"(https?)://([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?/?")
_PORTS = {"http": "80", "https": "443"}
_LAST_PORT = 65535


def origin_of(text: str) -> str | None:
    """An address as an origin, in canonical form; None if it is none, or has more than an origin.

    >>> origin_of("https://Garden.example:443/"), origin_of("http://[::1]:8012"), origin_of("garden.example")
    ('https://garden.example', 'http://[::1]:8012', None)
    """
    found = _ORIGIN.fullmatch(text.lower())
    scheme, host, port = found.groups() if found else ("", "", None)
    if not host or int(port or 0) > _LAST_PORT:
        return None
    return f"{scheme}://{host}" + ("" if port in (None, _PORTS[scheme]) else f":{port}")


def host_of(origin: str) -> str:
    """The host of an origin, with its port unless that is the usual one, as in a request's `Host`.

    >>> host_of("https://garden.example"), host_of("http://127.0.0.1:8012")
    ('garden.example', '127.0.0.1:8012')
    """
    return origin.partition("://")[2]


@lru_cache(maxsize=64)  # nearly all requests bear the same
def usual_host(host: str) -> str | None:
    """A request's `Host` in canonical form: in lower case, without the port of http or https; None: it is none.

    >>> usual_host("Garden.example:443"), usual_host("[::1]:8012"), usual_host("::1")
    ('garden.example', '[::1]:8012', None)
    """
    origin = None if "/" in host else origin_of(f"http://{host}")
    return origin and host_of(origin).removesuffix(":443")


def is_ours(origin: str | None, site: str | None, host: str, origins: Collection[str]) -> bool:
    """Whether a request comes from a page of ours, or from no page at all: programs other than browsers send no origin.

    The order is that of Go's `http.CrossOriginProtection`: a browser's own verdict, if it gives one, counts more than
    a comparison, which a proxy that changes the host would spoil.

    Args:
        origin: its `Origin`.
        site: its `Sec-Fetch-Site`, which no page can forge.
        host: its `Host`, as `usual_host` writes it.
        origins: those that are allowed beside the server's own.
    """
    if origin is not None and origin_of(origin) in origins:
        return True
    if site is not None:
        return site in ("same-origin", "none")
    if origin is None:
        return True
    known = origin_of(origin)
    return known is not None and host_of(known) == host
