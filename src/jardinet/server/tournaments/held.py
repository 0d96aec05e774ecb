"""Tournament as this server holds it: the tournament of its facts, with people, tables and times. Immutable, like a TableState."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from random import SystemRandom
from typing import NamedTuple

import msgspec

from jardinet.games import entry_of
from jardinet.games.parameters import ParameterError
from jardinet.games.registry import check_playable
from jardinet.server.tables.agreement import PERSON, PERSONAL, Agreement, pace_of
from jardinet.server.tables.errors import NotYoursError
from jardinet.tournaments.course import MatchTable, TournamentState
from jardinet.tournaments.facts import (
    RoundDrawn,
    TableCorrected,
    TableEnded,
    TournamentEnded,
    TournamentFact,
    TournamentPaused,
    TournamentResumed,
)
from jardinet.tournaments.plan import EVENING, LOTS, SEATS, TournamentError, TournamentPlan
from jardinet.words.tournaments import told_apart

LONGEST_TITLE = 60
SEEDS = 10**9
DELAYS = range(1, 24 * 60 + 1)  # minutes
PAUSES = range(3601)  # seconds
PATIENCE = timedelta(seconds=60)  # on an evening, until somebody is seated with people whom they have met


class Timing(msgspec.Struct, frozen=True):
    """Timing of a tournament; `check` before use.

    Attributes:
        begins_after: minutes from its opening until the first round begins by itself; 0: the host begins it.
        by_itself: further rounds begin by themselves, after `pause`; else the host begins each.
        pause: seconds between the last result of a round and the next round.
        no_show: minutes after which a bot plays for somebody who has not come to their table; where a turn takes days it is
            their first deadline.
        lasts: minutes of an evening, from its first tables on.
    """

    begins_after: int = 0
    by_itself: bool = True
    pause: int = 60
    no_show: int = 5
    lasts: int = 180

    def check(self) -> None:
        """Raise TournamentError if a time is out of its range; the message says which is possible."""
        for minutes in (self.begins_after or 1, self.no_show, self.lasts):
            if minutes not in DELAYS:
                raise TournamentError(
                    "tournament-minutes",
                    "{minutes} minutes are not possible: choose 1 to {most}.",
                    minutes=minutes,
                    most=DELAYS[-1],
                )
        if self.pause not in PAUSES:
            raise TournamentError(
                "tournament-pause",
                "a pause of {seconds} seconds is not possible: choose 0 to {most}.",
                seconds=self.pause,
                most=PAUSES[-1],
            )


# What the host can do by a word, besides beginning a round.
HOST_FACTS: Mapping[str, TournamentFact] = {
    "pause": TournamentPaused(),
    "resume": TournamentResumed(),
    "end": TournamentEnded(),
    "off": TournamentEnded(is_called_off=True),
}


class TournamentPlayer(NamedTuple):
    """Person who plays in a tournament: their id, and what they are called now."""

    person: str
    name: str


class HappenedFact(NamedTuple):
    """Fact of a tournament, when it happened, and whether the host did it."""

    fact: TournamentFact
    at: datetime
    by_host: bool


@dataclass(frozen=True)
class HeldTournament:
    """Tournament on this server: see the module.

    Attributes:
        host: the person who opened it.
        pin: see TournamentRow.
        agreement: of its tables; how many seats each has says the round.
        version: how many facts there are.
        state: what they come to.
        players: by number those who play or have played.
        table_ids: by round and number of a table its id on this server.
        begun: the ids of those that have been opened.
        facts: in order.
    """

    id: str
    host: str
    pin: str
    title: str
    agreement: Agreement
    timing: Timing
    created_at: datetime
    version: int
    state: TournamentState
    players: Mapping[int, TournamentPlayer] = field(default_factory=dict)
    table_ids: Mapping[tuple[int, int], str] = field(default_factory=dict)
    begun: frozenset[str] = frozenset()
    facts: Sequence[HappenedFact] = ()

    @property
    def plan(self) -> TournamentPlan:
        """What was agreed."""
        return self.state.plan

    def check_takes_names(self) -> None:
        """Raise NotYoursError if nobody can be entered by a name alone, as that has no way back."""
        if self.agreement.rated:
            raise rated_tournament()

    def player_of(self, entry: int) -> TournamentPlayer:
        """Who plays for an entry now."""
        return self.players[self.state.players.get(entry, self._first_player[entry])]

    @cached_property
    def _first_player(self) -> Mapping[int, int]:
        """By entry the number of the player who made it: players are numbered as they come, substitutes among them."""
        taken = {player for one in self.facts if (player := getattr(one.fact, "player", None))}
        numbers = [number for number in sorted(self.players) if number not in taken]
        return dict(enumerate(numbers, 1))

    @cached_property
    def names(self) -> Mapping[int, str]:
        """By entry what its player is called; of two who are called alike the second is told apart."""
        entries = range(1, self.state.entries + 1)
        return dict(zip(entries, told_apart([self.player_of(one).name for one in entries]), strict=True))

    def entry_of(self, person: str | None) -> int | None:
        """The entry for which a person plays; None: none."""
        entries = range(self.state.entries, 0, -1)
        own = [one for one in entries if person is not None and self.player_of(one).person == person]
        return next((one for one in own if one not in self.state.gone), own[0] if own else None)

    def table_id_of(self, table: MatchTable) -> str:
        """The id of a table on this server."""
        return self.table_ids[table.round, table.number]

    @property
    def next_player(self) -> int:
        """The number of the next person who comes."""
        return len(self.players) + 1

    # What is due

    @property
    def ends_at(self) -> datetime | None:
        """When an evening ends; None before it begins, and in the other forms."""
        first = next((one.at for one in self.facts if isinstance(one.fact, RoundDrawn)), None)
        if self.plan.form != EVENING or first is None:
            return None
        return first + timedelta(minutes=self.timing.lasts)

    @property
    def begins_at(self) -> datetime | None:
        """When the next round begins by itself; None: tables still play, or the host begins it."""
        if self.state.is_over or self.state.phase == "paused":
            return None
        if not self.state.rounds:
            after = self.timing.begins_after
            return self.created_at + timedelta(minutes=after) if after else None
        if self.plan.form == EVENING:
            return self.facts[-1].at
        if not self.timing.by_itself or self.state.running:
            return None
        ends = [one.at for one in self.facts if isinstance(one.fact, (TableEnded, TableCorrected))]
        resumed = self.facts[-1].at
        return max([*ends[-1:], *([] if ends else [resumed])]) + timedelta(seconds=self.timing.pause)

    @property
    def drawn_at(self) -> datetime:
        """When the latest round was drawn; before the first one, when the tournament was opened."""
        drawn = [one.at for one in self.facts if isinstance(one.fact, RoundDrawn)]
        return drawn[-1] if drawn else self.created_at

    def is_patient(self, at: datetime) -> bool:
        """Whether an evening still waits for people who have not met: the latest change is not long ago."""
        return not self.facts or at - self.facts[-1].at < PATIENCE


def agreement_for(game: str, pace: str, *, rated: bool = False, weekends_off: str | None = None) -> Agreement:
    """The agreement of a tournament's tables: a match by the usual rules, with a time to think as `pace_option` has it.

    Args:
        game: its name.
        pace: as a value of `pace_option`.
        rated: whether its games count for ratings.
        weekends_off: the time zone by which weekends are off, where a turn takes days; None: they are not.

    Raises:
        GameError: there is no such game, or it cannot be played so.
    """
    check_playable(game)
    entry = entry_of(game)
    seconds_a_turn, bank = pace_of(pace)
    if pace and seconds_a_turn is None and bank is None:
        raise ParameterError("tournament-pace", "pace={pace!r} is not possible: it reads like 45 or 300+10.", pace=pace)
    agreement = Agreement(
        game,
        {},
        [PERSON] * entry.players[0],
        tie="shared",
        seconds_a_turn=seconds_a_turn,
        bank=bank,
        bot_pace=PERSONAL,
        weekends_off=weekends_off,
        rated=rated,
    )
    agreement.check()
    return agreement


def agreement_of(held: HeldTournament, seats: int) -> Agreement:
    """The agreement of a table of a tournament with so many seats."""
    return msgspec.structs.replace(held.agreement, seats=[PERSON] * seats, tournament=held.id)


def new_plan(game: str, form: str, seats: int, rounds: int, ties: str) -> TournamentPlan:
    """The plan of a new tournament of a game, with lots of its own; only tables by lot have a number of rounds. `check` it before use.

    Raises:
        GameError: there is no such game.
    """
    check_playable(game)
    seed = SystemRandom().randrange(SEEDS)
    return TournamentPlan(form, seats, rounds if form == LOTS else 0, ties, seed, possible_seats(game))


def only_host() -> NotYoursError:
    """The error that only the host of a tournament can do that."""
    return NotYoursError("only-tournament-host", "only the host of the tournament can do that.")


def rated_tournament() -> NotYoursError:
    """The error that somebody may not take part in a rated tournament."""
    return NotYoursError(
        "rated-tournament",
        "this tournament is rated: it is for people who have a way back to their games, and no program may play here.",
    )


def possible_seats(game: str) -> tuple[int, ...]:
    """How many can play a game at a table of a tournament."""
    return tuple(count for count in SEATS if count in entry_of(game).players)


def checked_title(title: str) -> str:
    """The title of a tournament as it is kept, with single spaces; it may be empty.

    Raises:
        TournamentError: it is too long, or cannot be read.
    """
    title = " ".join(title.split())
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise TournamentError(
            "tournament-title", "that title is not possible: it has {most} characters at most.", most=LONGEST_TITLE
        )
    return title
