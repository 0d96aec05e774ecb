"""Lobby service: people seek, are paired, say that they are there, and get a table of their own.

What becomes of seeks by themselves, pairing included, is one transaction that has all of them to itself: so processes that do it
at the same time pair nobody twice. A table is written together with the change of its people's seeks, so that it is made once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial

from sqlalchemy import Connection, delete, func, select, update

from jardinet.server.intervals import Intervals
from jardinet.server.lobby.pairing import paired, settled
from jardinet.server.lobby.rows import change_seeks, delete_seeks, every_seek, seeks_where, write_seek
from jardinet.server.lobby.seek import NobodyWaitsError, Seek, SeekError, Wish
from jardinet.server.lobby.strength import strength_of
from jardinet.server.storage.database import Database
from jardinet.server.storage.seek_models import SeekRow
from jardinet.server.tables.blocks import blocked_with
from jardinet.server.tables.errors import BannedError
from jardinet.server.tables.service import TableService
from jardinet.server.worker import Worker

MOST_SEEKS = 500  # at a time: so many cost a round some 100 ms in the worst case
MOST_SHOWN = 50
TOLD = timedelta(minutes=2)  # for which somebody may still learn what became of their seek
ALONG = timedelta(seconds=10)  # for which somebody's other pages go along to a table that one of them has gone to
CALM = 10  # rounds that are left out while nobody seeks


@dataclass(frozen=True)
class SeekStanding:
    """Standing of a person's seek.

    Attributes:
        seek: their own.
        others: who was found for it.
    """

    seek: Seek
    others: tuple[Seek, ...]

    @property
    def missing(self) -> tuple[Seek, ...]:
        """Those of the others who have not said yet that they are there."""
        return tuple(one for one in self.others if one.state == "found")


@dataclass(frozen=True)
class _Done:
    """What a round has done: whose seeks have changed, which tables can be opened, and whether anybody seeks."""

    changed: frozenset[str]
    ready: tuple[str, ...]
    is_empty: bool


class _IncompleteError(Exception):
    """Not all of a table's people are there any more, or another process has opened it."""


