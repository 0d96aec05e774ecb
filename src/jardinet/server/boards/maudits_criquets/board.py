"""Maudits Criquets on the page: the loot to bid for, one's cards, everybody's garden, and the last turn step by step.

No rule is known here: what may be played and what a pick would bring is the State's to say. A bid that is not
yet revealed is in no view; the reader's own is `BoardContext.choice`, and of others' only that there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jardinet.games.api import CHANCE, SIMULTANEOUS, Event
from jardinet.games.maudits_criquets import view as seen
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.names import BIDS, KINDS
from jardinet.games.maudits_criquets.view import Seat, Stack, View
from jardinet.server.boards.context import BoardContext
from jardinet.server.boards.layer import BoardLayer
from jardinet.server.tables.table import LoggedMove
from jardinet.words.game_words import Hint
from jardinet.words.maudits_criquets.commands import MauditsCriquetsWords

Context = BoardContext[MauditsCriquetsState, View, MauditsCriquetsWords]


@dataclass(frozen=True)
class Heap:
    """The cards of one kind in the loot.

    Attributes:
        label: the heap in words and what picking it brings, for those who hear it.
        held: how many of the kind the reader's reserve holds; None for a spectator.
        play: the action that pressing it plays; empty: pressing it asks about it.
        brings: what picking it brings, in a word or two; empty where that is just its cards.
        is_bad: that is an invasion.
    """

    kind: str
    count: int
    label: str
    held: int | None
    play: str
    brings: str
    is_bad: bool


@dataclass(frozen=True)
class Card:
    """A bid card.

    Attributes:
        bid: as it is printed, `1` to `6`, `A`, `X`.
        label: what pressing it does, in words.
        play: the action that pressing it plays; empty: pressing it asks about it.
        is_played: it is out until the round ends.
        is_last: it was played last.
        is_chosen: the reader has chosen it in secret.
    """

    bid: str
    label: str
    play: str
    is_played: bool
    is_last: bool
    is_chosen: bool


@dataclass(frozen=True)
class Garden:
    """Garden of one seat: its cards and tokens.

    Attributes:
        title: what the seat is called.
        status: what it does or has still to do, in a word or two; empty for nothing.
        is_awaited: the table waits for it.
        hand: its bid cards in a line, for those who hear it.
    """

    seat: int
    title: str
    status: str
    is_awaited: bool
    is_winner: bool
    tokens: str
    crops: str
    reserve: Sequence[tuple[Stack, str]]
    cards: Sequence[Card]
    hand: str


@dataclass(frozen=True)
class Sign:
    """A small picture in a step.

    Attributes:
        symbol: of the game's sheet; empty: a bid card.
        text: what stands beside the symbol, or on the bid card.
        seat: whose bid card it is.
        is_struck: it counts for nothing.
    """

    symbol: str
    text: str
    seat: int = 0
    is_struck: bool = False


@dataclass(frozen=True)
class Step:
    """A step of the last turn: what happened, in pictures and in a sentence.

    Attributes:
        name: no other step of the game has it, so that a live update keeps what is there.
        place: when it appears, from 0; None: it was there before the latest move.
    """

    name: str
    signs: Sequence[Sign]
    sentence: str
    place: int | None


@dataclass(frozen=True)
class BoardModel:
    """Model of a whole position for the template.

    Attributes:
        prompt: what the reader can do now, or whom the table waits for.
        note: what is special about the loot; empty for nothing.
        own: what lies before the reader; None for a spectator.
        others: the other seats, in order from the reader's left.
        steps: the last turn; empty before the first.
        introduction: the game in a few sentences, until there are steps.
        meanings: what each card does.
        unseen: what the pile holds, kind by kind: anybody could count it.
    """

    prompt: str
    note: str
    is_over: bool
    round: int
    loot: Sequence[Heap]
    pile: int
    unseen: Sequence[tuple[Stack, str]]
    own: Garden | None
    others: Sequence[Garden]
    steps: Sequence[Step]
    introduction: Sequence[str]
    meanings: Sequence[Hint]


def board_model(context: Context) -> BoardModel:
    """See BoardModel."""
    view, words = context.view, context.words
    gardens = [_garden(context, view, seat) for seat in view.seats]
    first = 0 if context.seat is None else context.seat
    around = [gardens[(first + k) % len(gardens)] for k in range(len(gardens))]
    steps = list(_last_turn(context))
    return BoardModel(
        prompt=_prompt(context, view),
        note=words.impasse(view),
        is_over=view.phase == "over",
        round=view.round,
        loot=[_heap(context, view, stack) for stack in view.loot],
        pile=view.pile,
        unseen=_named(words, view.unseen),
        own=None if context.seat is None else around[0],
        others=around if context.seat is None else around[1:],
        steps=steps,
        introduction=[] if steps else words.introduction(),
        meanings=words.meanings(),
    )


def _named(words: MauditsCriquetsWords, stacks: Sequence[Stack]) -> list[tuple[Stack, str]]:
    return [(stack, words.cards(stack.kind, stack.count)) for stack in stacks]


def _prompt(context: Context, view: View) -> str:
    """What to do, in a sentence or two for those who click."""
    _, words = context.language.gettext, context.words
    if view.phase == "over":
        return " ".join(words.verdict(view))
    if view.phase == "picking":
        bid = words.bid_of(view, view.player)
        if context.may_act:
            return _("Your {bid} is to take: pick one kind of the loot.").format(bid=bid)
        return _("{name} picks with the {bid}.").format(name=context.names[view.player], bid=bid)
    waiting = context.language.every([context.names[seat] for seat in context.table.awaited() if seat != context.seat])
    if not context.may_act:
        return _("Everybody chooses a bid card in secret. Still choosing: {names}.").format(names=waiting)
    if context.choice:
        return _("You bid {bid}. You may still change it. Still choosing: {names}.").format(
            bid=_bid_in(context.choice).upper(), names=waiting
        )
    return _("Choose a bid card for this loot. Nobody sees it until all have chosen.")


def _bid_in(text: str) -> str:
    """The bid card of an action's text: `4` of `bid-4`."""
    return text.partition("-")[2]


