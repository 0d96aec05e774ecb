"""Table service: everything that can be done at a table, each a change that is durable and whole, or not at all.

Whoever acts names the ply that they saw. If the table has moved on since, nothing is changed and the answer
is StaleError: a double click, a second tab or another process of the server cannot play twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from sqlalchemy import delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.bots.levels import levels_of
from jardinet.games.api import NO_ACTION, SIMULTANEOUS, IllegalActionError, State
from jardinet.games.parameters import ParameterError
from jardinet.play.deal import check_nonce, fresh_nonces
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import ChoiceRow, PersonRow, PlyRow, SeatRow, TableRow, now
from jardinet.server.tables import changes, invitations, remarks
from jardinet.server.tables.agreement import PERSON, Agreement
from jardinet.server.tables.errors import NoSuchTableError, NotYoursError, StaleError, no_such_seat, no_such_table
from jardinet.server.tables.repository import TableRepository, rebuilt, seats_at
from jardinet.server.tables.table import TableState, with_chance_played
from jardinet.words.language import gettext_noop


class TableService:
    """Service of the tables: see the module; `on_change` is called with a table's id after every change."""

    def __init__(self, database: Database, on_change: Callable[[str], None]) -> None:
        """Serve the tables of `database`."""
        self._database = database
        self._repository = TableRepository(database)
        self._on_change = on_change

    async def load(self, table_id: str) -> TableState:
        """See TableRepository.load."""
        return await self._repository.load(table_id)

    # People, and where they sit

    async def introduce(self, person: str, name: str) -> None:
        """Call a person by that name from now on, at every table where they sit too."""

        async def job(connection: AsyncConnection) -> Sequence[str]:
            known = await connection.scalar(select(PersonRow.name).where(PersonRow.id == person))
            if known is None:
                row = {"id": person, "name": name, "created_at": now()}
                await connection.execute(insert_into(connection, PersonRow).values(row))
            if known in (None, name):
                return []
            await connection.execute(update(PersonRow).where(PersonRow.id == person).values(name=name))
            await connection.execute(update(SeatRow).where(SeatRow.person_id == person).values(name=name))
            own = TableRow.id.in_(select(SeatRow.table_id).where(SeatRow.person_id == person))
            await connection.execute(update(TableRow).where(own).values(version=TableRow.version + 1))
            return (await connection.scalars(select(TableRow.id).where(own, ~TableRow.is_over))).all()

        for table_id in await self._database.write(job):
            self._on_change(table_id)

    async def open_table(self, host: str, name: str, agreement: Agreement) -> str:
        """Make a table; the host, called `name`, sits down at the first seat for a person, if there is one.

        Raises:
            ParameterError: what was agreed is not possible.
        """
        agreement.check()
        table_id = secrets.token_urlsafe(6)

        async def job(connection: AsyncConnection) -> None:
            await changes.make(connection, table_id, host, agreement)
            if PERSON in agreement.seats:
                await changes.sit(connection, table_id, agreement.seats.index(PERSON), host, name, None)
            await changes.begin_if_full(connection, table_id)

        await self._database.write(job)
        self._on_change(table_id)
        return table_id

    async def sit(self, table_id: str, seat: int, person: str, name: str, nonce: str | None = None) -> None:
        """Let a person sit down; the game begins when nobody is missing any more.

        Raises:
            StaleError: the seat is taken.
            DealError: the nonce is none.
        """
        if nonce is not None:
            check_nonce(nonce)

        async def job(connection: AsyncConnection) -> None:
            await changes.sit(connection, table_id, seat, person, name, nonce)
            await changes.begin_if_full(connection, table_id)

        await self._change(table_id, job)

    async def add_nonce(self, table_id: str, seat: int, person: str, nonce: str) -> None:
        """Let a person say, before the game begins, what their seat adds to the shuffle.

        Raises:
            StaleError: it has begun, or the seat is not that person's.
            DealError: the nonce is none.
        """
        check_nonce(nonce)
        await self._before_the_game(table_id, seat, person, nonce=nonce)

    async def leave(self, table_id: str, seat: int, person: str) -> None:
        """Give a seat back before the game has begun.

        Raises:
            StaleError: it has begun, or the seat is not that person's.
        """
        await self._before_the_game(table_id, seat, person, person_id=None, name=None, nonce=None)

    async def seat_bot(self, table_id: str, seat: int, host: str, level: str) -> None:
        """Let a bot play in the place of somebody who is away, or at a free seat; only the host may.

        Raises:
            NotYoursError: it is not the host who asks.
            ParameterError: no bot of the game has that level.
            StaleError: a bot sits there already.
        """

        async def job(connection: AsyncConnection) -> None:
            table = await rebuilt(connection, table_id)
            if table.host != host:
                raise NotYoursError(gettext_noop("only the host seats a bot."))
            levels = levels_of(table.agreement.game)
            if level not in levels:
                raise ParameterError(f"no bot is called {level!r}: there are {', '.join(levels)}.")
            if seat not in range(len(table.seats)):
                raise no_such_seat()
            nonce = table.seats[seat].nonce or fresh_nonces(1)[0]
            seated = await connection.execute(
                update(SeatRow)
                .where(*changes.at_seat(table_id, seat), SeatRow.level.is_(None))
                .values(level=level, nonce=nonce)
            )
            if not seated.rowcount:
                raise StaleError(gettext_noop("a bot sits there already."))
            await changes.begin_if_full(connection, table_id)
            await changes.store_awaited(connection, await rebuilt(connection, table_id))

        await self._change(table_id, job)

    async def come_back(self, table_id: str, seat: int, person: str) -> None:
        """Take one's seat back from the bot that played meanwhile; nothing happens where none did."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                update(SeatRow).where(*changes.at_seat(table_id, seat), SeatRow.person_id == person).values(level=None)
            )
            await changes.store_awaited(connection, await rebuilt(connection, table_id))

        await self._change(table_id, job)

    # Invitations

    async def invite(self, table_id: str, seat: int, host: str, guest: str) -> None:
        """Offer a free seat to an account, by its id; only the host may.

        Raises:
            NotYoursError: it is not the host who asks.
            StaleError: the seat is not free.
            NoSuchTableError: nobody has that id.
        """

        async def job(connection: AsyncConnection) -> None:
            table = await rebuilt(connection, table_id)
            if table.host != host:
                raise NotYoursError(gettext_noop("only the host invites."))
            if seat not in table.free_seats():
                raise StaleError(gettext_noop("that seat is not free."))
            await invitations.add(connection, table_id, seat, guest)

        await self._change(table_id, job)

    async def uninvite(self, table_id: str, guest: str, person: str) -> None:
        """Take an invitation back, or decline it as its guest; nothing happens where there is none.

        Raises:
            NotYoursError: whoever asks is neither the host nor the guest.
        """

        async def job(connection: AsyncConnection) -> None:
            if person not in (guest, (await rebuilt(connection, table_id)).host):
                raise NotYoursError(gettext_noop("only the host takes an invitation back."))
            await invitations.remove(connection, table_id, guest)

        await self._change(table_id, job)

    async def accept(self, table_id: str, person: str, name: str) -> None:
        """Let somebody sit down where they are invited to.

        Raises:
            NoSuchTableError: no invitation of theirs is open.
        """

        async def job(connection: AsyncConnection) -> None:
            offers = (await rebuilt(connection, table_id)).offers
            seat = next((offer.seat for offer in offers if offer.person == person), None)
            if seat is None:
                raise NoSuchTableError(gettext_noop("no invitation to that table is open."))
            await changes.sit(connection, table_id, seat, person, name, None)
            await invitations.remove(connection, table_id, person)
            await changes.begin_if_full(connection, table_id)

        await self._change(table_id, job)

    # On another device

    async def move_in(self, key: str, person: str) -> str:
        """Take a seat over on another device by its key; returns the table's id.

        A host's rights go along with the last seat that the host had at this table.

        Raises:
            NoSuchTableError: no seat has that key.
        """

        async def job(connection: AsyncConnection) -> str:
            at = (SeatRow.key == key, SeatRow.person_id.is_not(None))
            seat = (await connection.execute(select(SeatRow.table_id, SeatRow.person_id).where(*at))).one_or_none()
            if seat is None:
                raise no_such_seat()
            await connection.execute(update(SeatRow).where(*at).values(person_id=person))
            left = exists().where(SeatRow.table_id == seat.table_id, SeatRow.person_id == seat.person_id)
            is_hosts = (TableRow.id == seat.table_id, TableRow.host == seat.person_id, ~left)
            await connection.execute(update(TableRow).where(*is_hosts).values(host=person))
            await changes.bump_version(connection, seat.table_id)
            return str(seat.table_id)

        table_id = await self._database.write(job)
        self._on_change(table_id)
        return table_id

    async def _before_the_game(self, table_id: str, seat: int, person: str, **values: object) -> None:
        async def job(connection: AsyncConnection) -> None:
            if (await rebuilt(connection, table_id)).game:
                raise StaleError(gettext_noop("the game has begun."))
            at = (*changes.at_seat(table_id, seat), SeatRow.person_id == person)
            if not (await connection.execute(update(SeatRow).where(*at).values(values))).rowcount:
                raise StaleError(gettext_noop("that seat is not yours."))

        await self._change(table_id, job)

    # Playing

    async def play(self, table_id: str, seat: int, ply: int, texts: Sequence[str]) -> None:
        """Play the actions of a seat, one after another (`take-13`, `place-b3`), all of them or none.

        Where all move at once the one action is kept as the seat's secret choice; it may be changed
        until the last seat has chosen.

        Raises:
            StaleError: the table is no longer at `ply`.
            IllegalActionError, TextError: an action is not possible; nothing has changed.
        """
        table = await self._repository.load_at(table_id, ply)
        state = _position(table, ply)
        if state.current_player() == SIMULTANEOUS:
            await self._choose(table, state, seat, texts)
            return
        moves, trial = [], state.clone()
        for text in texts:
            if trial.current_player() != seat:
                raise IllegalActionError("it is not that seat's turn.")
            moves.append(trial.string_to_action(seat, text))
            trial.apply_action(moves[-1])
        played = with_chance_played(state, moves, table.chance_ahead())
        await self._play(table_id, lambda connection: changes.append(connection, table, ply, *played))

    async def next_game(self, table_id: str) -> None:
        """Begin the next game of a match whose last one is over; nothing happens where it has begun.

        Raises:
            StaleError: no game is to follow.
        """
        table = await self.load(table_id)
        if table.match is not None and table.games_begun > 1 and not table.is_game_over:
            return  # somebody was faster
        if table.match is None or not table.is_game_over or table.is_over:
            raise StaleError(gettext_noop("no game is to follow."))

        async def job(connection: AsyncConnection) -> None:
            number = table.match.games_played + 1 if table.match else 1
            if number not in [game.number for game in table.games]:
                await changes.commit_to_deals(
                    connection, table_id, range(number, number + len(table.seats)), table.agreement.seed
                )
            await changes.begin(connection, await rebuilt(connection, table_id), number)

        await self._change(table_id, job)

    async def rematch(self, table_id: str) -> str:
        """The same people and bots once more, at a table of its own; returns that table, made once only.

        Raises:
            StaleError: the game or match is not over.
        """
        table = await self.load(table_id)
        if not table.is_over:
            raise StaleError(gettext_noop("the game is not over."))
        new_id = secrets.token_urlsafe(6)

        async def job(connection: AsyncConnection) -> str:
            known = await connection.scalar(select(TableRow.id).where(TableRow.before == table_id))
            if known is not None:
                return str(known)
            agreement = msgspec.structs.replace(table.agreement, seed=None)  # a lesson is learnt: now they play
            await changes.make(connection, new_id, table.host, agreement, before=table_id)
            for seat in table.seats:
                if seat.person:
                    await changes.sit(connection, new_id, seat.number, seat.person, seat.name or "?", None)
            await changes.begin_if_full(connection, new_id)
            await changes.bump_version(connection, table_id)
            return new_id

        made = await self._database.write(job)
        self._on_change(table_id)
        self._on_change(made)
        return made

    # Saying something

    async def say(self, table_id: str, person: str | None, phrase: str) -> None:
        """Let a person at the table say a preset phrase; nothing happens so soon after their last one.

        Raises:
            NotYoursError: that person does not sit there.
            TooManyRemarksError: they have said a lot in this game.
        """

        async def job(connection: AsyncConnection) -> None:
            seated = await seats_at(connection, table_id)
            if not seated:
                raise no_such_table(table_id)
            seats = [seat.number for seat in seated if person is not None and seat.person == person]
            if not seats:
                raise NotYoursError(gettext_noop("only those who sit at the table say something there."))
            await remarks.add(connection, table_id, seats, phrase)

        await self._change(table_id, job)

    async def _choose(self, table: TableState, state: State, seat: int, texts: Sequence[str]) -> None:
        if len(texts) != 1:
            raise IllegalActionError(f"{len(texts)} actions are given: each seat chooses one.")
        action = state.string_to_action(seat, texts[0])
        legal = [state.action_to_string(seat, known) for known in state.legal_actions(seat)]
        if not legal:
            raise IllegalActionError(f"{texts[0]} is not possible: that seat has nothing to choose here.")
        if action not in state.legal_actions(seat):
            raise IllegalActionError(f"{texts[0]} is not possible. Possible: {', '.join(legal)}.")
        ply, chance = table.ply, table.chance_ahead()

        async def job(connection: AsyncConnection) -> None:
            at = (ChoiceRow.table_id == table.id, ChoiceRow.ply == ply)
            if (
                await connection.scalar(select(PlyRow.ply).where(PlyRow.table_id == table.id, PlyRow.ply == ply))
                is not None
            ):
                raise StaleError(gettext_noop("everybody has chosen."))
            row = {"table_id": table.id, "ply": ply, "seat": seat, "action": state.action_to_string(seat, action)}
            kept = insert_into(connection, ChoiceRow).values(row)
            await connection.execute(
                kept.on_conflict_do_update(index_elements=["table_id", "ply", "seat"], set_={"action": row["action"]})
            )
            rows = await connection.execute(select(ChoiceRow.seat, ChoiceRow.action).where(*at))
            chosen = {row.seat: row.action for row in rows}
            if missing := [k for k in state.acting_seats() if k not in chosen]:
                await changes.store_awaited(connection, table, missing)
                counted = update(TableRow).where(TableRow.id == table.id).values(choosing=TableRow.choosing + 1)
                await connection.execute(counted)
                return
            joint = tuple(
                state.string_to_action(k, chosen[k]) if k in chosen else NO_ACTION for k in range(len(table.seats))
            )
            await changes.append(connection, table, ply, *with_chance_played(state, [joint], chance))
            await connection.execute(delete(ChoiceRow).where(*at))

        await self._play(table.id, job)

    async def _play(self, table_id: str, job: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Let `job` play at a table, which counts its plies itself, and tell everybody who looks at it."""
        await self._database.write(job)
        self._on_change(table_id)

    async def _change(self, table_id: str, job: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Let `job` change a table, and tell everybody who looks at it."""

        async def whole(connection: AsyncConnection) -> None:
            await job(connection)
            await changes.bump_version(connection, table_id)

        await self._database.write(whole)
        self._on_change(table_id)


def _position(table: TableState, ply: int) -> State:
    """The position that somebody acts in; StaleError where the table is elsewhere."""
    if table.state is None or table.state.is_terminal() or table.ply != ply:
        raise StaleError(gettext_noop("the table has moved on."))
    return table.state
