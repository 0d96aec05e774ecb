"""Decisions at a table: what comes of a command, without a database, a clock or chance of its own.

`decide` tells how the table stands after a command. Whoever asks writes that down where the table still stands as it did,
and else asks anew (`TableRepository.save`): so nobody ever decides on what is no longer true.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import singledispatch
from random import Random

import msgspec

from jardinet.bots.levels import levels_of
from jardinet.games.api import NO_ACTION, SIMULTANEOUS, Action, IllegalActionError, Move, State, let_chance_move
from jardinet.games.parameters import ParameterError
from jardinet.play.deal import Sealed, check_nonce, fresh_nonces, nonces_from_seed
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import PERSON, Agreement
from jardinet.server.tables.errors import (
    NoSuchTableError,
    NotYoursError,
    StaleError,
    TooManyRemarksError,
    no_such_seat,
)
from jardinet.server.tables.table import Offer, Remark, Seat, TableGame, TableState, new_match
from jardinet.words.language import gettext_noop

PAUSE = timedelta(seconds=2)  # between two remarks of one person: a double click says a thing once
MOST_REMARKS = 30  # of one person in a game

KEY_BYTES = 18


def new_table(
    table_id: str, host: str, agreement: Agreement, at: datetime, random: Random, before: str | None = None
) -> TableState:
    """A table with free seats and bots, and the secrets of its games: fixed before anybody adds a nonce.

    Where only bots play it has begun.

    Args:
        table_id: what it is to be called.
        host: the person who may seat bots and invite.
        agreement: a checked one.
        at: the time.
        random: for secrets, nonces and keys.
        before: the table of which this is the rematch.
    """
    seats = tuple(
        Seat(number, key=_key(random))
        if seat == PERSON
        else Seat(number, level=seat, nonce=_nonce(random), key=_key(random))
        for number, seat in enumerate(agreement.seats)
    )
    games = _sealed(agreement, range(1, len(seats) + 1 if agreement.tie else 2), random)
    table = TableState(table_id, host, agreement, seats, games, before=before)
    return _settled(table, _begun_if_full(table, at, random), at)


def with_host(table: TableState, name: str, at: datetime, random: Random) -> TableState:
    """A new table at which the host, called `name`, sits down at the first seat for a person, if there is one."""
    if PERSON not in table.agreement.seats:
        return table
    return decide(table, commands.Sit(table.agreement.seats.index(PERSON), table.host, name), at, random)


def rematch(table: TableState, table_id: str, person: str | None, at: datetime, random: Random) -> TableState:
    """The table of a rematch that a person asks for: the same people and bots once more.

    Raises:
        NotYoursError: that person does not sit at the table.
        StaleError: the game or match is not over.
    """
    _check_asks_again(table, person)
    if not table.is_over:
        raise StaleError(gettext_noop("the game is not over."))
    agreement = msgspec.structs.replace(table.agreement, seed=None)  # a lesson is learnt: now they play
    new = new_table(table_id, table.host, agreement, at, random, before=table.id)
    for seat in table.seats:
        if seat.person and new.seats[seat.number].is_free:
            new = decide(new, commands.Sit(seat.number, seat.person, seat.name or "?"), at, random)
    return new


def decide(table: TableState, command: commands.Command, at: datetime, random: Random) -> TableState:
    """How the table stands after a command: the very same one where nothing changes.

    Args:
        table: how it stands; it stays as it is.
        command: what is asked.
        at: the time.
        random: for what chance decides here: who begins, nonces and keys. Cards come from the deal.

    Raises:
        StaleError: the table has moved on since whoever asks has seen it.
        NotYoursError: somebody else may do that.
        NoSuchTableError: there is no such seat or invitation.
        TooManyRemarksError: they have said a lot in this game.
        GameError: what is asked is not possible: IllegalActionError, TextError, ParameterError or DealError.
    """
    after = _decide(command, table, at, random)
    return after if after is table else _settled(table, _begun_if_full(after, at, random), at)


@singledispatch
def _decide(command: commands.Command, table: TableState, at: datetime, random: Random) -> TableState:
    raise TypeError(f"{command!r} is no command.")


def _settled(before: TableState, after: TableState, at: datetime) -> TableState:
    """The table with the deadline of its ply, which nothing moves but the next ply."""
    bots, seconds = after.bots(), after.agreement.seconds_a_turn
    awaited = after.awaited()
    if after.ply == before.ply and before.deadline is not None and awaited:
        return after
    is_hurried = seconds is not None and any(seat not in bots for seat in awaited)
    return replace(after, deadline=at + timedelta(seconds=seconds or 0) if is_hurried else None)


# People, and where they sit ----------------------------------------------------------------------


@_decide.register
def _sit(command: commands.Sit, table: TableState, at: datetime, random: Random) -> TableState:
    if command.nonce is not None:
        check_nonce(command.nonce)
    seat = _seat(table, command.seat)
    if not seat.is_free:
        raise StaleError(gettext_noop("that seat is taken."))
    return table.with_seat(_taken(seat, command.person, command.name, command.nonce, random))


@_decide.register
def _add_nonce(command: commands.AddNonce, table: TableState, at: datetime, random: Random) -> TableState:
    check_nonce(command.nonce)
    return table.with_seat(replace(_own_before_the_game(table, command.seat, command.person), nonce=command.nonce))


@_decide.register
def _leave(command: commands.Leave, table: TableState, at: datetime, random: Random) -> TableState:
    seat = _own_before_the_game(table, command.seat, command.person)
    return table.with_seat(Seat(seat.number, level=seat.level, key=_key(random)))


@_decide.register
def _rename(command: commands.Rename, table: TableState, at: datetime, random: Random) -> TableState:
    for seat in table.seats:
        if seat.person == command.person and seat.name != command.name:
            table = table.with_seat(replace(seat, name=command.name))
    return table


@_decide.register
def _seat_bot(command: commands.SeatBot, table: TableState, at: datetime, random: Random) -> TableState:
    if command.person != table.host and command.seat not in table.seats_of(command.person):
        raise NotYoursError(gettext_noop("only the host seats a bot."))
    seat = _seat_without_bot(table, command.seat, command.level)
    if seat.person not in (None, command.person) and seat.number not in table.away(command.unseen):
        raise StaleError(gettext_noop("{name} is here: ask whether a bot may play for them."), name=seat.name)
    return table.with_seat(_with_bot(seat, command.level, random))


@_decide.register
def _ask_for_bot(command: commands.AskForBot, table: TableState, at: datetime, random: Random) -> TableState:
    """Whoever has refused is asked again only when the table has moved on."""
    if command.host != table.host:
        raise NotYoursError(gettext_noop("only the host seats a bot."))
    seat = _seat_without_bot(table, command.seat, command.level)
    if seat.person in (None, command.host):
        raise StaleError(gettext_noop("nobody needs to be asked there: seat the bot."))
    if seat.asked is not None:
        return table
    if seat.refused_ply == table.ply:
        raise StaleError(
            gettext_noop("{name} would rather play: ask again when the table has moved on."), name=seat.name
        )
    return table.with_seat(replace(seat, asked=command.level))


@_decide.register
def _answer_host(command: commands.AnswerHost, table: TableState, at: datetime, random: Random) -> TableState:
    seat = _own(table, command.seat, command.person)
    if seat.asked is None:
        return table
    if not command.agrees:
        return table.with_seat(replace(seat, asked=None, refused_ply=table.ply))
    return table.with_seat(_with_bot(seat, seat.asked, random))


@_decide.register
def _come_back(command: commands.ComeBack, table: TableState, at: datetime, random: Random) -> TableState:
    seat = table.seats[command.seat] if command.seat in range(len(table.seats)) else None
    if seat is None or seat.person != command.person or seat.level is None:
        return table
    return table.with_seat(replace(seat, level=None, timeouts=0))


@_decide.register
def _move_in(command: commands.MoveIn, table: TableState, at: datetime, random: Random) -> TableState:
    """The host's rights go along with the last seat that the host had at this table; the link stays the person's own."""
    seat = next((seat for seat in table.seats if seat.key == command.key and seat.person), None)
    if seat is None:
        raise no_such_seat()
    if seat.person == command.person:
        return table
    after = table.with_seat(replace(seat, person=command.person, timeouts=0))
    is_hosts_last = seat.person == table.host and not after.seats_of(table.host)
    return replace(after, host=command.person) if is_hosts_last else after


@_decide.register
def _renew_key(command: commands.RenewKey, table: TableState, at: datetime, random: Random) -> TableState:
    return table.with_seat(replace(_own(table, command.seat, command.person), key=_key(random)))


def _seat(table: TableState, number: int) -> Seat:
    if number not in range(len(table.seats)):
        raise no_such_seat()
    return table.seats[number]


def _seat_without_bot(table: TableState, number: int, level: str) -> Seat:
    """The seat of that number, at which a bot of that level may be seated."""
    levels = levels_of(table.agreement.game)
    if level not in levels:
        raise ParameterError(f"no bot is called {level!r}: there are {', '.join(levels)}.")
    seat = _seat(table, number)
    if seat.level is not None:
        raise StaleError(gettext_noop("a bot sits there already."))
    return seat


def _with_bot(seat: Seat, level: str, random: Random) -> Seat:
    """The seat with a bot, in the place of its person if it has one."""
    return replace(seat, level=level, nonce=seat.nonce or _nonce(random), asked=None)


def _taken(seat: Seat, person: str, name: str, nonce: str | None, random: Random) -> Seat:
    """The seat with a person at it, and a key that nobody knew before."""
    return Seat(seat.number, person, name, nonce=nonce or _nonce(random), key=_key(random))


def _own_before_the_game(table: TableState, number: int, person: str) -> Seat:
    if table.game:
        raise StaleError(gettext_noop("the game has begun."))
    if number not in table.seats_of(person):
        raise StaleError(gettext_noop("that seat is not yours."))
    return table.seats[number]


def _own(table: TableState, number: int, person: str) -> Seat:
    if number not in table.seats_of(person):
        raise NotYoursError(gettext_noop("that seat is not yours."))
    return table.seats[number]


# Invitations -------------------------------------------------------------------------------------


@_decide.register
def _invite(command: commands.Invite, table: TableState, at: datetime, random: Random) -> TableState:
    if table.host != command.host:
        raise NotYoursError(gettext_noop("only the host invites."))
    if command.seat not in table.free_seats():
        raise StaleError(gettext_noop("that seat is not free."))
    known = {one.person: one for one in table.invited}
    return replace(
        table, invited=tuple({**known, command.guest: Offer(command.seat, command.guest, command.name)}.values())
    )


@_decide.register
def _uninvite(command: commands.Uninvite, table: TableState, at: datetime, random: Random) -> TableState:
    if command.person not in (command.guest, table.host):
        raise NotYoursError(gettext_noop("only the host takes an invitation back."))
    return _without_offer(table, command.guest)


@_decide.register
def _accept(command: commands.Accept, table: TableState, at: datetime, random: Random) -> TableState:
    offer = next((one for one in table.offers if one.person == command.person), None)
    if offer is None:
        raise NoSuchTableError(gettext_noop("no invitation to that table is open."))
    seat = _taken(table.seats[offer.seat], command.person, command.name, None, random)
    return _without_offer(table, command.person).with_seat(seat)


def _without_offer(table: TableState, guest: str) -> TableState:
    left = tuple(one for one in table.invited if one.person != guest)
    return table if len(left) == len(table.invited) else replace(table, invited=left)


# Playing -----------------------------------------------------------------------------------------


@_decide.register
def _play(command: commands.Play, table: TableState, at: datetime, random: Random) -> TableState:
    seat, state = _playing(table, command), table.state
    if not command.texts:
        raise IllegalActionError("no action is given.")
    if state is None or state.is_terminal() or command.ply not in (None, table.ply):
        raise StaleError(gettext_noop("the table has moved on."))
    play = _choose if state.current_player() == SIMULTANEOUS else _move
    after = play(table, state, seat, command.texts)
    if after is table:
        return table
    played = after.seats[seat]
    timeouts = 0 if command.person else played.timeouts + (played.level is None)
    return after if timeouts == played.timeouts else after.with_seat(replace(played, timeouts=timeouts))


def _move(table: TableState, state: State, seat: int, texts: Sequence[str]) -> TableState:
    """Actions of the seat whose turn it is."""
    moves: list[Move] = []
    after = state.clone()
    for text in texts:
        if after.current_player() != seat:
            raise IllegalActionError("it is not that seat's turn.")
        moves.append(after.string_to_action(seat, text))
        after.apply(moves[-1])
    return table.played([*moves, *_chance_moves(table, after)])


def _playing(table: TableState, command: commands.Play) -> int:
    """The seat that a play is for."""
    seat, person = command.seat, command.person
    if person is None:
        return -1 if seat is None else seat
    own = table.seats_of(person)
    if seat is None:
        seat = table.played_seat(own)
    if not own:
        raise NotYoursError(gettext_noop("You do not sit at this table: you are watching."))
    if seat is not None and seat not in own:
        raise NotYoursError(gettext_noop("that seat is not yours: you do not sit there."))
    if seat is None or table.seats[seat].level is not None:
        raise StaleError(gettext_noop("a bot plays in your place: take your seat back first."))
    return seat


def _choose(table: TableState, state: State, seat: int, texts: Sequence[str]) -> TableState:
    """The secret choice of a seat; the last one makes all of them a move."""
    if len(texts) != 1:
        raise IllegalActionError(f"{len(texts)} actions are given: each seat chooses one.")
    action, legal = state.string_to_action(seat, texts[0]), state.legal_actions(seat)
    if not legal:
        raise IllegalActionError(f"{texts[0]} is not possible: that seat has nothing to choose here.")
    if action not in legal:
        possible = ", ".join(state.action_to_string(seat, known) for known in legal)
        raise IllegalActionError(f"{texts[0]} is not possible. Possible: {possible}.")
    chosen = {**table.choices, seat: state.action_to_string(seat, action)}
    if any(other not in chosen for other in state.acting_seats()):
        return table if chosen == table.choices else replace(table, choices=chosen)
    joint = tuple(state.string_to_action(k, chosen[k]) if k in chosen else NO_ACTION for k in range(len(table.seats)))
    after = state.clone()
    after.apply(joint)
    return table.played([joint, *_chance_moves(table, after)])


def _chance_moves(table: TableState, after: State) -> list[Action]:
    """What chance brings after moves of the running game: its order is made anew only where it is asked."""
    return let_chance_move(after, table.chance_ahead()) if after.is_chance_node() else []


@_decide.register
def _begin_next(command: commands.BeginNext, table: TableState, at: datetime, random: Random) -> TableState:
    if not table.may_go_on(command.person):
        raise NotYoursError(gettext_noop("You do not sit at this table: you are watching."))
    if table.match is not None and table.games_begun > 1 and not table.is_game_over:
        return table  # somebody was faster
    if table.match is None or not table.is_game_over or table.is_over:
        raise StaleError(gettext_noop("no game is to follow."))
    number = table.match.games_played + 1
    if number not in [game.number for game in table.games]:
        more = _sealed(table.agreement, range(number, number + len(table.seats)), random)
        table = replace(table, games=(*table.games, *more))
    return _begun(table, number, at, random)


@_decide.register
def _follow(command: commands.Follow, table: TableState, at: datetime, random: Random) -> TableState:
    _check_asks_again(table, command.person)
    return table if table.followed_by else replace(table, followed_by=command.table_id)


def _check_asks_again(table: TableState, person: str | None) -> None:
    if not table.seats_of(person):
        raise NotYoursError(gettext_noop("Only those who played can ask for a rematch."))


def _begun_if_full(table: TableState, at: datetime, random: Random) -> TableState:
    """The table with its first game begun where nobody is missing."""
    if table.game is not None or table.free_seats():
        return table
    return _begun(table, 1, at, random)


def _begun(table: TableState, number: int, at: datetime, random: Random) -> TableState:
    """The table with a game begun: the nonces are fixed, and chance has played up to the first decision."""
    if table.match is None or number == 1:
        first = table.agreement.first_seat(table.seats_of(table.host), random)
    else:
        first = int(table.match.next_game().parameters.get("first", 0))
    game = table.game_of(number).begun(table.agreement, first, _nonces(table, number, random), at)
    assert game.state
    assert game.deal
    begun = replace(table.with_game(game), match=table.match or new_match(table.agreement, first))
    return begun.played(let_chance_move(game.state.clone(), game.deal.outcomes(game.state.get_game())))


def _nonces(table: TableState, number: int, random: Random) -> Sequence[str]:
    """What the seats add to the shuffle: each its own in the first game, fresh ones after it."""
    if table.agreement.seed is not None:
        return nonces_from_seed(len(table.seats), table.agreement.seed, number)
    if number == 1:
        return [seat.nonce or "" for seat in table.seats]
    return fresh_nonces(len(table.seats), random)


def _sealed(agreement: Agreement, numbers: Sequence[int], random: Random) -> tuple[TableGame, ...]:
    """Games whose secrets are fixed."""
    seed = agreement.seed
    return tuple(TableGame(n, Sealed.fresh(random) if seed is None else Sealed.from_seed(seed, n)) for n in numbers)


# Saying something --------------------------------------------------------------------------------


@_decide.register
def _say(command: commands.Say, table: TableState, at: datetime, random: Random) -> TableState:
    seats = table.seats_of(command.person)
    if not seats:
        raise NotYoursError(gettext_noop("only those who sit at the table say something there."))
    own = [one for one in table.all_remarks if one.seat in seats]
    if own and at - own[-1].said_at < PAUSE:
        return table
    since = table.begun_at
    if sum(since is None or one.said_at >= since for one in own) >= MOST_REMARKS:
        raise TooManyRemarksError(gettext_noop("you have said a lot in this game: say more in the next one."))
    number = table.all_remarks[-1].number + 1 if table.all_remarks else 1
    return replace(table, all_remarks=(*table.all_remarks, Remark(number, seats[0], command.phrase, at)))


def _nonce(random: Random) -> str:
    return fresh_nonces(1, random)[0]


def _key(random: Random) -> str:
    """A key that nobody can guess, where `random` is the operating system's."""
    return urlsafe_b64encode(random.randbytes(KEY_BYTES)).decode("ascii")
