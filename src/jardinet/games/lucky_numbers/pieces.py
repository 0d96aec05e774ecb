"""The pieces of Lucky Numbers and 5 vor 12, 100 units wide about the origin: tiles, their clover, and a ladybird."""

from __future__ import annotations

from functools import cache
from xml.etree.ElementTree import Element

from jardinet.games.drawing import BLADES, FACE, HIDDEN, LIGHT, SHADOW, SIDE, at, box, oval, path, sheet

# Half of a leaf to its notch, and back: the first point begins, three by three the others bend it.
_LEAF = ((0, 0), (2, -12), (-8, -43), (15, -43), (24, -43), (29, -38), (30, -30))
_LEAF_BACK = ((38, -29), (43, -24), (43, -15), (43, 8), (12, -2), (0, 0))


def symbols() -> str:
    """The pieces as a sheet of symbols; pages write the number in the middle of a tile.

    `tile` and `tile-old` (5 vor 12's) are 100 units wide; `small` and `small-old` are the same for sizes below about 40
    pixels: their numbers have more room. `clover` and `square` are the signs on them, alone; the leaves of all these
    are in `currentColor`. `ladybird` and `triangle` sit at a board's corner.
    """
    piece = "-50 -50 100 100"
    return sheet(
        {
            "tile": (piece, lambda group: tile(group, is_old=False, is_small=False)),
            "small": (piece, lambda group: tile(group, is_old=False, is_small=True)),
            "tile-old": (piece, lambda group: tile(group, is_old=True, is_small=False)),
            "small-old": (piece, lambda group: tile(group, is_old=True, is_small=True)),
            "clover": ("-44 -44 88 88", leaves),
            "square": ("-44 -44 88 88", lambda group: box(group, (-38, -38, 76, 76), "currentColor", round_=8)),
            "ladybird": ("-13 -14 26 32", ladybird),
            "triangle": ("0 0 30 30", lambda group: path(group, "M30 30V3L3 30Z", "#1d5fae")),
        }
    )


def tile(group: Element, *, is_old: bool, is_small: bool) -> None:
    """A tile without its number: of cream, with a clover or a square in `currentColor` around the number's place."""
    box(group, (-47, -45, 94, 95), SHADOW, round_=18, opacity=0.4)
    box(group, (-46, -46, 92, 94), SIDE, round_=17)
    box(group, (-46, -46, 92, 87), FACE, round_=17)
    if is_old:
        box(group, (-38, -38, 76, 74), "currentColor", round_=9)
        inset = 31 if is_small else 28
        box(group, (-inset, 1 - inset, 2 * inset, 2 * inset - 4), FACE, round_=6)
        return
    if is_small:
        path(group, _clover(), "currentColor")
        oval(group, (0, 0), (31, 30), FACE)
        return
    leaves(at(group, 0, 0, 0.93))
    oval(group, (0, 1.2), (24, 24), SHADOW, opacity=0.18)
    oval(group, (0, 0), (24, 24), FACE)
    box(group, (-45, -45, 90, 85), "none", edge=LIGHT, thick=2, round_=16, opacity=0.5)


def leaves(group: Element) -> None:
    """A clover that the light falls on from one side."""
    path(group, _clover(), "currentColor")
    path(group, _clover(is_half=True), SHADOW, opacity=0.13)
    path(group, _veins(), edge=LIGHT, thick=1.8, opacity=0.5)


def back(group: Element) -> None:
    """A tile that lies face down."""
    box(group, (-47, -45, 94, 95), SHADOW, round_=18, opacity=0.4)
    box(group, (-46, -46, 92, 94), SIDE, round_=17)
    box(group, (-46, -46, 92, 87), HIDDEN.ground, round_=17)
    box(group, (-39, -39, 78, 74), "none", edge=BLADES, thick=2, round_=11, opacity=0.6)
    path(at(group, 0, -2, 0.72), _clover(), BLADES, opacity=0.3)


@cache
def _clover(*, is_half: bool = False) -> str:
    """One heart-shaped leaf, or the half of it that lies in the shadow, turned three times by a right angle."""
    course = []
    for turn in range(4):
        points = [_turned(point, turn) for point in ((_LEAF[-1], *_LEAF_BACK) if is_half else (*_LEAF, *_LEAF_BACK))]
        start, *rest = (f"{x} {y}" for x, y in points)
        course.append(f"M{start}C{' '.join(rest)}Z")
    return "".join(course)


@cache
def _veins() -> str:
    """From the middle to each leaf's notch, with a branch at either side."""
    lines = (((15, -15), (25, -25)), ((20, -20), (19, -31)), ((20, -20), (31, -19)))
    turned = ([_turned(point, turn) for point in line] for turn in range(4) for line in lines)
    return "".join(f"M{x} {y}L{to_x} {to_y}" for (x, y), (to_x, to_y) in turned)


def _turned(point: tuple[int, int], turn: int) -> tuple[int, int]:
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[turn]


def ladybird(group: Element) -> None:
    """It looks to the upper left when turned by 135 degrees, its head outward."""
    path(group, "M-8 -6L-12 -8M-9 1H-13M-8 7L-12 10M8 -6L12 -8M9 1H13M8 7L12 10", edge="#2a1d18", thick=1.6)
    path(group, "M-2.5 14Q-4 17 -6 17M2.5 14Q4 17 6 17", edge="#2a1d18", thick=1.1)
    oval(group, (0, 11), (6.5, 5), "#2a1d18")
    for x in (-3.4, 3.4):
        oval(group, (x, 12.6), (1.5, 1.3), "#fff6de")
    oval(group, (0, 0), (10, 11.5), "#d5301f", edge="#2a1d18", thick=1.2)
    path(group, "M1 -11Q10 -9 9.6 0Q9 8 1 11Z", SHADOW, opacity=0.18)
    path(group, "M0 11V-11", edge="#2a1d18", thick=1.6)
    for x, y, size in ((-5, 4, 2.3), (5, 4, 2.3), (-5, -4, 2.2), (5, -4, 2.2), (0, 9, 2)):
        oval(group, (x, y), (size, size), "#2a1d18")
    oval(group, (-5.4, 7.4), (1.6, 1.1), LIGHT, opacity=0.6)
