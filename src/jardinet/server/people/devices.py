"""Devices of people who have a way back: where each is signed in, and the end of that at every process within seconds.

A guest is whoever has a cookie with their id, and has no row here. As soon as a person has a way back, only cookies that name
one of their devices are theirs: those from before open nothing. What a process knows of a device holds for `Intervals.devices`;
who has a way back is read at the start, and then what is new, so that a guest's request costs a look in memory.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, TypeVar

from litestar.connection import ASGIConnection
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from jardinet.games.parameters import GameError
from jardinet.server.http.sessions import DEVICE_KEY
from jardinet.server.intervals import Intervals
from jardinet.server.people.agents import told_of
from jardinet.server.people.reader import KIOSK_KEY, PREFERENCES_KEY
from jardinet.server.people.tokens import add_token
from jardinet.server.settings import AccountsPolicy
from jardinet.server.storage.account_models import DeviceRow, LinkRow
from jardinet.server.storage.database import Database, DatabaseAwayError
from jardinet.server.storage.models import PersonRow
from jardinet.server.worker import Worker

GUEST_KEY = "guest"  # in the session: who played here before somebody signed in, until their games are settled
OUTLIVED = "jardinet.outlived"  # in a scope: its session was found to be a signed-out one
KNOWN_KEY = "known"  # in the session: people who have signed in and out on this device, the latest first
MOST_AT_DEVICE = 5  # of them
MOST_KNOWN = 10_000  # devices in memory
AT_ONCE = 500  # that are looked for by one statement
OVERLAP = timedelta(seconds=60)  # a row may be seen later than it is dated, as long as a transaction may take
SEEN = timedelta(days=1)  # between two notes that a device was seen

Request = ASGIConnection[Any, Any, Any, Any]
T = TypeVar("T")


class NoAccountsError(GameError):
    """This server's host wants no accounts, or not from everybody."""


@dataclass(frozen=True)
class Device:
    """Device in a person's list; `label` is empty if its browser has told nothing known."""

    id: str
    label: str
    made_at: datetime
    seen_at: datetime


@dataclass(eq=False)
class _Open:
    """Something open, such as a socket: whose it is, the device, None for a guest's, and what ends it."""

    person: str
    device: str | None
    end: Callable[[], None]


