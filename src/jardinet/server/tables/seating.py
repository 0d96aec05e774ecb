"""Seating: decisions on the commands by which people and bots come to their seats, and leave them (decide.py)."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import datetime
from random import Random

from jardinet.bots.levels import bots_of, stand_in_of
from jardinet.games.parameters import ParameterError
from jardinet.games.sentences import Every
from jardinet.play.deal import check_nonce, fresh_nonces
from jardinet.server.tables import commands
from jardinet.server.tables.errors import (
    NoSuchTableError,
    NotForYouError,
    NotInvitedError,
    NotYoursError,
    StaleError,
    no_such_seat,
)
from jardinet.server.tables.table import Offer, Seat, TableState

KEY_BYTES = 18


def sit(command: commands.Sit, table: TableState, at: datetime, random: Random) -> TableState:
    """Seat a person; see commands.Sit."""
    if command.nonce is not None:
        check_nonce(command.nonce)
    seat = _seat(table, command.seat)
    if not seat.is_free:
        raise StaleError("seat-taken", "that seat is taken.")
    if table.seats_of(command.person) and not command.beside:
        raise StaleError(
            "already-seated",
            "you already sit here: a free seat may be for another person at this screen, if you say so.",
        )
    if table.agreement.rated:
        if table.seats_of(command.person):
            raise NotYoursError("rated-beside", "at a rated table everybody plays for themselves, on their own device.")
        check_rated(may_be_rated=command.may_be_rated)
    check_meet(table, command.person, command.apart)
    taken = _taken(seat, command.person, command.name, command.nonce, random)
    return table.with_seat(replace(taken, has_come=command.comes))


def check_meet(table: TableState, person: str, apart: frozenset[str]) -> None:
    """See that nobody is at a table whom a person does not meet; who sits there already stays.

    Raises:
        NotForYouError: somebody is.
    """
    if not table.seats_of(person) and not apart.isdisjoint({table.host, *(seat.person for seat in table.seats)}):
        raise NotForYouError


def come(command: commands.Come, table: TableState, at: datetime, random: Random) -> TableState:
    """Note that a person has come who was seated by others, or is back at a seat that their time has cost; see commands.Come."""
    for seat in table.lost_by_time(command.person):
        table = table.with_seat(replace(table.seats[seat], level=None, timeouts=0))
    for seat in table.seats_of(command.person):
        if not table.seats[seat].has_come:
            table = table.with_seat(replace(table.seats[seat], has_come=True))
    return table


def take_off(command: commands.TakeOff, table: TableState, at: datetime, random: Random) -> TableState:
    """Note until when a person is on vacation; see commands.TakeOff."""
    for seat in table.seats_of(command.person):
        if table.seats[seat].off_until != command.until:
            table = table.with_seat(replace(table.seats[seat], off_until=command.until))
    return table


def add_nonce(command: commands.AddNonce, table: TableState, at: datetime, random: Random) -> TableState:
    """Add a seat's word to the shuffle; see commands.AddNonce."""
    check_nonce(command.nonce)
    return table.with_seat(replace(_own_before_the_game(table, command.seat, command.person), nonce=command.nonce))


def leave(command: commands.Leave, table: TableState, at: datetime, random: Random) -> TableState:
    """Free a seat before the game begins; see commands.Leave."""
    return table.with_seat(_given_back(_own_before_the_game(table, command.seat, command.person), random))


def rename(command: commands.Rename, table: TableState, at: datetime, random: Random) -> TableState:
    """Give a person a new name at their seats; see commands.Rename."""
    for seat in table.own_seats_of(command.person):
        if table.seats[seat].name != command.name:
            table = table.with_seat(replace(table.seats[seat], name=command.name))
    return table


def seat_bot(command: commands.SeatBot, table: TableState, at: datetime, random: Random) -> TableState:
    """Let a bot play at a seat; see commands.SeatBot."""
    if command.person != table.host and command.seat not in table.seats_of(command.person):
        raise NotYoursError("only-host-adds-bot", "only the host can add a bot.")
    seat = _seat_without_bot(table, command.seat, command.level)
    if seat.person not in (None, command.person) and seat.number not in table.left_to_host(command.unseen):
        if seat.number in table.away(command.unseen):
            raise StaleError(
                "rated-away",
                "{name} has their time to think: ask whether a bot may play for them.",
                name=seat.name,
            )
        raise StaleError("somebody-is-here", "{name} is here: ask whether a bot may play for them.", name=seat.name)
    if seat.is_free and table.agreement.rated:
        raise NotYoursError("rated-people", "a rated table is for people: every seat must be for a person.")
    return table.with_seat(_with_bot(seat, command.level, random))


