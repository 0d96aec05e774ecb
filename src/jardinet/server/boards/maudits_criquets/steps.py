"""Cards of Maudits Criquets by name: what lies in the loot and in reserves, and the steps in which a turn is shown.

A heap of the loot keeps its name from its first card until it is taken, so that a page can show where it has gone. Bids meet
in the middle: they are turned over side by side, equal ones fall, the others are numbered in the order in which they take, and
go home; then the loot goes where it goes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from jardinet.games.api import CHANCE, SIMULTANEOUS, Event
from jardinet.games.maudits_criquets import view as seen
from jardinet.server.boards.context import AnyContext
from jardinet.server.boards.maudits_criquets.sounds import sound_of
from jardinet.server.boards.steps import Act, Course, Step, changed, course_of, heard_of, next_ply
from jardinet.server.tables.table_game import LoggedMove

PILE, LOOT = "pile", "loot"

# The acts of a step, and the event that is heard with them, if any.
Shown = tuple[list[Act], Event | None]


@dataclass(frozen=True)
class Face:
    """Face of a piece: a symbol of the game's sheet and a count beside it, or a bid card that bears the text.

    Attributes:
        symbol: empty: a bid card, or its place in the order of taking.
        text: see above.
        place: from 1; 0 for a card.
    """

    symbol: str
    text: str = ""
    place: int = 0


def front_of(seat: int) -> str:
    """The place before a seat, where its bid card lies."""
    return f"front-{seat} seat-{seat}"


def middle_of(seat: int) -> str:
    """The place of a seat's bid card where all are turned over."""
    return f"middle-{seat} {front_of(seat)}"


def reserve_of(seat: int, kind: str) -> str:
    """The place of a kind in a seat's reserve."""
    return f"held-{seat}-{kind} reserve-{seat}"


