"""Endpoints: the addresses that browsers name for push messages, and to which this server posts.

A stranger chooses them. So only those of the browsers' own push services are taken, and those that the host allows.
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from jardinet.games.parameters import GameError
from jardinet.server.origins import origin_of

# As the makers of browsers document them; whatever comes before a dot at the beginning is theirs too.
HOSTS = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.services.mozilla.com",
    "web.push.apple.com",
    ".push.apple.com",
    ".notify.windows.com",
)
LONGEST = 1000  # signs; Microsoft's have some 500


class EndpointError(GameError):
    """A browser's push service is none that this server posts to."""

    def __init__(self) -> None:
        super().__init__(
            "push-endpoint",
            "this browser's push service is not known here: your host can allow it by JARDINET_PUSH_HOSTS.",
        )


def check_endpoint(endpoint: str, allowed: Collection[str] = ()) -> None:
    """Raise EndpointError if nothing may be posted there; `allowed` are origins beside those of the browsers' makers."""
    try:
        address = urlsplit(endpoint)
        is_plain = endpoint.isascii() and all("!" <= sign <= "~" and sign != "\\" for sign in endpoint)
        if len(endpoint) > LONGEST or not is_plain or address.username is not None or address.fragment:
            raise EndpointError
        host, port = (address.hostname or "").rstrip("."), address.port
    except ValueError:
        raise EndpointError from None
    if audience_of(endpoint) in allowed:
        return
    if address.scheme != "https" or port not in (None, 443) or not any(_is_of(host, one) for one in HOSTS):
        raise EndpointError


def audience_of(endpoint: str) -> str | None:
    """For whom a signature of this server holds: the origin of an endpoint; None: it has none."""
    address = urlsplit(endpoint)
    return origin_of(f"{address.scheme}://{address.netloc}")


def _is_of(host: str, known: str) -> bool:
    return host.endswith(known) and len(host) > len(known) if known.startswith(".") else host == known
