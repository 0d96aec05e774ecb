"""Opening of a round's tables, and what happens at them without their people: next games, and bots for those who are absent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from jardinet.games.parameters import GameError
from jardinet.server.storage.database import Database
from jardinet.server.tables import commands
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.service import SeatedTable, TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tournaments import rows
from jardinet.server.tournaments.held import HeldTournament, agreement_of

AT_ONCE = 2  # tables in one transaction: plays at other tables wait no longer than for these
PAUSE = 0.01  # seconds after each, in which those plays have the processor to themselves


async def open_tables(
    database: Database, service: TableService, held: HeldTournament, *, backwards: bool = False
) -> list[str]:
    """Open the tables of a tournament that nobody has opened yet, all of them; returns the people whom it has seated.

    Several processes may do so at once: each table is opened by one. Whoever drew the round begins with the first table, and
    the others from the last one `backwards`, so that they seldom want the same.

    Raises:
        DatabaseAwayError: the database does not answer; some of them may be open.
    """
    by_id = {held.table_id_of(table): table for table in held.state.tables}
    people: list[str] = []
    while left := await database.read(partial(rows.unopened, tournament_id=held.id)):
        some = [
            SeatedTable(
                one,
                held.host,
                tuple((player.person, player.name) for player in map(held.player_of, by_id[one].entries)),
                agreement_of(held, len(by_id[one].entries)),
            )
            for one in (left[-AT_ONCE:] if backwards else left[:AT_ONCE])
            if one in by_id
        ]
        if not some:  # of a round that was drawn meanwhile: who drew it opens them
            break
        try:
            await service.open_seated(
                some, partial(_claim, table_ids=[one.table_id for one in some], at=database.now())
            )
        except rows.FasterError:  # another process has opened one of them
            continue
        people += [person for one in some for person, _name in one.people]
        if len(left) > len(some):
            await asyncio.sleep(PAUSE)
    return people


def _claim(connection: Connection, table_ids: Sequence[str], at: datetime) -> None:
    rows.claim_tables(connection, table_ids, at)


async def begin_next_games(
    service: TableService, matches: Sequence[rows.OpenMatch], at: datetime, pause: timedelta
) -> None:
    """Begin the next game of matches in which nobody has done so for a while."""
    for one in matches:
        if one.is_between and one.last_end is not None and at - one.last_end >= pause:
            with suppress(GameError):  # somebody has begun it meanwhile, or the table is gone
                table = await service.load(one.table_id)
                await service.do(one.table_id, commands.BeginNext(table.anybody))


async def let_bots_play(service: TableService, table_id: str, *, only_absent: bool) -> bool:
    """Let bots play on at a table, in the place of all its people, or of those who have not come and not played.

    Returns:
        Whether there is nothing more to look for: all have come, or a bot plays for them. Where a turn takes days somebody is
        absent when their first one is up.

    Raises:
        NoSuchTableError: the table was removed.
    """
    table = await service.load(table_id)
    if table.is_over:
        return True
    people = {seat.person for seat in table.seats if seat.person and seat.level is None}
    absent = {person for person in people if not _has_come(table, person)}
    if only_absent and table.agreement.is_for_days:
        absent = {person for person in absent if _was_late(table, person)}
    for person in sorted(absent if only_absent else people):
        with suppress(GameError):
            await service.do(table_id, commands.GiveUp(person))
    return not (only_absent and table.agreement.is_for_days)


async def gather_at(service: TableService, table_id: str, person: str) -> None:
    """Let the device of a person play for all who have not come to a table, under their own names.

    Raises:
        NoSuchTableError: the table was removed.
    """
    table = await service.load(table_id)
    for seat in table.seats:
        if seat.person and not _has_come(table, seat.person):
            with suppress(GameError):  # it is over meanwhile
                await service.do(table_id, commands.MoveIn(seat.key, person))
                await service.do(table_id, commands.ComeBack(seat.number, person))
                await service.do(table_id, commands.Come(person))


async def hand_over(service: TableService, table_id: str, leaving: str, coming: str, name: str) -> None:
    """Let somebody called `name` take a seat of a running table over from the person who leaves."""
    with suppress(NoSuchTableError):
        table = await service.load(table_id)
        for number in table.seats_of(leaving):
            with suppress(GameError):  # it is over meanwhile
                await service.do(table_id, commands.MoveIn(table.key_of(number), coming))
                await service.do(table_id, commands.ComeBack(number, coming))
                await service.do(table_id, commands.Rename(coming, name))


def _has_come(table: TableState, person: str) -> bool:
    """Whether a person has looked at a table, or played there."""
    for number in table.seats_of(person):
        stood_in = {one.ply for game in table.games for one in game.stand_ins if one.seat == number}
        plays = [one.ply for game in table.games for one in game.log if one.action_of(number) is not None]
        if table.seats[number].has_come or any(ply not in stood_in for ply in plays):
            return True
    return False


def _was_late(table: TableState, person: str) -> bool:
    return any(table.seats[number].timeouts for number in table.seats_of(person))
