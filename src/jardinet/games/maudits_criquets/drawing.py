"""A position of Maudits Criquets as a picture: the loot, the pile, and what lies before each player.

What view.py says is drawn, no rule is known here. The fruit, the vegetables and the locust are ours,
made of simple shapes about 40 units wide round the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from jardinet.games.api import SIMULTANEOUS, TERMINAL
from jardinet.games.drawing import (
    EDGE,
    HIDDEN,
    SQUEEZE,
    WIDTH,
    DrawingLayer,
    Ink,
    Labels,
    arrow,
    at,
    box,
    counted,
    listed,
    oval,
    path,
    picture,
    sheet,
    shortened,
    star,
    width,
    write,
    written,
)
from jardinet.games.maudits_criquets.names import BIDS
from jardinet.games.maudits_criquets.view import Seat, Stack, View

CARD = Ink("#33291b", "#fffdf6")  # a garden card
SOIL = Ink("#fff1d6", "#4a672b")  # where the loot lies
PLOT = Ink("#33291b", "#efe3c4")  # before a seat
BID = Ink("#12303f", "#d6ecf7")  # a bid card in hand
PLAYED = Ink("#5c5648", "#dbd0b3")  # and one that was played
LAST = Ink("#ffffff", "#9a3412")  # and the one played last
TOKEN = Ink("#4a3500", "#ffd75e")

LOOT = 142  # how high the loot is
PLOT_HIGH = 152
LINE = "#3b3226"


@dataclass(frozen=True, kw_only=True)
class PictureLabels(Labels):
    """Labels of Maudits Criquets: see Labels.

    Attributes:
        loot: the heading of the loot, with round and impasse.
        no_loot: what stands there while there is none.
        places: what stands behind each seat's name while cards are taken: its place in that order.
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


def symbols() -> str:
    """The pieces as a sheet of symbols: the five kinds by their names, `back` of a garden card, `token`."""
    kinds = {kind: ("-26 -26 52 52", draw_kind) for kind, draw_kind in PICTURES.items()}
    return sheet({**kinds, "back": ("-30 -42 60 84", _back), "token": ("-24 -24 48 48", _token)})


def _loot(group: Element, view: View, labels: PictureLabels) -> None:
    """The stacks to be had and the pile; round and impasse above them."""
    box(group, (0, 0, WIDTH - 28, LOOT), SOIL.ground, round_=12)
    write(group, (14, 20), labels.loot, SOIL, 17, anchor="start", room=340)
    for k, stack in enumerate(view.loot):
        _stack(at(group, 42 + 71 * k, 84), stack)
    if not view.loot:
        write(group, (14, 84), labels.no_loot, SOIL, 17, anchor="start", room=340)
    write(group, (406, 20), labels.pile, SOIL, 17, room=84)
    _pile(at(group, 406, 90), view.pile)


def _stack(group: Element, stack: Stack) -> None:
    """Cards of one kind, one behind the other, with their count."""
    for k in reversed(range(min(stack.count, 4))):
        box(group, (-30 + 3 * k, -46 - 3 * k, 58, 94), CARD.ground, edge=EDGE, thick=1.5, round_=8)
    PICTURES[stack.kind](at(group, -1, -14, 1.15))
    write(group, (-1, 31), f"×{stack.count}", CARD, 20)


def _pile(group: Element, count: int) -> None:
    if not count:
        box(group, (-29, -46, 58, 90), "none", edge=SOIL.colour, thick=2, round_=8, dashed=True)
        write(group, (0, 1), 0, SOIL, 24)
        return
    for k in reversed(range(min(count, 4))):
        box(group, (-29 + 3 * k, -46 - 2 * k, 58, 90), HIDDEN.ground, edge="#d9c193", thick=1.5, round_=8)
    write(group, (0, 1), count, HIDDEN, 24)


def _seat(group: Element, view: View, seat: Seat, labels: PictureLabels) -> None:
    """A seat's name, tokens, reserve and bid cards; an arrow: its turn, a star: it wins."""
    is_next = view.player == seat.seat
    edge, thick = ("#1f5f8b", 3) if is_next else (EDGE, 1.5)
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
    oval(group, (WIDTH - 60, 24), (19, 16), TOKEN.ground, edge="#8a6508", thick=2.5)
    write(group, (WIDTH - 60, 24), seat.tokens, TOKEN, 19)
    write(group, (WIDTH - 88, 24), labels.tokens, PLOT, 16, anchor="end")
    for k, stack in enumerate(seat.reserve):
        PICTURES[stack.kind](at(group, 36 + 86 * k, 66, 0.95))
        write(group, (58 + 86 * k, 66), f"×{stack.count}", PLOT, 18, anchor="start")
    if not seat.reserve:
        write(group, (14, 66), labels.no_reserve, PLOT, 16, anchor="start", room=420)
    cards = [bid for bid in BIDS if bid in seat.hand or bid in seat.played]
    for k, bid in enumerate(cards):
        _bid(at(group, 38 + 54 * k, 119), bid, seat)


def _bid(group: Element, bid: str, seat: Seat) -> None:
    """A bid card: upright in hand, lower and struck through when played, framed when played last."""
    ink = LAST if bid == seat.bid else PLAYED if bid in seat.played else BID
    if bid == seat.bid:
        box(group, (-22, -26, 44, 52), "none", edge=LAST.ground, thick=2.5, round_=8)
    frame = (-18, -22, 36, 44)
    box(group, frame, ink.ground, edge=ink.colour, thick=1.5, round_=6, dashed=ink is PLAYED)
    write(group, (0, 0), bid.upper(), ink, 22)
    if ink is PLAYED:
        path(group, "M-14 18L14 -18", edge=PLAYED.colour, thick=2)


# Crops and locusts -------------------------------------------------------------------------


