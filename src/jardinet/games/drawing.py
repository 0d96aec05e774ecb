"""Shapes that the pictures of all games share, on a card of paper, written as one SVG.

A thin layer over xml.etree.ElementTree, which escapes and closes what it writes. Pictures stand alone:
no script, no font file, no reference, no id (two of them may share a notebook page).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar
from xml.etree.ElementTree import Element, SubElement, tostring

from jardinet.games.registry import Layer, instance_of

SVG = "http://www.w3.org/2000/svg"
WIDTH = 480  # units; at 320 pixels the smallest letters, 16 units, are still over ten pixels


class Ink(NamedTuple):
    """A colour to write in and the ground it is made for: whoever writes with it fills that ground."""

    colour: str
    ground: str


PAPER = Ink("#33291b", "#fbf4e2")  # the card under every picture, light on any page
EDGE = "#8d7350"
SIGNAL = Ink("#ffffff", "#1f5f8b")  # whose turn it is
HIDDEN = Ink("#fff6de", "#5a4630")  # backs of tiles and cards

SQUEEZE = 1.15  # letters that much narrower still read well
_WIDTHS = {0.32: "ijl.,:;!'’|· \N{NO-BREAK SPACE}", 0.42: "frt()-/", 0.96: "mw…"}


@dataclass(frozen=True, kw_only=True)
class Labels:
    """Labels in a picture, in whatever language; each game adds its own.

    Attributes:
        title, description: the picture in words, for those who do not see it.
        turn: whose turn it is and for what; at the end, who wins.
        names: what the seats are called, seat by seat.
        pile: the heading of what is hidden.
    """

    title: str
    description: str
    turn: str
    names: Sequence[str]
    pile: str


ViewT = TypeVar("ViewT")
LabelsT = TypeVar("LabelsT", bound=Labels)


@dataclass(frozen=True)
class DrawingLayer(Generic[ViewT, LabelsT]):
    """Layer of a game that draws it.

    Attributes:
        draw: a position, from its view, as a complete SVG; where no labels are given, in English.
        symbols: its pieces as a sheet, see `sheet`: pages show them as `/art/NAME.svg#piece`.
    """

    draw: Callable[[ViewT, LabelsT | None], str]
    symbols: Callable[[], str]


DRAWINGS: Layer[DrawingLayer[Any, Any]] = Layer("drawing", instance_of(DrawingLayer))


def picture(height: float, labels: Labels) -> Element:
    """A card of paper, WIDTH units wide, with whose turn it is at its top; it tells what is on it to those who listen."""
    svg = Element("svg", {"xmlns": SVG, "viewBox": f"0 0 {WIDTH} {_number(height)}", "role": "img"})
    svg.set("width", str(WIDTH))
    svg.set("height", _number(height))
    svg.set("style", "max-width:100%;height:auto")
    svg.set("font-family", "sans-serif")
    SubElement(svg, "title").text = labels.title
    SubElement(svg, "desc").text = labels.description
    box(svg, (2, 2, WIDTH - 4, height - 4), PAPER.ground, edge=EDGE, thick=2, round_=16)
    _headline(svg, labels.turn)
    return svg


def written(svg: Element) -> str:
    """The picture as text; the same picture gives the same bytes."""
    return tostring(svg, encoding="unicode")


def sheet(symbols: Mapping[str, tuple[str, Callable[[Element], None]]]) -> str:
    """Pieces of pictures for pages that lay out positions themselves: `<use href="…#name">` shows one.

    Args:
        symbols: by name, the piece's viewBox and what draws it. `currentColor` in it is the colour of whoever uses it.
    """
    svg = Element("svg", {"xmlns": SVG})
    for name, (frame, draw) in symbols.items():
        draw(SubElement(svg, "symbol", {"id": name, "viewBox": frame}))
    return tostring(svg, encoding="unicode")


def at(parent: Element, x: float, y: float, scale: float = 1, turn: float = 0) -> Element:
    """A group whose origin lies at (x, y) of its parent, scaled, and turned by degrees."""
    steps = [f"translate({_number(x)} {_number(y)})"]
    if scale != 1:
        steps.append(f"scale({_number(scale)})")
    if turn:
        steps.append(f"rotate({_number(turn)})")
    return SubElement(parent, "g", {"transform": " ".join(steps)})


def write(
    parent: Element,
    where: tuple[float, float],
    words: object,
    ink: Ink,
    size: float,
    *,
    anchor: str = "middle",
    room: float | None = None,
) -> None:
    """Bold letters whose middle height is at `where`; `anchor`: `start`, `middle` or `end` of them is there.

    What is wider than `room` is shortened. Fonts differ, so what nearly fills it is given its width in any of them.
    """
    x, y = where
    text = SubElement(parent, "text", {"x": _number(x), "y": _number(y + 0.36 * size), "fill": ink.colour})
    text.set("font-size", _number(size))
    text.set("font-weight", "bold")
    text.set("text-anchor", anchor)
    text.text = str(words)
    if room is not None:
        text.text = shortened(text.text, SQUEEZE * room / size)
        wide = size * width(text.text)
        if wide > room / SQUEEZE:
            text.set("textLength", _number(min(wide, room)))
            text.set("lengthAdjust", "spacingAndGlyphs")


def width(text: str) -> float:
    """About how wide bold letters are, as a multiple of their size: between a narrow and a wide font's."""
    return sum(map(_letter, text))


