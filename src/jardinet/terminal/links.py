"""Addresses as people share them: the site, and its table, if any."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from jardinet.terminal.connection import ServerError

_TABLE, _SEAT, _GO_ON = "t", "seat", "go-on"
# Other pages of a site; an address of one of these means the site.
_PAGES = (
    "", "account", "api", "company", "day", "far-apart", "games", "ladder", "learn", "lobby", "me", "people", "play-now", "practice",
    "puzzles", "results", "rules", "set-up", "tables", "tournaments"
)  # fmt: skip


class Link(NamedTuple):
    """A site, and the id of one of its tables, or the key by which somebody goes on there; None: it leads to none."""

    site: str
    table: str | None
    key: str | None = None


def link_of(address: str) -> Link:
    """The target of an address: a table (by its page or a page below it, such as its replay), a key, or the site itself.

    >>> link_of("http://192.168.1.5:8012/t/AbC-12_x/replay?turn=3")
    Link(site='http://192.168.1.5:8012', table='AbC-12_x', key=None)
    >>> link_of("garden.example/rules")
    Link(site='http://garden.example', table=None, key=None)

    Raises:
        ServerError: it is no table and no known page; or it is a seat's address, which is private.
    """
    text = address.strip()
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
    except ValueError:  # an invalid host: connecting reports it
        return Link(text, None)
    site, path = f"{parts.scheme}://{parts.netloc}", parts.path.strip("/").split("/")
    if path[0] == _TABLE and len(path) > 1:
        return Link(site, unquote(path[1]))
    if path[0] == _GO_ON and len(path) == 2:
        return Link(site, None, unquote(path[1]))
    if _GO_ON in path:
        raise ServerError(
            "link-of-person-broken",
            "that is not the whole of a link to another device: give it as it is on the page, {site}/go-on/KEY.",
            site=site,
        )
    if path[0] == _SEAT:
        raise ServerError(
            "link-of-seat",
            "that is the link of a seat: it takes the seat along to another browser. Give the table's own link, "
            "{site}/t/ID.",
            site=site,
        )
    if path[0] not in _PAGES:
        raise ServerError(
            "no-link-of-table",
            "{address} leads to no table: give the link that you were sent, {site}/t/ID, or the site's address, {site}.",
            address=text,
            site=site,
        )
    return Link(site, None)
