"""Table service: everything that can be done at a table, each a change that is durable and whole, or not at all.

What can be done answers with the table as it stands then.

All of it goes through one door. A command is decided upon (decide.py), and what was decided is written down if the table
still stands as it did; where somebody was faster, here or in another process, it is decided anew. Whoever plays names the
ply that they saw, so that a double click or a second tab cannot play twice: the answer is StaleError.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from random import SystemRandom

from sqlalchemy import Connection, insert, select, update

from jardinet.games.parameters import GameError
from jardinet.server.intervals import Intervals
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow, SeatRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.decide import decide, new_table, rematch, with_host
from jardinet.server.tables.errors import NoSuchTableError, NotYoursError, no_such_seat
from jardinet.server.tables.happenings import Happening, Subscribers, happenings, is_lasting
from jardinet.server.tables.presence import Presence
from jardinet.server.tables.renaming import Renamer, note
from jardinet.server.tables.repository import TableRepository
from jardinet.server.tables.table import TableState


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
        self.renamer = Renamer(database, self._change)

    def now(self) -> datetime:
        """The time by which everything here is dated, and deadlines end: see Database.now."""
        return self._database.now()

    async def load(self, table_id: str) -> TableState:
        """See TableRepository.load."""
        return await self._repository.load(table_id)

    async def gone(self, table_ids: Collection[str]) -> set[str]:
        """See TableRepository.gone."""
        return await self._repository.gone(table_ids)

    async def awaiting_bots(self) -> Sequence[str]:
        """See TableRepository.awaiting_bots."""
        return await self._repository.awaiting_bots()

    # People, and where they sit

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

    async def open_table(self, host: str, name: str, agreement: Agreement) -> str:
        """Make a table; the host, called `name`, sits down at the first seat for a person, if there is one.

        Raises:
            ParameterError: what was agreed is not possible.
        """
        agreement.check()
        at, random = self.now(), self._random
        table = new_table(secrets.token_urlsafe(6), host, agreement, at, random)
        table = with_host(table, name, at, random)
        happened = list(happenings(None, table))
        await self._repository.add(table, _lasting(happened, table))
        self.subscribers.tell(happened, table)
        return table.id

    async def sit(
        self, table_id: str, seat: int, person: str, name: str, nonce: str | None = None, *, beside: bool = False
    ) -> TableState:
        """Let a person sit down; the game begins when nobody is missing any more.

        Args:
            table_id: where.
            seat: which one.
            person: who.
            name: what whoever plays there is called.
            nonce: see Sit.
            beside: whoever sits at the table already takes this seat for another person at the same screen.

        Raises:
            StaleError: the seat is taken, or they sit there already.
            DealError: the nonce is none.
        """
        return await self._change(table_id, commands.Sit(seat, person, name, nonce, beside))

    async def come(self, table: TableState, person: str | None) -> TableState:
        """Note that a person sees the table; nothing happens but at a rematch that others asked for."""
        if person is None or all(table.seats[seat].has_come for seat in table.seats_of(person)):
            return table
        return await self._change(table.id, commands.Come(person))

    async def add_nonce(self, table_id: str, seat: int, person: str, nonce: str) -> TableState:
        """Let a person say, before the game begins, what their seat adds to the shuffle.

        Raises:
            StaleError: it has begun, or the seat is not that person's.
            DealError: the nonce is none.
        """
        return await self._change(table_id, commands.AddNonce(seat, person, nonce))

    async def leave(self, table_id: str, seat: int, person: str) -> TableState:
        """Give a seat back before the game has begun.

        Raises:
            StaleError: it has begun, or the seat is not that person's.
        """
        return await self._change(table_id, commands.Leave(seat, person))

    async def seat_bot(self, table_id: str, seat: int, person: str, level: str) -> TableState:
        """Let a bot play at one's own seat; the host may at a free one too, and in the place of somebody who is away.

        Raises:
            NotYoursError: it is neither the host nor whoever sits there who asks.
            ParameterError: no bot of the game has that level.
            StaleError: a bot sits there already, or somebody who is there: see `ask_for_bot`.
        """
        unseen = await self.presence.look_at(await self.load(table_id))
        return await self._change(table_id, commands.SeatBot(seat, person, level, unseen))

    async def ask_for_bot(self, table_id: str, seat: int, host: str, level: str) -> TableState:
        """Ask somebody who is there whether a bot may play for them; only the host may.

        Raises:
            NotYoursError: it is not the host who asks.
            ParameterError: no bot of the game has that level.
            StaleError: nobody is there to be asked, a bot plays there already, or they have just refused.
        """
        return await self._change(table_id, commands.AskForBot(seat, host, level))

    async def answer_host(self, table_id: str, seat: int, person: str, *, agrees: bool) -> TableState:
        """Answer whether a bot may play for oneself; nothing happens where nobody asks.

        Raises:
            NotYoursError: the seat is not that person's.
        """
        return await self._change(table_id, commands.AnswerHost(seat, person, agrees))

    async def come_back(self, table_id: str, seat: int, person: str) -> TableState:
        """Take one's seat back from the bot that played meanwhile; nothing happens where none did."""
        return await self._change(table_id, commands.ComeBack(seat, person))

    # Invitations

    async def invite(self, table_id: str, seat: int, host: str, guest: str) -> TableState:
        """Offer a free seat to an account, by its id; only the host may.

        Raises:
            NotYoursError: it is not the host who asks.
            StaleError: the seat is not free.
            NoSuchTableError: nobody has that id.
        """
        if (await self.load(table_id)).host != host:  # whom others know is nobody else's to find out
            raise NotYoursError("only-host-invites", "only the host can invite.")
        called = select(PersonRow.name).where(PersonRow.id == guest)
        name = await self._database.read(lambda connection: connection.scalar(called))
        if name is None:
            raise NoSuchTableError("nobody-has-id", "nobody has that id.")
        return await self._change(table_id, commands.Invite(seat, host, guest, name))

    async def uninvite(self, table_id: str, guest: str, person: str) -> TableState:
        """Take an invitation back, or decline it as its guest; nothing happens where there is none.

        Raises:
            NotYoursError: whoever asks is neither the host nor the guest.
        """
        return await self._change(table_id, commands.Uninvite(guest, person))

    async def accept(self, table_id: str, person: str, name: str) -> TableState:
        """Let somebody sit down where they are invited to.

        Raises:
            NoSuchTableError: no invitation of theirs is open.
        """
        return await self._change(table_id, commands.Accept(person, name))

    # On another device

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
        await self._change(table_id, commands.MoveIn(key, person))
        return str(table_id)

    async def renew_key(self, table_id: str, seat: int, person: str) -> TableState:
        """Give one's seat another key: the one before opens nothing any more.

        Raises:
            NotYoursError: the seat is not that person's.
        """
        return await self._change(table_id, commands.RenewKey(seat, person))

    # Playing

    async def play_as(
        self, table_id: str, person: str, ply: int | None, texts: Sequence[str], seat: int | None = None
    ) -> TableState:
        """Let a person play; see `play`.

        Args:
            table_id: where.
            person: who.
            ply: the one that they saw; None: whatever it is.
            texts: the actions.
            seat: which of their seats; None: the one that has to act.

        Raises:
            NotYoursError: they do not sit there.
            StaleError: a bot plays in their place, or see `play`.
        """
        return await self._change(table_id, commands.Play(seat, ply, tuple(texts), person))

    async def play(self, table_id: str, seat: int, ply: int, texts: Sequence[str]) -> TableState:
        """Play the actions of a seat, whoever sits there, one after another (`take-13`, `place-b3`), all of them or none.

        Where all move at once the one action is kept as the seat's secret choice; it may be changed
        until the last seat has chosen.

        Raises:
            StaleError: the table is no longer at `ply`.
            IllegalActionError, TextError: an action is not possible; nothing has changed.
        """
        return await self._change(table_id, commands.Play(seat, ply, tuple(texts)))

    async def next_game(self, table_id: str, person: str | None) -> TableState:
        """Let somebody begin the next game of a match whose last one is over; nothing happens where it has begun.

        Raises:
            NotYoursError: that person only watches.
            StaleError: no game is to follow.
        """
        return await self._change(table_id, commands.BeginNext(person))

    async def rematch(self, table_id: str, person: str | None) -> str:
        """The same people and bots once more, at a table of its own; returns that table, made once only.

        Raises:
            NotYoursError: the person who asks does not sit there.
            StaleError: the game or match is not over.
        """
        table = await self.load(table_id)
        follower = rematch(table, secrets.token_urlsafe(6), person, self.now(), self._random)
        followed = await self._change(table_id, commands.Follow(follower.id, person), follower)
        if followed.followed_by == follower.id:
            self.subscribers.tell(happenings(None, follower), follower)
        return str(followed.followed_by)

    # Saying something

    async def say(self, table_id: str, person: str | None, phrase: str) -> TableState:
        """Let a person at the table say a preset phrase; nothing happens so soon after their last one.

        Raises:
            NotYoursError: that person does not sit there.
            TooManyRemarksError: they have said a lot in this game.
        """
        return await self._change(table_id, commands.Say(person, phrase))

    async def _change(self, table_id: str, command: commands.Command, follower: TableState | None = None) -> TableState:
        """The table after a command, told to the subscribers; `follower` is written down with it.

        What is in memory may be old. That nothing comes of a command, or that it is refused, counts only where the table
        was read just now; that something does shows when it is written down.
        """
        known = self._repository.known(table_id) or await self.load(table_id)
        async with self._repository.changing(known):
            table, is_read = self._repository.known(table_id) or await self.load(table_id), False
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


def _lasting(happened: Iterable[Happening], table: TableState) -> list[Happening]:
    """What must not be lost of what has happened at a table."""
    return [one for one in happened if is_lasting(one, table)]
