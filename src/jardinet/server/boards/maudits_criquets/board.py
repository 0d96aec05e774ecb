"""Maudits Criquets on the page: the loot to bid for, one's cards, everybody's garden, and the last turn step by step.

No rule is known here: the State says what may be played and what a pick would bring. A bid that is not yet revealed is
in no view; the reader's own is `BoardContext.choice`, and of others' bids only their existence is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jardinet.games.api import SIMULTANEOUS, Event
from jardinet.games.maudits_criquets import view as seen
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.names import BIDS, KINDS
from jardinet.games.maudits_criquets.view import SeatView, Stack, View
from jardinet.server.boards.context import BoardContext
from jardinet.server.boards.layer import BoardLayer
from jardinet.server.boards.maudits_criquets.sounds import sound_of
from jardinet.server.boards.maudits_criquets.steps import cards_and_course, line_name, turn_of_all, with_what_followed
from jardinet.server.boards.steps import Course
from jardinet.words.game_words import Hint
from jardinet.words.maudits_criquets.commands import MauditsCriquetsWords

Context = BoardContext[MauditsCriquetsState, View, MauditsCriquetsWords]


@dataclass(frozen=True)
class Heap:
    """The cards of one kind in the loot.

    Attributes:
        piece: the name that it keeps until it is taken; see steps.py.
        label: the heap in words and what picking it brings, for those who hear it.
        held: how many of the kind the reader's reserve holds; None for a spectator.
        play: the action that pressing it plays; empty: pressing it asks about it.
        brings: what picking it brings, in a word or two; empty if that is just its cards.
        is_bad: that is an invasion.
    """

    piece: str
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
        face: its character; see characters.py.
        title: what the seat is called.
        has_chosen: its bid card lies face down.
        token_count: its tokens, as a number; `tokens`: in words.
        status: what it does or has still to do, in a word or two; empty for nothing.
        is_awaited: the table waits for it.
        hand: its bid cards in a line, for those who hear it.
    """

    seat: int
    face: str
    title: str
    status: str
    is_awaited: bool
    is_winner: bool
    has_chosen: bool
    token_count: int
    tokens: str
    crops: str
    reserve: Sequence[tuple[Stack, str]]
    cards: Sequence[Card]
    hand: str


@dataclass(frozen=True)
class Sign:
    """A small picture in a line.

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
class Line:
    """A line of the last turn: what happened, in pictures and in a sentence.

    Attributes:
        name: see `line_name`.
        who: what stands beside the pictures where there is no room for the sentence: whom they are about; the sentence where
            there are none.
        is_own: it tells what the reader took.
    """

    name: str
    signs: Sequence[Sign]
    sentence: str
    who: str
    is_own: bool


@dataclass(frozen=True)
class BoardModel:
    """Model of a whole position for the template.

    Attributes:
        prompt: what the reader can do now, or whom the table waits for.
        note: what is special about the loot; empty for nothing.
        own: what lies before the reader; None for a spectator.
        others: the other seats, in order from the reader's left.
        lines: the last turn in words; empty before the first.
        introduction: the game in a few sentences, until there are lines.
        course: how the last turn went.
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
    lines: Sequence[Line]
    introduction: Sequence[str]
    course: Course
    meanings: Sequence[Hint]


def board_model(context: Context) -> BoardModel:
    """The model of a position for the game's template; see BoardModel."""
    view, words = context.view, context.words
    gardens = [_garden(context, view, seat) for seat in view.seats]
    first = 0 if context.seat is None else context.seat
    around = [gardens[(first + k) % len(gardens)] for k in range(len(gardens))]
    lines, (cards, course) = list(_last_turn(context)), cards_and_course(context)
    return BoardModel(
        prompt=_prompt(context, view),
        note=words.impasse(view),
        is_over=view.phase == "over",
        round=view.round,
        loot=[_heap(context, view, stack, cards.heaps[stack.kind]) for stack in view.loot],
        pile=view.pile,
        unseen=_named(words, view.unseen),
        own=None if context.seat is None else around[0],
        others=around if context.seat is None else around[1:],
        lines=lines,
        introduction=[] if lines else words.introduction(),
        course=course,
        meanings=words.meanings(),
    )


def _named(words: MauditsCriquetsWords, stacks: Sequence[Stack]) -> list[tuple[Stack, str]]:
    return [(stack, words.cards(stack.kind, stack.count)) for stack in stacks]


def _prompt(context: Context, view: View) -> str:
    """What to do, in a sentence or two for those who click."""
    _, words = context.language.gettext, context.words
    if view.phase == "over":
        return words.outcome(view, ()).verdict
    if view.phase == "picking":
        bid = words.bid_of(view, view.player)
        if context.may_act:
            return _("Your {bid} takes now: pick one kind from the loot.").format(bid=bid)
        return _("{name} picks with the {bid}.").format(name=context.names[view.player], bid=bid)
    waiting = context.language.every([context.names[seat] for seat in context.table.awaited() if seat != context.seat])
    if not context.may_act:
        return _("Everyone chooses a bid card in secret. Still choosing: {names}.").format(names=waiting)
    if context.choice:
        return _("You bid {bid}, and may still change it. Still choosing: {names}.").format(
            bid=words.bid_told(_bid_in(context.choice)), names=waiting
        )
    return _("Choose a bid card: nobody sees it yet.")