def shortened(text: str, room: float) -> str:
    """The text, or as much of its beginning as is no wider than `room`; a number at its end stays.

    >>> shortened("Bartholomew", 5), shortened("Bartholomew 2", 5)
    ('Barthol…', 'Barth… 2')
    """
    if width(text) <= room:
        return text
    number = re.search(r" \d+$", text)
    end = "…" + (number[0] if number else "")
    start = text.removesuffix(end[1:])
    while start and width(start + end) > room:
        start = start[:-1].rstrip()
    return start + end


def box(
    parent: Element,
    frame: tuple[float, float, float, float],
    fill: str,
    *,
    edge: str | None = None,
    thick: float = 0,
    round_: float = 0,
    dashed: bool = False,
) -> None:
    """A rectangle: `frame` is x, y, width, height."""
    names = zip(("x", "y", "width", "height"), map(_number, frame), strict=True)
    rect = SubElement(parent, "rect", {**dict(names), "rx": _number(round_), "fill": fill})
    _stroke(rect, edge, thick)
    if dashed:
        rect.set("stroke-dasharray", f"{_number(2.5 * thick)} {_number(1.5 * thick)}")


def oval(
    parent: Element,
    centre: tuple[float, float],
    radii: tuple[float, float],
    fill: str,
    *,
    edge: str | None = None,
    thick: float = 0,
) -> None:
    """An ellipse, or a circle where both radii are equal."""
    (x, y), (wide, high) = centre, radii
    attributes = {"cx": _number(x), "cy": _number(y), "rx": _number(wide), "ry": _number(high), "fill": fill}
    _stroke(SubElement(parent, "ellipse", attributes), edge, thick)


def path(parent: Element, course: str, fill: str = "none", *, edge: str | None = None, thick: float = 0) -> None:
    """A path in SVG's own words; lines end and bend roundly."""
    _stroke(SubElement(parent, "path", {"d": course, "fill": fill}), edge, thick)


def star(parent: Element, x: float, y: float) -> None:
    """The sign of a winner, 22 units wide."""
    rays = "M0 -12L3.2 -4.2L11.6 -3.6L5.2 1.8L7.2 10L0 5.6L-7.2 10L-5.2 1.8L-11.6 -3.6L-3.2 -4.2Z"
    path(at(parent, x, y), rays, "#e0a81c", edge="#6b4a06", thick=1.5)


def arrow(parent: Element, x: float, y: float) -> None:
    """The sign of the seat whose turn it is: a triangle that points right."""
    path(at(parent, x, y), "M-6 -8L9 0L-6 8Z", SIGNAL.ground, edge=SIGNAL.ground, thick=2)


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`; `none` where there is nothing."""
    *others, last = [*words] or ["none"]
    return f"{', '.join(others)} and {last}" if others else last


def counted(count: int, one: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def _headline(parent: Element, words: str) -> None:
    """A band at the top; what is too long for a line is written smaller in two."""
    middle, room = WIDTH / 2, WIDTH - 44
    box(parent, (14, 14, WIDTH - 28, 40), SIGNAL.ground, round_=10)
    parts = words.split(" ")
    halves = [(" ".join(parts[:k]), " ".join(parts[k:])) for k in range(1, len(parts))]
    if not halves or 20 * width(words) <= room:
        write(parent, (middle, 34), words, SIGNAL, 20, room=room)
        return
    even = min(halves, key=lambda lines: max(map(width, lines)))
    for k, line in enumerate(even):
        write(parent, (middle, 25 + 18 * k), line, SIGNAL, 16, room=room)


def _letter(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.05
    if sign.isupper():
        return 0.32 if sign == "I" else 0.96 if sign in "MW" else 0.74
    return next((wide for wide, signs in _WIDTHS.items() if sign in signs), 0.63)


def _stroke(shape: Element, edge: str | None, thick: float) -> None:
    if edge:
        shape.set("stroke", edge)
        shape.set("stroke-width", _number(thick))
        shape.set("stroke-linecap", "round")
        shape.set("stroke-linejoin", "round")


def _number(value: float) -> str:
    """At most two decimals and no trailing zeros: short, and the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