class Lobby(Worker):
    """Lobby of a server: see the module. A round pairs who can be paired, and ends what nobody has confirmed."""

    name = "lobby"

    def __init__(
        self,
        database: Database,
        service: TableService,
        is_banned: Callable[[str], bool],
        tell: Callable[[str], None],
        intervals: Intervals,
    ) -> None:
        """Begin with the seeks of `database`; `service` opens tables.

        Args:
            database: where seeks are.
            service: opens tables.
            is_banned: whether a person is: they are paired with nobody.
            tell: called with whoever has something new to learn of their seek.
            intervals: how long people wait for each other.
        """
        super().__init__()
        self._database = database
        self._service = service
        self._is_banned = is_banned
        self._tell = tell
        self._intervals = intervals

    # What people do

    async def seek(self, person: str, wish: Wish, *, by_program: bool = False) -> None:
        """Let a person look for others from now on, perhaps by a program; what they sought before is over.

        Raises:
            GameError: nobody can play that: see `Wish.check`.
            BannedError: the person is banned.
            SeekError: too many seek already.
            DatabaseAwayError: the database does not answer.
        """
        wish.check()
        if self._is_banned(person):
            raise BannedError
        strength = await strength_of(self._database, person, wish.game)

        def job(connection: Connection) -> None:
            others = select(func.count()).select_from(SeekRow).where(SeekRow.person_id != person)
            if (connection.scalar(others) or 0) >= MOST_SEEKS:
                raise SeekError(
                    "too-many-seeks", "{count} people seek already: join a table that waits.", count=MOST_SEEKS
                )
            write_seek(connection, person, wish, strength, self._database.now(), by_program=by_program)

        await self._database.write(job)
        self.call()

    async def stop(self, person: str) -> None:
        """Let a person seek no longer; nothing happens if they do not, and a table that is open stays.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        stopped = delete(SeekRow).where(SeekRow.person_id == person)
        await self._database.write(lambda connection: connection.execute(stopped))
        self.call()

    async def confirm(self, person: str) -> SeekStanding:
        """Note that a person is there, who was asked; returns how their seek stands then, with its table if all are there.

        Raises:
            NobodyWaitsError: nobody waits for them any more.
            DatabaseAwayError: the database does not answer.
        """
        in_time = (SeekRow.person_id == person, SeekRow.state == "found", SeekRow.until > self._database.now())
        here = update(SeekRow).where(*in_time).values(state="here", seen_at=self._database.now())
        await self._database.write(lambda connection: connection.execute(here))
        standing = await self.of(person)
        if standing is not None and standing.seek.state == "here" and not standing.missing:
            await self._open(str(standing.seek.table_id))
            standing = await self.of(person)
        if standing is None or standing.seek.state not in ("here", "open"):
            raise NobodyWaitsError("nobody-waits", "nobody waits for you any more: seek again.")
        self._tell_all(one.person for one in standing.others)
        return standing

    async def follow(self, person: str) -> None:
        """Note that a person goes to their table: their other pages still do so for a moment, and then the seek is over.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        until = self._database.now() + ALONG
        which = (SeekRow.person_id == person, SeekRow.state == "open", SeekRow.until > until)
        followed = update(SeekRow).where(*which).values(until=until)
        await self._database.write(lambda connection: connection.execute(followed))

    # What is told

    async def of(self, person: str) -> SeekStanding | None:
        """How a person's seek stands, whose page or stream this keeps alive; None: they seek nobody.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        standing = await self._database.read(partial(_standing, person=person))
        at = self._database.now()
        if standing and at - standing.seek.seen_at > timedelta(seconds=self._intervals.seek_kept / 4):
            seen = update(SeekRow).where(SeekRow.person_id == person).values(seen_at=at)
            await self._database.write(lambda connection: connection.execute(seen))
        return standing

    async def others(self, besides: str | None = None) -> list[Seek]:
        """Those who wait for somebody, the longest first, besides one who asks and whom they do not meet; MOST_SHOWN at most.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        since = self._database.now() - timedelta(seconds=self._intervals.seek_kept)
        which = (SeekRow.state == "waiting") & (SeekRow.seen_at > since) & (SeekRow.person_id != (besides or ""))

        def job(connection: Connection) -> list[Seek]:
            waiting = seeks_where(connection, which)
            apart = blocked_with(connection, besides) if besides and waiting else ()
            return [one for one in waiting if one.person not in apart]

        return [one for one in await self._database.read(job) if not self._is_banned(one.person)][:MOST_SHOWN]

    # Rounds

    async def once(self) -> float:
        """Pair who can be paired, and end what is over."""
        done = await self._database.read(partial(self._settle, is_looking=True))
        if done.changed:
            done = await self._database.write(self._settle)
            self._tell_all(done.changed)
        for table_id in done.ready:
            await self._open(table_id)
        return self._intervals.seeks * (CALM if done.is_empty else 1)

    def _settle(self, connection: Connection, *, is_looking: bool = False) -> _Done:
        """Bring all seeks to what has become of them; `is_looking`: only find out whether anything has."""
        at = self._database.now()
        seeks = every_seek(connection, to_change=not is_looking)
        come = settled(seeks, at, self._intervals, self._is_banned)
        groups = paired(come.waiting, at, self._intervals, cache(partial(blocked_with, connection)))
        found = {one.person for group in groups for one in group}
        again = {one.person for one in come.waiting if one.state != "waiting"} - found
        changed = frozenset({*come.gone, *come.missed, *found, *again})
        if not is_looking and changed:
            delete_seeks(connection, come.gone)
            change_seeks(connection, come.missed, "missed", until=at + TOLD)
            change_seeks(connection, again, "waiting")
            until = at + timedelta(seconds=self._intervals.seek_patience)
            for group in groups:
                change_seeks(connection, [one.person for one in group], "found", secrets.token_urlsafe(6), until)
        return _Done(changed, come.ready, not seeks)

    async def _open(self, table_id: str) -> None:
        """Open the table of people who are all there, once; nothing happens if one has gone, or it is open."""
        which = (SeekRow.table_id == table_id) & (SeekRow.state == "here")
        seeks = await self._database.read(lambda connection: seeks_where(connection, which))
        if not seeks or len(seeks) < seeks[0].wish.players:
            return
        told = update(SeekRow).where(which).values(state="open", until=self._database.now() + TOLD)

        def claim(connection: Connection) -> None:
            if connection.execute(told).rowcount < len(seeks):
                raise _IncompleteError

        people = [(one.person, one.name) for one in seeks]
        try:
            await self._service.open_together(table_id, people, seeks[0].wish.agreement(), claim)
        except _IncompleteError:
            return
        self._tell_all(one.person for one in seeks)

    def _tell_all(self, people: Iterable[str]) -> None:
        for person in people:
            self._tell(person)


def _standing(connection: Connection, person: str) -> SeekStanding | None:
    own = seeks_where(connection, SeekRow.person_id == person)
    if not own:
        return None
    table_id = own[0].table_id
    group = seeks_where(connection, SeekRow.table_id == table_id) if table_id is not None else []
    return SeekStanding(own[0], tuple(one for one in group if one.person != person))
