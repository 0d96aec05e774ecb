"""Cards of Maudits Criquets by name: what lies in the loot and in reserves, and the steps in which a turn is shown.

A heap of the loot keeps its name from its first card until it is taken, so that a page can show where it has gone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from jardinet.games.api import CHANCE, SIMULTANEOUS, Event
from jardinet.games.maudits_criquets import view as seen
from jardinet.server.boards.context import AnyContext
from jardinet.server.boards.steps import Act, Course, Step, course_of
from jardinet.server.tables.table import LoggedMove

PILE, LOOT = "pile", "loot"


@dataclass(frozen=True)
class Face:
    """Face of a piece: a symbol of the game's sheet and a count beside it, or a bid card that bears the text."""

    symbol: str
    text: str = ""


def front_of(seat: int) -> str:
    """The place before a seat, where its bid card lies."""
    return f"front-{seat} seat-{seat}"


def reserve_of(seat: int, kind: str) -> str:
    """The place of a kind in a seat's reserve."""
    return f"held-{seat}-{kind} reserve-{seat}"


@dataclass
class Cards:
    """Cards as they lie after the events that were followed.

    Attributes:
        heaps: by kind the name of the heap in the loot.
        counts: by kind how many cards it has.
        reserves: by seat and kind how many cards it holds.
        bids: by seat what it bid last.
        laid_out: how many cards have come from the pile.
    """

    heaps: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    reserves: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    bids: dict[int, str] = field(default_factory=dict)
    laid_out: int = 0

    def follow(self, events: Sequence[Event], name: str) -> Iterator[list[Act]]:
        """Move what events move that are told together; yields the acts of each step. `name` is new with each call."""
        first = events[0]
        if isinstance(first, seen.LaidOut):
            yield [self._lay_out(event.card) for event in events if isinstance(event, seen.LaidOut)]
        elif isinstance(first, seen.Bid):
            yield from self._reveal([event for event in events if isinstance(event, seen.Bid)])
        elif isinstance(first, seen.TakesAll):
            yield from self._take_all(first, [event for event in events if isinstance(event, seen.Took)])
        elif isinstance(first, seen.RoundOver):
            yield from _majorities([event for event in events if isinstance(event, seen.Majority)], name)
        else:
            for number, event in enumerate(events):
                yield from self._follow_one(event, f"{name}-{number}")

    def _follow_one(self, event: Event, name: str) -> Iterator[list[Act]]:
        if isinstance(event, seen.Cancelled):
            yield [
                Act(f"bid-{seat}", self._bid(seat), LOOT, how=("knock", "struck")[place % 2])
                for place, seat in enumerate(event.seats)
            ]
        elif isinstance(event, seen.Took):
            yield [Act(f"bid-{event.seat}", self._bid(event.seat), how="hop"), self._take(event)]
        elif isinstance(event, seen.Harvest):
            yield from self._harvest(event, name)
        elif isinstance(event, seen.Invasion):
            yield from self._invade(event, name)
        elif isinstance(event, seen.Impasse):
            yield [self._heap(kind, how="shake") for kind in self.heaps]
        elif isinstance(event, seen.LootDiscarded):
            yield [self._heap(kind, PILE, "vanish") for kind in self.heaps]
            self.heaps.clear()
            self.counts.clear()

    # The loot

    def _lay_out(self, kind: str) -> Act:
        self.laid_out += 1
        self.counts[kind] += 1
        name = f"card-{self.laid_out}"
        if kind not in self.heaps:
            self.heaps[kind] = name
        return Act(name, Face(kind), f"loot-{kind}", PILE, "flip")

    def _heap(self, kind: str, to: str = "", how: str = "") -> Act:
        return Act(self.heaps[kind], Face(kind, f"×{self.counts[kind]}"), to, f"loot-{kind}", how)

    def _take(self, event: seen.Took) -> Act:
        act = self._heap(event.card, reserve_of(event.seat, event.card), "vanish")
        self.reserves[event.seat][event.card] += self.counts.pop(event.card)
        del self.heaps[event.card]
        return act

    # Bids

    def _bid(self, seat: int) -> Face:
        return Face("", self.bids[seat].upper())

    def _reveal(self, bids: Sequence[seen.Bid]) -> Iterator[list[Act]]:
        self.bids |= {one.seat: one.bid for one in bids}
        hands = {one.seat: f"card-{one.seat}-{one.bid.upper()} seat-{one.seat}" for one in bids}
        yield [Act(f"bid-{seat}", self._bid(seat), front_of(seat), hand, "down") for seat, hand in hands.items()]
        yield [Act(f"bid-{seat}", self._bid(seat), how="flip") for seat in hands]

    def _take_all(self, event: seen.TakesAll, took: Sequence[seen.Took]) -> Iterator[list[Act]]:
        bid = f"bid-{event.seat}"
        ace = next((seat for seat, one in self.bids.items() if one == "a" and event.reason == "x"), None)
        if ace is not None:
            yield [Act(f"bid-{ace}", self._bid(ace), LOOT)]
        snatched = [] if ace is None else [Act(f"bid-{ace}", self._bid(ace), how="knock")]
        yield [Act(bid, self._bid(event.seat), LOOT), *snatched]
        yield [Act(bid, self._bid(event.seat), front_of(event.seat)), *map(self._take, took)]

    # Reserves

    def _harvest(self, event: seen.Harvest, name: str) -> Iterator[list[Act]]:
        self.reserves[event.seat][event.card] -= 3 * event.tokens
        place, token = reserve_of(event.seat, event.card), Act(f"{name}-token", Face("token"))
        yield [Act(f"{name}-{card}", Face(event.card), front_of(event.seat), place, "vanish") for card in range(3)]
        yield [Act(token.piece, token.face, f"tokens-{event.seat}", front_of(event.seat), "pop")]

    def _invade(self, event: seen.Invasion, name: str) -> Iterator[list[Act]]:
        reserve, place = self.reserves.pop(event.seat), f"reserve-{event.seat}"
        locusts = [Act(f"{name}-{number}", Face("locust"), place, front_of(event.seat), "shake") for number in range(3)]
        eaten = [
            Act(f"held-{event.seat}-{kind}", Face(kind, str(count)), how="vanish")
            for kind, count in reserve.items()
            if count and kind != "locust"
        ]
        yield [*locusts, *eaten]
        yield [Act(one.piece, one.face, PILE, how="vanish") for one in locusts]


