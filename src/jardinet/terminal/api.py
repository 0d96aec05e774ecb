"""Interface of a table as a session sees it, whether its games are on this disk or at a server."""

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
    """The table has moved on since the player saw it (optimistic lock); nothing was played. The message is in their language."""


class MatchStanding(Protocol):
    """Standing of a match: implemented by `jardinet.play.match.Match`, and by tables that only watch a match."""

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
        """One row per game that is known here."""


class Table(ABC):
    """A table as a session sees it; it neither asks for moves nor prints them.

    Attributes:
        game: with its parameters.
        seats: a name per seat; for a bot its level.
        bots: the seats of bots.
        people: the seats at this keyboard; empty if nobody here plays.
        state: the position of the running game, or of the last one.
        match: the match that is played; None: a single game.
        is_over: whether the game or the whole match is over.
        is_resumed: whether an earlier game is continued.
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
        """The number of the running game in the match, from 1."""

    @property
    @abstractmethod
    def commitment(self) -> str:
        """SHA-256 of the running deal's secret, in hexadecimal."""

    @property
    @abstractmethod
    def has_hints(self) -> bool:
        """Whether people may ask for hints here."""

    @abstractmethod
    def wait_for_everybody(self) -> None:
        """Block until every seat is taken; before that names and bots are not settled."""

    @abstractmethod
    def next_person(self) -> int | None:
        """The seat at this keyboard that has to act next; None if chance, bots or others do."""

    @property
    def viewer(self) -> int | None:
        """The seat from whose view things are shown: the only person's here; None (a spectator) if there are several or none."""
        return self.people[0] if len(self.people) == 1 else None

    def seat_in_front(self) -> int:
        """The seat whose things are shown large: the next person's, else the first person's, else the first seat."""
        person = self.next_person()
        return person if person is not None else (self.people or [0])[0]

    # Playing

    @abstractmethod
    def play(self, seat: int, actions: Sequence[Action]) -> list[Event]:
        """Play the actions of a person who has to act, one after another; returns what happened.

        Where all move at once nothing happens until the last seat has chosen: before, a choice is in no state and no
        record.

        Raises:
            IllegalActionError: an action is not legal.
            MovedOnError: somebody else has played in that seat meanwhile.
        """

    @abstractmethod
    def take_back(self) -> None:
        """Take back the last play of the only person here, and what bots have played since; see `jardinet.play.taking_back`.

        Raises:
            GameError: nothing can be taken back, or the table has moved on; the message says why.
        """

    @abstractmethod
    def resign(self) -> None:
        """Let a bot play on for the people here.

        Raises:
            GameError: there is nobody elsewhere who would play on, or no game runs.
        """

    @abstractmethod
    def go_on(self) -> list[Event]:
        """Let all players that are not at this keyboard act; returns what happened.

        Not to be called when the game is over. It may return before `next_person` has to act.
        """

    @abstractmethod
    def next_game(self) -> None:
        """Begin the next game of the match; raises GameError if it is over."""

    @abstractmethod
    def warm_up(self) -> None:
        """Do slow one-time work now, while the next person thinks."""

    # Afterwards

    @abstractmethod
    def records(self) -> list[Record]:
        """The games that are over; raises GameError if they are not available."""

    @abstractmethod
    def rematch(self) -> Table:
        """A new table with the same players and agreement; raises GameError if that is not possible."""

    def attended(self) -> AbstractContextManager[None]:
        """Context for the time in which the player is here, thinking or typing."""
        return nullcontext()

    # Keeping

    @abstractmethod
    def save(self, path: Path | None = None) -> Path | None:
        """Save the record so far, or write a copy to `path`; returns its path if it is on this disk.

        Raises:
            OSError: it cannot be written; the old file is unchanged.
        """

    @abstractmethod
    def told_saved(self, language: Language, path: Path | None) -> str:
        """The sentence that the running game is saved, and where; `path` is the result of `save`."""

    @abstractmethod
    def told_record(self, language: Language) -> str:
        """The sentence where the record of the finished game is."""

    @abstractmethod
    def told_return(self, language: Language) -> str:
        """The sentence how to come back to a table after leaving it."""
