"""Remote table, at a server, as a session sees it: a mirror that replays the server's moves.

The position here is computed by the game's own rules from the public moves, so that a session shows it exactly like a
local table. Deals, bots, other people and the record are the server's.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

from jardinet.games import load_game
from jardinet.games.api import CHANCE, Action, Event, Game
from jardinet.play.deal import check_digits, revealed
from jardinet.play.match import ScoreRow
from jardinet.play.record import Record
from jardinet.terminal.api import MovedOnError, Table
from jardinet.terminal.connection import Connection, ServerError
from jardinet.terminal.seen import PositionSeen, StandInSeen, TableSeen, harmless
from jardinet.words.game_words import load_words, names_of
from jardinet.words.language import Language
from jardinet.words.news import stand_in_sentence


@dataclass
class WatchedMatch:
    """Match as far as it was seen from here; the totals are the server's (see MatchStanding)."""

    totals: list[int]
    winners: list[int] = field(default_factory=list)
    rows: list[ScoreRow] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether the match has winners, as far as it was seen from here."""
        return bool(self.winners)

    def score_sheet(self) -> list[ScoreRow]:
        """One row per game whose end was seen."""
        return list(self.rows)


class RemoteTable(Table):
    """Remote table: see the module; `jardinet.terminal.joining` leads to one.

    Args:
        connection: to the table.
        seen: its present state.
        is_new: whether its player has just sat down, so that earlier events are still to be told.
        language: of the messages while waiting for others.
        say: prints them.

    Raises:
        ServerError: a bot plays in the place of the player.
        GameError: the server's moves break the rules of this version.
    """

    def __init__(
        self,
        connection: Connection,
        seen: TableSeen,
        language: Language,
        say: Callable[[str], None],
        *,
        is_new: bool,
    ) -> None:
        self._connection = connection
        self._language = language
        self._say = say
        self._agreement = seen.agreement
        self.game = self._game_of(seen.state)
        self.match: WatchedMatch | None = WatchedMatch([0] * len(seen.agreement.seats)) if seen.agreement.tie else None
        self.is_resumed = not is_new and self._is_under_way(seen.state)
        self._has_resigned = False
        self._waited_for: list[int] = []
        self._late: int | None = None  # the seat whose turn a bot plays, since their time was up
        self._news: PositionSeen | None = seen.state  # received and not yet told
        self._position = seen.state
        self._begin(seen.state)
        if self.is_resumed:
            self._news = None
            self._advance(seen.state)

    # Who sits here

    def attended(self) -> AbstractContextManager[None]:
        """Context in which the person here counts as present; see Table.attended.

        For spectators the server is not told.
        """
        return self._connection.attended() if self.people else nullcontext()

    def wait_for_everybody(self) -> None:
        """Wait until every seat is taken; see Table.wait_for_everybody."""
        if self._position.status != "created":
            return
        sentence = self._language.gettext("Waiting until every seat is taken. Others can sit down at {page}")
        self._say(sentence.format(page=self._connection.links()[0]))
        self._news = self._connection.wait_for(lambda position: position.status != "created")
        self._begin(self._news)

    @property
    def has_hints(self) -> bool:
        """Whether people may ask for hints here; see Table.has_hints."""
        return self._agreement.has_hints

    def next_person(self) -> int | None:
        """The seat at this keyboard that has to act next, if any; see Table.next_person."""
        if self._news:  # these are told first
            return None
        return next((seat for seat in self._awaited() if seat in self.people), None)

    # Playing

    @property
    def game_number(self) -> int:
        """The number of the running game in the match, from 1; see Table.game_number."""
        return self._position.game

    @property
    def commitment(self) -> str:
        """SHA-256 of the running deal's secret; see Table.commitment."""
        return check_digits(self._position.deal.commitment)

    def play(self, seat: int, actions: Sequence[Action]) -> list[Event]:
        """Play the actions of a person; returns what happened; see Table.play; all actions are played, or none."""
        self._waited_for = []
        moves = [self.state.action_to_string(seat, action) for action in actions]
        try:
            seen = self._connection.post("play", ply=self._position.seq, seat=seat, moves=moves)
        except MovedOnError:
            self._news = self._connection.table().state
            raise
        return self._advance(seen.state)

    def take_back(self) -> None:
        """Take back the last play of the only person here; see Table.take_back."""
        seen = self._connection.post("take-back", ply=self._position.seq)
        self._go_back(seen.state)
        self._note(seen.state)

    def resign(self) -> None:
        """Let a bot play on for the people here; see Table.resign."""
        self._connection.post("give-up")
        self._has_resigned = True

    def go_on(self) -> list[Event]:
        """Wait until somebody has acted; returns what happened."""
        position, self._news = self._news or self._wait(), None
        if position.game != self._position.game:
            sentence = self._language.gettext("The table has moved on to game {number} of the match.")
            self._say(sentence.format(number=position.game))
            self._begin(position)
        return self._advance(position)

    def next_game(self) -> None:
        """Begin the next game of the match; see Table.next_game; a spectator waits until a player begins it."""
        number = self._position.game
        if self.people:
            with suppress(MovedOnError):  # somebody was quicker
                self._connection.post("next")
        position = self._connection.wait_for(lambda told: told.game != number)
        self._begin(position)
        self._news = position

    def warm_up(self) -> None:
        """Prepare the bots before the first move; see Table.warm_up: the bots are the server's."""

    # Keeping: the record is the server's

    def save(self, path: Path | None = None) -> None:
        """Save the record so far; returns its path, if there is one; see Table.save: nothing lies on this disk."""

    def told_saved(self, language: Language, path: Path | None) -> str:
        """The sentence that the running game is saved, and where; see Table.told_saved."""
        return language.gettext("The server keeps the game: {page}").format(page=self._connection.page)

    def told_record(self, language: Language) -> str:
        """The sentence where the record of the finished game is; see Table.told_record."""
        sentence = language.gettext("The server keeps the record: {page}")
        return sentence.format(page=f"{self._connection.page}/record")

    def told_return(self, language: Language) -> str:
        """The sentence how to come back to this table; see Table.told_return."""
        if self._has_resigned:
            told = language.gettext("A bot plays on in your place. You can take it back until the end: {page}")
            return told.format(page=self._connection.page)
        return return_sentence(language, self._connection, is_seated=bool(self.people))

    # Afterwards

    def records(self) -> list[Record]:
        """The records of the games that are over; see Table.records."""
        return self._connection.record()

    def rematch(self) -> RemoteTable:
        """A table for the same players once more; see Table.rematch: the first player who asks creates it."""
        seen = self._connection.post("rematch")
        return RemoteTable(self._connection.at(seen.id), seen, self._language, self._say, is_new=True)

    # Inside

    def _read_seats(self, position: PositionSeen) -> None:
        """Update the seats, and say if a bot has begun or ceased to play in a person's place."""
        self.seats = [seat.called for seat in position.seats]
        self.bots = {seat.number for seat in position.seats if seat.level and not seat.name}
        self.people = position.own_seats
        if position.status != "finished" and position.lost_seats:
            raise ServerError(
                "bot-in-your-place-there",
                "a bot plays in your place: take your seat back at {page}, and come again.",
                page=self._connection.page,
            )
        for before, now in zip(self._position.seats, position.seats, strict=True):
            if now.name and not now.is_yours and before.name == now.name and before.level != now.level:
                away = self._language.gettext("A bot is now playing for {name}.")
                back = self._language.gettext("{name} is back.")
                self._say((away if now.level else back).format(name=now.called))

    def _game_of(self, position: PositionSeen) -> Game:
        agreed = {**self._agreement.parameters, "players": len(self._agreement.seats)}
        return load_game(self._agreement.game, **(position.parameters or agreed))

    def _is_under_way(self, position: PositionSeen) -> bool:
        """Whether any player has acted; if not, chance's first moves can still be told."""
        game = self._game_of(position)
        moves = game.deserialize_state(position.moves).history()
        return position.game > 1 or len(revealed(game, moves)) < len(moves)

    def _begin(self, position: PositionSeen) -> None:
        """Go to the start of that position's game."""
        self.state = self._game_of(position).new_initial_state()
        self._note(position)

    def _note(self, position: PositionSeen) -> None:
        self._read_seats(position)
        self._position = position
        self.is_over = position.status == "finished"
        if self.match:
            self.match.totals, self.match.winners = position.totals, position.match_winners

    def _advance(self, position: PositionSeen) -> list[Event]:
        """Play the server's moves that are new; returns what happened."""
        whole = self.state.get_game().deserialize_state(position.moves)
        if self._go_back(position):
            self._say(self._language.gettext("A play was taken back."))
        events: list[Event] = []
        new = whole.history()[len(self.state.history()) :]
        for seq, move in enumerate(new, position.seq - len(new)):
            self._say_whose_time_was_up([one for one in position.stand_ins if one.is_late and one.seq == seq])
            events += self.state.events(move, self.viewer)
            self.state.apply(move)
        self._note(position)
        if events and self.match and self.state.is_terminal():
            first = self.state.get_game().parameters.get("first")
            begun_by = None if first is None else int(first)
            self.match.rows.append(ScoreRow(position.game, begun_by, self.state.match_points(), list(position.totals)))
        return events

    def _go_back(self, position: PositionSeen) -> bool:
        """Go back to where that position's game still is as it was here; returns whether something was taken back."""
        whole = self.state.get_game().deserialize_state(position.moves).history()
        own = self.state.history()
        same = next((k for k, (one, other) in enumerate(zip(own, whole, strict=False)) if one != other), len(whole))
        if same >= len(own):
            return False
        self.state = self.state.get_game().new_initial_state()
        for move in own[:same]:
            self.state.apply(move)
        return True

    def _say_whose_time_was_up(self, late: Sequence[StandInSeen]) -> None:
        """Say for whom a bot made the next move, before it is told; only once per turn."""
        player = self.state.current_player()
        if player == CHANCE:
            return
        people = self.people
        names = names_of(self._language, self.seats, self.bots)
        words = load_words(self._language, self.game, names, people[0] if len(people) == 1 else None)
        for one in late:
            if one.seat != self._late:
                self._say(stand_in_sentence(words, one.seat, harmless(one.level), is_late=True))
        self._late = player if late and player >= 0 else None

    def _awaited(self) -> list[int]:
        """The seats that the table waits for."""
        return [seat for seat in self.state.acting_seats() if seat not in self._position.chosen]

    def _wait(self) -> PositionSeen:
        people = [seat for seat in self._awaited() if not self._position.seats[seat].level]
        if people and people != self._waited_for:
            names = names_of(self._language, self.seats, self.bots)
            told = self._language.every([names[seat] for seat in people])
            self._say(self._language.gettext("Waiting for {names}.").format(names=told))
        self._waited_for = people
        known = self._position
        return self._connection.wait_for(lambda position: position.seq > known.seq or position.seats != known.seats)


def return_sentence(language: Language, connection: Connection, *, is_seated: bool) -> str:
    """The sentence how to come back to a server's table, to one's seat or to watch again."""
    command = f"jardinet play --server {connection.address} --table {connection.table_id}"
    if not is_seated:
        return language.gettext("Watch again with: {command}").format(command=f"{command} --watch")
    if connection.guest:
        command += f" --name {shlex.quote(connection.guest)}"
    sentence = language.gettext("Your seat stays yours, and the table goes on. Come back with: {command}")
    return sentence.format(command=command)
