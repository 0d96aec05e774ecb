"""View of a game of Maudits Criquets as a seat sees it, and the events of a move, as plain data.

Every face draws from this: terminal, web page, pictures, notebooks. It contains no language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from jardinet.games.api import CHANCE, Event, Move, State
from jardinet.games.maudits_criquets import rules
from jardinet.games.maudits_criquets.names import BIDS, KINDS, PHASES, bids_of


class Stack(msgspec.Struct, frozen=True):
    """Cards of one kind that lie together: `strawberry`, `corn`, `broccoli`, `blackberry` or `locust`."""

    kind: str
    count: int


class SeatView(msgspec.Struct, frozen=True):
    """Cards and tokens of one player; all of it is open, or known to everybody by counting (MC-8).

    Attributes:
        seat: from 0.
        tokens: points.
        reserve: the kinds it holds, in the order of KINDS.
        crops: how many of these cards are crops: what counts in interim scoring (MC-5.1).
        hand: bid cards not yet played in this round: `1` to `6`, `a`, `x`.
        played: those that are.
        bid: the card it played last in this round, None before the first.
    """

    seat: int
    tokens: int
    reserve: list[Stack]
    crops: int
    hand: list[str]
    played: list[str]
    bid: str | None


class View(msgspec.Struct, frozen=True):
    """A position of Maudits Criquets.

    Attributes:
        game: the parameters, as `load_game` takes them.
        viewer: the seat that looks, None for a spectator.
        seats: one a seat, in seat order.
        loot: the stacks to be had, in the order of KINDS.
        pile: how many garden cards are hidden.
        unseen: how many of each kind are hidden (anybody could count them).
        phase: `filling`, `bidding`, `picking`, `over`.
        player: whose action comes next: a seat, CHANCE, SIMULTANEOUS or TERMINAL.
        takers: the seats still to take in this turn, in the order in which they do.
        impasses: how many turns in a row nobody took anything (MC-3).
        round: which round is played, from 1.
        legal: texts of what the viewer may do now (of what the player to move may do, for a spectator).
        end: `all-cards-used`, None while the game runs.
        winners: the seats that win.
        points: what the game counts in a match, seat by seat; empty while it runs.
    """

    game: dict[str, int | str]
    viewer: int | None
    seats: list[SeatView]
    loot: list[Stack]
    pile: int
    unseen: list[Stack]
    phase: str
    player: int
    takers: list[int]
    impasses: int
    round: int
    legal: list[str]
    end: str | None
    winners: list[int]
    points: list[int]


def make_view(state: State, viewer: int | None) -> View:
    """The position as `viewer` sees it; the pile's order and bids not yet revealed are in no state."""
    record, player, bids = state.record, state.current_player(), bids_of(state.get_game().parameters)
    mover = player if viewer is None else viewer
    takers = [seat for seat in range(state.num_players()) if int(record["takers"]) >> seat & 1]
    return View(
        game=state.get_game().parameters,
        viewer=viewer,
        seats=[_seat(record, seat, bids) for seat in range(state.num_players())],
        loot=stacks(record["loot"]),
        pile=int(record["pile_size"]),
        unseen=stacks(record["pile"]),
        phase=PHASES[int(record["phase"])],
        player=player,
        takers=sorted(takers, key=lambda seat: -int(record["bid"][seat])),
        impasses=int(record["impasses"]),
        round=int(record["rounds"]) + (not state.is_terminal()),
        legal=[] if mover < 0 else [state.action_to_string(mover, a) for a in state.legal_actions(mover)],
        end=state.end(),
        winners=state.winners(),
        points=state.match_points() if state.is_terminal() else [],
    )


def stacks(counts: Any) -> list[Stack]:
    """Counts by kind as stacks; kinds with a count of 0 are left out."""
    return [Stack(kind, int(count)) for kind, count in zip(KINDS, counts, strict=True) if count]


def _seat(record: Any, seat: int, bids: list[int]) -> SeatView:
    hand, reserve, bid = int(record["hand"][seat]), record["reserve"][seat], int(record["bid"][seat])
    return SeatView(
        seat=seat,
        tokens=int(record["tokens"][seat]),
        reserve=stacks(reserve),
        crops=int(reserve[: rules.LOCUST].sum()),
        hand=[BIDS[card] for card in bids if hand >> card & 1],
        played=[BIDS[card] for card in bids if not hand >> card & 1],
        bid=BIDS[bid] if bid >= 0 else None,
    )


# Events ------------------------------------------------------------------------------------


class LaidOut(Event, frozen=True):
    """A card from the pile was added to the loot."""

    card: str


class Bid(Event, frozen=True):
    """A seat's bid card was revealed, with everybody else's."""

    seat: int
    bid: str


