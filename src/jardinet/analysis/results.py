"""How somebody does: what the results of their finished games add up to, game by game and for each number of seats.

Plain data without words: `words.results` tells them. A game counts if its person played at least three quarters of their plays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

import msgspec

from jardinet.analysis.decisions import KindTally
from jardinet.analysis.error_rates import level_errors
from jardinet.bots.levels import levels_of

MOST_STOOD_IN = 0.25  # of somebody's plays: where bots made more of them, the game is not theirs to count
JUDGED = 20  # games, the latest, by which is told how well somebody plays
FEWEST_JUDGED = 5  # games: fewer tell nothing
WINDOW = 5  # games whose errors a point of the curve tells together
CURVE = 40  # points of the curve at most
KNOWN = 10  # games against somebody after which is told who is ahead
FEW = 7  # games against somebody after which the rest are asked for


class PlayedSeat(msgspec.Struct, frozen=True):
    """Seat of a finished game.

    Attributes:
        name: what its person is called; "" for a bot.
        level: the bot that sat there; "" for a person.
        person: the id of the person; "" for a bot.
        share: of the victory.
        points: what the game counted in a match.
    """

    name: str
    level: str
    person: str
    share: float
    points: int

    @property
    def rank(self) -> tuple[float, int]:
        """By which seats are compared: who won, else who has more points."""
        return self.share, self.points


class FinishedGame(msgspec.Struct, frozen=True):
    """Finished game of a person.

    Attributes:
        table_id: where.
        game: its number there.
        played: what was played, a name that `load_game` knows.
        ended_at: when it ended.
        seat: the person's, from 0.
        seats: all of them.
        is_lesson: its deal was prepared, so that it counts for nothing.
        stood_in: which part of the person's plays bots made, 0 to 1.
        decisions: how many the person made among several actions; None, as what follows: it is not analysed.
        errors: what they cost, in shares of the victory.
        luck: what chance brought, in shares of the victory.
        adjusted: the person's share without that.
        kinds: the errors by kind of decision, see `State.decision_kind`.
    """

    table_id: str
    game: int
    played: str
    ended_at: datetime
    seat: int
    seats: tuple[PlayedSeat, ...]
    is_lesson: bool = False
    stood_in: float = 0.0
    decisions: int | None = None
    errors: float | None = None
    luck: float | None = None
    adjusted: float | None = None
    kinds: dict[str, KindTally] = {}

    @property
    def own(self) -> PlayedSeat:
        """The person's seat."""
        return self.seats[self.seat]

    @property
    def others(self) -> list[PlayedSeat]:
        """The seats of the others, in order."""
        return [seat for number, seat in enumerate(self.seats) if number != self.seat]

    @property
    def counts(self) -> bool:
        """Whether it says anything about the person."""
        return not self.is_lesson and self.stood_in <= MOST_STOOD_IN


class Balance(msgspec.Struct, frozen=True):
    """Games won, lost, and shared."""

    won: int = 0
    lost: int = 0
    shared: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.lost + self.shared

    @property
    def is_ahead(self) -> bool:
        """Whether more were won than lost."""
        return self.won > self.lost


class Rival(msgspec.Struct, frozen=True):
    """Somebody the person has played against.

    Attributes:
        level: of a bot; "" for a person.
        name: what a person is called, by the latest game; "" for a bot.
        person: the id of a person; "" for a bot.
        balance: games in which the person came before them, after them, and level with them.
    """

    level: str
    name: str
    person: str
    balance: Balance


class KindErrors(msgspec.Struct, frozen=True):
    """Errors of one kind of decision: what they cost altogether, in shares of the victory, in how many decisions."""

    kind: str
    cost: float
    decisions: int


class PlayNext(msgspec.Struct, frozen=True):
    """What to play next, and why: at most one is told.

    Attributes:
        why: "judge": so many games more, and it can be told how well one plays; "know": against a level, who is ahead;
            "stronger": a level to try; "practise": a kind of decision.
        games: how many; 0 where that does not matter.
        what: the level, or the kind.
    """

    why: str
    games: int = 0
    what: str = ""


class Doing(msgspec.Struct, frozen=True):
    """How somebody does in a game with so many seats.

    Attributes:
        played: what is played.
        seats: how many.
        balance: of all games that count.
        not_counted: how many games do not, since bots played most of them.
        rivals: bots first, the weakest level first, then people, who was met most often first.
        longest_run: the most victories in a row; a shared one ends a run.
        strongest: the strongest level that the person has come before; "" if there is none.
        curve: errors a decision, each in WINDOW games, the latest last; empty before there are so many.
        rate: errors a decision in the latest JUDGED games, in shares of the victory; None: too few are analysed.
        between: the level that errs more than this, and the one that errs less; "" beyond the scale, and without a rate.
        judged: how many games are analysed.
        luck: what chance has brought in these altogether, in shares of the victory.
        kinds: the costliest first; those that cost nothing are left out.
        next: what to play next; None: nothing is missing.
        level: the person's level in this game with any number of seats, in points: see `ratings.own`; None: it is not known.
        level_doubt: half of its interval of 95 %, in points.
        tells_little: whether `rate` is that of far stronger levels than this one: who loses early has nothing left to give away.
    """

    played: str
    seats: int
    balance: Balance
    not_counted: int
    rivals: list[Rival]
    longest_run: int
    strongest: str
    curve: list[float]
    rate: float | None
    between: tuple[str, str]
    judged: int
    luck: float
    kinds: list[KindErrors]
    next: PlayNext | None
    level: float | None = None
    level_doubt: float | None = None
    tells_little: bool = False


