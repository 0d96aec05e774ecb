"""Facts of a tournament: what has happened, in order, as plain data. `course.py` makes the tournament as it stands of them.

Entries are numbered from 1 in the order in which they came, rounds and the tables of a round from 1 too. An entry is a place in
the tournament: somebody else may take it over, points and all.
"""

from __future__ import annotations

from typing import Any

import msgspec


class TournamentFact(msgspec.Struct, frozen=True, tag=True):
    """Something that has happened in a tournament: one of the classes below."""


class EntryMade(TournamentFact, frozen=True, tag="entry-made"):
    """New entry, the next number."""

    entry: int


class EntryLeft(TournamentFact, frozen=True, tag="entry-left"):
    """End of somebody's part: the entry is drawn no more, and keeps its points."""

    entry: int


class EntryReturned(TournamentFact, frozen=True, tag="entry-returned"):
    """Return of an entry that had left: it is drawn again from the next round on."""

    entry: int


class EntryHandedOver(TournamentFact, frozen=True, tag="entry-handed-over"):
    """Substitute who plays on for an entry; `player` is their number among all who have ever played here, from 1."""

    entry: int
    player: int


class RoundDrawn(TournamentFact, frozen=True, tag="round-drawn"):
    """Tables of a round, which begins.

    Attributes:
        tables: the entries at each table, in the order of its seats.
        resting: the entries that nobody meets in this round.
    """

    round: int
    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...] = ()


class TableEnded(TournamentFact, frozen=True, tag="table-ended"):
    """Result of a table's match.

    Attributes:
        points: by seat the sum of its match points.
        played: by seat whether its person has played anything of it themselves.
    """

    round: int
    table: int
    points: tuple[int, ...]
    played: tuple[bool, ...]


class TableCorrected(TournamentFact, frozen=True, tag="table-corrected"):
    """Result that the host has entered by hand, in the place of any before it; everybody there counts as having played."""

    round: int
    table: int
    points: tuple[int, ...]


class TournamentPaused(TournamentFact, frozen=True, tag="paused"):
    """Pause: no round begins until it is over; tables that play go on."""


class TournamentResumed(TournamentFact, frozen=True, tag="resumed"):
    """End of a pause."""


class TournamentEnded(TournamentFact, frozen=True, tag="ended"):
    """End of the tournament.

    Attributes:
        is_called_off: the host ended it before it was complete.
    """

    is_called_off: bool = False


Fact = (
    EntryMade
    | EntryLeft
    | EntryReturned
    | EntryHandedOver
    | RoundDrawn
    | TableEnded
    | TableCorrected
    | TournamentPaused
    | TournamentResumed
    | TournamentEnded
)

_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Fact)


def encode_fact(fact: TournamentFact) -> str:
    """A fact as JSON.

    >>> encode_fact(EntryLeft(3))
    '{"type":"entry-left","entry":3}'
    """
    return msgspec.json.encode(fact).decode()


def decode_fact(content: str) -> TournamentFact:
    """A fact from its JSON, the inverse of `encode_fact`.

    Raises:
        msgspec.ValidationError: it is none.
    """
    fact: TournamentFact = _DECODER.decode(content)
    return fact