class Devices(Worker):
    """Devices of a server's people: see the module. A round ends what is open at devices that are signed out."""

    name = "devices"

    def __init__(
        self,
        database: Database,
        intervals: Intervals,
        policy: AccountsPolicy = "open",
        tell: Callable[[str], None] = lambda _person: None,
    ) -> None:
        """Begin without knowledge of anybody in `database`.

        Args:
            policy: who may have a way back, see Settings.
            tell: called with whoever has got their first way back, so that streams of theirs as a guest look again, and end.
        """
        super().__init__()
        self._tell = tell
        self._policy = policy
        self._database = database
        self._intervals = intervals
        self._people: set[str] = set()  # who have a way back
        self._since: datetime | None = None  # until when they were read
        self._losses = 0  # of the database, when all were read
        self._known: OrderedDict[str, float] = OrderedDict()  # devices, and until when what is known of them holds
        self._forgotten = 0  # how often devices were
        self._open: set[_Open] = set()

    # Who asks

    def is_account(self, person: str | None) -> bool:
        """Whether somebody has a way back, or had one."""
        return person in self._people

    def is_outlived(self, connection: Request) -> bool:
        """Whether an answer must leave the browser's cookie alone, as a request under way with an old one may overtake the new.

        So it is for a guest who has a way back by now, and for a device that is signed out, if all they do is look.
        """
        session = connection.scope.get("session")
        if not isinstance(session, dict) or DEVICE_KEY in session:
            return False
        if "person" in session:
            return session["person"] in self._people
        return OUTLIVED in connection.scope and connection.scope.get("method") == "GET"

    async def check(self, connection: Request) -> None:
        """Hook before all else: a session of a device that is signed out is as a stranger's, with the settings that were in it.

        Raises:
            DatabaseAwayError: the database does not answer, and nothing is known of the device.
        """
        session = connection.scope.get("session")
        if isinstance(session, dict) and "person" in session and not await self._is_valid(session):
            signed_out(session)
            connection.scope[OUTLIVED] = True  # type: ignore[literal-required]

    async def _is_valid(self, session: Mapping[str, Any]) -> bool:
        person, device = session["person"], session.get(DEVICE_KEY)
        if device is None:
            return person not in self._people
        until = self._known.get(device, 0.0)
        if monotonic() < until:
            return True
        forgotten = self._forgotten
        found = select(DeviceRow.seen_at).where(DeviceRow.id == device, DeviceRow.person_id == person)
        try:
            seen_at = await self._database.read(lambda connection: connection.scalar(found))
        except DatabaseAwayError:
            if until:
                return True
            raise
        self._known.pop(device, None)
        if seen_at is None:
            return False
        if forgotten == self._forgotten:  # else one was signed out meanwhile, perhaps this one
            self._known[device] = monotonic() + self._intervals.devices
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        if self._database.now() - seen_at > SEEN:
            await self._note(device)
        return True

    async def _note(self, device: str) -> None:
        noted = update(DeviceRow).where(DeviceRow.id == device).values(seen_at=self._database.now())
        with suppress(DatabaseAwayError):
            await self._database.write(lambda connection: connection.execute(noted))

    # Who may

    def may_keep(self, session: Mapping[str, Any]) -> bool:
        """Whether this server lets a reader have ways back."""
        return self._policy == "open" or (self._policy == "invited" and DEVICE_KEY in session)

    def check_signs_in(self) -> None:
        """See that people sign in here at all.

        Raises:
            NoAccountsError: they do not.
        """
        if self._policy == "off":
            raise NoAccountsError("accounts-off", "nobody signs in here: this server keeps no accounts.")

    def check_keeps(self, session: Mapping[str, Any]) -> None:
        """See that a reader may have ways back.

        Raises:
            NoAccountsError: this server's host does not want it.
        """
        self.check_signs_in()
        if not self.may_keep(session):
            raise NoAccountsError(
                "accounts-invited", "accounts are by invitation here: ask the people who run this server for a link."
            )

    # Signing in and out

    async def keep(self, request: Request, job: Callable[[Connection, str], T]) -> T:
        """Let `job` make a way back for the reader, given their id; this device is one of theirs from then on.

        Raises:
            NoAccountsError: see `check_keeps`.
            DatabaseAwayError: the database does not answer.
            Exception: what the job raised; nothing has changed.
        """
        session = request.session
        self.check_keeps(session)
        person, known, label = session["person"], session.get(DEVICE_KEY), label_of(request)

        def kept(connection: Connection) -> tuple[T, str]:
            made = job(connection, person)
            return made, known or self._made(connection, person, label)

        made, session[DEVICE_KEY] = await self._database.write(kept)
        self._learn({person})
        return made

    async def sign_in(self, request: Request, job: Callable[[Connection], str]) -> str:
        """Sign the reader in as the person whose id `job` returns, at a new device; returns that id.

        A guest who has played here is remembered in the session, so that they can be asked about their games.

        Raises:
            NoAccountsError: see `check_signs_in`.
            DatabaseAwayError: the database does not answer.
            Exception: what the job raised; nothing has changed.
        """
        self.check_signs_in()
        label, before = label_of(request), request.session.get(DEVICE_KEY)

        def signed_in(connection: Connection) -> tuple[str, str, str]:
            person = job(connection)
            name = connection.scalar(select(PersonRow.name).where(PersonRow.id == person)) or "?"
            if before is not None:
                connection.execute(delete(DeviceRow).where(DeviceRow.id == before))
            return person, name, self._made(connection, person, label)

        person, name, device = await self._database.write(signed_in)
        self._learn({person})
        session = request.session
        guest = session.get("person")
        stays = {key: session[key] for key in (KIOSK_KEY, KNOWN_KEY) if key in session}
        session.clear()
        session.update({**stays, "person": person, "name": name, DEVICE_KEY: device})
        if guest not in (None, person) and not self.is_account(guest):
            session[GUEST_KEY] = guest
        return person

    async def sign_in_program(self, job: Callable[[Connection], str], label: str) -> tuple[str, str, str]:
        """Sign a program in, such as a terminal, as the person whose id `job` returns; returns that id, their name and a new token.

        The token stands in place of a cookie and a device: it is listed and revoked among the tokens of programs, as `label`.

        Raises:
            NoAccountsError: see `check_signs_in`.
            TokenError: the label is not possible, or the person has too many tokens; nothing has changed.
            DatabaseAwayError: the database does not answer.
            Exception: what the job raised; nothing has changed.
        """
        self.check_signs_in()

        def signed_in(connection: Connection) -> tuple[str, str, str]:
            person = job(connection)
            self._comes_back(connection, person)
            name = connection.scalar(select(PersonRow.name).where(PersonRow.id == person)) or "?"
            return person, name, add_token(connection, person, label, self._database.now())

        person, name, token = await self._database.write(signed_in)
        self._learn({person})
        return person, name, token

    async def sign_out(
        self,
        person: str,
        device: str | None,
        check: Callable[[Connection, str], None] = lambda _connection, _person: None,
    ) -> None:
        """Sign a person out at one of their devices, None: at all; their link to another device ends too.

        `check` is called afterwards, in the same transaction: what it raises undoes it.
        """
        which: list[ColumnElement[bool]] = [DeviceRow.person_id == person]
        if device is not None:
            which.append(DeviceRow.id == device)

        def job(connection: Connection) -> set[str]:
            ended = set(connection.scalars(delete(DeviceRow).where(*which).returning(DeviceRow.id)))
            connection.execute(delete(LinkRow).where(LinkRow.person_id == person))
            check(connection, person)
            return ended

        ended = await self._database.write(job)
        self._forgotten += 1
        for one in ended:
            self._known.pop(one, None)
        self._end(lambda one: one.device in ended)

    async def forget(self, person: str) -> None:
        """Let no cookie be a person's any more who was deleted, nor anything that is open; see forgetting.py."""
        self._people.add(person)
        await self.sign_out(person, None)
        self._end(lambda one: one.person == person)

    async def of(self, person: str) -> list[Device]:
        """A person's devices, the latest first."""
        columns = DeviceRow.id, DeviceRow.label, DeviceRow.made_at, DeviceRow.seen_at
        found = select(*columns).where(DeviceRow.person_id == person).order_by(DeviceRow.made_at.desc(), DeviceRow.id)
        return [Device(*row) for row in await self._database.read(lambda connection: connection.execute(found).all())]

    def _made(self, connection: Connection, person: str, label: str) -> str:
        """A new device of a person, who has a way back from now on at the latest."""
        at, device = self._comes_back(connection, person), secrets.token_hex(16)
        row = {"id": device, "person_id": person, "label": label, "made_at": at, "seen_at": at}
        connection.execute(insert(DeviceRow), row)
        return device

    def _comes_back(self, connection: Connection, person: str) -> datetime:
        """Note that a person has a way back, from now on at the latest; returns what time it is."""
        at = self._database.now()
        first = update(PersonRow).where(PersonRow.id == person, PersonRow.devices_since.is_(None))
        connection.execute(first.values(devices_since=at))
        return at

    # What is open

    @contextmanager
    def open(self, connection: Request, end: Callable[[], None]) -> Iterator[None]:
        """Call `end` as soon as the reader of a connection is signed out, as long as the block lasts."""
        session = connection.scope.get("session")
        if not isinstance(session, dict) or "person" not in session:
            yield
            return
        one = _Open(session["person"], session.get(DEVICE_KEY), end)
        self._open.add(one)
        try:
            yield
        finally:
            self._open.discard(one)

    def _learn(self, people: Iterable[str]) -> None:
        """Know who has a way back, and tell of those who had none."""
        for person in set(people) - self._people:
            self._people.add(person)
            self._tell(person)

    def _end(self, is_ended: Callable[[_Open], bool]) -> None:
        for one in [one for one in self._open if is_ended(one)]:
            self._open.discard(one)
            one.end()

    async def start(self) -> float:
        """Read who has a way back before anybody is served."""
        return await self.once()

    async def once(self) -> float:
        """Read who has a way back by now, and end what is open at devices that other processes have signed out."""
        if self._losses != self._database.losses:  # perhaps a backup was restored
            self._since, self._losses = None, self._database.losses
            self._people.clear()
        asked = self._database.now()
        found = select(PersonRow.id).where(PersonRow.devices_since.is_not(None))
        if self._since is not None:
            found = found.where(PersonRow.devices_since > self._since - OVERLAP)
        devices = [one.device for one in self._open if one.device is not None]

        def job(connection: Connection) -> tuple[list[str], set[str]]:
            there: set[str] = set()
            for first in range(0, len(devices), AT_ONCE):
                some = select(DeviceRow.id).where(DeviceRow.id.in_(devices[first : first + AT_ONCE]))
                there.update(connection.scalars(some))
            return list(connection.scalars(found)), there

        people, there = await self._database.read(job)
        if self._since is None:  # all of them
            self._people.update(people)
        else:
            self._learn(people)
        self._since = asked
        ended = set(devices) - there
        self._end(lambda one: one.device in ended or (one.device is None and one.person in self._people))
        return self._intervals.devices


def signed_out(session: dict[str, Any], *, by_themselves: bool = False) -> None:
    """Forget in a session who is signed in; the settings of the device stay.

    Somebody who does so `by_themselves` leaves it as a device that they are known at.
    """
    stays = {key: session[key] for key in (PREFERENCES_KEY, KIOSK_KEY) if key in session}
    if by_themselves:
        person = session["person"]
        others = [one for one in session.get(KNOWN_KEY, []) if one != person]
        stays[KNOWN_KEY] = [person, *others][:MOST_AT_DEVICE]
    session.clear()
    session.update(stays)


def is_known_device(session: Mapping[str, Any], person: str) -> bool:
    """Whether somebody is signed in where a session is, or was and has signed out there themselves."""
    is_here = DEVICE_KEY in session and session.get("person") == person
    return is_here or person in session.get(KNOWN_KEY, [])


def label_of(request: Request) -> str:
    """The browser and the system that a request names; empty: it names none that is known."""
    return told_of(request.headers.get("user-agent", ""))
