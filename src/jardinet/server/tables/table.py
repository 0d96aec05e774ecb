"""State of a table, immutable: made by decide.py from commands, read by everything that shows or plays it.

Nothing here reads or writes the database, and every change makes another TableState. So one may be shown to many at once,
and dropped and read again at any moment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from jardinet.games.api import CHANCE, SIMULTANEOUS, Move, State
from jardinet.games.chance import ChanceSequence
from jardinet.play.deal import PublicDeal
from jardinet.play.match import Match
from jardinet.play.record import PlayedFor, Record, TakenBack
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.table_game import BACK, BackStep, LoggedMove, StandIn, TableGame

MOST_SHOWN = 4  # remarks
MOST_TIMEOUTS = 2  # in a row: then somebody is away, even with a page open
LAST_TIMEOUT = 3  # in a row: where a turn takes days a bot has the seat from then on, until its person is back


@dataclass(frozen=True)
class Seat:
    """A seat at a table; free while it has neither a person nor a bot.

    Attributes:
        number: from 0.
        person: the id of whom it belongs to.
        name: what that person is called.
        level: the bot that plays here; with a person: in that person's place.
        nonce: what it adds to the shuffle.
        key: opens the seat on another device: for its own person alone. It changes with the person.
        asked: the bot that the host would like to play here; None: nothing is asked of the person.
        refused_ply: the ply at which the person refused that last; None: never.
        timeouts: how often in a row the person's time to think was up.
        has_come: the person has agreed to play here by sitting down, or has seen the rematch that others asked for.
        off_until: when the person's vacation ends, or has ended; None: they were on none.
        back: what the person has said of taking back among people (taking_back.py): they ask, agree, refuse, or are never to be
            asked again.
        back_ply: the ply at which they said it; of another ply only the last holds.
    """

    number: int
    person: str | None = None
    name: str | None = None
    level: str | None = None
    nonce: str | None = None
    key: str = field(default="", repr=False)
    asked: str | None = None
    refused_ply: int | None = None
    timeouts: int = 0
    has_come: bool = True
    off_until: datetime | None = None
    back: str | None = None
    back_ply: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.person is None and self.level is None

    @property
    def called(self) -> str:
        """A name for records: the person's, or the bot's level."""
        return self.name or self.level or "?"


class Remark(NamedTuple):
    """A preset phrase that somebody said; `number` tells it from all others of the table, and grows."""

    number: int
    seat: int
    phrase: str
    said_at: datetime


class Offer(NamedTuple):
    """A free seat that is offered to somebody: their id and what they are called."""

    seat: int
    person: str
    name: str


@dataclass(frozen=True)
class TableState:
    """State of a table: see the module.

    Attributes:
        games: the games that are dealt, begun or not.
        ply: the number that the next ply bears.
        before: the id of the table of which it is the rematch.
        followed_by: the id of the table of its rematch; None while there is none.
        deadline: when a bot plays for the first of those who are awaited; None: there is no hurry.
        clocks: by seat the milliseconds in its bank when the ply came, or when it chose at this ply; empty without a bank:
            see clocks.py.
        all_remarks: the latest last.
        invited: who is offered a seat, the oldest first, whether it is still free or not: see `offers`.
        version: of the table in the database, for the optimistic lock.
        choices: by seat, what was secretly chosen where all move at once: see `choice_of`.
        stood_in: those of them that bots chose for people.
    """

    id: str
    host: str
    agreement: Agreement
    seats: tuple[Seat, ...]
    games: tuple[TableGame, ...]
    ply: int = 0
    before: str | None = None
    followed_by: str | None = None
    match: Match | None = None
    deadline: datetime | None = None
    clocks: tuple[int, ...] = ()
    all_remarks: tuple[Remark, ...] = ()
    invited: tuple[Offer, ...] = ()
    version: int = 0
    choices: Mapping[int, str] = field(default_factory=dict, repr=False)
    stood_in: tuple[StandIn, ...] = ()

    # Where it stands

    @cached_property
    def game(self) -> TableGame | None:
        """The game that is played, or was last; None before the first begins."""
        return next((game for game in reversed(self.games) if game.state), None)

    @cached_property
    def state(self) -> State | None:
        """The position; None before the first game begins."""
        return self.game.state if self.game else None

    @property
    def games_begun(self) -> int:
        """How many games of the table have begun."""
        return sum(game.state is not None for game in self.games)

    @property
    def is_waiting(self) -> bool:
        """Whether seats are free, so that nothing has begun."""
        return self.game is None

    @cached_property
    def is_over(self) -> bool:
        """Whether the game or the whole match is over."""
        return self.is_game_over and (self.match is None or self.match.is_over)

    @property
    def winners(self) -> Sequence[int]:
        """The seats that have won the match, or the game where it is a single one; none before the end."""
        if not self.is_over or self.state is None:
            return ()
        return self.match.winners if self.match else self.state.winners()

    @property
    def is_left(self) -> bool:
        """Whether bots play for all the people who sat down: nobody waits for anything here, and nothing waits for anybody."""
        people = [seat for seat in self.seats if seat.person]
        return bool(people) and all(seat.level for seat in people)

    @cached_property
    def is_game_over(self) -> bool:
        """Whether the running game is over; a match may go on."""
        return self.state is not None and self.state.is_terminal()

    @property
    def is_between(self) -> bool:
        """Whether the next game of a match is to begin."""
        return self.is_game_over and not self.is_over

    @property
    def anybody(self) -> str:
        """Somebody who may act for all: the first person who sits there, or else the host."""
        return next((seat.person for seat in self.seats if seat.person), self.host)

    @property
    def begun_at(self) -> datetime | None:
        """When the game began that is played, or was last."""
        return self.game.begun_at if self.game else None

    def acting(self) -> list[int]:
        """The seats that may act now: one, or if all move at once every one with a choice, even if it has chosen."""
        return list(self._acting)

    def awaited(self) -> list[int]:
        """The seats that the others wait for: those acting, but for those who have chosen."""
        return [seat for seat in self._acting if seat not in self.choices]

    @cached_property
    def _acting(self) -> Sequence[int]:
        """`acting`, of which a play asks ten times."""
        return self.state.acting_seats() if self.state else ()

    @cached_property
    def awaits_bot(self) -> bool:
        """Whether a bot has to act."""
        return not self.bots_hold_back and any(self.seats[seat].level for seat in self.awaited())

    @property
    def lone_chooser(self) -> int | None:
        """The seat of the one person who chooses at once with bots alone; None if nobody does."""
        if self.state is None or self.state.current_player() != SIMULTANEOUS:
            return None
        people = [seat for seat in self.acting() if self.seats[seat].level is None]
        return people[0] if len(people) == 1 and len(self.acting()) > 1 else None

    @property
    def bots_hold_back(self) -> bool:
        """Whether bots wait now for the one person who chooses together with them, so that a slip can be mended; never at `instant`."""
        seat = None if self.agreement.bot_pace == "instant" else self.lone_chooser
        return seat is not None and seat not in self.choices

    @property
    def chosen(self) -> frozenset[int]:
        """The seats that have chosen in secret; others may know only that they have chosen, not what."""
        return frozenset(self.choices)

    def choice_of(self, seat: int | None) -> str | None:
        """What a seat has secretly chosen at the present ply: for its own person alone."""
        return None if seat is None else self.choices.get(seat)

    def key_of(self, seat: int) -> str:
        """The key that opens a seat on another device: for its own person alone."""
        return self.seats[seat].key

    @property
    def remarks(self) -> Sequence[Remark]:
        """The last remarks, MOST_SHOWN at most, the latest last."""
        return self.all_remarks[-MOST_SHOWN:]

    @property
    def offers(self) -> list[Offer]:
        """The invitations that can still be accepted, the oldest first."""
        return [one for one in self.invited if self.seats[one.seat].is_free]

    def game_of(self, number: int) -> TableGame:
        """The game of that number."""
        return next(game for game in self.games if game.number == number)

    # Who sits where

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person, in order; several where they play at one screen."""
        return [seat.number for seat in self.seats if person is not None and seat.person == person]

    def own_seats_of(self, person: str | None) -> list[int]:
        """The seats of a person with their own name, as the first has; the others are played by people beside them."""
        seats = self.seats_of(person)
        return [seat for seat in seats if self.seats[seat].name == self.seats[seats[0]].name]

    def in_front(self, seats: Sequence[int]) -> int | None:
        """Which of somebody's seats is in front: the first that is awaited, else their first; None without any."""
        awaited = self.awaited()
        return next(iter([*(seat for seat in seats if seat in awaited), *seats]), None)

    def played_seat(self, seats: Sequence[int]) -> int | None:
        """Which of somebody's seats they play: that in front; None without any, and while bots play at all of them."""
        return self.in_front([seat for seat in seats if self.seats[seat].level is None])

    def may_go_on(self, person: str | None) -> bool:
        """Whether a person may begin a match's next game: anybody who sits here, and the host if only bots play."""
        only_bots = not any(seat.person for seat in self.seats)
        return bool(self.seats_of(person)) or (only_bots and person == self.host)

    def free_seats(self) -> list[int]:
        """Where somebody may sit down."""
        return [seat.number for seat in self.seats if seat.is_free]

    @property
    def is_offer(self) -> bool:
        """Whether it is a rematch that somebody who is to play has not seen yet: until then no clock runs."""
        return any(not seat.has_come and seat.person is not None and seat.level is None for seat in self.seats)

    def bots(self) -> dict[int, str]:
        """The level of each seat that a bot plays."""
        return {seat.number: seat.level for seat in self.seats if seat.level}

    def away(self, unseen: Collection[str]) -> list[int]:
        """The seats whose person is away: among the `unseen`, or their time to think was up again and again."""
        return [
            seat.number
            for seat in self.seats
            if seat.person is not None and (seat.person in unseen or seat.timeouts >= MOST_TIMEOUTS)
        ]

    def left_to_host(self, unseen: Collection[str]) -> list[int]:
        """The seats for whose person the host may let a bot play unasked: of those who are away, see `away`.

        At a rated table somebody loses by that, and where a turn takes days nobody sits and waits: their time to think is theirs,
        and has to be up again and again.
        """
        return self.away(() if self.agreement.rated or self.agreement.is_for_days else unseen)

    def has_played(self, seat: int, ply: int, texts: Sequence[str]) -> bool:
        """Whether what was played from `ply` on begins with just these actions of a seat."""
        logged = [one.action_of(seat) for game in self.games for one in game.since(ply)]
        own = [action for action in logged if action is not None]
        names = self.agreement.load(0).texts_of(seat)
        return [names[action] for action in own[: len(texts)]] == list(texts)

    # Moves

    def chance_ahead(self) -> ChanceSequence:
        """What chance brings in the running game from now on."""
        assert self.game and self.game.state and self.game.deal
        ahead = self.game.deal.outcomes(self.game.state.get_game())
        ahead.pass_over(one.move for one in self.game.log if one.seat == CHANCE and isinstance(one.move, int))
        return ahead

    def lost_by_time(self, person: str | None) -> list[int]:
        """The seats of a person that a bot has since their time was up again and again, where a turn takes days."""
        if not self.agreement.is_for_days:
            return []
        seats = [self.seats[seat] for seat in self.seats_of(person)]
        return [seat.number for seat in seats if seat.level is not None and seat.timeouts >= LAST_TIMEOUT]

    def with_seat(self, seat: Seat) -> TableState:
        """The table with that seat in the place of the one of its number."""
        return replace(self, seats=tuple(seat if one.number == seat.number else one for one in self.seats))

    def with_game(self, game: TableGame) -> TableState:
        """The table with that game in the place of the one of its number."""
        return replace(self, games=self._games_with(game))

    def _games_with(self, game: TableGame) -> tuple[TableGame, ...]:
        return tuple([game if one.number == game.number else one for one in self.games])

    def played(self, moves: Iterable[Move | str], stand_ins: Sequence[StandIn] = ()) -> TableState:
        """The table after moves of its running game, which are legal, or their texts; some were made by `stand_ins`."""
        assert self.game
        return self.advanced(self.game.number, moves, stand_ins)

    def advanced(self, number: int, moves: Iterable[Move | str], stand_ins: Sequence[StandIn] = ()) -> TableState:
        """The table after moves of the game of that number, or their texts as they are stored, those that take back among them."""
        moves = list(moves)
        for at, one in enumerate(moves):
            if isinstance(one, str) and one.startswith(BACK):
                past = [known for known in stand_ins if known.ply < self.ply + at]
                back = self.advanced(number, moves[:at], past).back(number, int(one.removeprefix(BACK)))
                return back.advanced(
                    number, moves[at + 1 :], [known for known in stand_ins if known.ply > self.ply + at]
                )
        game = self.game_of(number)
        assert game.state
        state, log = game.state.clone(), list(game.log)
        for ply, one in enumerate(moves, self.ply):
            move = state.string_to_move(one) if isinstance(one, str) else one
            log.append(LoggedMove.of(ply, state, move))
            state.apply(move)
        if len(log) == len(game.log):
            return self
        match = self.match
        if state.is_terminal() and match:
            match = match.clone()
            match.add(state)
        texts = (one.text for one in log[len(game.log) :])
        texts_so_far = " ".join([game.moves, *texts] if game.moves else texts)
        told = (*game.stand_ins, *stand_ins)
        new = replace(game, state=state, log=tuple(log), moves=texts_so_far, stand_ins=told)
        ply = self.ply + len(log) - len(game.log)
        return replace(self, games=self._games_with(new), ply=ply, match=match, choices={}, stood_in=())

    def back(self, number: int, count: int) -> TableState:
        """The table after so many moves of the game of that number are taken back, which is a ply of its own."""
        game = self.game_of(number)
        assert game.state
        log, undone = game.log[:-count], game.log[-count:]
        state = game.state.get_game().new_initial_state()
        for one in log:
            state.apply(one.move)
        step = BackStep(self.ply, undone[0].seat, undone)
        moves, taken_back = " ".join(one.text for one in log), (*game.taken_back, step)
        after = self.with_game(replace(game, state=state, log=log, moves=moves, taken_back=taken_back))
        return replace(after, ply=self.ply + 1, choices={}, stood_in=())

    def record_of(self, game: TableGame, at: datetime | None = None) -> Record | None:
        """The record of a game as it stands; it tells the secret only when the game is over, and may be told: see `Agreement.is_told`.

        None if it has not begun, or still runs and has moves that not everybody may know.
        """
        if game.state is None or (game.state.get_game().has_secrets() and not game.state.is_terminal()):
            return None
        names = [seat.called for seat in self.seats]
        match = replace(self.match.next_in_match, number=game.number) if self.match else None
        date = game.begun_at and game.begun_at.date()
        return Record.of(
            game.state,
            names,
            date=date,
            match=match,
            deal=game.deal,
            played_for=(PlayedFor(self._moves_before(game, one.ply), one.seat, one.level) for one in game.stand_ins),
            taken_back=(self._taken_back(game, one) for one in game.taken_back),
            tells_secret=self.agreement.is_told(at),
        )

    @staticmethod
    def _moves_before(game: TableGame, ply: int) -> int:
        """How many of a game's moves were played before a ply."""
        return len(game.log) - len(game.since(ply))

    def _taken_back(self, game: TableGame, step: BackStep) -> TakenBack:
        own = tuple(action for one in step.moves if (action := one.action_of(step.seat)) is not None)
        return TakenBack(self._moves_before(game, step.moves[0].ply), step.seat, own)

    def public_deal(self, game: TableGame, at: datetime | None = None) -> PublicDeal:
        """What everybody may know of a game's deal at a time: see `record_of`."""
        if game.deal is None:
            return PublicDeal(game.sealed.commitment, ())
        is_over = game.state is not None and game.state.is_terminal()
        return game.deal.public(is_over=is_over and self.agreement.is_told(at))


def new_match(agreement: Agreement, first: int) -> Match | None:
    """The match that was agreed, if one was."""
    return Match(agreement.load(first), agreement.tie) if agreement.tie else None
