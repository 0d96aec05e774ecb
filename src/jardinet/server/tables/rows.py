"""Rows of a table in the database: its state is read from them, and changes are written to them.

A function that takes a connection works in its running transaction; nothing is durable before that commits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select, update

from jardinet.play.deal import Sealed
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import (
    Base,
    ChoiceRow,
    GameRow,
    InvitationRow,
    PersonRow,
    PlyRow,
    RemarkRow,
    SeatRow,
    TableRow,
)
from jardinet.server.storage.prepared import Prepared
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.daily_results import note_daily
from jardinet.server.tables.errors import no_such_table
from jardinet.server.tables.rated import note_rated
from jardinet.server.tables.results import note_results
from jardinet.server.tables.table import Offer, Remark, Seat, TableState, new_match
from jardinet.server.tables.table_game import StandIn, TableGame

_STAND_INS = msgspec.json.Decoder(list[tuple[int, str, bool]])

# Statements for every look at a table, and for every play, are put together once.
_ID: BindParameter[str] = bindparam("id")
_STANDING = select(TableRow.host, TableRow.deadline, TableRow.clocks, TableRow.version, TableRow.arranged).where(
    TableRow.id == _ID
)
_WHOLE = _STANDING.add_columns(TableRow.agreement, TableRow.before)
_SEATS = (
    select(
        SeatRow.number,
        SeatRow.person_id,
        SeatRow.name,
        SeatRow.level,
        SeatRow.nonce,
        SeatRow.key,
        SeatRow.asked,
        SeatRow.refused_ply,
        SeatRow.timeouts,
        SeatRow.has_come,
        SeatRow.off_until,
        SeatRow.back,
        SeatRow.back_ply,
    )
    .where(SeatRow.table_id == _ID)
    .order_by(SeatRow.number)
)
_GAMES = select(GameRow).where(GameRow.table_id == _ID).order_by(GameRow.number)
_PLIES = (
    select(PlyRow.ply, PlyRow.game, PlyRow.move, PlyRow.stand_ins)
    .where(PlyRow.table_id == _ID, PlyRow.ply >= bindparam("ply"))
    .order_by(PlyRow.ply)
)
_CHOICES = select(ChoiceRow.ply, ChoiceRow.seat, ChoiceRow.action, ChoiceRow.stand_ins).where(ChoiceRow.table_id == _ID)
_REMARKS = (
    select(RemarkRow.number, RemarkRow.seat, RemarkRow.phrase, RemarkRow.said_at)
    .where(RemarkRow.table_id == _ID)
    .order_by(RemarkRow.number)
)
_INVITED = (
    select(InvitationRow.seat, InvitationRow.person_id, PersonRow.name)
    .join(PersonRow, PersonRow.id == InvitationRow.person_id)
    .where(InvitationRow.table_id == _ID)
    .order_by(InvitationRow.invited_at, InvitationRow.person_id)
)
_FOLLOWED_BY = select(TableRow.id).where(TableRow.before == _ID)
# Not of the ORM's classes: a statement about them takes twice as long to put together.
_TABLES = Base.metadata.tables
_IF_NOBODY_WAS_FASTER = Prepared(
    lambda _connection: update(_TABLES["tables"]).where(
        TableRow.id == bindparam("known_id"), TableRow.version == bindparam("known_version")
    )
)
_NEW_PLIES = Prepared(lambda _connection: insert(_TABLES["plies"]))
_NEW_CHOICES = Prepared(lambda connection: upsert(connection, ChoiceRow, "action", "stand_ins"))
_PLAYED_OUT = Prepared(lambda _connection: delete(_TABLES["choices"]).where(ChoiceRow.table_id == _ID))


def read_table(connection: Connection, table_id: str, known: TableState | None) -> TableState:
    """The table as this connection sees it: `known` itself if that is current, read all anew if the stored one is older.

    Raises:
        NoSuchTableError: there is none.
    """
    found = (connection.execute(_STANDING if known else _WHOLE, {"id": table_id})).one_or_none()
    if found is None:
        raise no_such_table(table_id)
    if known and known.version == found.version:
        return known
    if known and known.version > found.version:
        return read_table(connection, table_id, None)
    table = known or _unread(table_id, found)
    if table.version < found.arranged:
        table = _arranged(connection, table)
    plies = connection.execute(_PLIES, {"id": table_id, "ply": table.ply})
    for number, group in groupby(plies, attrgetter("game")):
        rows = list(group)
        table = table.advanced(number, [row.move for row in rows], _stand_ins(rows))
    chosen = connection.execute(_CHOICES, {"id": table_id}).all()
    return replace(
        table,
        host=found.host,
        deadline=found.deadline,
        clocks=tuple(map(int, (found.clocks or "").split())),
        version=found.version,
        choices={row.seat: row.action for row in chosen},
        stood_in=_stand_ins(chosen),
    )


def _stand_ins(rows: Sequence[Any]) -> tuple[StandIn, ...]:
    """The stand-ins of plies or choices."""
    told = ((row.ply, _STAND_INS.decode(row.stand_ins)) for row in rows if row.stand_ins)
    return tuple(StandIn(ply, *one) for ply, all_of_it in told for one in all_of_it)


def _stand_ins_text(stand_ins: Iterable[StandIn], ply: int, seat: int | None = None) -> str | None:
    """What is stored of the stand-ins of a ply, or of one seat at it; see PlyRow."""
    told = [(one.seat, one.level, one.is_late) for one in stand_ins if one.ply == ply and seat in (None, one.seat)]
    return msgspec.json.encode(told).decode() if told else None


def _unread(table_id: str, found: Any) -> TableState:
    agreement = Agreement.decode(found.agreement)
    return TableState(table_id, found.host, agreement, (), (), before=found.before, version=-1)


def _arranged(connection: Connection, table: TableState) -> TableState:
    """The table with everything read anew but its moves."""
    one = {"id": table.id}
    seats = tuple(map(_seat, connection.execute(_SEATS, one)))
    known = {game.number: game for game in table.games}
    games = tuple(_game(known.get(row.number), row, table.agreement) for row in connection.execute(_GAMES, one))
    match = table.match
    if match is None and games and games[0].nonces is not None:
        match = new_match(table.agreement, games[0].first or 0)
    return replace(
        table,
        seats=seats,
        games=games,
        match=match,
        all_remarks=tuple(Remark(*row) for row in connection.execute(_REMARKS, one)),
        invited=tuple(Offer(*row) for row in connection.execute(_INVITED, one)),
        followed_by=connection.scalar(_FOLLOWED_BY, one),
    )


def _seat(row: Any) -> Seat:
    return Seat(*row)


def _game(known: TableGame | None, row: Any, agreement: Agreement) -> TableGame:
    game = known or TableGame(row.number, Sealed(bytes(row.secret)))
    if game.nonces is not None or row.nonces is None:
        return game
    return game.begun(agreement, row.first, row.nonces.split(), row.begun_at)


def write_table(connection: Connection, table: TableState, at: datetime) -> None:
    """Store a new table, with all that has happened at it already; `at` is the time by the database's clock."""
    created = {"created_at": at, "is_listed": table.agreement.is_listed, "before": table.before}
    agreement = table.agreement.encode()
    values = {"id": table.id, "agreement": agreement, **created, **_standing(table)}
    connection.execute(insert(TableRow).values(version=0, arranged=0, **values))
    shared = {"table_id": table.id, "opened_at": at, "is_over": table.is_over}
    connection.execute(insert(SeatRow), [{**shared, **_seat_values(seat)} for seat in table.seats])
    _write_contents(connection, replace(table, games=(), ply=0, invited=()), table, at)


