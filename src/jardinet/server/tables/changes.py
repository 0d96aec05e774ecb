"""Database changes of a table, the parts of a transaction: everything here works on the connection of a running one.

Nothing here is durable before that transaction is, and none of it remains where the transaction fails.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import timedelta

import msgspec
from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.games.api import State
from jardinet.play.deal import Sealed, fresh_nonces, nonces_from_seed
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import GameRow, PlyRow, SeatRow, TableRow, now
from jardinet.server.tables.agreement import PERSON, Agreement
from jardinet.server.tables.errors import StaleError, no_such_seat
from jardinet.server.tables.repository import rebuilt, seats_at
from jardinet.server.tables.table import TableState, new_match, with_chance_played
from jardinet.words.language import gettext_noop


async def bump_version(connection: AsyncConnection, table_id: str) -> None:
    """Tell whoever keeps the table in memory that there is something new to read."""
    await connection.execute(update(TableRow).where(TableRow.id == table_id).values(version=TableRow.version + 1))


async def make(
    connection: AsyncConnection, table_id: str, host: str, agreement: Agreement, before: str | None = None
) -> None:
    """A table with free seats and bots, and the secrets of its games."""
    await connection.execute(
        insert(TableRow).values(
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
    await connection.execute(insert(SeatRow), seats)
    await commit_to_deals(connection, table_id, range(1, len(seats) + 1 if agreement.tie else 2), agreement.seed)


async def sit(connection: AsyncConnection, table_id: str, seat: int, person: str, name: str, nonce: str | None) -> None:
    """Let a person sit down; StaleError where the seat is taken, NoSuchTableError where there is none."""
    seated = await connection.execute(
        update(SeatRow)
        .where(*at_seat(table_id, seat), SeatRow.person_id.is_(None), SeatRow.level.is_(None))
        .values(person_id=person, name=name, nonce=nonce or fresh_nonces(1)[0])
    )
    if not seated.rowcount:
        is_there = await connection.scalar(select(SeatRow.number).where(*at_seat(table_id, seat))) is not None
        raise StaleError(gettext_noop("that seat is taken.")) if is_there else no_such_seat()


async def commit_to_deals(connection: AsyncConnection, table_id: str, numbers: Iterable[int], seed: int | None) -> None:
    """Fix the secrets of games before anybody adds a nonce; nothing happens where that is done."""
    sealed = {n: Sealed.fresh() if seed is None else Sealed.from_seed(seed, n) for n in numbers}
    rows = [{"table_id": table_id, "number": number, "secret": one.secret} for number, one in sealed.items()]
    await connection.execute(insert_into(connection, GameRow).values(rows).on_conflict_do_nothing())


async def begin_if_full(connection: AsyncConnection, table_id: str) -> None:
    """Begin the first game where nobody is missing; nothing happens where it has begun."""
    seats = await seats_at(connection, table_id)
    if not any(seat.is_free for seat in seats):
        table = await rebuilt(connection, table_id)
        if table.game is None:
            await begin(connection, table, 1)


async def begin(connection: AsyncConnection, table: TableState, number: int) -> None:
    """Fix who begins and the nonces, and let chance play up to the first decision."""
    game = next(game for game in table.games if game.number == number)
    if table.match is None or number == 1:
        first = table.agreement.first_seat(table.seats_of(table.host))
    else:
        first = int(table.match.next_game().parameters.get("first", 0))
    nonces = _nonces(table, number)
    begun = await connection.execute(
        update(GameRow)
        .where(GameRow.table_id == table.id, GameRow.number == number, GameRow.nonces.is_(None))
        .values(first=first, nonces=" ".join(nonces), begun_at=now())
    )
    if begun.rowcount:
        state = table.agreement.load(first).new_initial_state()
        texts, after = with_chance_played(state, [], game.sealed.deal(nonces).outcomes(state.get_game()))
        await _insert(connection, table.id, number, table.ply, texts)
        table.match = table.match or new_match(table.agreement, first)
        is_over = table.would_be_over(after)  # where chance alone has ended it
        await store_awaited(connection, table, after.acting_seats(), is_over=is_over, ply=table.ply + len(texts))


def _nonces(table: TableState, number: int) -> Sequence[str]:
    """What the seats add to the shuffle: each its own in the first game, fresh ones after it."""
    if table.agreement.seed is not None:
        return nonces_from_seed(len(table.seats), table.agreement.seed, number)
    if number == 1:
        return [seat.nonce or "" for seat in table.seats]
    return fresh_nonces(len(table.seats))


async def append(connection: AsyncConnection, table: TableState, ply: int, texts: Sequence[str], after: State) -> None:
    """Insert moves from `ply` on; StaleError, and nothing is changed, where another has played there."""
    assert table.game
    await _insert(connection, table.id, table.game.number, ply, texts)
    await store_awaited(
        connection, table, after.acting_seats(), is_over=table.would_be_over(after), ply=ply + len(texts)
    )


async def _insert(connection: AsyncConnection, table_id: str, game: int, ply: int, texts: Sequence[str]) -> None:
    rows = [
        {"table_id": table_id, "ply": ply + k, "game": game, "move": text, "played_at": now()}
        for k, text in enumerate(texts)
    ]
    if not rows:
        return  # a game that begins with somebody's decision
    first = insert_into(connection, PlyRow).values(rows[0]).on_conflict_do_nothing()
    if not (await connection.execute(first)).rowcount:
        raise StaleError(gettext_noop("somebody has played there."))
    if rows[1:]:
        await connection.execute(insert(PlyRow), rows[1:])


async def store_awaited(
    connection: AsyncConnection,
    table: TableState,
    awaited: Sequence[int] | None = None,
    *,
    is_over: bool | None = None,
    ply: int | None = None,
) -> None:
    """Write down whom the table waits for, so that nobody need replay it to know.

    Where bots sit is asked here: `table` may have been read before somebody left or came back.
    """
    seated = await connection.scalars(
        select(SeatRow.number).where(SeatRow.table_id == table.id, SeatRow.level.is_not(None))
    )
    bots, seconds = set(seated), table.agreement.seconds_a_turn
    awaited = table.awaited() if awaited is None else awaited
    is_hurried = any(seat not in bots for seat in awaited)
    await connection.execute(
        update(TableRow)
        .where(TableRow.id == table.id)
        .values(
            is_over=table.is_over if is_over is None else is_over,
            ply=TableRow.ply if ply is None else ply,
            awaits_bot=any(seat in bots for seat in awaited),
            deadline=now() + timedelta(seconds=seconds) if is_hurried and seconds else None,
        )
    )


def at_seat(table_id: str, number: int) -> tuple[ColumnElement[bool], ...]:
    """Which row of the seats it is."""
    return SeatRow.table_id == table_id, SeatRow.number == number
