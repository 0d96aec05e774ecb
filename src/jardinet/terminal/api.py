"""Interface of a table as a session sees it, wherever its games are kept: on this disk, or at a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Protocol

from jardinet.games.api import Action, Event, Game, State
from jardinet.games.parameters import GameError
from jardinet.play.match import ScoreRow
from jardinet.play.record import Record
from jardinet.words.language import Language


class MovedOnError(GameError):
    """The table is no longer where the player saw it; nothing was played. The message says so in their language."""


class MatchStanding(Protocol):
    """Standing of a match: `jardinet.play.match.Match` answers this, and so may a table that only watches one."""

    @property
    def totals(self) -> list[int]:
        """The points so far, seat by seat."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""

    @property
    def winners(self) -> list[int]:
        """The seats that won it; empty while it runs."""

    def score_sheet(self) -> list[ScoreRow]:
        """One row a game that is known here."""


class Table(ABC):
    """A table as a session sees it; it neither asks for moves nor tells them.

    Attributes:
        game: what was agreed.
        seats: a name a seat; of a bot its level.
        bots: the seats of bots.
        people: the seats at this keyboard; empty where nobody here plays.
        state: the position of the running game, or of the last one.
        match: the match that is played; None: a single game.
        is_over: whether the game or the whole match is over.
        is_resumed: whether play goes on where it was left.
    """

    game: Game
    seats: list[str]
    bots: Collection[int]
    people: list[int]
    state: State
    match: MatchStanding | None
    is_over: bool
    is_resumed: bool

    @property
    @abstractmethod
    def game_number(self) -> int:
        """Which game of the match runs, from 1."""

    @property
    @abstractmethod
    def commitment(self) -> str:
        """SHA-256 of the running deal's secret, in hexadecimal."""

    @property
    @abstractmethod
    def has_hints(self) -> bool:
        """Whether people may ask here what is best."""

    @abstractmethod
    def wait_for_everybody(self) -> None:
        """Return when every seat is taken; before that names and bots are not settled."""

    @abstractmethod
    def next_person(self) -> int | None:
        """The seat at this keyboard that has to act next; None where chance, bots or others do."""

    @property
    def viewer(self) -> int | None:
        """The seat for whose eyes things are told here: the only person's; None, a spectator, where others read along."""
        return self.people[0] if len(self.people) == 1 else None

    def seat_in_front(self) -> int:
        """Whose things are shown large: the next person's, else the first person's, else the first seat's."""
        person = self.next_person()
        return person if person is not None else (self.people or [0])[0]

    # Playing

    @abstractmethod
    def play(self, seat: int, actions: Sequence[Action]) -> list[Event]:
        """Play the actions of a person who has to act, one after another; returns what happened.

        Where all move at once nothing has happened until the last seat has chosen: a choice is in no
        state and no record before.

        Raises:
            IllegalActionError: an action is not legal.
            MovedOnError: somebody else has played in that seat meanwhile.
        """

    @abstractmethod
    def go_on(self) -> list[Event]:
        """Let everybody who does not sit at this keyboard act; returns what happened.

        Not to be called when the game is over. It may return before `next_person` has to act.
        """

    @abstractmethod
    def next_game(self) -> None:
        """Begin the next game of the match; raises GameError where it is over."""

    @abstractmethod
    def warm_up(self) -> None:
        """Do what is slow the first time only, while the next person thinks."""

    # Afterwards

    @abstractmethod
    def records(self) -> list[Record]:
        """The games that are over; raises GameError where they cannot be had."""

    @abstractmethod
    def rematch(self) -> Table:
        """A table at which the same play the same once more; raises GameError where that is not possible."""

    def attended(self) -> AbstractContextManager[None]:
        """While the player is here, thinking or typing."""
        return nullcontext()

    # Keeping

    @abstractmethod
    def save(self, path: Path | None = None) -> Path | None:
        """Keep the record as it stands, or write a copy to `path`; returns where it lies on this disk, if it does.

        Raises:
            OSError: it cannot be written; what was there before still is.
        """

    @abstractmethod
    def told_saved(self, language: Language, path: Path | None) -> str:
        """That the running game is kept, and where; `path` is what `save` returned."""

    @abstractmethod
    def told_record(self, language: Language) -> str:
        """Where the record of the finished game is."""

    @abstractmethod
    def told_return(self, language: Language) -> str:
        """How to come back to a table that one leaves."""