def write_changes(connection: Connection, before: TableState, after: TableState, at: datetime) -> bool:
    """Store the changes of a table, if it still stands as `before` (optimistic lock); if not, nothing is written: False.

    Args:
        connection: to the database.
        before: what was decided upon.
        after: what was decided.
        at: the time by the database's clock.
    """
    changes = {"version": after.version}
    if _arrangement(before) != _arrangement(after):
        changes["arranged"] = after.version
    stood = _standing(before)  # unchanged columns are not written again, nor are their indexes
    changes |= {name: value for name, value in _standing(after).items() if value != stood[name]}
    known = {"known_id": before.id, "known_version": before.version}
    if not _IF_NOBODY_WAS_FASTER.run(connection, [{**changes, **known}]):
        return False
    for old, seat in zip(before.seats, after.seats, strict=True):
        if seat is not old and seat != old:
            where = (SeatRow.table_id == after.id, SeatRow.number == seat.number)
            connection.execute(update(SeatRow).where(*where).values(_seat_values(seat)))
    if after.is_over != before.is_over:
        connection.execute(update(SeatRow).where(SeatRow.table_id == after.id).values(is_over=after.is_over))
    _write_contents(connection, before, after, at)
    return True


def _arrangement(table: TableState) -> tuple[Any, ...]:
    """Everything but moves, choices and what comes of them."""
    games = [game.nonces for game in table.games]
    return table.seats, table.all_remarks, table.invited, table.followed_by, games


