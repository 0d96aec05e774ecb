"""Bans: people who may only look on, and addresses that get no answer at all.

They stand in the database, which every process polls, so that all know of a new one without a restart. Each request begins
with a look-up, which is made in memory.
"""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import datetime
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any

import msgspec
from litestar import Request
from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy import Connection, delete, func, or_, select

from jardinet.games.parameters import GameError
from jardinet.server.guards.addresses import address_in
from jardinet.server.guards.refusal import refuse
from jardinet.server.guards.request_guard import SAFE_METHODS
from jardinet.server.http.request_error import RequestError
from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import DatabaseTime, upsert
from jardinet.server.storage.models import BanRow, PersonRow, SeatRow
from jardinet.server.tables.errors import BannedError
from jardinet.server.worker import Worker

MOST_BANS = 10_000
MOST_KNOWN = 4096  # addresses in the cache of whether they are banned
LARGEST = {4: 8, 6: 16}  # the shortest prefix of a network, in bits, by the version of its addresses

Network = IPv4Network | IPv6Network
# By version and number of host bits: one look-up for each length, however many networks there are.
Networks = dict[tuple[int, int], set[int]]


class BanError(GameError):
    """A person or address cannot be banned, or is not known; the message says why."""


class Ban(msgspec.Struct, frozen=True):
    """A ban.

    Attributes:
        whom: a person's id, or an address or network.
        name: what the person is called.
        until: when it ends; None: when it is lifted.
    """

    whom: str
    name: str | None
    banned_at: datetime
    until: datetime | None


# In the database -----------------------------------------------------------------------------------


def ban(connection: Connection, whom: str, until: datetime | None) -> str:
    """Ban a person or an address; a second ban only changes when it ends. Returns the ban's `whom`.

    Args:
        connection: to the database.
        whom: a person's id, `TABLE:SEAT` for the person who sits there, seats counted from 1, an address or a network.
        until: see Ban.

    Raises:
        BanError: there is nobody of that id, nobody sits there, the network is too large, or there are too many bans.
    """
    found = _network_of(whom)
    if found is not None and (found.prefixlen < LARGEST[found.version] or found.is_loopback):
        raise BanError(
            "ban-too-much",
            "{whom} cannot be banned: too much of the world, or this machine itself, would be.",
            whom=found,
        )
    key = _person_of(connection, whom) if found is None else _written(found)
    connection.execute(delete(BanRow).where(BanRow.until < DatabaseTime()))
    others = select(func.count()).select_from(BanRow).where(BanRow.whom != key)
    if (connection.scalar(others) or 0) >= MOST_BANS:
        raise BanError(
            "too-many-bans",
            "there are {most} bans already: lift some, or ban a network in place of its addresses.",
            most=MOST_BANS,
        )
    at = connection.scalar(select(DatabaseTime()))
    connection.execute(upsert(connection, BanRow, "until"), {"whom": key, "banned_at": at, "until": until})
    return key


def unban(connection: Connection, whom: str) -> str:
    """Lift a ban; returns its `whom`.

    Raises:
        BanError: there is no such ban.
    """
    found = _network_of(whom)
    key = _person_of(connection, whom) if found is None else _written(found)
    if not connection.execute(delete(BanRow).where(BanRow.whom == key)).rowcount:
        raise BanError("not-banned", "{whom} is not banned.", whom=whom)
    return key


def bans(connection: Connection) -> list[Ban]:
    """The bans that have not ended, the latest first."""
    found = (
        select(BanRow.whom, PersonRow.name, BanRow.banned_at, BanRow.until)
        .outerjoin(PersonRow, PersonRow.id == BanRow.whom)
        .where(or_(BanRow.until.is_(None), BanRow.until > DatabaseTime()))
        .order_by(BanRow.banned_at.desc(), BanRow.whom)
    )
    return [Ban(*row) for row in connection.execute(found)]


def _person_of(connection: Connection, whom: str) -> str:
    table_id, _, number = whom.rpartition(":")
    if table_id and number.isascii() and number.isdigit() and len(number) < 3:
        at = select(SeatRow.person_id).where(SeatRow.table_id == table_id, SeatRow.number == int(number) - 1)
        person = connection.scalar(at)
        if person is None:
            raise BanError(
                "nobody-at-seat", "nobody sits at seat {seat} of table {table}.", seat=number, table=table_id
            )
        return str(person)
    known = connection.scalar(select(PersonRow.id).where(PersonRow.id == whom))
    if known is None:
        raise BanError(
            "nobody-to-ban",
            "{whom!r} is nobody: give a person's id as in `jardinet admin list --json`, TABLE:SEAT, an "
            "address or a network.",
            whom=whom,
        )
    return str(known)


@lru_cache(maxsize=MOST_BANS)
def _network_of(text: str) -> Network | None:
    """The network of an address or network as people write it; None if it is neither."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _written(network: Network) -> str:
    """A network as it is stored: an address if it holds only one."""
    return str(network if network.num_addresses > 1 else network.network_address)


# In a process --------------------------------------------------------------------------------------


class Bans(Worker):
    """Cache of the bans in one process; while the database is away the last known ones stay in force."""

    name = "bans"

    def __init__(self, database: Database, intervals: Intervals) -> None:
        """Begin without bans; `once` reads those of `database`."""
        super().__init__()
        self._database = database
        self._intervals = intervals
        self._people: frozenset[str] = frozenset()
        self._networks: Networks = {}
        self._known: dict[str, bool] = {}  # by address

    def has(self, person: str) -> bool:
        """Whether that person is banned."""
        return person in self._people

    def holds(self, host: str) -> bool:
        """Whether an address, as a connection tells it, is banned."""
        if not self._networks:
            return False
        verdict = self._known.get(host)
        if verdict is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            verdict = self._known[host] = _is_in(host, self._networks)
        return verdict

    async def start(self) -> float:
        """Read the bans once before anybody is served."""
        return await self.once()

    async def once(self) -> float:
        """Read the bans."""
        self._people, self._networks = await self._database.read(_parted)
        self._known.clear()
        return self._intervals.bans

    async def check(self, request: Request[Any, Any, Any]) -> None:
        """Hook before all requests: a banned person may only read. A Litestar guard would cost a copy of its handler each time.

        Raises:
            BannedError: the person is banned, and asks for a change.
        """
        if self._people and request.method not in SAFE_METHODS:
            session = request.scope.get("session")
            if isinstance(session, dict) and session.get("person") in self._people:
                raise BannedError


def _parted(connection: Connection) -> tuple[frozenset[str], Networks]:
    """The people and the networks that are banned."""
    people: set[str] = set()
    networks: Networks = {}
    for one in bans(connection):
        network = _network_of(one.whom)
        if network is None:
            people.add(one.whom)
        else:
            rest = network.max_prefixlen - network.prefixlen
            networks.setdefault((network.version, rest), set()).add(int(network.network_address) >> rest)
    return frozenset(people), networks


def _is_in(host: str, networks: Networks) -> bool:
    address = address_in(host)
    if address is None:
        return False
    found = ((rest, some) for (version, rest), some in networks.items() if version == address.version)
    return any(int(address) >> rest in some for rest, some in found)


class BanGuard:
    """ASGI middleware that turns banned addresses away."""

    def __init__(self, app: ASGIApp, bans: Bans) -> None:
        """Stand before `app`."""
        self._app = app
        self._bans = bans

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on, unless its address is banned (ASGI)."""
        client = scope.get("client")
        if client and self._bans.holds(client[0]):
            error = RequestError(403, "address-banned", "This server is closed to your address.")
            return refuse(scope, receive, send, error)
        return self._app(scope, receive, send)
