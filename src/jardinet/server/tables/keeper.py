"""Everything that can be done at a table, each a change that is durable, whole and done once, or not at all.

Whoever acts names the ply that they saw. If the table has moved on since, nothing is changed and the answer
is StaleError: a double click, a second tab or another process of the server cannot play twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import timedelta

import msgspec
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.games.api import SIMULTANEOUS, IllegalActionError, State
from jardinet.games.parameters import GameError
from jardinet.play.deal import Sealed, check_nonce, fresh_nonces, nonces_from_seed
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import Choice, Game, Ply, Seat, Table, now
from jardinet.server.storage.writing import insert_into
from jardinet.server.tables import remarks
from jardinet.server.tables.agreement import PERSON, Agreement
from jardinet.server.tables.shelf import NoSuchTableError, Shelf, chairs_of, rebuilt
from jardinet.server.tables.table import TableState, acting_in, played_out


class StaleError(GameError):
    """The table has moved on since the page was shown; the page to show now is the one of the table as it stands."""


class NotYoursError(GameError):
    """Only somebody else may do that."""


class Keeper:
    """See the module; `on_change` is called with a table's id after every change."""

    def __init__(self, database: Database, on_change: Callable[[str], None]) -> None:
        """Keep the tables of `database`."""
        self._database = database
        self._shelf = Shelf(database)
        self._on_change = on_change

    async def load(self, table_id: str) -> TableState:
        """See Shelf.load."""
        return await self._shelf.load(table_id)

    # Making a table and sitting down

    async def open_table(self, host: str, name: str, agreement: Agreement, *, before: str | None = None) -> str:
        """Make a table; the host, called `name`, sits down at the first seat for a person, if there is one.

        Raises:
            ParameterError: what was agreed is not possible.
        """
        agreement.check()
        table_id = secrets.token_urlsafe(6)

        async def job(connection: AsyncConnection) -> None:
            await _make(connection, table_id, host, agreement)
            if PERSON in agreement.seats:
                await _sit(connection, table_id, agreement.seats.index(PERSON), host, name, None)
            await _begin_if_full(connection, table_id)

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
            await _sit(connection, table_id, seat, person, name, nonce)
            await _begin_if_full(connection, table_id)

        await self._change(table_id, job)

    async def leave(self, table_id: str, seat: int, person: str) -> None:
        """Give a seat back before the game has begun.

        Raises:
            StaleError: it has begun, or the seat is not that person's.
        """

        async def job(connection: AsyncConnection) -> None:
            if (await rebuilt(connection, table_id)).game:
                raise StaleError("the game has begun.")
            freed = await connection.execute(
                update(Seat).where(*_seat(table_id, seat), Seat.person_id == person).values(person_id=None, name=None)
            )
            if not freed.rowcount:
                raise StaleError("that seat is not yours.")

        await self._change(table_id, job)

    async def seat_bot(self, table_id: str, seat: int, host: str, level: str) -> None:
        """Let a bot play in the place of somebody who is away, or at a free seat; only the host may.

        Raises:
            NotYoursError: it is not the host who asks.
            StaleError: a bot sits there already.
        """

        async def job(connection: AsyncConnection) -> None:
            table = await rebuilt(connection, table_id)
            if table.host != host:
                raise NotYoursError("only the host seats a bot.")
            nonce = table.chairs[seat].nonce or fresh_nonces(1)[0]
            seated = await connection.execute(
                update(Seat).where(*_seat(table_id, seat), Seat.level.is_(None)).values(level=level, nonce=nonce)
            )
            if not seated.rowcount:
                raise StaleError("a bot sits there already.")
            await _begin_if_full(connection, table_id)
            await _look_ahead(connection, await rebuilt(connection, table_id))

        await self._change(table_id, job)

    async def come_back(self, table_id: str, seat: int, person: str) -> None:
        """Take one's seat back from the bot that played meanwhile; nothing happens where none did."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                update(Seat).where(*_seat(table_id, seat), Seat.person_id == person).values(level=None)
            )
            await _look_ahead(connection, await rebuilt(connection, table_id))

        await self._change(table_id, job)

    async def move_in(self, key: str, person: str) -> str:
        """Take a seat over on another device by its key; returns the table's id.

        Raises:
            NoSuchTableError: no seat has that key.
        """

        async def job(connection: AsyncConnection) -> str:
            table_id = await connection.scalar(
                update(Seat).where(Seat.key == key, Seat.person_id.is_not(None)).values(person_id=person)
                .returning(Seat.table_id)
            )  # fmt: skip
            if table_id is None:
                raise NoSuchTableError("no seat has that key.")
            await _count_change(connection, table_id)
            return str(table_id)

        table_id = await self._database.write(job)
        self._on_change(table_id)
        return table_id

    # Playing

    async def play(self, table_id: str, seat: int, ply: int, texts: Sequence[str]) -> None:
        """Play the actions of a seat, one after another (`take-13`, `place-b3`), all of them or none.

        Where all move at once the one action is kept as the seat's secret choice; it may be changed
        until the last seat has chosen.

        Raises:
            StaleError: the table is no longer at `ply`.
            IllegalActionError, TextError: an action is not possible; nothing has changed.
        """
        table = await self.load(table_id)
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
        assert table.game
        played = played_out(state, moves, table.deck_after(state, table.game))
        await self._play(table_id, lambda connection: _append(connection, table, ply, *played))

    async def next_game(self, table_id: str) -> None:
        """Begin the next game of a match whose last one is over; nothing happens where it has begun.

        Raises:
            StaleError: no game is to follow.
        """
        table = await self.load(table_id)
        if table.match is not None and table.games_begun > 1 and not table.is_game_over:
            return  # somebody was faster
        if table.match is None or not table.is_game_over or table.is_over:
            raise StaleError("no game is to follow.")

        async def job(connection: AsyncConnection) -> None:
            number = table.match.games_played + 1 if table.match else 1
            if number not in [game.number for game in table.games]:
                await _commit_to_deals(
                    connection, table_id, range(number, number + len(table.chairs)), table.agreement.seed
                )
            await _begin(connection, await rebuilt(connection, table_id), number)

        await self._change(table_id, job)

    async def rematch(self, table_id: str) -> str:
        """The same people and bots once more, at a table of its own; returns that table, made once only.

        Raises:
            StaleError: the game or match is not over.
        """
        table = await self.load(table_id)
        if not table.is_over:
            raise StaleError("the game is not over.")
        new_id = secrets.token_urlsafe(6)

        async def job(connection: AsyncConnection) -> str:
            known = await connection.scalar(select(Table.id).where(Table.before == table_id))
            if known is not None:
                return str(known)
            await _make(connection, new_id, table.host, table.agreement, before=table_id)
            for chair in table.chairs:
                if chair.person:
                    await _sit(connection, new_id, chair.number, chair.person, chair.name or "?", None)
            await _begin_if_full(connection, new_id)
            await _count_change(connection, table_id)
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
            chairs = await chairs_of(connection, table_id)
            seats = [chair.number for chair in chairs if person is not None and chair.person == person]
            if not seats:
                raise NotYoursError("only those who sit at the table say something there.")
            await remarks.add(connection, table_id, seats, phrase)

        await self._change(table_id, job)

    async def _choose(self, table: TableState, state: State, seat: int, texts: Sequence[str]) -> None:
        if len(texts) != 1:
            raise IllegalActionError(f"{len(texts)} actions are given: each seat chooses one.")
        action = state.string_to_action(seat, texts[0])
        if action not in state.legal_actions(seat):
            raise IllegalActionError(f"{texts[0]} is not in your hand.")
        assert table.game
        ply, deck = table.ply, table.deck_after(state, table.game)

        async def job(connection: AsyncConnection) -> None:
            at = (Choice.table_id == table.id, Choice.ply == ply)
            if await connection.scalar(select(Ply.ply).where(Ply.table_id == table.id, Ply.ply == ply)) is not None:
                raise StaleError("everybody has chosen.")
            row = {"table_id": table.id, "ply": ply, "seat": seat, "action": state.action_to_string(seat, action)}
            kept = insert_into(connection, Choice).values(row)
            await connection.execute(
                kept.on_conflict_do_update(index_elements=["table_id", "ply", "seat"], set_={"action": row["action"]})
            )
            rows = await connection.execute(select(Choice.seat, Choice.action).where(*at))
            chosen = {row.seat: row.action for row in rows}
            if len(chosen) < len(table.chairs):
                await _look_ahead(connection, table, [k for k in table.acting() if k not in chosen])
                counted = update(Table).where(Table.id == table.id).values(choosing=Table.choosing + 1)
                await connection.execute(counted)
                return
            joint = tuple(state.string_to_action(k, chosen[k]) for k in sorted(chosen))
            await _append(connection, table, ply, *played_out(state, [joint], deck))
            await connection.execute(delete(Choice).where(*at))

        await self._play(table.id, job)

    async def _play(self, table_id: str, job: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Let `job` play at a table, which counts its plies itself, and tell everybody who looks at it."""
        await self._database.write(job)
        self._on_change(table_id)

    async def _change(self, table_id: str, job: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Let `job` change a table, and tell everybody who looks at it."""

        async def whole(connection: AsyncConnection) -> None:
            await job(connection)
            await _count_change(connection, table_id)

        await self._database.write(whole)
        self._on_change(table_id)


# Inside a change: what follows works on the connection of a running transaction ---------------


async def _count_change(connection: AsyncConnection, table_id: str) -> None:
    """Tell whoever keeps the table in memory that there is something new to read."""
    await connection.execute(update(Table).where(Table.id == table_id).values(version=Table.version + 1))


async def _make(
    connection: AsyncConnection, table_id: str, host: str, agreement: Agreement, before: str | None = None
) -> None:
    """A table with free seats and bots, and the secrets of its games."""
    await connection.execute(
        insert(Table).values(
            id=table_id,
            host=host,
            agreement=msgspec.json.encode(agreement).decode(),
            before=before,
            created_at=now(),
            is_listed=agreement.is_listed,
        )
    )
    seats = [
        {
            "table_id": table_id,
            "number": number,
            "level": None if seat == PERSON else seat,
            "nonce": None if seat == PERSON else fresh_nonces(1)[0],
            "key": secrets.token_urlsafe(18),
        }
        for number, seat in enumerate(agreement.seats)
    ]
    await connection.execute(insert(Seat), seats)
    await _commit_to_deals(connection, table_id, range(1, len(seats) + 1 if agreement.tie else 2), agreement.seed)


async def _sit(
    connection: AsyncConnection, table_id: str, seat: int, person: str, name: str, nonce: str | None
) -> None:
    seated = await connection.execute(
        update(Seat)
        .where(*_seat(table_id, seat), Seat.person_id.is_(None), Seat.level.is_(None))
        .values(person_id=person, name=name, nonce=nonce or fresh_nonces(1)[0])
    )
    if not seated.rowcount:
        raise StaleError("that seat is taken.")


async def _commit_to_deals(
    connection: AsyncConnection, table_id: str, numbers: Iterable[int], seed: int | None
) -> None:
    """Fix the secrets of games before anybody adds a nonce; nothing happens where that is done."""
    sealed = {n: Sealed.fresh() if seed is None else Sealed.from_seed(seed, n) for n in numbers}
    rows = [{"table_id": table_id, "number": number, "secret": one.secret} for number, one in sealed.items()]
    await connection.execute(insert_into(connection, Game).values(rows).on_conflict_do_nothing())


async def _begin_if_full(connection: AsyncConnection, table_id: str) -> None:
    chairs = await chairs_of(connection, table_id)
    if not any(chair.is_free for chair in chairs):
        table = await rebuilt(connection, table_id)
        if table.game is None:
            await _begin(connection, table, 1)


async def _begin(connection: AsyncConnection, table: TableState, number: int) -> None:
    """Fix who begins and the nonces, and let chance play up to the first decision."""
    game = next(game for game in table.games if game.number == number)
    if table.match is None or number == 1:
        first = table.agreement.first_seat(table.seats_of(table.host))
    else:
        first = int(table.match.next_game().parameters.get("first", 0))
    nonces = _nonces(table, number)
    begun = await connection.execute(
        update(Game)
        .where(Game.table_id == table.id, Game.number == number, Game.nonces.is_(None))
        .values(first=first, nonces=" ".join(nonces), begun_at=now())
    )
    if begun.rowcount:
        state = table.agreement.load(first).new_initial_state()
        texts, after = played_out(state, [], game.sealed.deal(nonces).deck(state.get_game().deck()))
        await _insert(connection, table.id, number, table.ply, texts)
        await _look_ahead(connection, table, acting_in(after), ply=table.ply + len(texts))


def _nonces(table: TableState, number: int) -> Sequence[str]:
    """What the seats add to the shuffle: each its own in the first game, fresh ones after it."""
    if table.agreement.seed is not None:
        return nonces_from_seed(len(table.chairs), table.agreement.seed, number)
    if number == 1:
        return [chair.nonce or "" for chair in table.chairs]
    return fresh_nonces(len(table.chairs))


async def _append(connection: AsyncConnection, table: TableState, ply: int, texts: Sequence[str], after: State) -> None:
    """Insert moves from `ply` on; StaleError, and nothing is changed, where another has played there."""
    assert table.game
    await _insert(connection, table.id, table.game.number, ply, texts)
    await _look_ahead(connection, table, acting_in(after), is_over=table.would_be_over(after), ply=ply + len(texts))


async def _insert(connection: AsyncConnection, table_id: str, game: int, ply: int, texts: Sequence[str]) -> None:
    rows = [
        {"table_id": table_id, "ply": ply + k, "game": game, "move": text, "played_at": now()}
        for k, text in enumerate(texts)
    ]
    first = insert_into(connection, Ply).values(rows[0]).on_conflict_do_nothing()
    if not (await connection.execute(first)).rowcount:
        raise StaleError("somebody has played there.")
    if rows[1:]:
        await connection.execute(insert(Ply), rows[1:])


async def _look_ahead(
    connection: AsyncConnection,
    table: TableState,
    awaited: Sequence[int] | None = None,
    *,
    is_over: bool | None = None,
    ply: int | None = None,
) -> None:
    """Write down whom the table waits for, so that attendants need not replay it to know."""
    bots, seconds = table.bots(), table.agreement.seconds_a_turn
    awaited = table.awaited() if awaited is None else awaited
    is_hurried = any(seat not in bots for seat in awaited)
    await connection.execute(
        update(Table)
        .where(Table.id == table.id)
        .values(
            is_over=table.is_over if is_over is None else is_over,
            ply=Table.ply if ply is None else ply,
            awaits_bot=any(seat in bots for seat in awaited),
            deadline=now() + timedelta(seconds=seconds) if is_hurried and seconds else None,
        )
    )


def _seat(table_id: str, number: int) -> tuple[ColumnElement[bool], ...]:
    return Seat.table_id == table_id, Seat.number == number


def _position(table: TableState, ply: int) -> State:
    """The position that somebody acts in; StaleError where the table is elsewhere."""
    if table.state is None or table.state.is_terminal() or table.ply != ply:
        raise StaleError("the table has moved on.")
    return table.state
