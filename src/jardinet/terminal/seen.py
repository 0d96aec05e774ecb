"""Data that a server of Jardinet sends about its tables (docs/bot-api.md), as far as a session needs them.

Control characters are removed from foreign texts.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec


class BankSeen(msgspec.Struct, frozen=True):
    """Thinking time of each seat for a game, and the time added per turn, in seconds."""

    seconds: int
    increment: int


class AgreementSeen(msgspec.Struct, frozen=True):
    """Agreement of a table; `parameters` without `players` and `first`."""

    game: str
    parameters: dict[str, bool | int | str]
    seats: list[str]
    tie: str | None
    seconds_a_turn: int | None
    bank: BankSeen | None = None
    hints: bool = False

    @property
    def has_hints(self) -> bool:
        """Whether people may ask for hints at the table: nobody else is there, or all have agreed."""
        return self.hints or self.seats.count("person") == 1


class SeatSeen(msgspec.Struct, frozen=True):
    """A seat; free if it has neither a person's name nor a bot's level."""

    number: int
    name: str | None
    level: str | None
    is_yours: bool

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.name is None and self.level is None

    @property
    def called(self) -> str:
        """The person's name, or the bot's level."""
        return harmless(self.name or self.level or "?")


class StandInSeen(msgspec.Struct, frozen=True):
    """A move that a bot made in a person's place; `is_late`: because their time was up."""

    seq: int
    seat: int
    level: str
    is_late: bool


class DealSeen(msgspec.Struct, frozen=True):
    """Public part of the shuffle, known from the beginning."""

    commitment: str


class ClockSeen(msgspec.Struct, frozen=True):
    """Clock of a seat: when a bot plays for it, None while it stands still."""

    deadline: datetime | None


class PositionSeen(msgspec.Struct, frozen=True, tag_field="type", tag="gameState"):
    """Position of a table; `seq` counts its moves, `moves` are those of this game."""

    seq: int
    status: Literal["created", "started", "between", "finished"]
    seats: list[SeatSeen]
    game: int
    parameters: dict[str, bool | int | str]
    moves: str
    turn: list[int]
    chosen: list[int]
    seat: int | None
    totals: list[int]
    match_winners: list[int]
    deal: DealSeen
    stand_ins: list[StandInSeen] = []
    clocks: list[ClockSeen | None] = []

    @property
    def deadline(self) -> datetime | None:
        """Until when the account's seat has to act; None if it need not, or there is no hurry."""
        clock = self.clocks[self.seat] if self.clocks and self.seat is not None and self.seat in self.turn else None
        return clock.deadline if clock else None

    @property
    def own_seats(self) -> list[int]:
        """The seats of the account that asks."""
        return [seat.number for seat in self.seats if seat.is_yours]

    @property
    def lost_seats(self) -> list[int]:
        """The account's seats at which a bot plays in its place."""
        return [seat.number for seat in self.seats if seat.is_yours and seat.level]


class TableSeen(msgspec.Struct, frozen=True, tag_field="type", tag="gameFull"):
    """A table: its agreement and its state."""

    id: str
    agreement: AgreementSeen
    state: PositionSeen


class TableGone(msgspec.Struct, frozen=True, tag_field="type", tag="gameClosed"):
    """The last line of a stream whose table was removed."""


class OpenTable(msgspec.Struct, frozen=True):
    """A table that anybody may join; in `seats` a free seat is None, `bots` are the bots' seats, and the host may be away."""

    id: str
    agreement: AgreementSeen
    seats: list[str | None]
    bots: list[int] = []
    host_is_here: bool = True


class SeekerSeen(msgspec.Struct, frozen=True):
    """Somebody who seeks others to play with."""

    name: str
    game: str
    players: int
    pace: str = ""
    rating: int | None = None


class SeekSeen(msgspec.Struct, frozen=True):
    """The account's own seek: its state, who was found, and the table once it is open."""

    state: str
    others: list[str] = []
    table: str | None = None


class LinksSeen(msgspec.Struct, frozen=True):
    """The addresses at which others open a table, the best first."""

    links: list[str]


class GuestSeen(msgspec.Struct, frozen=True):
    """A guest that the server has just met, or a person who has just signed in; `token` acts for them."""

    name: str
    token: str


class RatingSeen(msgspec.Struct, frozen=True):
    """A rating in one game, as the API tells it (`perfs`), in points."""

    games: int
    rating: int
    rd: int


class AccountSeen(msgspec.Struct, frozen=True):
    """What is told of one's account: `perfs` are its ratings, by game."""

    perfs: dict[str, RatingSeen] = {}


def harmless(text: str) -> str:
    """A foreign text without control characters for terminals."""
    return "".join(filter(str.isprintable, text))