@dataclass
class Cards:
    """Tracker of cards: where they lie after the events that were followed.

    Attributes:
        heaps: by kind the name of the heap in the loot.
        counts: by kind how many cards it has.
        reserves: by seat and kind how many cards it holds.
        bids: by seat what it bid last.
        meeting: the seats whose bid cards lie in the middle.
        order: the seats that take in the turn that is shown, in that order, as far as it is known.
        laid_out: how many cards have come from the pile.
        hidden: by kind how many cards are in the pile.
        tokens: by seat.
    """

    hidden: Counter[str]
    tokens: dict[int, int]

    heaps: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    reserves: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    bids: dict[int, str] = field(default_factory=dict)
    meeting: list[int] = field(default_factory=list)
    order: Sequence[int] = ()
    laid_out: int = 0

    def follow(self, events: Sequence[Event], name: str) -> Iterator[Shown]:
        """Follow events that are told together; yields each step as it is made. `name`: another one for each call."""
        first = events[0]
        if not isinstance(first, seen.Bid | seen.Cancelled | seen.TakesAll):
            yield from self.part()
        if isinstance(first, seen.LaidOut):
            yield [self._lay_out(event.card) for event in events if isinstance(event, seen.LaidOut)], None
        elif isinstance(first, seen.Bid):
            yield from self._reveal([event for event in events if isinstance(event, seen.Bid)])
        elif isinstance(first, seen.TakesAll):
            yield from self._take_all(first, [event for event in events if isinstance(event, seen.Took)])
        elif isinstance(first, seen.RoundOver):
            yield from self._score([event for event in events if isinstance(event, seen.Majority)], name)
        else:
            for number, event in enumerate(events):
                yield from self._follow_one(event, f"{name}-{number}")

    def figures(self) -> Mapping[str, str]:
        """What the page counts, by its place."""
        held = {f"held-{seat}-{kind}": n for seat, reserve in self.reserves.items() for kind, n in reserve.items()}
        tokens = {f"tokens-{seat}": count for seat, count in self.tokens.items()}
        unseen = {f"unseen-{kind}": count for kind, count in self.hidden.items()}
        counts = {PILE: self.hidden.total()} | unseen | tokens | held
        heaps = {f"loot-{kind}": f"×{count}" for kind, count in self.counts.items()}
        return {place: str(count) for place, count in counts.items()} | heaps

    def _follow_one(self, event: Event, name: str) -> Iterator[Shown]:
        if isinstance(event, seen.Cancelled):
            manners = ("knock", "struck")
            yield [self._bid(seat, how=manners[place % 2]) for place, seat in enumerate(event.seats)], None
        elif isinstance(event, seen.Took):
            yield [self._bid(event.seat, self._home_of(event.seat), how="hop"), self._take(event)], event
        elif isinstance(event, seen.Harvest):
            yield from self._harvest(event, name)
        elif isinstance(event, seen.Invasion):
            yield from self._invade(event, name)
        elif isinstance(event, seen.Impasse):
            yield [self._heap(kind, how="shake") for kind in self.heaps], None
        elif isinstance(event, seen.LootDiscarded):
            yield [self._heap(kind, PILE, "vanish") for kind in self.heaps], event
            self.heaps.clear()
            self.counts.clear()

    # The loot

    def _lay_out(self, kind: str) -> Act:
        self.laid_out += 1
        self.hidden[kind] -= 1
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

    def part(self) -> Iterator[Shown]:
        """The bids that lie in the middle are numbered, unless one alone takes, and go home."""
        if len(self.order) > 1 and self.meeting:
            yield [self._number(seat, middle_of(seat), "pop") for seat in self.order], None
        if self.meeting:
            yield self._go_home(), None

    def _bid(self, seat: int, to: str = "", start: str = "", how: str = "") -> Act:
        return Act(f"bid-{seat}", Face("", self.bids[seat].upper()), to, start, how)

    def _home_of(self, seat: int) -> str:
        return f"laid-{seat} {self._hand_of(seat)}"

    def _hand_of(self, seat: int) -> str:
        return f"card-{seat}-{self.bids[seat].upper()} seat-{seat}"

    def _reveal(self, bids: Sequence[seen.Bid]) -> Iterator[Shown]:
        self.bids |= {one.seat: one.bid for one in bids}
        self.meeting = [one.seat for one in bids]
        yield [self._bid(seat, middle_of(seat), self._hand_of(seat), "down") for seat in self.meeting], None
        yield [self._bid(seat, how="flip") for seat in self.meeting], bids[0]

    def _number(self, seat: int, to: str, how: str = "") -> Act:
        return Act(f"order-{seat}", Face("", place=1 + self.order.index(seat)), to, how=how)

    def _go_home(self) -> list[Act]:
        numbers = [self._number(seat, self._home_of(seat)) for seat in self.order if len(self.order) > 1]
        acts = [*(self._bid(seat, self._home_of(seat)) for seat in self.meeting), *numbers]
        self.meeting.clear()
        return acts

    def _take_all(self, event: seen.TakesAll, took: Sequence[seen.Took]) -> Iterator[Shown]:
        if event.reason == "x":
            yield [self._bid(seat, how="knock") for seat, bid in self.bids.items() if bid == "a"], None
        yield [self._bid(event.seat, how="shine")], None
        yield [*self._go_home(), *map(self._take, took)], next(iter(took), None)

    # Reserves

    def _harvest(self, event: seen.Harvest, name: str) -> Iterator[Shown]:
        self.reserves[event.seat][event.card] -= 3 * event.tokens
        place, token = reserve_of(event.seat, event.card), Act(f"{name}-token", Face("token"))
        yield (
            [Act(f"{name}-{card}", Face(event.card), front_of(event.seat), place, "vanish") for card in range(3)],
            None,
        )
        self.tokens[event.seat] += event.tokens
        yield [Act(token.piece, token.face, f"tokens-{event.seat}", front_of(event.seat), "pop")], event

    def _invade(self, event: seen.Invasion, name: str) -> Iterator[Shown]:
        reserve, place = self.reserves.pop(event.seat), f"reserve-{event.seat}"
        locusts = [Act(f"{name}-{number}", Face("locust"), place, front_of(event.seat), "shake") for number in range(3)]
        eaten = [
            Act(f"held-{event.seat}-{kind}", Face(kind, str(count)), how="vanish")
            for kind, count in reserve.items()
            if count and kind != "locust"
        ]
        yield [*locusts, *eaten], event
        yield [Act(one.piece, one.face, PILE, how="vanish") for one in locusts], None

    def _score(self, majorities: Sequence[seen.Majority], name: str) -> Iterator[Shown]:
        for one in majorities:
            self.tokens[one.seat] += 1
        if majorities:
            yield (
                [
                    Act(f"{name}-{one.seat}", Face("token"), f"tokens-{one.seat}", front_of(one.seat), "pop")
                    for one in majorities
                ],
                majorities[0],
            )


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
    cards, log = _dealt(context), context.game.log
    first = len(log) - len(turn_of_all(log))
    while first and log[first - 1].seat == CHANCE:
        first -= 1  # a replay shows what was laid out together with what came of it
    for event in (event for move in log[:first] for event in move.events):
        for _shown in cards.follow([event], ""):
            pass
    took = [event.seat for move in log[first:] for event in move.events if isinstance(event, seen.Took)]
    cards.order = list(dict.fromkeys([*took, *context.view.takers]))
    return cards, course_of(context, [*_last_turn(context, cards, log[first:]), *_laid_down(context)])