def _bid_in(text: str) -> str:
    """The bid card of an action's text: `4` of `bid-4`."""
    return text.partition("-")[2]


def _marks(_context: Context, plays: Sequence[str]) -> Mapping[str, str]:
    """See BoardLayer.marks."""
    return {play.replace("pick-", "loot-"): "" for play in plays}


# The loot ----------------------------------------------------------------------------------


def _heap(context: Context, view: View, stack: Stack, piece: str) -> Heap:
    _, words = context.language.gettext, context.words
    cards, play = words.cards(stack.kind, stack.count), f"pick-{stack.kind}"
    held = None if context.seat is None else _held(view.seats[context.seat], stack.kind)
    has = "" if held is None else _("in your reserve: {count}").format(count=held)
    if not (context.may_act and play in view.legal):
        return Heap(piece, stack.kind, stack.count, ", ".join(filter(None, (cards, has))), held, "", "", is_bad=False)
    gains = _gains(context, play)
    label = ", ".join((_("pick {cards}").format(cards=cards), has))
    return Heap(
        piece=piece,
        kind=stack.kind,
        count=stack.count,
        label=". ".join((label, *words.tell(gains))),
        held=held,
        play=play,
        brings=_in_short(context, gains),
        is_bad=any(isinstance(gain, seen.Invasion) for gain in gains),
    )


def _held(seat: SeatView, kind: str) -> int:
    return next((stack.count for stack in seat.reserve if stack.kind == kind), 0)


def _gains(context: Context, play: str) -> list[Event]:
    """What a pick brings the reader beside its cards, according to the rules."""
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


def _garden(context: Context, view: View, seat: SeatView) -> Garden:
    words = context.words
    is_own = seat.seat == context.seat
    return Garden(
        seat=seat.seat,
        face=context.faces[seat.seat],
        title=words.heading(seat.seat),
        status=_status(context, view, seat.seat),
        is_awaited=seat.seat in context.table.awaited(),
        is_winner=seat.seat in view.winners,
        has_chosen=view.phase == "bidding" and seat.seat in context.table.chosen,
        token_count=seat.tokens,
        tokens=words.tokens(seat.tokens),
        crops=context.language.ngettext("{count} crop", "{count} crops", seat.crops).format(count=seat.crops),
        reserve=_named(words, seat.reserve),
        cards=[
            _card(context, view, seat, bid, is_own=is_own) for bid in BIDS if bid in seat.hand or bid in seat.played
        ],
        hand=words.hand(seat),
    )


def _card(context: Context, view: View, seat: SeatView, bid: str, *, is_own: bool) -> Card:
    _, told, is_played = context.language.gettext, context.words.bid_told(bid), bid in seat.played
    if bid.upper() not in told.split():  # people who control the page by voice say what is printed: WCAG 2.5.3
        told = f"{told}, {bid.upper()}"
    may_bid = is_own and context.may_act and f"bid-{bid}" in view.legal
    is_chosen = is_own and context.choice == f"bid-{bid}"
    if may_bid:
        label = _("bid {bid}").format(bid=told)
    elif is_played:
        label = _("{bid}, played").format(bid=told)
    else:
        label = _("{bid}, in hand").format(bid=told)
    return Card(
        bid=bid.upper(),
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


def _last_turn(context: Context) -> Iterator[Line]:
    """The last turn from the bids on."""
    turn, words = turn_of_all(context.game.log), context.words
    if not turn or turn[0].seat != SIMULTANEOUS:
        return
    bids = {event.seat: event.bid for one in turn for event in one.events if isinstance(event, seen.Bid)}
    for moves in with_what_followed(turn):
        groups = [group for group in words.steps([event for one in moves for event in one.events]) if group[1]]
        for place, (group, sentences) in enumerate(groups):
            signs, sentence = list(_signs(group, bids)), " ".join(sentences)
            seats = _whom(group)
            yield Line(
                name=line_name(moves[0].ply, place),
                signs=signs,
                sentence=sentence,
                who=", ".join(words.heading(seat) for seat in seats) if signs else sentence,
                is_own=isinstance(group[-1], seen.Took) and seats == [context.seat],
            )


def _whom(group: Sequence[Event]) -> list[int]:
    """The seats that events which belong together are about; none where all are, or none is."""
    gains = [event for event in group if isinstance(event, seen.Took | seen.Harvest | seen.Invasion | seen.Majority)]
    return list(dict.fromkeys(event.seat for event in gains))


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
    sheets=("table.css",),
    celebration="celebration.html",
    marks=_marks,
    sounds=sound_of,
)
