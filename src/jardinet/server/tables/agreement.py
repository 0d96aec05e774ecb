"""Agreement on a table, before anybody sits down: the game, its variants, the seats, the pace."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random

import msgspec

from jardinet.bots.layer import Lesson
from jardinet.bots.levels import TEACHER, bots_of, first_opponent, lesson_of
from jardinet.games import load_game
from jardinet.games.api import Game
from jardinet.games.parameters import ParameterError
from jardinet.games.registry import check_playable, entry_of
from jardinet.games.sentences import Either
from jardinet.ratings.yardstick import load_yardstick
from jardinet.server.intervals import BOT_PACES
from jardinet.server.tables.days_off import check_zone

PERSON = "person"
OVER_EVERYWHERE = timedelta(
    days=1, hours=12
)  # after midnight in UTC, with which it begins, a date has ended in UTC-12 too
HOST, RANDOM = "host", "random"  # who begins, beside a seat's number
SECONDS_A_TURN = range(10, 601)
DAYS_A_TURN = range(1, 15)
DAY = 24 * 60 * 60
MOST_SEATS = 6  # as many as have a colour of their own on the page (static/table.css)
BANKS = range(30, 3601)  # seconds
INCREMENTS = range(5, 61)  # seconds: a player who has used up their bank still plays
PERSONAL = "personal"  # in place of a pace: the one that the people at the table have set for themselves


class Bank(msgspec.Struct, frozen=True):
    """Bank of time that each seat has for a game: a bot plays its turns while it is empty.

    Attributes:
        seconds: what it holds when the game begins.
        increment: the seconds that are added after each of the seat's turns.
    """

    seconds: int
    increment: int


class Agreement(msgspec.Struct, frozen=True):
    """Agreement that holds for a table from its first moment; `check` before use.

    Attributes:
        game: a name that `load_game` knows.
        parameters: its parameters, but for `first`.
        seats: one a seat: PERSON, or the bot that plays there, by a name of `bots_of`.
        first: who begins: HOST, RANDOM, or a seat's number from 1; of no effect in a game in which nobody does.
        tie: how a tied match is settled (`jardinet.play.match`); None: a single game.
        seconds_a_turn: how long a turn may take before a bot plays it; None: there is no hurry.
        weekends_off: the time zone by which clocks stand still at weekends, where a turn takes days; None: they run on.
        bank: the time that each seat has for all its turns together; None: there is none. It goes without `seconds_a_turn`.
        is_listed: whether the home page shows the table to everybody.
        bot_pace: one of BOT_PACES, or PERSONAL.
        hints: whether several people may ask what is best; a person who plays against bots alone always may.
        take_back: whether a person who plays against bots alone may take one play back in a game; of no effect for several.
        rated: whether its games change the players' ratings (docs/ratings.md).
        tournament: the id of the tournament that the table belongs to; None: none.
        seed: makes the deals the same every time, known beforehand: for lessons; None: nobody can know them.
        day: whose deal of the day is played (daily.py); None: the table has a deal of its own.
    """

    game: str
    parameters: dict[str, bool | int | str]
    seats: list[str]
    first: str = RANDOM
    tie: str | None = None
    seconds_a_turn: int | None = None
    bank: Bank | None = None
    is_listed: bool = False
    bot_pace: str = "quick"
    hints: bool = False
    take_back: bool = False
    rated: bool = False
    seed: int | None = None
    tournament: str | None = None
    weekends_off: str | None = None
    day: date | None = None

    def encode(self) -> str:
        """The agreement as JSON."""
        return msgspec.json.encode(self).decode()

    @staticmethod
    def decode(content: str) -> Agreement:
        """The agreement from its JSON, the inverse of `encode`."""
        return _DECODER.decode(content)

    def check(self) -> None:
        """Raise ParameterError if something is not possible; the message says what is."""
        check_playable(self.game)
        if told := [name for name in ("players", "first") if name in self.parameters]:
            raise ParameterError(
                "no-table-parameter",
                "{name} is not a parameter of a table: `seats` and `first` say that.",
                name=told[0],
            )
        if len(self.seats) > MOST_SEATS:
            raise ParameterError(
                "too-many-seats",
                "{seats} seats are not possible: a table has {most} at most.",
                seats=len(self.seats),
                most=MOST_SEATS,
            )
        game = self.load(0)
        if self.tie is not None:
            game.check_tie(self.tie)
        known = [PERSON, *bots_of(self.game), *([TEACHER] if self.seed is not None else [])]
        for seat in self.seats:
            if seat not in known:
                raise ParameterError(
                    "nobody-called",
                    "nobody called {name!r} can sit at a table: a seat is for {names}.",
                    name=seat,
                    names=Either(known),
                )
        firsts = [HOST, RANDOM, *(str(seat + 1) for seat in range(len(self.seats)))]
        if self.first not in firsts:
            raise ParameterError(
                "who-begins",
                "first={first!r} is not possible: it must be {firsts}.",
                first=self.first,
                firsts=Either(firsts),
            )
        seconds = self.seconds_a_turn
        if seconds is not None and seconds not in SECONDS_A_TURN and seconds not in [d * DAY for d in DAYS_A_TURN]:
            raise ParameterError(
                "seconds-a-turn",
                "{seconds} seconds a turn are not possible: choose {low} to {high}, or {fewest} to {most} days.",
                seconds=seconds,
                low=SECONDS_A_TURN[0],
                high=SECONDS_A_TURN[-1],
                fewest=DAYS_A_TURN[0],
                most=DAYS_A_TURN[-1],
            )
        if self.bank is not None:
            if seconds is not None:
                raise ParameterError("pace-and-bank", "a table has seconds_a_turn or a bank, not both.")
            if self.bank.seconds not in BANKS or self.bank.increment not in INCREMENTS:
                raise ParameterError(
                    "bank",
                    "a bank of {seconds} seconds + {increment} is not possible: choose {low} to {high} seconds, + "
                    "{least} to {most}.",
                    seconds=self.bank.seconds,
                    increment=self.bank.increment,
                    low=BANKS[0],
                    high=BANKS[-1],
                    least=INCREMENTS[0],
                    most=INCREMENTS[-1],
                )
        if self.weekends_off is not None:
            if not self.is_for_days:
                raise ParameterError("weekends-off", "weekends are off only where a turn takes days.")
            check_zone(self.weekends_off)
        paces = (*BOT_PACES, PERSONAL)
        if self.bot_pace not in paces:
            raise ParameterError(
                "bot-pace",
                "bot_pace={pace!r} is not possible: it must be {paces}.",
                pace=self.bot_pace,
                paces=Either(paces),
            )
        if self.rated:
            self._check_rated()

    def _check_rated(self) -> None:
        """Raise ParameterError if a rated table is not fair, or might never come to its end."""
        if set(self.seats) != {PERSON}:
            raise ParameterError("rated-people", "a rated table is for people: every seat must be for a person.")
        if self.hints:
            raise ParameterError("rated-hints", "a rated table has no hints.")
        if not self.has_clocks:
            raise ParameterError("rated-pace", "a rated table needs a time to think: choose a pace.")
        if self.tie is None and self.first != RANDOM:
            raise ParameterError(
                "rated-first", "a rated table is a match, in which each begins once, or chance decides who begins."
            )
        usual = {one.name: one.default for one in entry_of(self.game).parameters}
        if any(value != usual.get(name) for name, value in self.parameters.items()):
            raise ParameterError("rated-variant", "a rated table is played by the usual rules, without variants.")
        if self.seed is not None or load_yardstick(self.game) is None:
            raise ParameterError("rated-game", "{game} cannot be rated.", game=entry_of(self.game).title)

    @property
    def has_hints(self) -> bool:
        """Whether people may ask at the table what is best: nobody else is there, or all have agreed; never at a deal of the day."""
        return self.day is None and (self.hints or self.seats.count(PERSON) == 1)

    def is_told(self, at: datetime | None) -> bool:
        """Whether the secret of a game that is over may be told at a time: of a deal of the day only when that day is over everywhere.

        `at`: None, an unknown time, at which no deal of the day is told.
        """
        return self.day is None or (at is not None and at >= told_at(self.day))

    @property
    def has_take_back(self) -> bool:
        """Whether a play may be taken back at the table: it was agreed, and one person plays against bots."""
        return self.take_back and self.seats.count(PERSON) == 1

    @property
    def has_clocks(self) -> bool:
        """Whether there is a time to think, for a turn or for a game."""
        return self.seconds_a_turn is not None or self.bank is not None

    @property
    def is_for_days(self) -> bool:
        """Whether a turn may take days, so that nobody waits at the table."""
        return self.seconds_a_turn is not None and self.seconds_a_turn >= DAY

    @property
    def lesson(self) -> Lesson | None:
        """The prepared lesson that the table is for; None if it is any other table, or its deal another one."""
        lesson = lesson_of(self.game) if TEACHER in self.seats else None
        return lesson if lesson and lesson.seed == self.seed else None

    def once_more(self) -> Agreement:
        """The agreement for a rematch: the same, except that a lesson and a deal of the day are followed by a random deal."""
        seats = [first_opponent(self.game) if seat == TEACHER else seat for seat in self.seats]
        return msgspec.structs.replace(self, seats=seats, seed=None, tournament=None, day=None)

    def load(self, first: int) -> Game:
        """The game as agreed, begun by a seat (from 0) where somebody begins; raises ParameterError."""
        parameters = {**self.parameters, "players": len(self.seats)}
        game = load_game(self.game, **parameters)
        return game.with_parameters(first=first) if "first" in game.parameters else game

    def first_seat(self, host_seats: Sequence[int], random: Random) -> int:
        """The seat, from 0, that begins the first game: chance is asked here where it decides."""
        if self.first == HOST and host_seats:
            return host_seats[0]
        if self.first.isdecimal():
            return int(self.first) - 1
        return random.randrange(len(self.seats))


def told_at(day: date) -> datetime:
    """When a day is over everywhere, and the secret of its deal is told.

    >>> str(told_at(date(2026, 11, 29)))
    '2026-11-30 12:00:00+00:00'
    """
    return datetime.combine(day, time(), UTC) + OVER_EVERYWHERE


def pace_of(text: str) -> tuple[int | None, Bank | None]:
    """What a value of `pace_option` stands for: the seconds of a turn, or a bank; neither where it is none.

    >>> pace_of("45"), pace_of("300+10"), pace_of("")
    ((45, None), (None, Bank(seconds=300, increment=10)), (None, None))
    """
    seconds, plus, more = text.partition("+")
    if not all(one.isdecimal() and len(one) < 9 for one in (seconds, more or "0")):
        return None, None
    return (None, Bank(int(seconds), int(more or "0"))) if plus else (int(seconds), None)


_DECODER = msgspec.json.Decoder(Agreement)