def _dealt(context: AnyContext) -> Cards:
    """The cards before the first was laid out, reckoned back from how they lie now."""
    view = context.view
    events = [event for move in context.game.log for event in move.events]
    hidden = Counter({stack.kind: stack.count for stack in view.unseen})
    hidden.update(event.card for event in events if isinstance(event, seen.LaidOut))
    gained = Counter(event.seat for event in events if isinstance(event, seen.Majority))
    for event in events:
        if isinstance(event, seen.Harvest):
            gained[event.seat] += event.tokens
    return Cards(hidden, {seat.seat: seat.tokens - gained[seat.seat] for seat in view.seats})


def _last_turn(context: AnyContext, cards: Cards, log: Sequence[LoggedMove]) -> Iterator[Step]:
    for moves in with_what_followed(log):
        ply, place = moves[0].ply, 0
        plies = {id(event): one.ply for one in moves for event in one.events}
        for group, sentences in context.words.steps([event for one in moves for event in one.events]):
            steps: list[Step] = []
            before = cards.figures()
            for acts, event in cards.follow(group, f"{ply}-{place}"):
                heard = heard_of(plies[id(event)], sound_of(event)) if event else ""
                figures, before = changed(before, cards.figures()), cards.figures()
                steps += [Step(ply, acts, heard=heard, figures=figures)] if acts else []
            yield from _telling(steps, line_name(ply, place)) if sentences else steps
            place += bool(sentences)
        yield from (Step(ply, acts) for acts, _event in cards.part())


def _telling(steps: Sequence[Step], line: str) -> Iterator[Step]:
    """The same, with a line that appears when the first of them is heard: what was bid is read when the cards are turned."""
    telling = next((k for k, step in enumerate(steps) if step.heard), 0)
    yield from (replace(step, tells=line) if k == telling else step for k, step in enumerate(steps))


def _laid_down(context: AnyContext) -> Iterator[Step]:
    """A step for each bid that is chosen but not revealed, face down: only its own player's page knows which card it is."""
    if context.view.phase != "bidding":
        return
    for seat in sorted(context.table.chosen):
        bid = context.choice.partition("-")[2].upper() if seat == context.seat and context.choice else ""
        hand = f"card-{seat}-{bid} seat-{seat}" if bid else f"seat-{seat}"
        act = Act(f"bid-{seat}", Face("", bid), front_of(seat), hand, "down")
        yield Step(next_ply(context), [act], name=f"chosen-{seat}")


def line_name(ply: int, place: int) -> str:
    """The id of a line of the last turn: no other of the game has it, so that a live update keeps what is there."""
    return f"step-{ply}-{place}"