class Cancelled(Event, frozen=True):
    """Equal cards cancel each other: these seats get nothing this turn (MC-2.3)."""

    bid: str
    seats: list[int]


class TakesAll(Event, frozen=True):
    """A seat takes the whole loot: by its `ace` (MC-2.4), its `x` beside an A (MC-2.5), or `alone` of two (MC-2.7)."""

    seat: int
    reason: str


class Took(Event, frozen=True):
    """A seat took all cards of a kind."""

    seat: int
    card: str
    count: int


class Invasion(Event, frozen=True):
    """Three locusts: a seat's whole reserve of `count` cards is discarded (MC-4.2)."""

    seat: int
    count: int


class Harvest(Event, frozen=True):
    """A seat exchanged three cards of a crop for each of `tokens` tokens (MC-4.3)."""

    seat: int
    card: str
    tokens: int

    @property
    def count(self) -> int:
        """How many cards it exchanged."""
        return 3 * self.tokens


class Impasse(Event, frozen=True):
    """Nobody took anything, for the `count`-th time in a row (MC-3)."""

    count: int


class LootDiscarded(Event, frozen=True):
    """The second impasse in a row: the `count` cards of the loot are gone (MC-3.2)."""

    count: int


class RoundOver(Event, frozen=True):
    """A round ended, and its interim scoring follows (MC-5.1, 6.2)."""

    round: int


class Majority(Event, frozen=True):
    """A seat got a token for having the most crop cards in reserve, `crops` of them (MC-5.1)."""

    seat: int
    crops: int


class GameOver(Event, frozen=True):
    """The game ended: see `View.end` and `View.winners`."""

    end: str
    winners: list[int]


_ALL = {rules.ACE_TAKES: "ace", rules.X_TAKES: "x", rules.ALONE: "alone"}


def events_of(state: State, move: Move) -> list[Event]:
    """The events of playing `move` in `state`, in order, from the rules' log."""
    events: list[Event] = []
    if state.current_player() == CHANCE and isinstance(move, int):
        events.append(LaidOut(KINDS[move - rules.PICK]))
    after = state.clone()
    after.apply(move)
    record = after.record
    for what, seat, kind, count in record["log"][: int(record["lines"])].tolist():
        events.append(_event(what, seat, kind, count))
    if after.is_terminal():
        events.append(GameOver(str(after.end()), after.winners()))
    return _together(events)


class Sources(msgspec.Struct, frozen=True):
    """A seat's tokens by their source.

    Attributes:
        harvests: three cards of a crop each (MC-4.3).
        interim: interim scorings after a round (MC-5.1).
        final: the last one, with which the game ends (MC-6.2).
    """

    harvests: int
    interim: int
    final: int


def sources_of(events: Sequence[Event], players: int) -> list[Sources]:
    """Each seat's tokens by their source, from all events of a game since its first move."""
    is_over = any(isinstance(event, GameOver) for event in events)
    last = max((k for k, event in enumerate(events) if isinstance(event, RoundOver)), default=0)
    counts = [[0, 0, 0] for _seat in range(players)]
    for k, event in enumerate(events):
        if isinstance(event, Harvest):
            counts[event.seat][0] += event.tokens
        elif isinstance(event, Majority):
            counts[event.seat][2 if is_over and k > last else 1] += 1
    return [Sources(*count) for count in counts]


def _event(what: int, seat: int, kind: int, count: int) -> Event:
    if what in _ALL:
        return TakesAll(seat, _ALL[what])
    events: dict[int, Callable[[], Event]] = {
        rules.BID: lambda: Bid(seat, BIDS[kind]),
        rules.CANCELLED: lambda: Cancelled(BIDS[kind], [seat]),
        rules.TOOK: lambda: Took(seat, KINDS[kind], count),
        rules.INVASION: lambda: Invasion(seat, count),
        rules.HARVEST: lambda: Harvest(seat, KINDS[kind], count),
        rules.IMPASSE: lambda: Impasse(count),
        rules.LOOT_DISCARDED: lambda: LootDiscarded(count),
        rules.ROUND_OVER: lambda: RoundOver(count),
        rules.MAJORITY: lambda: Majority(seat, count),
    }
    return events[what]()


def _together(events: list[Event]) -> list[Event]:
    """The events with one event for all seats whose equal cards cancelled each other."""
    cancelled: dict[str, list[int]] = {}
    for event in events:
        if isinstance(event, Cancelled):
            cancelled.setdefault(event.bid, []).extend(event.seats)
    told: list[Event] = []
    for event in events:
        if not isinstance(event, Cancelled):
            told.append(event)
        elif event.bid in cancelled:
            told.append(Cancelled(event.bid, cancelled.pop(event.bid)))
    return told