def ask_for_bot(command: commands.AskForBot, table: TableState, at: datetime, random: Random) -> TableState:
    """Let the host ask a person whether a bot may play for them; see commands.AskForBot.

    A person who has refused is asked again only when the table has moved on.
    """
    if command.host != table.host:
        raise NotYoursError("only-host-adds-bot", "only the host can add a bot.")
    seat = _seat_without_bot(table, command.seat, command.level)
    if seat.person in (None, command.host):
        raise StaleError("nobody-to-ask", "nobody needs to be asked there: seat the bot.")
    if seat.asked is not None:
        return table
    if seat.refused_ply == table.ply:
        raise StaleError(
            "would-rather-play", "{name} would rather play: ask again when the table has moved on.", name=seat.name
        )
    return table.with_seat(replace(seat, asked=command.level))


def answer_host(command: commands.AnswerHost, table: TableState, at: datetime, random: Random) -> TableState:
    """Take a person's answer to that question of the host; see commands.AnswerHost."""
    seat = _own(table, command.seat, command.person)
    if seat.asked is None:
        return table
    if not command.agrees:
        return table.with_seat(replace(seat, asked=None, refused_ply=table.ply))
    return table.with_seat(_with_bot(seat, seat.asked, random))


def come_back(command: commands.ComeBack, table: TableState, at: datetime, random: Random) -> TableState:
    """Return a seat from a bot to its person; see commands.ComeBack."""
    seat = table.seats[command.seat] if command.seat in range(len(table.seats)) else None
    if seat is None or seat.person != command.person or seat.level is None:
        return table
    return table.with_seat(replace(seat, level=None, timeouts=0))


def give_up(command: commands.GiveUp, table: TableState, at: datetime, random: Random) -> TableState:
    """Put bots at all seats of a person, or free these before the game begins; see commands.GiveUp."""
    own = [table.seats[number] for number in table.seats_of(command.person)]
    if not own:
        raise NotYoursError("only-players-give-up", "only those who play can give up.")
    if table.is_over:
        raise StaleError("over-already", "the game is over.")
    for seat in own:
        if table.game is None:
            table = table.with_seat(_given_back(seat, random))
        elif seat.level is None:
            table = table.with_seat(_with_bot(seat, stand_in_of(table.agreement.game), random))
    return table


def move_in(command: commands.MoveIn, table: TableState, at: datetime, random: Random) -> TableState:
    """The host's rights go along with the last seat that the host had at this table; the link stays the person's own."""
    seat = next((seat for seat in table.seats if seat.key == command.key and seat.person), None)
    if seat is None:
        raise no_such_seat()
    if seat.person == command.person:
        return table
    if table.agreement.rated:
        raise NotYoursError("rated-seat", "a seat at a rated table is its person's alone: sign in as them.")
    if table.agreement.day is not None:
        raise NotYoursError("daily-seat", "a seat at a deal of the day is its person's alone: sign in as them.")
    after = table.with_seat(replace(seat, person=command.person, timeouts=0, has_come=True))
    is_hosts_last = seat.person == table.host and not after.seats_of(table.host)
    return replace(after, host=command.person) if is_hosts_last else after


def take_along(command: commands.TakeAlong, table: TableState, at: datetime, random: Random) -> TableState:
    """Give a guest's seats to the person that they are; see commands.TakeAlong."""
    seats = table.seats_of(command.guest)
    if not seats or table.seats_of(command.person):
        return table
    own = table.own_seats_of(command.guest)
    for number in seats:
        seat = table.seats[number]
        name = command.name if number in own else seat.name
        table = table.with_seat(replace(seat, person=command.person, name=name))
    if table.host == command.guest:
        table = replace(table, host=command.person)
    return _without_offer(table, command.person)


def forget(command: commands.Forget, table: TableState, at: datetime, random: Random) -> TableState:
    """Take the name of a person off a table, and let bots play on for them; see commands.Forget."""
    for number in table.seats_of(command.person):
        seat = table.seats[number]
        if table.game is None:
            table = table.with_seat(_given_back(seat, random))
            continue
        if seat.level is None and not table.is_over:
            seat = _with_bot(seat, stand_in_of(table.agreement.game), random)
        if seat.name != command.name:
            seat = replace(seat, name=command.name, key=fresh_key(random))
        table = table.with_seat(seat)
    return _without_offer(table, command.person)


def renew_key(command: commands.RenewKey, table: TableState, at: datetime, random: Random) -> TableState:
    """Give a seat a new key; see commands.RenewKey."""
    return table.with_seat(replace(_own(table, command.seat, command.person), key=fresh_key(random)))


