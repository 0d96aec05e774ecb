"""Local table, at one keyboard: its game or match, its bots, its deals, and the record on disk.

It plays and saves; it neither asks nor prints. The files on disk can be resumed at any moment: the record so far, and
beside it the sealed secret of a running deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

import numpy as np
from platformdirs import user_data_path

from jardinet.bots.api import Bot, choose
from jardinet.bots.levels import is_bot, load_bot
from jardinet.games.api import CHANCE, NO_ACTION, SIMULTANEOUS, Action, Event, Game, Move
from jardinet.games.parameters import GameError
from jardinet.play import files
from jardinet.play.deal import Deal, Sealed, first_difference, fresh_nonces, nonces_from_seed, revealed
from jardinet.play.match import Match, match_of
from jardinet.play.record import PlayedFor, Record, TakenBack, state_of
from jardinet.play.record_format import write
from jardinet.play.taking_back import check_take_back, moves_to_take_back
from jardinet.terminal.api import Table
from jardinet.words.language import Language


@dataclass(frozen=True)
class LocalAgreement:
    """Agreement before the first game.

    Attributes:
        game: the game with its parameters.
        seats: a name per seat; the name of a level or a baseline, as `load_bot` takes it, seats that bot.
        tie: how a tied match is settled; None: a single game.
        seed: makes deals and bots repeatable; None: they are unpredictable.
        path: of the record; None: a new file among the player's data.
    """

    game: Game
    seats: Sequence[str]
    tie: str | None = None
    seed: int | None = None
    path: Path | None = None


class LocalTable(Table):
    """Local table: see the module; a new one, or one that `resume` goes on with."""

    def __init__(self, agreed: LocalAgreement, finished: Sequence[Record] = (), running: Record | None = None) -> None:
        """Begin the games of an agreement, or go on with a match.

        Args:
            agreed: the game, its seats, and where the record is kept.
            finished: the games of the match that are over.
            running: the game to go on with; None: a new one begins.

        Raises:
            GameError: the names do not fit the game, or a running deal's secret is not found.
        """
        self.game = agreed.game
        self.seats = list(agreed.seats)
        self.path = agreed.path or _new_path(agreed.game)
        self.is_resumed = bool(finished or running)
        self.match: Match | None = Match(agreed.game, agreed.tie) if agreed.tie else None
        self.bots: dict[int, Bot] = {
            seat: load_bot(name, agreed.game)
            for seat, name in enumerate(agreed.seats)
            if is_bot(name, agreed.game.name)
        }
        self.people = [seat for seat in range(len(self.seats)) if seat not in self.bots]
        self._seed, self._tie = agreed.seed, agreed.tie
        self._chosen: dict[int, Action] = {}  # by seat, people's choices for a joint move
        self._finished: list[Record] = []
        self._taken_back: tuple[TakenBack, ...] = ()  # of the running game
        for record in finished:
            self._finish(record)
        self.is_over = False
        self._saved = ""
        if running:
            self._go_on_with(running)
        else:
            self._begin_game()

    @classmethod
    def resume(cls, path: Path) -> LocalTable:
        """The table of a record that was saved before its end.

        Raises:
            GameError: the file is no record, all its games are over, or its deal's secret is missing.
            OSError: it cannot be read.
        """
        records = files.load(path)
        first, last = records[0], records[-1]
        match = match_of(records) if first.match else None
        if not match and len(records) > 1:
            raise GameError(
                "records-no-match",
                "{path} holds {games} games that are not a match: only one can be resumed.",
                path=path,
                games=len(records),
            )
        agreed = LocalAgreement(
            match.game if match else first.game, first.seats, match.tie if match else None, path=path
        )
        if not state_of(last).is_terminal():
            return cls(agreed, records[:-1], last)
        if match is None or match.is_over:
            raise GameError("match-finished", "{path} is over: nothing is left to resume.", path=path)
        return cls(agreed, records)

    # Who sits here

    def wait_for_everybody(self) -> None:
        """Return at once: at one keyboard everybody is there."""

    @property
    def has_hints(self) -> bool:
        """Whether people may ask for hints here; see Table.has_hints.

        Always, as at one keyboard everybody sees who asks.
        """
        return True

    def next_person(self) -> int | None:
        """The seat at this keyboard that has to act next, if any; see Table.next_person."""
        player = self.state.current_player()
        if player == SIMULTANEOUS:
            acting = self.state.acting_seats()
            return next((seat for seat in self.people if seat in acting and seat not in self._chosen), None)
        return player if player in self.people else None

    # Playing

    @property
    def game_number(self) -> int:
        """The number of the running game in the match, from 1; see Table.game_number."""
        return len(self._finished) + 1

    @property
    def commitment(self) -> str:
        """SHA-256 of the running deal's secret; see Table.commitment."""
        return self._deal.commitment

    def play(self, seat: int, actions: Sequence[Action]) -> list[Event]:
        """Play the actions of a person; returns what happened; see Table.play."""
        return [event for action in actions for event in self._play(seat, action)]

    def resign(self) -> None:
        """See Table.resign: nobody plays on here."""
        raise GameError("resigning-here", "nobody waits for you elsewhere: leave the game whenever you like.")

    def take_back(self) -> None:
        """Take back the last play of the only person here; see Table.take_back."""
        states = [self.state.get_game().new_initial_state()]
        for move in self.state.history():
            states.append(states[-1].clone())
            states[-1].apply(move)
        is_agreed = len(self.people) == 1 and bool(self.bots)
        seat = self.people[0] if is_agreed else NO_ACTION
        moves = moves_to_take_back([state.current_player() for state in states[:-1]], seat)
        check_take_back(is_agreed=is_agreed, has_happened=bool(self._taken_back), moves=moves)
        before = len(states) - 1 - moves
        played = zip(states[before:], self.state.history()[before:], strict=False)
        own = tuple(move for state, move in played if state.current_player() == seat and isinstance(move, int))
        self._taken_back = (TakenBack(before, seat, own),)
        self.state = states[before]

    def go_on(self) -> list[Event]:
        """Let chance and bots act until a person has to, or the game is over; returns what happened."""
        events: list[Event] = []
        while self.next_person() is None and not self.state.is_terminal():
            events += self._step()
        return events

    def ask_bot(self, bot: Bot, seat: int) -> Action:
        """A bot's choice in the place of `seat`, which has to act; it gets that seat's observation."""
        return choose(bot, self.state, seat, self._generator())

    def warm_up(self) -> None:
        """Let every bot think about the position of the next person, so that its code is compiled."""
        with suppress(Exception):  # errors of a bot are reported when it moves
            for bot in self.bots.values():
                self.ask_bot(bot, self.seat_in_front())

    def next_game(self) -> None:
        """Begin the next game of the match; raises MatchError if it is over."""
        self._begin_game()

    # Saving

    def save(self, path: Path | None = None) -> Path:
        """Save the record so far; returns its path, if there is one; see Table.save."""
        running = [] if self.state.is_terminal() else [self._record()]
        text = write(*self._finished, *running)
        place = path or self.path
        if path or text != self._saved:
            place.parent.mkdir(parents=True, exist_ok=True)
            if running:
                files.seal(place, Sealed(self._deal.secret))
            files.save(place, text)
        if not path:
            self._saved = text
            if not running:
                files.sealed_path(place).unlink(missing_ok=True)
        return place

    def told_saved(self, language: Language, path: Path | None) -> str:
        """The sentence that the running game is saved, and where; see Table.told_saved."""
        return language.gettext("The game is saved in {path}.").format(path=path)

    def told_record(self, language: Language) -> str:
        """The sentence where the record of the finished game is; see Table.told_record."""
        return language.gettext("The record is in {path}.").format(path=self.path)

    def told_return(self, language: Language) -> str:
        """The sentence how to come back to this table; see Table.told_return."""
        return language.gettext("Continue with: jardinet play --resume {path}").format(path=self.path)

    # Afterwards

    def records(self) -> list[Record]:
        """The records of the games that are over; see Table.records."""
        return list(self._finished)

    def rematch(self) -> LocalTable:
        """A table for the same players once more; see Table.rematch.

        Its record is a new file among the player's data, and a seed gives other deals.
        """
        seed = None if self._seed is None else self._seed + 1
        return LocalTable(LocalAgreement(self.game, self.seats, self._tie, seed))

    # Inside

    def _begin_game(self) -> None:
        game = self.match.next_game() if self.match else self.game
        number, players = self.game_number, game.num_players()
        if self._seed is None:
            sealed, nonces = Sealed.fresh(), fresh_nonces(players)
        else:
            sealed = Sealed.from_seed(self._seed, number)
            nonces = nonces_from_seed(players, self._seed, number)
        self._start(game, sealed.deal(nonces), date.today())

    def _go_on_with(self, record: Record) -> None:
        if record.deal is None:
            raise GameError(
                "no-deal", "the game in {path} has no deal, so it cannot go on with the same shuffle.", path=self.path
            )
        deal = files.unseal(self.path, record.deal.commitment).deal(record.deal.nonces)
        self._start(record.game, deal, record.date or date.today(), record.played_for, record.taken_back)
        if first_difference(deal, record.game, revealed(record.game, record.moves)):
            raise GameError(
                "other-deal", "what is revealed in {path} does not match its deal: it cannot go on.", path=self.path
            )
        self._chance.pass_over(revealed(record.game, record.moves))
        for move in record.moves:
            self._apply(move)

    def _start(
        self,
        game: Game,
        deal: Deal,
        day: date,
        played_for: tuple[PlayedFor, ...] = (),
        taken_back: tuple[TakenBack, ...] = (),
    ) -> None:
        self._date, self._played_for, self._taken_back = day, played_for, taken_back
        self.state = game.new_initial_state()
        self._deal, self._chance = deal, deal.outcomes(game)

    def _play(self, seat: int, action: Action) -> list[Event]:
        if not self.state.is_simultaneous_node():
            return self._apply(action)
        if action not in self.state.legal_actions(seat):
            raise self.state.why_illegal(action)
        self._chosen[seat] = action
        return self.go_on()

    def _step(self) -> list[Event]:
        """Let chance act once, or the bots that are to move."""
        player = self.state.current_player()
        if player == CHANCE:
            return self._apply(self._chance.next_outcome(self.state.legal_actions()))
        if player != SIMULTANEOUS:
            return self._apply(choose(self.bots[player], self.state, player, self._generator()))
        generator = self._generator()
        acting = self.state.acting_seats()
        chosen = {
            seat: choose(bot, self.state, seat, generator) for seat, bot in self.bots.items() if seat in acting
        } | self._chosen
        self._chosen = {}
        return self._apply(tuple(chosen.get(seat, NO_ACTION) for seat in range(len(self.seats))))

    def _apply(self, move: Move) -> list[Event]:
        events = self.state.events(move, self.viewer)
        self.state.apply(move)
        if self.state.is_terminal():
            self._finish(self._record())
        return events

    def _finish(self, record: Record) -> None:
        self._finished.append(record)
        if self.match:
            self.match.add(state_of(record))
        self.is_over = self.match.is_over if self.match else True

    def _record(self) -> Record:
        match = self.match.next_in_match if self.match else None
        return Record.of(
            self.state,
            self.seats,
            date=self._date,
            match=match,
            deal=self._deal,
            played_for=self._played_for,
            taken_back=self._taken_back,
        )

    def _generator(self) -> np.random.Generator:
        """The bots' generator at this point of the game: repeatable with a seed, also after resuming."""
        if self._seed is None:
            return np.random.default_rng()
        return np.random.default_rng([self._seed, self.game_number, len(self.state.history())])


def _new_path(game: Game) -> Path:
    """A file of its own for a game that begins now, among the player's data; a short game and its rematch begin in one second."""
    name = f"{game.name.replace('_', '-')}-{datetime.now():%Y-%m-%d-%H%M%S-%f}.jdn"
    return user_data_path("jardinet") / "games" / name
