"""One game of a table, immutable: its deal, its moves with what each brought about, and what was taken back of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from jardinet.games.api import NO_ACTION, Action, Event, Move, State
from jardinet.play.deal import Deal, Sealed
from jardinet.server.tables.agreement import Agreement

BACK = "back-"  # begins the stored text of a ply that takes moves back
_PLY = attrgetter("ply")


class StandIn(NamedTuple):
    """A bot's play in the place of a person.

    Attributes:
        ply: the one that it played.
        seat: the person's.
        level: the bot.
        is_late: it played since the person's time was up; else it sits there for them.
    """

    ply: int
    seat: int
    level: str
    is_late: bool


@dataclass(frozen=True)
class LoggedMove:
    """A move and what it brought about.

    Attributes:
        ply: its number, counted on through all games of the table.
        seat: whose it was: a seat, or CHANCE or SIMULTANEOUS.
        move: an action, or one of every seat.
        events: what everybody may know of it.
        private_events: by seat what that seat may know; empty in a game that tells everybody the same.
        text: the move as it is stored: see `State.move_to_string`.
    """

    ply: int
    seat: int
    move: Move
    events: Sequence[Event]
    private_events: Mapping[int, Sequence[Event]] = field(default_factory=dict, repr=False)
    text: str = ""

    @classmethod
    def of(cls, ply: int, state: State, move: Move) -> LoggedMove:
        """The entry of `move`, which is about to be played in `state`."""
        seats = range(state.num_players()) if state.get_game().has_private_events else ()
        private = {seat: state.events(move, seat) for seat in seats}
        return cls(ply, state.current_player(), move, state.events(move), private, state.move_to_string(move))

    def events_for(self, viewer: int | None) -> Sequence[Event]:
        """What a seat may know of it; None: a spectator."""
        return self.events if viewer is None else self.private_events.get(viewer, self.events)

    def action_of(self, seat: int) -> Action | None:
        """What a seat played; None if it was not its move, or it had nothing to choose."""
        if not isinstance(self.move, tuple):
            return self.move if self.seat == seat else None
        return None if self.move[seat] == NO_ACTION else self.move[seat]


class BackStep(NamedTuple):
    """A play that was taken back, and what bots had played since.

    Attributes:
        ply: the one at which it was taken back: that is a ply, too.
        seat: whose play it was.
        moves: what is undone, in order; none of it is in the game's log any more.
    """

    ply: int
    seat: int
    moves: Sequence[LoggedMove]

    @property
    def text(self) -> str:
        """It as it is stored: how many moves are undone."""
        return f"{BACK}{len(self.moves)}"


@dataclass(frozen=True)
class TableGame:
    """One game of a table: its deal, and where it stands once it has begun.

    Attributes:
        number: from 1.
        sealed: the secret, fixed when the table was made.
        first: the seat that begins; None if that is not settled, or nobody does.
        nonces: the seats' nonces once everybody is seated; none in a deal of the day.
        begun_at: when it began.
        state: None before. It is never changed: code that plays on clones it.
        log: the moves that count; a play that was taken back does not, so plies can be missing.
        moves: the texts of the log, joined once, since they are sent at every play.
        stand_ins: the plays of it that bots made for people, in order.
        taken_back: what was taken back, in order.
    """

    number: int
    sealed: Sealed = field(repr=False)
    first: int | None = None
    nonces: tuple[str, ...] | None = None
    begun_at: datetime | None = None
    state: State | None = None
    log: Sequence[LoggedMove] = ()
    moves: str = ""
    stand_ins: tuple[StandIn, ...] = ()
    taken_back: tuple[BackStep, ...] = ()

    def begun(self, agreement: Agreement, first: int, nonces: Sequence[str], at: datetime) -> TableGame:
        """The game as it begins, before its first move."""
        state = agreement.load(first).new_initial_state()
        return replace(self, first=first, nonces=tuple(nonces), begun_at=at, state=state)

    def state_after(self, moves: int) -> State:
        """The position after so many of its moves; it has begun."""
        assert self.state
        state = self.state.get_game().new_initial_state()
        for one in self.log[:moves]:
            state.apply(one.move)
        return state

    def since(self, ply: int) -> Sequence[LoggedMove]:
        """The logged moves of this game from that ply on."""
        return self.log[bisect_left(self.log, ply, key=_PLY) :]

    def backs_since(self, ply: int) -> Sequence[BackStep]:
        """What was taken back from that ply on."""
        return [one for one in self.taken_back if one.ply >= ply]

    def texts_since(self, ply: int) -> list[tuple[int, str]]:
        """The plies of this game from that one on, each with its text as it is stored."""
        moves = [(one.ply, one.text) for one in self.since(ply)]
        return moves + [(one.ply, one.text) for one in self.backs_since(ply)]

    @property
    def next_ply(self) -> int | None:
        """The ply after all that has happened in it; None if nothing has."""
        plies = [one.ply + 1 for one in self.log[-1:]] + [one.ply + 1 for one in self.taken_back[-1:]]
        return max(plies, default=None)

    @property
    def deal(self) -> Deal | None:
        """The deal, known when everybody is seated; None before."""
        return None if self.nonces is None else self.sealed.deal(self.nonces)