def check_rated(*, may_be_rated: bool) -> None:
    """Raise NotYoursError if somebody may not sit down at a rated table; see commands.Sit."""
    if not may_be_rated:
        raise NotYoursError(
            "rated-way-back",
            "this table is rated: it is for people who have a way back to their games. Make one on your account's page.",
        )


def _seat(table: TableState, number: int) -> Seat:
    if number not in range(len(table.seats)):
        raise no_such_seat()
    return table.seats[number]


def _seat_without_bot(table: TableState, number: int, level: str) -> Seat:
    """The seat of that number, at which a bot of that level may be seated."""
    bots, stand_in = bots_of(table.agreement.game), stand_in_of(table.agreement.game)
    if level not in bots:
        raise ParameterError(
            "no-such-level", "no bot is called {level!r}: there are {bots}.", level=level, bots=Every(bots)
        )
    if table.agreement.rated and level != stand_in:
        raise NotYoursError("rated-stand-in", "at a rated table only {bot} plays in somebody's place.", bot=stand_in)
    seat = _seat(table, number)
    if seat.level is not None:
        raise StaleError("bot-sits-there", "a bot sits there already.")
    return seat


def _with_bot(seat: Seat, level: str, random: Random) -> Seat:
    """The seat with a bot that plays there; a person who has the seat keeps it, and the bot stands in for them."""
    return replace(seat, level=level, nonce=seat.nonce or fresh_nonce(random), asked=None)


def _taken(seat: Seat, person: str, name: str, nonce: str | None, random: Random) -> Seat:
    """The seat with a person at it, and a key that nobody knew before."""
    return Seat(seat.number, person, name, nonce=nonce or fresh_nonce(random), key=fresh_key(random))


def _given_back(seat: Seat, random: Random) -> Seat:
    """The seat without its person, and a key that nobody knew before."""
    return Seat(seat.number, level=seat.level, key=fresh_key(random))


def _own_before_the_game(table: TableState, number: int, person: str) -> Seat:
    if table.game:
        raise StaleError("has-begun", "the game has begun.")
    if number not in table.seats_of(person):
        raise StaleError("seat-not-yours", "that seat is not yours.")
    return table.seats[number]


def _own(table: TableState, number: int, person: str) -> Seat:
    if number not in table.seats_of(person):
        raise NotYoursError("seat-not-yours", "that seat is not yours.")
    return table.seats[number]


# Invitations -------------------------------------------------------------------------------------


def invite(command: commands.Invite, table: TableState, at: datetime, random: Random) -> TableState:
    """Offer a free seat to an account; see commands.Invite."""
    if table.host != command.host:
        raise NotYoursError("only-host-invites", "only the host can invite.")
    if command.seat not in table.free_seats():
        raise StaleError("seat-not-free", "that seat is not free.")
    if command.guest in command.apart:
        raise NotInvitedError
    known = {one.person: one for one in table.invited}
    return replace(
        table, invited=tuple({**known, command.guest: Offer(command.seat, command.guest, command.name)}.values())
    )


def uninvite(command: commands.Uninvite, table: TableState, at: datetime, random: Random) -> TableState:
    """End an invitation; see commands.Uninvite."""
    if command.person not in (command.guest, table.host):
        raise NotYoursError("only-host-withdraws", "only the host can withdraw an invitation.")
    return _without_offer(table, command.guest)


def accept(command: commands.Accept, table: TableState, at: datetime, random: Random) -> TableState:
    """Seat an invited person; see commands.Accept."""
    offer = next((one for one in table.offers if one.person == command.person), None)
    if offer is None:
        raise NoSuchTableError("no-invitation", "no invitation to that table is open.")
    if table.agreement.rated:
        check_rated(may_be_rated=command.may_be_rated)
    check_meet(table, command.person, command.apart)
    seat = _taken(table.seats[offer.seat], command.person, command.name, None, random)
    return _without_offer(table, command.person).with_seat(seat)


def _without_offer(table: TableState, guest: str) -> TableState:
    left = tuple(one for one in table.invited if one.person != guest)
    return table if len(left) == len(table.invited) else replace(table, invited=left)


# What a seat is given ---------------------------------------------------------------------------


def fresh_nonce(random: Random) -> str:
    """A nonce for a seat that brings none."""
    return fresh_nonces(1, random)[0]


def fresh_key(random: Random) -> str:
    """A key that nobody can guess, if `random` is the operating system's."""
    return urlsafe_b64encode(random.randbytes(KEY_BYTES)).decode("ascii")
