"""Table service: everything that can be done at a table, each an atomic and durable change.

All of it goes through one method, `do`, which returns the table as it stands then. A command is decided upon (decide.py),
and the result is stored if the table has not changed meanwhile (optimistic lock); if somebody was faster, here or in another
process, it is decided anew. A play names the ply that its player saw, so that a double click or a second tab cannot play
twice: the answer is StaleError.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from random import SystemRandom
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from jardinet.games.parameters import GameError
from jardinet.play.deal import Sealed
from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow, SeatRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.blocks import blocked_with, not_together
from jardinet.server.tables.decide import decide, new_table, rematch, with_host
from jardinet.server.tables.errors import NoSuchTableError, NotYoursError, no_such_seat, rated_program
from jardinet.server.tables.happenings import Happening, Subscribers, happenings, is_lasting
from jardinet.server.tables.lists import awaiting_ids
from jardinet.server.tables.presence import Presence
from jardinet.server.tables.rated import TableRatings, table_ratings
from jardinet.server.tables.renaming import Renamer, note
from jardinet.server.tables.repository import TableRepository
from jardinet.server.tables.seating import check_rated
from jardinet.server.tables.table import Seat, TableState

MOST_EARLIER = 50  # tables of which one is the rematch of another


class SeatedTable(NamedTuple):
    """Table that is to be made, with the people who sit there.

    Attributes:
        table_id: what it is to be called.
        host: the person who may seat bots and invite.
        people: by seat their ids and names.
        agreement: what is agreed; its seats are all for people.
    """

    table_id: str
    host: str
    people: tuple[tuple[str, str], ...]
    agreement: Agreement


class TableService:
    """Service of the tables: see the module.

    Args:
        database: where they are.
        subscribers: who hears of what happens at the tables, once it is stored.
        on_presence: called with a table's id when somebody is there again, or is no longer: see Presence.
        is_banned: whether a person is.
        intervals: how soon somebody counts as away.
    """

    def __init__(
        self,
        database: Database,
        subscribers: Subscribers | None = None,
        on_presence: Callable[[str], None] = lambda _table_id: None,
        is_banned: Callable[[str], bool] = lambda _person: False,
        intervals: Intervals = Intervals(),  # noqa: B008 - it is frozen
    ) -> None:
        self._database = database
        self._repository = TableRepository(database)
        self.subscribers = subscribers or Subscribers()
        self._random = SystemRandom()
        self.presence = Presence(database, on_presence, is_banned, intervals)
        self.renamer = Renamer(database, self.do)

    def now(self) -> datetime:
        """The time by which everything here is dated, and deadlines end: see Database.now."""
        return self._database.now()

    async def load(self, table_id: str) -> TableState:
        """The table as it stands now; see TableRepository.load."""
        return await self._repository.load(table_id)

    async def recall(self, table_id: str) -> TableState:
        """The table as this process saw it last, which costs no look at the database; read from there if it has not seen it.

        Raises:
            NoSuchTableError: there is no such table.
        """
        return self._repository.known(table_id) or await self.load(table_id)

    async def gone(self, table_ids: Collection[str]) -> set[str]:
        """Those of some tables that exist no more; see TableRepository.gone."""
        return await self._repository.gone(table_ids)

    async def awaiting_bots(self) -> Sequence[str]:
        """The tables at which a bot has to act; see TableRepository.awaiting_bots."""
        return await self._repository.awaiting_bots()

    async def do(self, table_id: str, command: commands.Command, *, follower: TableState | None = None) -> TableState:
        """The table after a command of commands.py, once that is stored and told to the subscribers.

        Args:
            table_id: where.
            command: what is asked.
            follower: another table, written down in the same transaction.

        Raises:
            NoSuchTableError: there is no such table.
            GameError: what the command names under Raises; nothing has changed.
        """
        # The table in memory may be old. That a command changes nothing, or is refused, counts only if the table was read
        # just now; a change is checked when it is stored.
        known = await self.recall(table_id)
        async with self._repository.changing(known):
            table, is_read = await self.recall(table_id), False
            while True:
                try:
                    after = decide(table, command, self.now(), self._random)
                except GameError:
                    if is_read:
                        raise
                    after = table
                if after is table and is_read:
                    return table
                if after is not table:
                    happened = list(happenings(table, after))
                    lasting = _lasting(happened, after)
                    if follower is not None:
                        lasting += _lasting(happenings(None, follower), follower)
                    if saved := await self._repository.save(table, after, follower, lasting):
                        break
                table, is_read = await self.load(table_id), True
        self.subscribers.tell(happened, saved)
        return saved

    # What is looked up first

    async def introduce(self, person: str, name: str) -> None:
        """Call a person by that name from now on, and soon at the tables too where they sit and play: see Renamer."""

        def job(connection: Connection) -> bool:
            known = connection.scalar(select(PersonRow.name).where(PersonRow.id == person))
            if known is None:
                row = {"id": person, "name": name, "created_at": self.now()}
                connection.execute(insert(PersonRow), row)
            if known in (None, name):
                return False
            connection.execute(update(PersonRow).where(PersonRow.id == person).values(name=name))
            note(connection, person, name)
            return True

        if await self._database.write(job):
            await self.renamer.rename(person)

    async def open_table(
        self,
        host: str,
        name: str,
        agreement: Agreement,
        beside: Mapping[int, str] = MappingProxyType({}),
        guests: Mapping[int, tuple[str, str]] = MappingProxyType({}),
        *,
        sits: bool = True,
        by_program: bool = False,
    ) -> str:
        """Make a table; returns its id.

        Args:
            host: who opens it.
            name: what the host is called.
            agreement: what is agreed.
            beside: by free seat the name of another person who plays at the host's screen.
            guests: by free seat the id and the name of another person, to whom it is offered.
            sits: the host sits down at the first seat for a person, if there is one; else their screen only shows the table.
            by_program: a program asks in the host's name.

        Raises:
            ParameterError: what was agreed is not possible.
            NotYoursError: the table is to be rated, and they may not be: see commands.Sit.
            NotInvitedError: the host does not meet one of the guests.
        """
        agreement.check()
        apart = await self._apart(host) if guests else frozenset[str]()
        may_be_rated = agreement.rated and await self._may_play_rated(host, by_program=by_program)
        if agreement.rated:  # also where the host's screen only shows the table: nobody else might ever sit down there
            check_rated(may_be_rated=may_be_rated)
        at, random = self.now(), self._random
        table = new_table(secrets.token_urlsafe(6), host, agreement, at, random)
        table = with_host(table, name, at, random, may_be_rated=may_be_rated) if sits else table
        for seat, called in beside.items():
            table = decide(table, commands.Sit(seat, host, called, beside=True), at, random)
        for seat, (guest, called) in guests.items():
            table = decide(table, commands.Invite(seat, host, guest, called, apart), at, random)
        happened = list(happenings(None, table))
        await self._repository.add([table], _lasting(happened, table))
        self.subscribers.tell(happened, table)
        return table.id

    async def open_dealt(
        self,
        table_id: str,
        person: tuple[str, str],
        agreement: Agreement,
        sealed: Sealed,
        claim: Callable[[Connection], None],
    ) -> None:
        """Make a table of a deal of the day, at which its person sits down.

        Args:
            table_id: what it is to be called.
            person: their id and name.
            agreement: see `daily_agreement`.
            sealed: the day's secret.
            claim: called in the same transaction; what it raises undoes it.

        Raises:
            Exception: what `claim` raised; there is no table then.
        """
        (host, name), at, random = person, self.now(), self._random
        table = with_host(new_table(table_id, host, agreement, at, random, sealed=sealed), name, at, random)
        happened = list(happenings(None, table))
        await self._repository.add([table], _lasting(happened, table), claim)
        self.subscribers.tell(happened, table)

    async def open_together(
        self,
        table_id: str,
        people: Sequence[tuple[str, str]],
        agreement: Agreement,
        claim: Callable[[Connection], None],
    ) -> None:
        """Make a table at which people sit already, at seats by lot; with clocks, these start when all have come.

        Args:
            table_id: what it is to be called.
            people: the ids and the names of as many as have a seat there.
            agreement: what is agreed; its seats are all for people.
            claim: called in the same transaction; what it raises undoes it.

        Raises:
            Exception: what `claim` raised; there is no table then.
        """
        seated = tuple(self._random.sample(people, len(people)))
        await self._open([SeatedTable(table_id, seated[0][0], seated, agreement)], claim, come=not agreement.has_clocks)

    async def open_seated(self, tables: Sequence[SeatedTable], claim: Callable[[Connection], None]) -> None:
        """Make tables at which people sit already who have agreed to be seated; each has come as soon as they look at theirs.

        Args:
            tables: who sits where; who sits at a rated one may be rated.
            claim: called in the same transaction, which makes all of them; what it raises undoes it.

        Raises:
            Exception: what `claim` raised; none of the tables is there then.
        """
        await self._open(tables, claim, come=False)

    async def _open(self, seated: Sequence[SeatedTable], claim: Callable[[Connection], None], *, come: bool) -> None:
        at, random = self.now(), self._random
        tables = []
        for one in seated:
            table = new_table(one.table_id, one.host, one.agreement, at, random)
            for seat, (person, name) in enumerate(one.people):
                sit = commands.Sit(seat, person, name, comes=come, may_be_rated=one.agreement.rated)
                table = decide(table, sit, at, random)
            tables.append(table)
            await asyncio.sleep(0)  # a deal takes a millisecond: let others have their turn
        happened = [list(happenings(None, table)) for table in tables]
        lasting = [one for table, told in zip(tables, happened, strict=True) for one in _lasting(told, table)]
        await self._repository.add(tables, lasting, claim)
        for table, told in zip(tables, happened, strict=True):
            self.subscribers.tell(told, table)

    async def sit(
        self,
        table_id: str,
        seat: int,
        person: str,
        name: str,
        nonce: str | None = None,
        *,
        beside: bool = False,
        by_program: bool = False,
    ) -> TableState:
        """Let a person sit down, unless somebody is at the table whom they do not meet; see commands.Sit.

        Args:
            table_id: where.
            seat, person, name, nonce, beside: see there.
            by_program: a program asks in that person's name.

        Raises:
            NoSuchTableError: there is no such table or seat.
            StaleError: the seat is taken, or they sit there already.
            NotForYouError: they have blocked somebody there, or somebody there has blocked them.
            NotYoursError: the table is rated, and they may not be.
            DealError: the nonce is none.
        """
        may_be_rated = await self._may_be_rated(table_id, person, by_program=by_program)
        apart = await self._apart(person)
        return await self.do(
            table_id,
            commands.Sit(seat, person, name, nonce, beside=beside, may_be_rated=may_be_rated, apart=apart),
        )

    async def has_way_back(self, person: str) -> bool:
        """Whether somebody has a way back, so that they may play rated games."""
        since = select(PersonRow.devices_since).where(PersonRow.id == person)
        return await self._database.read(lambda connection: connection.scalar(since)) is not None

    async def come(self, table: TableState, person: str | None, *, by_program: bool = False) -> TableState:
        """Note that a person sees the table; this changes only a rematch that others asked for, or a seat that their time has cost.

        A program that looks at a rated one does not come for its person: it could not play there while their time runs. Nor does
        one that looks bring its person back to a seat that a bot has: it has to say so (`ComeBack`).
        """
        if person is None or (by_program and table.agreement.rated):
            return table
        is_back = not by_program and not table.is_over and bool(table.lost_by_time(person))
        if not is_back and all(table.seats[seat].has_come for seat in table.seats_of(person)):
            return table
        return await self.do(table.id, commands.Come(person))

    async def earlier_winners(self, table: TableState) -> list[Sequence[int]]:
        """The winners at the tables of which a finished one is the rematch, the latest first; none for one that runs.

        At most MOST_EARLIER tables are looked at, and one that was removed ends the list, as does one at which somebody else sat.
        """
        found: list[Sequence[int]] = []
        before = table.before if table.is_over else None
        with suppress(NoSuchTableError):
            while before is not None and len(found) < MOST_EARLIER:
                earlier = await self.recall(before)
                if not earlier.is_over:  # it has come to its end in another process
                    earlier = await self.load(before)
                if not all(map(_is_same_player, table.seats, earlier.seats)):
                    break
                found.append(earlier.winners)
                before = earlier.before
        return found

    async def waiting_for(self, person: str | None) -> int:
        """How many tables wait for a person."""
        if person is None:
            return 0
        return len(await self._database.read(partial(awaiting_ids, person=person)))

    async def ratings(self, table: TableState) -> TableRatings | None:
        """The ratings of those who sit at a rated table; None: it is not rated.

        Raises:
            DatabaseAwayError: the database does not answer.
        """
        return await table_ratings(self._database, table, self.now())

    async def accept(self, table_id: str, person: str, name: str, *, by_program: bool = False) -> TableState:
        """Let an invited person sit down; see commands.Accept, and `sit`.

        Raises:
            NoSuchTableError: there is no such table, or no invitation of theirs is open.
            NotForYouError: they have blocked somebody there, or somebody there has blocked them.
            NotYoursError: the table is rated, and they may not be.
        """
        may_be_rated = await self._may_be_rated(table_id, person, by_program=by_program)
        apart = await self._apart(person)
        return await self.do(table_id, commands.Accept(person, name, may_be_rated=may_be_rated, apart=apart))

    async def _apart(self, person: str | None) -> frozenset[str]:
        """Whom a person does not meet."""
        if person is None:
            return frozenset()
        return await self._database.read(partial(blocked_with, person=person))

    async def _may_be_rated(self, table_id: str, person: str, *, by_program: bool) -> bool:
        """Whether a person may sit down at a table if it is rated; False if it is not."""
        is_rated = (await self.recall(table_id)).agreement.rated
        return is_rated and await self._may_play_rated(person, by_program=by_program)

    async def _may_play_rated(self, person: str, *, by_program: bool) -> bool:
        """Whether a person may play at rated tables; raises NotYoursError where it is a program that asks."""
        if by_program:
            raise rated_program()
        return await self.has_way_back(person)

    async def seat_bot(self, table_id: str, seat: int, person: str, level: str) -> TableState:
        """Let a bot play at one's own seat; the host may at a free one too, and in the place of somebody who is away.

        Raises:
            NotYoursError: neither the host nor the person who sits there asks.
            ParameterError: no bot of the game has that level.
            StaleError: a bot sits there already, or somebody who is there: see `ask_for_bot`.
        """
        unseen = await self.presence.look_at(await self.load(table_id))
        return await self.do(table_id, commands.SeatBot(seat, person, level, unseen))

    async def invite(self, table_id: str, seat: int, host: str, guest: str) -> TableState:
        """Offer a free seat to an account, by its id; only the host may.

        Raises:
            NotYoursError: it is not the host who asks.
            StaleError: the seat is not free.
            NoSuchTableError: nobody has that id.
            NotInvitedError: one of the two has blocked the other.
        """
        if (await self.load(table_id)).host != host:  # before the look-up: only the host may find out which ids exist
            raise NotYoursError("only-host-invites", "only the host can invite.")
        called = select(PersonRow.name).where(PersonRow.id == guest)
        name = await self._database.read(lambda connection: connection.scalar(called))
        if name is None:
            raise NoSuchTableError("nobody-has-id", "nobody has that id.")
        return await self.do(table_id, commands.Invite(seat, host, guest, name, await self._apart(host)))

    async def move_in(self, key: str, person: str) -> str:
        """Take a seat over on another device by its key; returns the table's id.

        A host's rights go along with the last seat that the host had at this table.

        Raises:
            NoSuchTableError: no seat has that key.
        """
        of_key = select(SeatRow.table_id).where(SeatRow.key == key)
        table_id = await self._database.read(lambda connection: connection.scalar(of_key))
        if table_id is None:
            raise no_such_seat()
        await self.do(table_id, commands.MoveIn(key, person))
        return str(table_id)

    async def rematch(self, table_id: str, person: str | None, *, by_program: bool = False) -> str:
        """Open a rematch, a table of its own with the same people and bots; returns its id. Idempotent: it is made only once.

        The seats of those who were deleted, or do not meet each other any more, are free there.

        Raises:
            NotYoursError: the person who asks does not sit there, or a program asks and the table is rated.
            StaleError: the game or match is not over.
            NotForYouError: somebody sits there whom they do not meet any more.
        """
        table, apart = await self.load(table_id), await self._apart(person)
        if by_program and table.agreement.rated:
            raise rated_program()
        people = {table.host, *(seat.person for seat in table.seats if seat.person)}
        absent = await self._database.read(partial(not_together, people=people))
        follower = rematch(table, secrets.token_urlsafe(6), person, self.now(), self._random, apart, absent)
        followed = await self.do(table_id, commands.Follow(follower.id, person), follower=follower)
        if followed.followed_by == follower.id:
            self.subscribers.tell(happenings(None, follower), follower)
        return str(followed.followed_by)


def _is_same_player(seat: Seat, earlier: Seat) -> bool:
    """Whether who sits at a seat of a rematch has sat there before; a person keeps their name where they move to another device."""
    return seat.person == earlier.person or (None not in (seat.person, earlier.person) and seat.name == earlier.name)


def _lasting(happened: Iterable[Happening], table: TableState) -> list[Happening]:
    """The happenings at a table that must not be lost."""
    return [one for one in happened if is_lasting(one, table)]
