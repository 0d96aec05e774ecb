"""Seek of a person: what they would like to play, with whom, and how far that has come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from jardinet.games import entry_of
from jardinet.games.parameters import GameError, ParameterError
from jardinet.games.registry import check_playable
from jardinet.games.sentences import Either
from jardinet.server.tables.agreement import PERSON, PERSONAL, Agreement, pace_of
from jardinet.words.agreements import pace_option
from jardinet.words.language import load_language

PLAYERS = (2, 3, 4)  # that can be sought
PACES = tuple(choice.value for choice in pace_option(load_language("en")).choices)

# "waiting": for somebody; "found": they are asked whether they are there; "here": they have said so, and the others are asked;
# "open": their table is there; "missed": they have not said so in time, and wait no longer.
State = Literal["waiting", "found", "here", "open", "missed"]


class SeekError(GameError):
    """Somebody cannot seek; the message says why."""


class NobodyWaitsError(GameError):
    """Nobody waits any more for the person who says that they are there."""


class Wish(NamedTuple):
    """What somebody would like to play; `check` before use.

    Attributes:
        game: a name that `load_game` knows.
        players: how many people, themselves included.
        pace: time to think, as a value of `pace_option`.
        is_alike: with people about as strong; else with anybody.
    """

    game: str
    players: int = 2
    pace: str = ""
    is_alike: bool = False

    def check(self) -> None:
        """Raise GameError if that cannot be played; the message says what can."""
        check_playable(self.game)
        possible = [count for count in PLAYERS if count in entry_of(self.game).players]
        if self.players not in possible:
            raise SeekError(
                "seek-players",
                "{players} players are not possible: it must be {possible}.",
                players=self.players,
                possible=Either(possible),
            )
        if self.pace not in PACES:
            raise ParameterError(
                "seek-pace",
                "pace={pace!r} is not possible: it must be empty, or {paces}.",
                pace=self.pace,
                paces=Either(PACES[1:]),
            )

    def agreement(self) -> Agreement:
        """The agreement of a table for it: chance decides who begins, nobody asks for hints, and only who sits there sees it."""
        seconds_a_turn, bank = pace_of(self.pace)
        return Agreement(
            self.game, {}, [PERSON] * self.players, seconds_a_turn=seconds_a_turn, bank=bank, bot_pace=PERSONAL
        )

    def is_for(self, other: Wish) -> bool:
        """Whether both would like to play the same, whoever with."""
        return self[:3] == other[:3]


class KnownStrength(NamedTuple):
    """Strength of a player.

    Attributes:
        value: in points, on the scale of the bots.
        doubt: half of its interval of 95 %, in points.
    """

    value: float
    doubt: float


@dataclass(frozen=True)
class Seek:
    """Seek of a person called `name`, as it stands; see SeekRow."""

    person: str
    name: str
    wish: Wish
    strength: KnownStrength | None
    made_at: datetime
    seen_at: datetime
    state: State = "waiting"
    table_id: str | None = None
    until: datetime | None = None
    by_program: bool = False