# The loot ----------------------------------------------------------------------------------


def _heap(context: Context, view: View, stack: Stack) -> Heap:
    _, words = context.language.gettext, context.words
    cards, play = words.cards(stack.kind, stack.count), f"pick-{stack.kind}"
    held = None if context.seat is None else _held(view.seats[context.seat], stack.kind)
    has = "" if held is None else _("in your reserve: {count}").format(count=held)
    if not (context.may_act and play in view.legal):
        return Heap(stack.kind, stack.count, ", ".join(filter(None, (cards, has))), held, "", "", is_bad=False)
    gains = _gains(context, play)
    label = ", ".join((_("pick {kind}").format(kind=cards), has))
    return Heap(
        kind=stack.kind,
        count=stack.count,
        label=". ".join((label, *words.tell(gains))),
        held=held,
        play=play,
        brings=_in_short(context, gains),
        is_bad=any(isinstance(gain, seen.Invasion) for gain in gains),
    )


def _held(seat: Seat, kind: str) -> int:
    return next((stack.count for stack in seat.reserve if stack.kind == kind), 0)


def _gains(context: Context, play: str) -> list[Event]:
    """What a pick brings the reader beside its cards: the rules say so."""
    seat = context.seat or 0
    events = context.state.events(context.state.string_to_action(seat, play))
    return [event for event in events if isinstance(event, seen.Harvest | seen.Invasion) and event.seat == seat]


def _in_short(context: Context, gains: Sequence[Event]) -> str:
    for gain in gains:
        if isinstance(gain, seen.Invasion):
            return context.language.gettext("invasion!")
        if isinstance(gain, seen.Harvest):
            return "+ " + context.words.tokens(gain.tokens)
    return ""


# Seats -------------------------------------------------------------------------------------


def _garden(context: Context, view: View, seat: Seat) -> Garden:
    words = context.words
    is_own = seat.seat == context.seat
    return Garden(
        seat=seat.seat,
        title=words.heading(seat.seat),
        status=_status(context, view, seat.seat),
        is_awaited=seat.seat in context.table.awaited(),
        is_winner=seat.seat in view.winners,
        tokens=words.tokens(seat.tokens),
        crops=context.language.ngettext("{count} crop", "{count} crops", seat.crops).format(count=seat.crops),
        reserve=_named(words, seat.reserve),
        cards=[
            _card(context, view, seat, bid, is_own=is_own) for bid in BIDS if bid in seat.hand or bid in seat.played
        ],
        hand=words.hand(seat),
    )


