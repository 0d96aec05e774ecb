"""A position of Maudits Criquets as a picture: the loot, the pile, and what lies before each player.

It draws what view.py says, with the pieces of pieces.py; no rule is known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from xml.etree.ElementTree import Element

from jardinet.games import load_game
from jardinet.games.api import SIMULTANEOUS, TERMINAL
from jardinet.games.drawing import (
    EARTH,
    EARTH_EDGE,
    EDGE,
    HIDDEN,
    SHADOW,
    SQUEEZE,
    TURN,
    WIDTH,
    DrawingLayer,
    Ink,
    Labels,
    arrow,
    at,
    bed,
    box,
    counted,
    lawn,
    listed,
    path,
    picture,
    planter,
    shortened,
    star,
    surface,
    tone,
    width,
    write,
    written,
)
from jardinet.games.maudits_criquets.names import BIDS
from jardinet.games.maudits_criquets.pieces import CARD, PICTURES, TOKEN, back, card, coin, face, locust, symbols, token
from jardinet.games.maudits_criquets.view import SeatView, Stack, View

SOIL = Ink("#fff1d6", EARTH)  # where the loot lies
PLOT = Ink(tone("#33291b", "#f3edda"), tone("#efe3c4", "#2e3727"))  # before a seat
BID = Ink("#12303f", tone("#d6ecf7", "#b9d3e0"))  # a bid card in hand
PLAYED = Ink(tone("#5c5648", "#b5ae96"), tone("#e3d6b4", "#232a1e"))  # and one that was played
LAST = Ink("#ffffff", "#9a3412")  # and the one played last

SCENE = "reveal-strawberry reveal-corn reveal-locust bid-3+bid-3 reveal-strawberry"

LOOT = 172  # how high the loot is
PLOT_HIGH = 152


@dataclass(frozen=True, kw_only=True)
class PictureLabels(Labels):
    """Labels of Maudits Criquets: see Labels.

    Attributes:
        loot: the heading of the loot, with round and impasse.
        no_loot: what stands there while there is none.
        places: what is written after each seat's name while cards are taken: its place in that order.
        tokens: the heading of a seat's points.
        no_reserve: what stands in place of an empty reserve.
    """

    loot: str
    no_loot: str
    places: Sequence[str]
    tokens: str
    no_reserve: str


def draw(view: View, labels: PictureLabels | None = None) -> str:
    """The position as a complete SVG that refers to nothing outside it; the same view gives the same bytes.

    Args:
        view: the position.
        labels: what is written in the picture; None: in English, seats by their numbers.

    >>> import jardinet
    >>> draw(jardinet.load_game("maudits_criquets").new_initial_state().view())[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    labels = labels or _english(view)
    svg = picture(78 + LOOT + len(view.seats) * (PLOT_HIGH + 8), labels)
    _loot(at(svg, 14, 62), view, labels)
    for seat in view.seats:
        _seat(at(svg, 14, 70 + LOOT + seat.seat * (PLOT_HIGH + 8)), view, seat, labels)
    return written(svg)


@cache
def scene() -> str:
    """A game on a lawn: the loot, which a locust has seen too, and a hand of bid cards."""
    view = load_game("maudits_criquets").deserialize_state(SCENE).view()
    assert isinstance(view, View)
    svg = lawn()
    ground = at(svg, 40, 34, 1.02, -2)
    box(ground, (-4, 8, 492, 214), SHADOW, round_=20, opacity=0.22)
    _field(ground, 480, 208)
    for k, stack in enumerate(view.loot):
        place = at(ground, 92 + 112 * k, 104 + 4 * (k % 2), 1.5, (-5, 3, -2)[k % 3])
        for under in reversed(range(1, min(stack.count, 4))):
            card(at(place, 0, 0, turn=9 * under))
        face(place)
        PICTURES[stack.kind](at(place, 0, -1, 1.02))
    for k in reversed(range(4)):
        back(at(ground, 418 + 1.5 * k, 106 + 3 * k, 1.2, (4, -3, 2, 6)[k]))
    hand = view.seats[0].hand
    middle = (len(hand) - 1) / 2
    for k, bid in enumerate(hand):
        turn = 7 * (k - middle)
        held = at(svg, 250 + 52 * (k - middle), 314 + 1.8 * (k - middle) ** 2, 1.7, turn)
        box(held, (-18, -17, 40, 46), SHADOW, round_=8, opacity=0.25)
        _bid(held, bid, view.seats[0])
    for k in reversed(range(3)):
        token(at(svg, 506 + 42 * k, 322 - 9 * (k % 2), 0.85, (-8, 6, 10)[k]))
    locust(at(svg, 562, 200, 2.5, -4))
    return written(svg)


@cache
def empty_field() -> str:
    """The field of the loot, empty: 480 units wide and 320 high, 44 of which are the frame and the bed's edge."""
    svg = surface("0 0 480 320")
    _field(svg, 480, 320)
    return written(svg)


@cache
def pile() -> str:
    """Some garden cards face down on one another, 72 units wide and 92 high; the page writes their count."""
    svg = surface("-36 -46 72 92")
    for k in (2, 1):
        card(at(svg, 2 - 2 * k, 3 * k - 3, 1.04), HIDDEN.ground)
    back(at(svg, 2, -3, 1.04))
    box(svg, (-17, -19, 38, 32), HIDDEN.ground, round_=12)
    return written(svg)


def _loot(group: Element, view: View, labels: PictureLabels) -> None:
    """The stacks to be had and the pile; round and impasse above them."""
    _field(group, WIDTH - 28, LOOT)
    write(group, (32, 37), labels.loot, SOIL, 17, anchor="start", room=310)
    for k, stack in enumerate(view.loot):
        _stack(at(group, 62 + 69 * k, 100), stack)
    if not view.loot:
        write(group, (32, 96), labels.no_loot, SOIL, 17, anchor="start", room=310)
    write(group, (394, 37), labels.pile, SOIL, 17, room=72)
    _pile(at(group, 392, 100), view.pile)


def _stack(group: Element, stack: Stack) -> None:
    """Cards of one kind, one behind the other, with their count."""
    for k in reversed(range(1, min(stack.count, 4))):
        card(at(group, 3 * k, -2.5 * k))
    face(group)
    PICTURES[stack.kind](at(group, 0, -11, 0.95))
    write(group, (0, 25), f"×{stack.count}", CARD, 20)


def _pile(group: Element, count: int) -> None:
    if not count:
        box(group, (-29, -40, 58, 80), "none", edge=SOIL.colour, thick=2, round_=8, dashed=True)
        write(group, (0, 0), 0, SOIL, 24)
        return
    for k in reversed(range(min(count, 4))):
        back(at(group, 2.5 * k, -2 * k))
    box(group, (-19, -16, 38, 32), HIDDEN.ground, round_=12)
    write(group, (0, 0), count, HIDDEN, 24)


def _seat(group: Element, view: View, seat: SeatView, labels: PictureLabels) -> None:
    """A seat's name, tokens, reserve and bid cards; an arrow: its turn, a star: it wins."""
    is_next = view.player == seat.seat
    edge, thick = (TURN, 3) if is_next else (EDGE, 1.5)
    box(group, (1, 0, WIDTH - 30, PLOT_HIGH), PLOT.ground, edge=edge, thick=thick, round_=12)
    left = 14
    if seat.seat in view.winners:
        star(group, left + 10, 22)
    elif is_next:
        arrow(group, left + 8, 22)
    if is_next or seat.seat in view.winners:
        left += 28
    room = WIDTH - 102 - left - 16 * SQUEEZE * width(labels.tokens)
    place = labels.places[seat.seat]
    name = shortened(labels.names[seat.seat], SQUEEZE * room / 18 - width(place))
    write(group, (left, 22), name + place, PLOT, 18, anchor="start", room=room)
    coin(at(group, WIDTH - 59, 25, 0.9))
    write(group, (WIDTH - 59, 24), seat.tokens, TOKEN, 19)
    write(group, (WIDTH - 86, 24), labels.tokens, PLOT, 16, anchor="end")
    for k, stack in enumerate(seat.reserve):
        PICTURES[stack.kind](at(group, 35 + 86 * k, 66, 0.85))
        write(group, (58 + 86 * k, 66), f"×{stack.count}", PLOT, 18, anchor="start")
    if not seat.reserve:
        write(group, (14, 66), labels.no_reserve, PLOT, 16, anchor="start", room=420)
    cards = [bid for bid in BIDS if bid in seat.hand or bid in seat.played]
    for k, bid in enumerate(cards):
        _bid(at(group, 38 + 54 * k, 119), bid, seat)


def _bid(group: Element, bid: str, seat: SeatView) -> None:
    """A bid card: upright in hand, lower and struck through when played, framed when played last."""
    ink = LAST if bid == seat.bid else PLAYED if bid in seat.played else BID
    if bid == seat.bid:
        box(group, (-22, -26, 44, 52), "none", edge=LAST.ground, thick=2.5, round_=8)
    if ink is PLAYED:
        box(group, (-18, -22, 36, 44), ink.ground, edge=ink.colour, thick=1.5, round_=6, dashed=True)
    else:
        box(group, (-18.5, -19, 37, 44), BID.colour, round_=6.5)
        box(group, (-17.5, -21.5, 35, 43), ink.ground, edge=BID.colour, thick=1.5, round_=6)
    write(group, (0, 0), bid.upper(), ink, 22)
    if ink is PLAYED:
        path(group, "M-14 18L14 -18", edge=PLAYED.colour, thick=2)


def _field(group: Element, wide: int, high: int) -> None:
    """The field of the loot: a bed with furrows in a frame of wood."""
    planter(group, wide, high)
    bed(group, (20, 20, wide - 40, high - 43), 8)
    furrows = "".join(f"M32 {y}h{wide - 64}" for y in range(52, high - 30, 22))
    path(group, furrows, edge=EARTH_EDGE, thick=3, opacity=0.3)


# In English --------------------------------------------------------------------------------


def _english(view: View) -> PictureLabels:
    turn = _turn(view)
    loot = f"Loot in round {view.round}"
    return PictureLabels(
        title=f"Maudits Criquets: {turn}",
        description=_description(view, turn),
        turn=turn,
        names=["You" if seat.seat == view.viewer else f"Seat {seat.seat + 1}" for seat in view.seats],
        pile="Pile",
        loot=f"{loot}, {counted(view.impasses, 'impasse')}" if view.impasses else loot,
        no_loot="nothing yet" if view.end is None else "nothing left",
        places=[_place(view, seat) for seat in view.seats],
        tokens="Tokens",
        no_reserve="Reserve empty",
    )


def _place(view: View, seat: SeatView) -> str:
    """While cards are taken, a seat's place in that order; the loot may be gone before (MC-2.6)."""
    if seat.seat not in view.takers or len(view.takers) == 1:
        return ""
    return f": {('first', 'second', 'third', 'fourth')[view.takers.index(seat.seat)]} in turn"


def _turn(view: View) -> str:
    """Whose turn it is and for what; at the end, who wins."""
    if view.player == TERMINAL:
        winners = listed(str(seat + 1) for seat in view.winners)
        return f"Game over: seat {winners} wins" if len(view.winners) == 1 else f"Game over: seats {winners} win"
    if view.player == SIMULTANEOUS:
        return "Everyone chooses a bid card"
    return f"Seat {view.player + 1} picks" if view.player >= 0 else "The loot is laid out"


def _description(view: View, turn: str) -> str:
    """The position in sentences, for those who hear it."""
    told = [f"{turn}. Round {view.round}. Loot: {_cards(view.loot)}. The pile holds {view.pile}."]
    if view.impasses:
        told.append(f"{counted(view.impasses, 'impasse')} so far.")
    if view.takers:
        told.append(f"In turn: {listed(f'seat {seat + 1}' for seat in view.takers)}.")
    for seat in view.seats:
        told.append(f"Seat {seat.seat + 1}: {counted(seat.tokens, 'token')}; reserve: {_cards(seat.reserve)};")
        told.append(f"bid cards in hand: {listed(bid.upper() for bid in seat.hand)}.")
        if seat.bid:
            told.append(f"Played last: {seat.bid.upper()}.")
    return " ".join(told)


def _cards(stacks: list[Stack]) -> str:
    return listed(f"{stack.count} {stack.kind}" for stack in stacks)


LAYER: DrawingLayer[View, PictureLabels] = DrawingLayer(
    draw, symbols, {"scene": scene, "field": empty_field, "pile": pile}
)
