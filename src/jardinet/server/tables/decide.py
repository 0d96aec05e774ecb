"""Decisions at a table: pure functions from a state and a command to the next state, without database, clock or own chance.

`decide` returns the table after a command. The caller stores that if the table has not changed meanwhile, and otherwise
decides anew (optimistic lock, `TableRepository.save`): so no decision is ever stored that was made on an outdated state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from jardinet.play.deal import Sealed
from jardinet.server.tables import commands, playing, seating, taking_back
from jardinet.server.tables.agreement import PERSON, Agreement
from jardinet.server.tables.clocks import settled
from jardinet.server.tables.errors import (
    NotForYouError,
    NotYoursError,
    StaleError,
    TooManyRemarksError,
)
from jardinet.server.tables.table import Remark, Seat, TableState
from jardinet.server.tables.table_game import TableGame

PAUSE = timedelta(seconds=2)  # between two remarks of one person: a double click says a thing once
MOST_REMARKS = 30  # of one person in a game


def new_table(
    table_id: str,
    host: str,
    agreement: Agreement,
    at: datetime,
    random: Random,
    before: str | None = None,
    sealed: Sealed | None = None,
) -> TableState:
    """A table with free seats and bots, and the secrets of its games: fixed before anybody adds a nonce.

    If only bots play, it has begun.

    Args:
        table_id: what it is to be called.
        host: the person who may seat bots and invite.
        agreement: a checked one.
        at: the time.
        random: for secrets, nonces and keys.
        before: the table of which this is the rematch.
        sealed: the secret of the deal of the day, fixed long ago; None: chance makes the table's own.
    """
    seats = tuple(
        Seat(number, key=seating.fresh_key(random))
        if seat == PERSON
        else Seat(number, level=seat, nonce=seating.fresh_nonce(random), key=seating.fresh_key(random))
        for number, seat in enumerate(agreement.seats)
    )
    numbers = range(1, len(seats) + 1 if agreement.tie else 2)
    games = (TableGame(1, sealed),) if sealed else playing.sealed(agreement, numbers, random)
    table = TableState(table_id, host, agreement, seats, games, before=before)
    return settled(table, playing.gone_on(table, at, random), at)


def with_host(table: TableState, name: str, at: datetime, random: Random, *, may_be_rated: bool = False) -> TableState:
    """A new table at which the host, called `name`, sits down at the first seat for a person, if there is one."""
    if PERSON not in table.agreement.seats:
        return table
    seat = table.agreement.seats.index(PERSON)
    return decide(table, commands.Sit(seat, table.host, name, may_be_rated=may_be_rated), at, random)


def rematch(
    table: TableState,
    table_id: str,
    person: str | None,
    at: datetime,
    random: Random,
    apart: frozenset[str] = frozenset(),
    absent: frozenset[str] = frozenset(),
) -> TableState:
    """The table of a rematch that a person asks for: the same people and bots once more.

    With clocks it is an offer to the others: the clocks start when all have come.

    Args:
        table: which is over.
        table_id: what the new one is to be called.
        person: who asks; the host of the new table too, if that of the old one is absent.
        at: the time.
        random: see `new_table`.
        apart: those whom the person does not meet.
        absent: who cannot play with the others once more; their seats are free for whoever comes.

    Raises:
        NotYoursError: that person does not sit at the table.
        StaleError: the game or match is not over.
        NotForYouError: somebody sits there whom they do not meet any more.
    """
    playing.check_asks_again(table, person)
    if not table.is_over:
        raise StaleError("not-over", "the game is not over.")
    if any(seat.person in apart for seat in table.seats):
        raise NotForYouError
    host = person if person and table.host in absent else table.host
    new = new_table(table_id, host, table.agreement.once_more(), at, random, before=table.id)
    for seat in table.seats:
        if seat.person and new.seats[seat.number].is_free and (seat.person == person or seat.person not in absent):
            comes = seat.person == person or not new.agreement.has_clocks
            sit = commands.Sit(
                seat.number, seat.person, seat.name or "?", beside=True, comes=comes, may_be_rated=new.agreement.rated
            )
            new = decide(new, sit, at, random)
    return new


def decide(table: TableState, command: commands.Command, at: datetime, random: Random) -> TableState:
    """The table after a command; the very same object if nothing changes.

    Args:
        table: how it stands; it stays as it is.
        command: what is asked.
        at: the time.
        random: for what chance decides here: who begins, nonces and keys. Cards come from the deal.

    Raises:
        StaleError: the table has moved on since the person who asks has seen it.
        NotYoursError: somebody else may do that.
        NoSuchTableError: there is no such seat or invitation.
        TooManyRemarksError: they have said a lot in this game.
        GameError: what is asked is not possible: IllegalActionError, TextError, ParameterError or DealError.
    """
    after = _DECISIONS[type(command)](command, table, at, random)
    return after if after is table else settled(table, playing.gone_on(after, at, random), at)


def _say(command: commands.Say, table: TableState, at: datetime, random: Random) -> TableState:
    """Add a preset phrase of a person to the table; see commands.Say."""
    seats = table.seats_of(command.person)
    if not seats:
        raise NotYoursError("not-at-table", "only those who sit at the table can say something there.")
    own = [one for one in table.all_remarks if one.seat in seats]
    if own and at - own[-1].said_at < PAUSE:
        return table
    since = table.begun_at
    if sum(since is None or one.said_at >= since for one in own) >= MOST_REMARKS:
        raise TooManyRemarksError("too-many-remarks", "you have said a lot in this game: save some for the next one.")
    number = table.all_remarks[-1].number + 1 if table.all_remarks else 1
    return replace(table, all_remarks=(*table.all_remarks, Remark(number, seats[0], command.phrase, at)))


_DECISIONS: Mapping[type[Any], Callable[[Any, TableState, datetime, Random], TableState]] = {
    commands.Sit: seating.sit,
    commands.Come: seating.come,
    commands.TakeOff: seating.take_off,
    commands.AddNonce: seating.add_nonce,
    commands.Leave: seating.leave,
    commands.Rename: seating.rename,
    commands.SeatBot: seating.seat_bot,
    commands.AskForBot: seating.ask_for_bot,
    commands.AnswerHost: seating.answer_host,
    commands.ComeBack: seating.come_back,
    commands.GiveUp: seating.give_up,
    commands.MoveIn: seating.move_in,
    commands.TakeAlong: seating.take_along,
    commands.Forget: seating.forget,
    commands.RenewKey: seating.renew_key,
    commands.Invite: seating.invite,
    commands.Uninvite: seating.uninvite,
    commands.Accept: seating.accept,
    commands.Play: playing.play,
    commands.TakeBack: taking_back.take_back,
    commands.AskBack: taking_back.ask_back,
    commands.AnswerBack: taking_back.answer_back,
    commands.BeginNext: playing.begin_next,
    commands.Follow: playing.follow,
    commands.Say: _say,
}
