"""The pieces of Maudits Criquets: fruit, vegetables and the locust, simple shapes about 50 units wide round the origin,
the garden cards that bear them, and tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from jardinet.games.drawing import BLADES, EARTH, FACE, HIDDEN, LIGHT, SHADOW, SIDE, Ink, at, box, oval, path, sheet

CARD = Ink("#33291b", FACE)  # a garden card
TOKEN = Ink("#4a3500", "#ffd75e")
LIMB = "#7a8724"  # a locust's, seen on cream and in the dark


def _strawberry(group: Element) -> None:
    path(group, "M0 23C-13 17 -22 3 -19 -7C-16 -15 -6 -14 0 -11C6 -14 16 -15 19 -7C22 3 13 17 0 23Z", "#dc3530")
    path(group, "M0 23C13 17 22 3 19 -7C17 -12 13 -13.5 9 -13C16 -4 12 13 -4 21Z", SHADOW, opacity=0.2)
    path(group, "M-15 -4C-14 -9 -10 -10 -7 -9", edge=LIGHT, thick=3, opacity=0.45)
    for x, y in ((-11, 0), (-4, -3), (4, -3), (11, 0), (-7, 6), (0, 4), (7, 6), (-3, 12), (4, 12), (0, 18)):
        oval(group, (x, y), (1.2, 1.8), "#ffe08a")
    path(group, "M0 -13C1 -18 3 -21 6 -23", edge="#4f8d2f", thick=3)
    path(group, "M0 -16C5 -20 12 -19 18 -14C12 -13 10 -10 7 -7C5 -10 3 -10 0 -5C-3 -10 -5 -10 -7 -7C-10 -10 -12 -13 -18 -14C-12 -19 -5 -20 0 -16Z", "#5fa53a")  # fmt: skip
    path(group, "M0 -15L0 -9M3 -14L9 -12M-3 -14L-9 -12", edge="#8fcb5e", thick=1.3)


def _corn(group: Element) -> None:
    path(group, "M0 -23C8 -23 12 -13 12 -2C12 9 7 18 0 18C-7 18 -12 9 -12 -2C-12 -13 -8 -23 0 -23Z", "#f5bf26")
    for y, xs in ((-17, (-4, 4)), (-11, (-8, 0, 8)), (-5, (-8, 0, 8)), (1, (-8, 0, 8)), (7, (-4, 4)), (13, (0,))):
        for x in xs:
            oval(group, (x, y), (3.4, 2.5), "#ffdc62")
            oval(group, (x + 0.6, y + 1.5), (2.4, 0.9), "#d89512")
    path(group, "M0 18C7 18 12 9 12 -2C12 -13 8 -23 0 -23C5 -16 7 6 0 18Z", SHADOW, opacity=0.12)
    path(group, "M0 24C-15 22 -22 6 -19 -8C-10 -4 -4 8 0 24Z", "#6aa83c")
    path(group, "M0 24C15 22 22 6 19 -8C10 -4 4 8 0 24Z", "#578f30")
    path(group, "M-16 -2C-12 6 -6 15 -1 22M16 -2C12 6 6 15 1 22", edge="#a4d573", thick=1.4)


def _broccoli(group: Element) -> None:
    path(group, "M-6 -2C-6 8 -8 16 -9 20C-4 24 4 24 9 20C8 16 6 8 6 -2L13 -8H-13Z", "#a9cf78")
    path(group, "M6 -2C6 8 8 16 9 20C6 22 3 23 0 23C3 14 2 4 1 -6L13 -8Z", SHADOW, opacity=0.16)
    for x, y, radius in ((-15, -4, 8), (15, -4, 8), (-9, -13, 9), (9, -13, 9), (0, -16, 8), (0, -5, 9)):
        oval(group, (x, y + 1.2), (radius, radius), "#2f6f2c")
        oval(group, (x, y), (radius, radius - 0.6), "#469a3e")
        oval(group, (x - 2, y - 2.5), (0.5 * radius, 0.4 * radius), "#6dbb57")
    for x, y in ((-17, -3), (-11, -9), (-3, -2), (4, -6), (10, -10), (17, -2), (3, -13), (-4, -18)):
        oval(group, (x, y), (1.2, 1.2), "#2f6f2c", opacity=0.6)


def _blackberry(group: Element) -> None:
    for y, xs in ((-6, (-12, -4, 4, 12)), (1, (-9, 0, 9)), (8, (-5, 5)), (15, (0,))):
        for x in xs:
            oval(group, (x, y), (6.3, 6.3), "#51246f")
            oval(group, (x - 0.5, y - 0.7), (5.3, 5.3), "#7b45a3")
            oval(group, (x - 2, y - 2.2), (1.8, 1.5), "#d9bcf0")
    path(group, "M0 -13C-1 -18 -3 -21 -6 -23", edge="#4f8d2f", thick=3)
    path(group, "M0 -17C5 -21 12 -19 17 -14C11 -14 9 -11 5 -9C3 -11 2 -11 0 -7C-2 -11 -3 -11 -5 -9C-9 -11 -11 -14 -17 -14C-12 -19 -5 -21 0 -17Z", "#5fa53a")  # fmt: skip
    path(group, "M0 -15V-11M3 -15L9 -13.5M-3 -15L-9 -13.5", edge="#8fcb5e", thick=1.3)


def locust(group: Element) -> None:
    """Seen from its left side: what it has come for lies before it. Its legs are seen on cream and in the dark."""
    path(group, "M13 -17L19 15H24", edge="#5f6f16", thick=2.4)
    path(group, "M1 4C2 -6 8 -15 14 -18C15 -9 11 4 6 9Z", "#5f6f16")
    path(group, "M-11 7L-15 13L-13 19M-5 9L-6 19H-9", edge=LIMB, thick=2.4)
    path(group, "M-14 -4C-6 -10 14 -4 25 9C14 14 -6 13 -13 7Z", "#a9bd3c")
    path(group, "M-13 7C-6 13 14 14 25 9C14 9 0 9 -13 3Z", "#e4e79c")
    path(group, "M2 9L3 13M8 9.3L9 13M14 9.3L15 12", edge=LIMB, thick=1.1)
    path(group, "M-9 -6C2 -12 18 -4 26 6C14 5 0 3 -9 -6Z", "#d3df7c")
    path(group, "M-5 -5.5C4 -6 14 -1 22 4.5M2 -7.5C9 -6 15 -3 20 1", edge="#8a9a2a", thick=1)
    path(group, "M19 -20L24 16H20", edge=LIMB, thick=2.8)
    path(group, "M0 8C0 -4 9 -16 19 -21C21 -11 14 5 8 11C4 13 0 12 0 8Z", "#8b9d26")
    path(group, "M4 7C5 -2 11 -11 17 -16", edge="#c9d76a", thick=1.8)
    path(group, "M-15 -12C-15 -18 -11 -22 -5 -23M-19 -11C-21 -17 -20 -21 -17 -24", edge=LIMB, thick=1.8)
    path(group, "M-16 -13C-9 -13 -6 -7 -7 0C-8 7 -13 11 -18 10C-23 9 -25 3 -24 -3C-23 -9 -21 -13 -16 -13Z", "#b4c944")
    oval(group, (-17.5, -4.5), (5.2, 5.6), LIGHT)
    oval(group, (-19, -4), (2.7, 3.3), "#b3261e")
    oval(group, (-19.4, -4.6), (1.3, 1.7), "#2a1d18")
    path(group, "M-24 -10L-14 -12.5", edge="#5f6f16", thick=2.2)
    path(group, "M-22 5Q-18 8 -12 4", edge="#4a5711", thick=1.6)


def card(group: Element, ground: str = CARD.ground) -> None:
    """A card, 60 units wide, 84 high."""
    box(group, (-30, -41, 60, 83), SHADOW, round_=8, opacity=0.4)
    box(group, (-29.5, -41.5, 59, 82.5), SIDE, round_=7.5)
    box(group, (-29.5, -41.5, 59, 80), ground, round_=7.5)


def face(group: Element) -> None:
    """A garden card that lies face up, still without its kind."""
    card(group)
    box(group, (-25.5, -37.5, 51, 72), "none", edge=SIDE, thick=1.2, round_=5, opacity=0.7)
    for x, turn in ((-20.5, 0), (20.5, 90)):
        path(
            at(group, x, -32.5, turn=turn),
            "M0 0C1 -4 5 -5 7 -4C7 0 3 2 0 0ZM0 0C-4 1 -5 5 -4 7C0 7 2 3 0 0Z",
            "#8fb55f",
        )


def back(group: Element) -> None:
    """The back of a garden card: a sprout in a frame."""
    card(group, HIDDEN.ground)
    box(group, (-24, -36, 48, 69), "none", edge=BLADES, thick=1.5, round_=5, opacity=0.7)
    path(group, "M-15 22C-10 16 10 16 15 22Z", EARTH)
    path(group, "M0 19C1 8 -1 2 0 -6", edge=BLADES, thick=2.6)
    path(group, "M0 2C-4 -10 -14 -12 -18 -10C-17 1 -9 5 0 2Z", BLADES)
    path(group, "M0 -5C2 -17 11 -22 17 -21C18 -10 10 -4 0 -5Z", BLADES)
    path(group, "M-2 0C-6 -5 -10 -7 -14 -8M2 -8C6 -13 10 -16 14 -18", edge=HIDDEN.ground, thick=1.2)


def coin(group: Element) -> None:
    """A token without its leaf, 48 units wide."""
    oval(group, (0, 2), (22, 21.5), "#7a5806")
    oval(group, (0, -1), (22, 21.5), "#e2ac22")
    oval(group, (0, -1), (18.5, 18), TOKEN.ground)
    path(group, "M-17 -6A18 18 0 0 1 9 -16", edge=LIGHT, thick=2, opacity=0.6)


def token(group: Element) -> None:
    """A coin with a leaf on it."""
    coin(group)
    path(group, "M-9 10C-14 -4 -3 -13 11 -12C13 2 4 11 -9 10Z", "#6aa83c")
    path(group, "M-9 10C4 11 13 2 11 -12C6 -4 -2 4 -9 10Z", SHADOW, opacity=0.18)
    path(group, "M-12 12C-6 4 0 -3 6 -8M-2 1L-5 -4M2 -3H6", edge="#2c571c", thick=1.6)


PICTURES: dict[str, Callable[[Element], None]] = {
    "strawberry": _strawberry,
    "corn": _corn,
    "broccoli": _broccoli,
    "blackberry": _blackberry,
    "locust": locust,
}


def symbols() -> str:
    """The pieces as a sheet of symbols: the five kinds by their names, `back` of a garden card, `token`."""
    kinds = {kind: ("-26 -26 52 52", draw_kind) for kind, draw_kind in PICTURES.items()}
    return sheet(kinds | {"back": ("-30 -42 60 84", back), "token": ("-24 -24 48 48", token)})