def doing_of(games: Iterable[FinishedGame]) -> list[Doing]:
    """How somebody does, by game and number of seats; what they play most comes first. Games may come in any order."""
    listed = sorted((one for one in games if not one.is_lesson), key=_by_time)
    kept = sorted(listed, key=_what)
    told = [_doing(*what, list(own)) for what, own in groupby(kept, _what)]
    return sorted(told, key=lambda one: -(one.balance.games + one.not_counted))


def _by_time(one: FinishedGame) -> tuple[datetime, str, int]:
    return one.ended_at, one.table_id, one.game


def _what(one: FinishedGame) -> tuple[str, int]:
    return one.played, len(one.seats)


def _doing(played: str, seats: int, games: Sequence[FinishedGame]) -> Doing:
    counted = [one for one in games if one.counts]
    judged = [one for one in counted if one.decisions]
    rivals = _rivals(played, counted)
    beaten = [one.level for one in rivals if one.level and one.balance.won]
    rate = _rate(judged[-JUDGED:]) if len(judged) >= FEWEST_JUDGED else None
    kinds = _kinds(judged)
    return Doing(
        played=played,
        seats=seats,
        balance=_balance(one.own.share for one in counted),
        not_counted=len(games) - len(counted),
        rivals=rivals,
        longest_run=_longest_run(counted),
        strongest=beaten[-1] if beaten else "",
        curve=[_rate(judged[end - WINDOW : end]) for end in range(WINDOW, len(judged) + 1)][-CURVE:],
        rate=rate,
        between=_between(played, seats, rate),
        judged=len(judged),
        luck=sum(one.luck or 0.0 for one in judged),
        kinds=kinds,
        next=_next(played, counted, len(judged), rivals, kinds),
    )


def _balance(shares: Iterable[float]) -> Balance:
    every = list(shares)
    won, lost = every.count(1.0), every.count(0.0)
    return Balance(won, lost, len(every) - won - lost)


def _rivals(played: str, games: Sequence[FinishedGame]) -> list[Rival]:
    met: Mapping[tuple[str, str], list[float]] = defaultdict(list)
    names = dict[str, str]()
    for game in games:
        for other in game.others:
            who = other.person if other.person != game.own.person else other.name  # somebody at the same screen
            names[who] = other.name
            is_before, is_after = game.own.rank > other.rank, game.own.rank < other.rank
            met[other.level, who].append(1.0 if is_before else 0.0 if is_after else 0.5)
    order = levels_of(played)
    found = [Rival(level, names[who], who, _balance(results)) for (level, who), results in met.items()]
    bots = sorted((one for one in found if one.level), key=lambda one: _place(order, one.level))
    return [*bots, *sorted((one for one in found if not one.level), key=lambda one: -one.balance.games)]


def _place(order: Sequence[str], level: str) -> int:
    """The place of a level, the weakest first; a baseline comes before all."""
    return order.index(level) if level in order else -1


def _longest_run(games: Sequence[FinishedGame]) -> int:
    return max((len(list(run)) for won, run in groupby(games, lambda one: one.own.share == 1) if won), default=0)


def _rate(games: Sequence[FinishedGame]) -> float:
    decisions = sum(one.decisions or 0 for one in games)
    return sum(one.errors or 0.0 for one in games) / decisions


def _between(played: str, seats: int, rate: float | None) -> tuple[str, str]:
    if rate is None:
        return "", ""
    scale = level_errors(played, seats)
    more = [one.level for one in scale if one.rate >= rate]
    less = [one.level for one in scale if one.rate < rate]
    return more[-1] if more else "", less[0] if less else ""


def _kinds(games: Sequence[FinishedGame]) -> list[KindErrors]:
    cost, decisions = defaultdict[str, float](float), defaultdict[str, int](int)
    for game in games:
        for kind, one in game.kinds.items():
            cost[kind] += one.cost
            decisions[kind] += one.decisions
    found = [KindErrors(kind, round(total, 6), decisions[kind]) for kind, total in cost.items() if total > 0]
    return sorted(found, key=lambda one: -one.cost)


def _next(
    played: str, games: Sequence[FinishedGame], judged: int, rivals: Sequence[Rival], kinds: Sequence[KindErrors]
) -> PlayNext | None:
    by_level = {one.level: one.balance for one in rivals if one.level in levels_of(played)}
    latest = [other.level for game in reversed(games) for other in game.others if other.level in by_level]
    for level in dict.fromkeys(latest):
        missing = KNOWN - by_level[level].games
        if 0 < missing <= KNOWN - FEW:
            return PlayNext("know", missing, level)
    if 0 < judged < FEWEST_JUDGED:
        return PlayNext("judge", FEWEST_JUDGED - judged)
    ahead = [level for level in levels_of(played) if level in by_level and by_level[level].games >= KNOWN]
    if ahead and by_level[ahead[-1]].is_ahead:
        stronger = levels_of(played)[levels_of(played).index(ahead[-1]) + 1 :]
        if stronger and by_level.get(stronger[0], Balance()).games < KNOWN:
            return PlayNext("stronger", 0, stronger[0])
    return PlayNext("practise", 0, kinds[0].kind) if kinds else None