def _card(context: Context, view: View, seat: Seat, bid: str, *, is_own: bool) -> Card:
    _, printed, is_played = context.language.gettext, bid.upper(), bid in seat.played
    may_bid = is_own and context.may_act and f"bid-{bid}" in view.legal
    is_chosen = is_own and context.choice == f"bid-{bid}"
    if may_bid:
        label = _("bid {bid}").format(bid=printed)
    elif is_played:
        label = _("{bid}, played").format(bid=printed)
    else:
        label = _("{bid}, in hand").format(bid=printed)
    return Card(
        bid=printed,
        label=label,
        play=f"bid-{bid}" if may_bid else "",
        is_played=is_played,
        is_last=bid == seat.bid,
        is_chosen=is_chosen,
    )


def _status(context: Context, view: View, seat: int) -> str:
    _ = context.language.gettext
    if seat == context.seat and context.may_act:
        return _("▸ your turn") if seat in context.table.awaited() else _("✓ chosen")
    if view.phase == "bidding":
        return _("✓ has chosen") if seat in context.table.chosen else _("… is choosing")
    if seat in view.takers:
        return _("▸ picks now") if seat == view.player else _("picks after that")
    return ""


# The last turn -----------------------------------------------------------------------------


def _last_turn(context: Context) -> Iterator[Step]:
    """The steps from the bids on; those that the latest move brought appear one after the other."""
    log, words = context.game.log, context.words
    start = max((k for k, one in enumerate(log) if one.seat == SIMULTANEOUS), default=len(log))
    bids = {event.seat: event.bid for one in log[start:] for event in one.events if isinstance(event, seen.Bid)}
    moves = list(_with_what_followed(log[start:]))
    for number, move in enumerate(moves):
        events = [event for one in move for event in one.events]
        steps = [step for step in words.steps(events) if step[1]]
        for place, (group, sentences) in enumerate(steps):
            yield Step(
                name=f"step-{move[0].ply}-{place}",
                signs=list(_signs(group, bids)),
                sentence=" ".join(sentences),
                place=place if number == len(moves) - 1 else None,
            )


def _with_what_followed(log: Sequence[LoggedMove]) -> Iterator[list[LoggedMove]]:
    """Each move of players together with what chance laid out after it."""
    move: list[LoggedMove] = []
    for one in log:
        if one.seat != CHANCE and move:
            yield move
            move = []
        move.append(one)
    if move:
        yield move


def _signs(group: Sequence[Event], bids: dict[int, str]) -> Iterator[Sign]:
    """The pictures of events that belong together; `bids`: the seats' cards in this turn."""
    laid_out = Counter(event.card for event in group if isinstance(event, seen.LaidOut))
    yield from (Sign(kind, f"×{laid_out[kind]}") for kind in KINDS if laid_out[kind])
    if isinstance(group[0], seen.Took):
        yield _played(group[0].seat, bids)
    for event in group:
        yield from _sign(event, bids)


def _sign(event: Event, bids: dict[int, str]) -> Iterator[Sign]:
    if isinstance(event, seen.Bid | seen.TakesAll):
        yield _played(event.seat, bids)
    elif isinstance(event, seen.Cancelled):
        yield from (Sign("", event.bid.upper(), seat, is_struck=True) for seat in event.seats)
    elif isinstance(event, seen.Took):
        yield Sign(event.card, f"×{event.count}")
    elif isinstance(event, seen.Harvest):
        yield Sign(event.card, "→")
        yield Sign("token", f"×{event.tokens}")
    elif isinstance(event, seen.Invasion):
        yield Sign("locust", f"−{event.count}")
    elif isinstance(event, seen.LootDiscarded):
        yield Sign("back", f"−{event.count}")
    elif isinstance(event, seen.Majority):
        yield Sign("token", "+1")


def _played(seat: int, bids: dict[int, str]) -> Sign:
    return Sign("", bids[seat].upper(), seat)


_FOLDER = Path(__file__).parent
LAYER: BoardLayer[MauditsCriquetsState, View, MauditsCriquetsWords] = BoardLayer(
    model=board_model,
    templates=_FOLDER / "templates",
    static=_FOLDER / "static",
    sheets=("board.css", "turn.css"),
    picture="picture.html",
    picture_sheets=("picture.css",),
)
