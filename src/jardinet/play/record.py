"""Record of a game: its parameters, the players at each seat, and every move; record_format.py writes and reads it as text."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from jardinet.games.api import Action, Game, Move, State
from jardinet.games.parameters import GameError
from jardinet.play.deal import Deal, PublicDeal

LONGEST_NAME = 100
_SEAT_BY_SEAT = attrgetter("seat", "before")


@dataclass(frozen=True)
class InMatch:
    """Place of a record's game in a match.

    Attributes:
        number: counted from 1.
        tie: how a tied match is settled: `shared` or `replay`.
    """

    number: int
    tie: str


@dataclass(frozen=True)
class PlayedFor:
    """A decision that a bot made in the place of the person who has the seat.

    Attributes:
        before: how many moves of the game had been played.
        seat: whose decision it was, from 0.
        level: the bot.
    """

    before: int
    seat: int
    level: str


@dataclass(frozen=True)
class TakenBack:
    """Actions that a person took back: they are not among the record's moves.

    Attributes:
        before: how many moves of the record had been played before them.
        seat: whose they were, from 0.
        actions: one after another.
    """

    before: int
    seat: int
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Record:
    """A game, finished or stopped at any point.

    Attributes:
        game: with its parameters.
        seats: the players' names in seat order, 1 to 100 characters each, no control characters.
        moves: everything played, chance included, as `State.history` lists it.
        date: the day it was played, None where it is not known.
        match: which game of a match it is, None for a game of its own.
        deal: the public part of its deal, None if chance did not come from a deal.
        played_for: bots' decisions in people's places, seat by seat, in order.
        taken_back: what people took back, in the order of the moves.

    Raises:
        GameError: names, nonces or the match do not fit the game.
    """

    game: Game
    seats: tuple[str, ...]
    moves: tuple[Move, ...]
    date: datetime.date | None = None
    match: InMatch | None = None
    deal: PublicDeal | None = None
    played_for: tuple[PlayedFor, ...] = ()
    taken_back: tuple[TakenBack, ...] = ()

    def __post_init__(self) -> None:
        players = self.game.num_players()
        if len(self.seats) != players:
            raise GameError(
                "names-for-seats",
                "{names} names are given: the game has {seats} seats.",
                names=len(self.seats),
                seats=players,
            )
        for name in self.seats:
            check_name(name)
        if self.deal and len(self.deal.nonces) not in (0, players):
            raise GameError(
                "nonces-for-seats",
                "{nonces} nonces are given: a deal takes one from each of the {seats} seats.",
                nonces=len(self.deal.nonces),
                seats=players,
            )
        if self.match:
            check_match(self.match, self.game)

    @classmethod
    def of(
        cls,
        state: State,
        seats: Sequence[str],
        *,
        date: datetime.date | None = None,
        match: InMatch | None = None,
        deal: Deal | None = None,
        played_for: Iterable[PlayedFor] = (),
        taken_back: Iterable[TakenBack] = (),
        tells_secret: bool = True,
    ) -> Record:
        """The record of a game so far; it contains the deal's secret only when the game is over, and if it may be told."""
        public = deal.public(is_over=state.is_terminal() and tells_secret) if deal else None
        return cls(
            state.get_game(),
            tuple(seats),
            tuple(state.history()),
            date,
            match,
            public,
            tuple(sorted(played_for, key=_SEAT_BY_SEAT)),
            tuple(taken_back),
        )


def state_of(record: Record, before: int | None = None) -> State:
    """The position that the record ends with, or the one after `before` of its moves.

    Raises:
        GameError: its moves break the rules.
    """
    state = record.game.new_initial_state()
    for move in record.moves[:before]:
        state.apply(move)
    return state


def decisions_of(record: Record) -> list[list[int]]:
    """For each seat, the number of moves played before each of its decisions, in order.

    Raises:
        GameError: the record's moves break the rules.
    """
    state = record.game.new_initial_state()
    decisions: list[list[int]] = [[] for _seat in record.seats]
    for before, move in enumerate(record.moves):
        if not state.is_chance_node():
            for seat in state.acting_seats():
                decisions[seat].append(before)
        state.apply(move)
    return decisions


def check_name(name: str) -> str:
    """Return a player's name if it is allowed in a tag; raise GameError otherwise."""
    if not 1 <= len(name) <= LONGEST_NAME:
        raise GameError(
            "name-length",
            "a name of {length} characters is not possible: a name has 1 to {most}.",
            length=len(name),
            most=LONGEST_NAME,
        )
    for sign in name:
        if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp"):
            raise GameError(
                "name-control",
                "the name {name!r} is not possible: {sign!r} is a control character, not a letter.",
                name=name,
                sign=sign,
            )
    return name


def check_match(match: InMatch, game: Game) -> None:
    """Raise GameError if a match of this game has no game of that number, or ties of it are not settled that way."""
    players = game.num_players()
    game.check_tie(match.tie)
    if match.number < 1 or (match.tie == "shared" and match.number > players):
        raise GameError(
            "no-game-of-match",
            "game {number} is not possible: a match of {players} with a shared tie has {players} games.",
            number=match.number,
            players=players,
        )