def _strawberry(group: Element) -> None:
    berry = "M0 21C-11 16 -20 2 -17 -7C-14 -14 -5 -13 0 -10C5 -13 14 -14 17 -7C20 2 11 16 0 21Z"
    path(group, berry, "#d8322f", edge="#7d1216", thick=1.5)
    for x, y in ((-9, -2), (0, -3), (9, -2), (-5, 5), (5, 5), (0, 12)):
        oval(group, (x, y), (1.3, 2), "#ffe08a")
    path(group, "M0 -19L3 -13L13 -15L8 -8L0 -10L-8 -8L-13 -15L-3 -13Z", "#4f9a34", edge="#24531a", thick=1.2)


def _corn(group: Element) -> None:
    oval(group, (0, -3), (10, 18), "#f6c52b", edge="#8a5f05", thick=1.5)
    for y in range(-15, 10, 6):
        path(group, f"M-8 {y}Q0 {y + 3} 8 {y}", edge="#c48a0c", thick=1.2)
    path(group, "M-4 -18V12M4 -18V12", edge="#c48a0c", thick=1.2)
    leaves = ("M0 21C-14 19 -19 4 -17 -8C-10 -3 -3 8 0 21Z", "M0 21C14 19 19 4 17 -8C10 -3 3 8 0 21Z")
    for leaf in leaves:
        path(group, leaf, "#6aa83c", edge="#2c571c", thick=1.4)


def _broccoli(group: Element) -> None:
    path(group, "M-5 -2L-5 20H5L5 -2L12 -8H-12Z", "#b6d68b", edge="#3d6b2a", thick=1.5)
    for x, y, radius in ((-13, -5, 7.5), (13, -5, 7.5), (-7, -13, 8), (7, -13, 8), (0, -6, 8)):
        oval(group, (x, y), (radius, radius), "#3c8a3a", edge="#1c4f22", thick=1.5)
    for x, y in ((-14, -7), (-7, -15), (7, -15), (13, -7), (0, -8), (2, -4)):
        oval(group, (x, y), (1.5, 1.5), "#8fce74")


def _blackberry(group: Element) -> None:
    for y, xs in ((-7, (-11, -4, 4, 11)), (0, (-8, 0, 8)), (7, (-5, 4)), (13, (0,))):
        for x in xs:
            oval(group, (x, y), (5.6, 5.6), "#5b2a78", edge="#28103a", thick=1.3)
            oval(group, (x - 1.7, y - 1.8), (1.4, 1.4), "#c9a5e2")
    path(group, "M0 -20L3 -14L12 -17L8 -10H-8L-12 -17L-3 -14Z", "#4f9a34", edge="#24531a", thick=1.2)


def _locust(group: Element) -> None:
    """Seen from its left side: what it has come for lies before it."""
    path(group, "M-10 2L-12 15M-4 4L-4 15", edge=LINE, thick=2)
    path(group, "M-13 -3C-6 -9 14 -4 21 6C12 9 -8 9 -13 4Z", "#a3ad3a", edge=LINE, thick=1.5)
    path(group, "M-8 -5C2 -9 14 -4 22 4C12 2 0 1 -8 -5Z", "#d9dd92", edge=LINE, thick=1.2)
    path(group, "M15 -15L21 15H25", edge=LINE, thick=2.2)
    path(group, "M-1 6C-1 -3 7 -12 15 -16C15 -7 9 6 4 9C1 10 -1 9 -1 6Z", "#7f8c22", edge=LINE, thick=1.5)
    oval(group, (-15, -1), (6.5, 8), "#a3ad3a", edge=LINE, thick=1.5)
    oval(group, (-17, -3), (2.4, 2.8), "#b3261e", edge=LINE, thick=0.8)
    path(group, "M-16 -8C-17 -14 -20 -17 -22 -18M-13 -8C-12 -14 -13 -18 -15 -20", edge=LINE, thick=1.5)


def _back(group: Element) -> None:
    """The back of a garden card: a sprout in a frame."""
    box(group, (-29, -41, 58, 82), HIDDEN.ground, edge="#d9c193", thick=2, round_=8)
    box(group, (-22, -34, 44, 68), "none", edge="#8d7350", thick=1.5, round_=5)
    path(group, "M0 24C1 12 -1 4 0 -4", edge="#d9c193", thick=2.5)
    for leaf in ("M0 4C-4 -8 -14 -10 -18 -8C-17 2 -9 7 0 4Z", "M0 -4C2 -16 11 -21 17 -20C18 -9 10 -3 0 -4Z"):
        path(group, leaf, "#8fb55f", edge="#d9c193", thick=1.2)
    path(group, "M-14 24H14", edge="#d9c193", thick=2.5)


def _token(group: Element) -> None:
    """A coin with a leaf on it."""
    oval(group, (0, 1.5), (21, 21), "#8a6508")
    oval(group, (0, -1), (21, 21), TOKEN.ground, edge="#8a6508", thick=1.5)
    oval(group, (0, -1), (16, 16), "none", edge="#c1931a", thick=1.5)
    path(group, "M-9 9C-13 -4 -3 -12 10 -11C12 2 4 10 -9 9Z", "#6aa83c", edge="#2c571c", thick=1.4)
    path(group, "M-11 11C-6 3 0 -3 6 -7", edge="#2c571c", thick=1.4)


PICTURES: dict[str, Callable[[Element], None]] = {
    "strawberry": _strawberry,
    "corn": _corn,
    "broccoli": _broccoli,
    "blackberry": _blackberry,
    "locust": _locust,
}


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


def _place(view: View, seat: Seat) -> str:
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
        return "All choose a bid card"
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


LAYER: DrawingLayer[View, PictureLabels] = DrawingLayer(draw, symbols)