def _majorities(majorities: Sequence[seen.Majority], name: str) -> Iterator[list[Act]]:
    if majorities:
        yield [
            Act(f"{name}-{one.seat}", Face("token"), f"tokens-{one.seat}", front_of(one.seat), "pop")
            for one in majorities
        ]


# The last turn -----------------------------------------------------------------------------


def turn_of_all(log: Sequence[LoggedMove]) -> Sequence[LoggedMove]:
    """The moves of the last turn, from the bids on; before the first ones, what was laid out."""
    return log[max((k for k, one in enumerate(log) if one.seat == SIMULTANEOUS), default=0) :]


def with_what_followed(moves: Sequence[LoggedMove]) -> Iterator[list[LoggedMove]]:
    """Each move of players together with what chance laid out after it."""
    together: list[LoggedMove] = []
    for one in moves:
        if one.seat != CHANCE and together:
            yield together
            together = []
        together.append(one)
    if together:
        yield together


def cards_and_course(context: AnyContext) -> tuple[Cards, Course]:
    """Where the cards lie, and how the last turn went."""
    cards, steps, log = Cards(), [], context.game.log
    first = len(log) - len(turn_of_all(log))
    while first and log[first - 1].seat == CHANCE:
        first -= 1  # a replay shows what was laid out together with what came of it
    for event in (event for move in log[:first] for event in move.events):
        for _acts in cards.follow([event], ""):
            pass
    for moves in with_what_followed(log[first:]):
        ply, place = moves[0].ply, 0
        for group, sentences in context.words.steps([event for one in moves for event in one.events]):
            tells = line_name(ply, place) if sentences else ""
            steps += [
                Step(ply, acts, tells if k == 0 else "")
                for k, acts in enumerate(cards.follow(group, f"{ply}-{place}"))
                if acts
            ]
            place += bool(sentences)
    return cards, course_of(context, steps)


def line_name(ply: int, place: int) -> str:
    """The id of a line of the last turn: no other of the game has it, so that a live update keeps what is there."""
    return f"step-{ply}-{place}"