def _standing(table: TableState) -> dict[str, Any]:
    """The columns by which many tables are queried without reading all of each."""
    return {
        "host": table.host,
        "is_over": table.is_over,
        "is_waiting": table.is_waiting,
        "awaited": sum(1 << seat for seat in table.awaited()),
        "awaits_bot": table.awaits_bot,
        "deadline": table.deadline,
        "clocks": " ".join(map(str, table.clocks)) or None,
    }


def _seat_values(seat: Seat) -> dict[str, Any]:
    return {
        "number": seat.number,
        "person_id": seat.person,
        "name": seat.name,
        "level": seat.level,
        "nonce": seat.nonce,
        "key": seat.key,
        "asked": seat.asked,
        "refused_ply": seat.refused_ply,
        "timeouts": seat.timeouts,
        "has_come": seat.has_come,
        "off_until": seat.off_until,
        "back": seat.back,
        "back_ply": seat.back_ply,
    }


def _write_contents(connection: Connection, before: TableState, after: TableState, at: datetime) -> None:
    """Games, moves, choices, remarks and invitations that are new, and an end of those that are gone."""
    _write_games(connection, before, after)
    plies = [
        {
            "table_id": after.id,
            "ply": ply,
            "game": game.number,
            "move": text,
            "played_at": at,
            "stand_ins": _stand_ins_text(game.stand_ins, ply),
        }
        for game in after.games
        for ply, text in game.texts_since(before.ply)
    ]
    if plies:
        _NEW_PLIES.run(connection, plies)
        _note_ends(connection, before, after, at)
    if after.choices != before.choices:
        _write_choices(connection, before, after)
    if remarks := after.all_remarks[len(before.all_remarks) :]:
        connection.execute(insert(RemarkRow), [{"table_id": after.id, **one._asdict()} for one in remarks])
    if after.invited != before.invited:
        _write_invitations(connection, before, after, at)


def _note_ends(connection: Connection, before: TableState, after: TableState, at: datetime) -> None:
    """The results of games that have come to their end."""
    known = {game.number: game for game in before.games}
    for game in after.games:
        if game is not known.get(game.number) and game.state and game.state.is_terminal():
            note_results(connection, after, game, at)
            if after.agreement.rated:
                note_rated(connection, after, game, at)
            if after.agreement.day is not None:
                note_daily(connection, after, game, at)


def _write_games(connection: Connection, before: TableState, after: TableState) -> None:
    known = {game.number: game for game in before.games}
    for game in after.games:
        nonces = None if game.nonces is None else " ".join(game.nonces)
        begun = {"first": game.first, "nonces": nonces, "begun_at": game.begun_at}
        if game.number not in known:
            new = {"table_id": after.id, "number": game.number, "secret": game.sealed.secret}
            connection.execute(insert(GameRow).values({**new, **begun}))
        elif game.nonces != known[game.number].nonces:
            at = (GameRow.table_id == after.id, GameRow.number == game.number)
            connection.execute(update(GameRow).where(*at).values(begun))


def _write_choices(connection: Connection, before: TableState, after: TableState) -> None:
    if after.ply != before.ply:
        _PLAYED_OUT.run(connection, [{"id": after.id}])
    chosen = [
        {
            "table_id": after.id,
            "ply": after.ply,
            "seat": seat,
            "action": action,
            "stand_ins": _stand_ins_text(after.stood_in, after.ply, seat),
        }
        for seat, action in after.choices.items()
        if before.choices.get(seat) != action
    ]
    if chosen:
        _NEW_CHOICES.run(connection, chosen)


def _write_invitations(connection: Connection, before: TableState, after: TableState, at: datetime) -> None:
    known = {one.person: one for one in before.invited}
    for one in after.invited:
        if known.pop(one.person, None) != one:
            row = {"table_id": after.id, "person_id": one.person, "seat": one.seat, "invited_at": at}
            connection.execute(upsert(connection, InvitationRow, "seat"), row)
    if known:
        gone = (InvitationRow.table_id == after.id, InvitationRow.person_id.in_(known))
        connection.execute(delete(InvitationRow).where(*gone))
