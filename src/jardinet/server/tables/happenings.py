"""Happenings, the domain events: what has happened at a table between two of its states, told to subscribers.

`happenings` compares a table before a change and after it; like `decide` it needs no database, clock or chance. Each
happening names the table; seats are numbered from 0, games from 1, people are told by their ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from jardinet.games.api import CHANCE, NO_ACTION, SIMULTANEOUS
from jardinet.server.tables.table import Seat, TableState
from jardinet.server.tables.table_game import TableGame


class Happening(msgspec.Struct, frozen=True):
    """Something that has happened at a table: one of the classes below.

    Attributes:
        table_id: where.
    """

    table_id: str


class Changed(Happening, frozen=True):
    """Change of any kind: it comes first, with every change."""


class SeatOffered(Happening, frozen=True):
    """Offer of a free seat to a person."""

    seat: int
    person: str


class OfferEnded(Happening, frozen=True):
    """End of such an offer: it was accepted, declined or taken back."""

    seat: int
    person: str


class SeatTaken(Happening, frozen=True):
    """Person who sits down at a seat, or takes it over from another person."""

    seat: int
    person: str


class SeatLeft(Happening, frozen=True):
    """Person who gives a seat back, or from whom another person takes it over."""

    seat: int
    person: str


class QuestionSettled(Happening, frozen=True):
    """End of the host's question whether a bot may play in a person's place: one does now, or the person refused."""

    seat: int
    person: str
    bot_plays: bool


class Renamed(Happening, frozen=True):
    """New name of the person at a seat."""

    seat: int
    name: str


class Played(Happening, frozen=True):
    """Play of a seat: one action or several at once, or a secret choice.

    Attributes:
        ply: at which it was played.
        is_bots: whether a bot played, be it in a person's place.
    """

    seat: int
    ply: int
    is_bots: bool


class PlayTakenBack(Happening, frozen=True):
    """Play that a person took back.

    Attributes:
        ply: at which they did.
    """

    seat: int
    ply: int


class GameBegun(Happening, frozen=True):
    """Beginning of a game."""

    game: int


class GameEnded(Happening, frozen=True):
    """End of a game.

    Attributes:
        game: which one.
        winners: the seats that won it.
        shares: by seat its share of the victory: 1/k for each of k winners, else 0.
        points: by seat what the game counts in a match.
        stood_in: by seat how many plays bots made in the person's place.
    """

    game: int
    winners: tuple[int, ...]
    shares: tuple[float, ...]
    points: tuple[int, ...]
    stood_in: tuple[int, ...]


class MatchEnded(Happening, frozen=True):
    """End of a match.

    Attributes:
        winners: the seats with the highest total.
        totals: by seat the points of all games.
    """

    winners: tuple[int, ...]
    totals: tuple[int, ...]


class TurnCame(Happening, frozen=True):
    """Turn that comes to a seat; if all move at once, to each with a choice. A seat that goes on with its turn gets no other.

    Attributes:
        ply: at which.
        person: who plays there; None: a bot does.
    """

    seat: int
    ply: int
    person: str | None


class BotAwaited(Happening, frozen=True):
    """Bot that has to act as the table stands now: told with every change until it has."""


LASTING = (GameEnded, TurnCame)  # see is_lasting

Heard = TypeVar("Heard", bound=Happening)


def is_lasting(one: Happening, table: TableState) -> bool:
    """Whether a happening must not be lost, so that it is stored with its change: see outbox.py.

    A turn that comes must not be lost if a person has days for it, and so does not wait for it at the table.
    """
    if isinstance(one, TurnCame):
        return one.person is not None and table.agreement.is_for_days
    return isinstance(one, LASTING)


class Subscribers:
    """Subscribers to happenings: functions that are called, in the order in which they subscribed, after the change is stored."""

    def __init__(self) -> None:
        """Begin without subscribers."""
        self.by_kind: dict[type[Happening], list[Callable[[Any, TableState], None]]] = {}

    def subscribe(self, kind: type[Heard], hear: Callable[[Heard, TableState], None]) -> None:
        """Call `hear` with every happening of that class and the table after it."""
        self.by_kind.setdefault(kind, []).append(hear)

    def tell(self, happened: Iterable[Happening], table: TableState) -> None:
        """Tell what has happened at a table, which stands so after it."""
        for one in happened:
            for hear in self.by_kind.get(type(one), ()):
                hear(one, table)


def happenings(before: TableState | None, after: TableState) -> Iterator[Happening]:
    """What has happened at a table from `before`, None for a new table, to `after`, in the order of the classes above."""
    if before is None:
        before = _empty(after)
    yield Changed(after.id)
    if after.invited is not before.invited:
        yield from _offers(before, after)
    if after.seats is not before.seats:
        for old, new in zip(before.seats, after.seats, strict=True):
            if new is not old:
                yield from _at_seat(after, old, new)
    played = _played(before, after)
    if played:
        yield played
    backs = after.game.backs_since(before.ply) if after.game and after.game is not before.game else ()
    for step in backs:
        yield PlayTakenBack(after.id, step.seat, step.ply)
    if after.games is not before.games:
        yield from _of_games(before, after)
    if after.state is not None and not backs:
        yield from _turns(before, after, played)
    if after.awaits_bot:
        yield BotAwaited(after.id)


def _empty(table: TableState) -> TableState:
    """The table before anybody sat down there."""
    seats = tuple(Seat(seat.number) for seat in table.seats)
    return TableState(table.id, table.host, table.agreement, seats, ())


def _offers(before: TableState, after: TableState) -> Iterator[Happening]:
    known, offered = ({one.person: one for one in table.invited} for table in (before, after))
    for person, one in known.items():
        if person not in offered:
            yield OfferEnded(after.id, one.seat, person)
    for person, one in offered.items():
        if known.get(person) != one:
            yield SeatOffered(after.id, one.seat, person)


def _at_seat(table: TableState, old: Seat, new: Seat) -> Iterator[Happening]:
    if old.person != new.person:
        if old.person is not None:
            yield SeatLeft(table.id, old.number, old.person)
        if new.person is not None:
            yield SeatTaken(table.id, new.number, new.person)
    elif new.person is not None:
        if old.asked is not None and new.asked is None and (new.level or new.refused_ply != old.refused_ply):
            yield QuestionSettled(table.id, new.number, new.person, bot_plays=new.level is not None)
        if new.name is not None and new.name != old.name:
            yield Renamed(table.id, new.number, new.name)


def _played(before: TableState, after: TableState) -> Played | None:
    """The play that made the one state from the other, if a play did."""
    game, was = after.game, before.game
    if game is None or was is None or game.number != was.number:
        return None
    ply = before.ply
    if after.ply == ply:
        seat = next((seat for seat, text in after.choices.items() if before.choices.get(seat) != text), None)
        stand_ins = after.stood_in
    else:
        first = next((one for one in game.since(ply) if one.seat != CHANCE), None)
        seat, stand_ins = first.seat if first else None, game.stand_ins[len(was.stand_ins) :]
        if first and first.seat == SIMULTANEOUS and isinstance(first.move, tuple):  # the last choice made it a move
            chosen = (number for number, action in enumerate(first.move) if action != NO_ACTION)
            seat = next((number for number in chosen if number not in before.choices), None)
    if seat is None:
        return None
    by_bot = after.seats[seat].level is not None or any((one.ply, one.seat) == (ply, seat) for one in stand_ins)
    return Played(after.id, seat, ply, by_bot)


def _of_games(before: TableState, after: TableState) -> Iterator[Happening]:
    known = {game.number: game for game in before.games}
    for game in after.games:
        was = known.get(game.number)
        if game is was or game.state is None:
            continue
        if was is None or was.state is None:
            yield GameBegun(after.id, game.number)
        if game.state.is_terminal() and not (was and was.state and was.state.is_terminal()):
            yield _ended(after, game)
    if after.match and after.match.is_over and not (before.match and before.match.is_over):
        yield MatchEnded(after.id, tuple(after.match.winners), tuple(after.match.totals))


def _ended(table: TableState, game: TableGame) -> GameEnded:
    assert game.state
    winners, stood_in = game.state.winners(), Counter(one.seat for one in game.stand_ins)
    return GameEnded(
        table.id,
        game.number,
        tuple(winners),
        tuple(1 / len(winners) if seat.number in winners else 0.0 for seat in table.seats),
        tuple(game.state.match_points()),
        tuple(stood_in[seat.number] for seat in table.seats),
    )


def _turns(before: TableState, after: TableState, played: Played | None) -> Iterator[TurnCame]:
    if after.ply == before.ply and after.games_begun == before.games_begun:
        return
    in_turn = all(table.state and table.state.current_player() != SIMULTANEOUS for table in (before, after))
    for seat in after.awaited():
        goes_on = in_turn and played is not None and played.seat == seat
        if not goes_on:
            yield TurnCame(after.id, seat, after.ply, None if after.seats[seat].level else after.seats[seat].person)
