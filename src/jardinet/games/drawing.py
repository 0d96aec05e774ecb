"""Shapes that the pictures of all games share, on a card of paper, written as one SVG.

A thin layer over xml.etree.ElementTree, which escapes and closes what it writes. Pictures stand alone:
no script, no font file, no reference, no id (two of them may share a notebook page). So depth is made of flat shapes that
lie on one another, some of them translucent: a gradient would need a name.

A colour is written as in CSS. A `tone` is a colour that is another one by night: things keep their colours, or nearly,
and the ground that they lie on changes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar
from xml.etree.ElementTree import Element, SubElement, tostring

from jardinet.games.registry import Layer, instance_of

SVG = "http://www.w3.org/2000/svg"
WIDTH = 480  # units; at 320 pixels the smallest letters, 16 units, are still over ten pixels


class Ink(NamedTuple):
    """A text colour and the ground it is made for; code that writes in it fills that ground."""

    colour: str
    ground: str


def tone(day: str, night: str) -> str:
    """A colour, and the one it is where the page is dark: both as `#rrggbb`."""
    return f"light-dark({day},{night})"


def by_day(colour: str) -> str:
    """A colour as it is by day, for programs that know no night mode too.

    >>> by_day(tone("#fbf4e2", "#22281d")), by_day("#ffffff")
    ('#fbf4e2', '#ffffff')
    """
    return colour.removeprefix("light-dark(").partition(",")[0]


PAPER = Ink(tone("#33291b", "#f3edda"), tone("#fbf4e2", "#22281d"))  # the card under every picture
EDGE = tone("#8d7350", "#6d6650")
SIGNAL = Ink("#ffffff", "#1f5f8b")  # whose turn it is
TURN = tone("#1f5f8b", "#7fbdea")  # the same on paper
HIDDEN = Ink("#fff6de", tone("#557c39", "#46682f"))  # backs of tiles and cards: garden green
FACE = tone("#fffaec", "#f1e8d2")  # of tiles and cards; by night the moon lights them
SIDE = tone("#d2bd8f", "#b09c72")  # how thick they are
GOLD = "#ffcf4a"  # what can be done

SHADOW = "#1d1208"  # always translucent
LIGHT = "#ffffff"  # likewise
GRASS = tone("#5f9540", "#385a2b")
BLADES = tone("#8bbd5b", "#54803c")
WOOD = tone("#c8945c", "#85603d")
GRAIN = tone("#8c5b2f", "#523820")
EARTH = tone("#6b442b", "#49301f")  # of a bed; its edge lies in the shadow, its middle in the light
EARTH_EDGE = tone("#43281a", "#2b1a10")
EARTH_LIGHT = tone("#7b5234", "#573b27")

# A picture in its own file follows the colour scheme of the reader, or of the page that shows it; inside a page, that
# page's.
FOLLOWS = "svg:root{color-scheme:light dark}"

LAWN_WIDE, LAWN_HIGH = 640, 360
TUFTS = ((22, 60), (14, 318), (352, 26), (388, 338), (470, 22), (622, 120), (360, 190), (612, 300), (250, 352))
DAISIES = ((16, 22), (372, 60), (30, 344), (624, 30), (366, 326), (628, 274))

SQUEEZE = 1.15  # letters that much narrower still read well
_WIDTHS = {0.32: "ijl.,:;!'’|· \N{NO-BREAK SPACE}", 0.42: "frt()-/", 0.96: "mw…"}


@dataclass(frozen=True, kw_only=True)
class Labels:
    """Labels in a picture, in any language; each game adds its own.

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
        pictures: what pages show as `/art/NAME/PICTURE.svg`. `scene`, if there is one, shows the game on a lawn (see
            `lawn`) in a position that it has played itself; it stands for the game in lists of games. The others are
            backgrounds of positions (see `surface`), named by the game's own style sheets.
    """

    draw: Callable[[ViewT, LabelsT | None], str]
    symbols: Callable[[], str]
    pictures: Mapping[str, Callable[[], str]] = field(default_factory=dict)


DRAWINGS: Layer[DrawingLayer[Any, Any]] = Layer("drawing", instance_of(DrawingLayer))


def picture(height: float, labels: Labels) -> Element:
    """A card of paper, WIDTH units wide, with whose turn it is at its top; screen readers read its description."""
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


def lawn() -> Element:
    """A lawn with daisies, LAWN_WIDE units wide and LAWN_HIGH high, for a scene; hidden from screen readers."""
    svg = Element("svg", {"xmlns": SVG, "viewBox": f"0 0 {LAWN_WIDE} {LAWN_HIGH}", "font-family": "sans-serif"})
    svg.set("width", str(LAWN_WIDE))
    svg.set("height", str(LAWN_HIGH))
    box(svg, (0, 0, LAWN_WIDE, LAWN_HIGH), tone("#a5ca73", "#2c4323"))
    for x in range(-160, LAWN_WIDE, 160):  # as the mower has left it
        path(svg, f"M{x} {LAWN_HIGH}L{x + 80} 0H{x + 160}L{x + 80} {LAWN_HIGH}Z", tone("#b0d280", "#324a27"))
    tufts = "".join(f"M{x} {y}l-3 -8m3 8v-10m0 10l4 -7" for x, y in TUFTS)
    path(svg, tufts, edge=tone("#7fae4e", "#44662f"), thick=1.8)
    for k, (x, y) in enumerate(DAISIES):
        _daisy(at(svg, x, y, 0.8 + 0.15 * (k % 3), 25 * k))
    return svg


def surface(frame: str) -> Element:
    """A background of positions, which style sheets stretch to the position's size; `frame` is its viewBox."""
    return Element("svg", {"xmlns": SVG, "viewBox": frame, "preserveAspectRatio": "none"})


def written(svg: Element) -> str:
    """The picture as text; the same picture gives the same bytes.

    A shape with a tone has its colour by day, for programs that know no night mode, and a class for those that do: the
    name of the class is made of the two colours, so that it means the same in any picture of a page.
    """
    tones = {}
    for shape in svg.iter():
        names = []
        for attribute, value in shape.items():
            if value.startswith("light-dark("):
                names.append("-".join((attribute, *re.findall("[0-9a-f]{6}", value))))
                tones[names[-1]] = f".{names[-1]}{{{attribute}:{value}}}"
                shape.set(attribute, by_day(value))
        if names:
            shape.set("class", " ".join(names))
    SubElement(
        svg, "style"
    ).text = f"{FOLLOWS}@supports(color:{tone('#000000', '#ffffff')}){{{''.join(tones.values())}}}"
    return tostring(svg, encoding="unicode")


def sheet(symbols: Mapping[str, tuple[str, Callable[[Element], None]]]) -> str:
    """Pieces of pictures for pages that lay out positions themselves: `<use href="…#name">` shows one.

    Args:
        symbols: by name, the piece's viewBox and what draws it. `currentColor` in it is the colour of the element that
            uses it.
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
    """Write bold text, vertically centred at `where`; `anchor`: its `start`, `middle` or `end` is there.

    Text wider than `room` is shortened. Fonts differ, so text that nearly fills `room` gets a fixed width in any of
    them.
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
    """The estimated width of bold text, in units of its font size: an average of narrow and wide fonts."""
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
    opacity: float = 1,
) -> None:
    """A rectangle: `frame` is x, y, width, height."""
    names = zip(("x", "y", "width", "height"), map(_number, frame), strict=True)
    rect = SubElement(parent, "rect", {**dict(names), "rx": _number(round_), "fill": fill})
    _finish(rect, edge, thick, opacity)
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
    opacity: float = 1,
) -> None:
    """An ellipse, or a circle where both radii are equal."""
    (x, y), (wide, high) = centre, radii
    attributes = {"cx": _number(x), "cy": _number(y), "rx": _number(wide), "ry": _number(high), "fill": fill}
    _finish(SubElement(parent, "ellipse", attributes), edge, thick, opacity)


def path(
    parent: Element,
    course: str,
    fill: str = "none",
    *,
    edge: str | None = None,
    thick: float = 0,
    opacity: float = 1,
) -> None:
    """A path in SVG's syntax, with round line ends and joins."""
    _finish(SubElement(parent, "path", {"d": course, "fill": fill}), edge, thick, opacity)


def planter(parent: Element, wide: int, high: int) -> None:
    """A frame of wood, 16 units thick, with grass in it: what lies there begins 22 units from its outer edge."""
    thick, round_ = 16, 15
    box(parent, (0, 0, wide, high), GRAIN, round_=round_)
    box(parent, (0, 0, wide, high - 3), WOOD, round_=round_)
    corners = f"M3 3L{thick} {thick}M{wide - 3} 3l{3 - thick} {thick - 3}M3 {high - 6}l{thick - 3} {3 - thick}"
    grain = "".join(
        f"M{thick + 8 + run * wide:.0f} {y}h{length * wide:.0f}"
        for y, run, length in (
            (4.5, 0.05, 0.3),
            (9, 0.3, 0.4),
            (5.5, 0.65, 0.2),
            (high - 11, 0.02, 0.35),
            (high - 7, 0.5, 0.3),
        )
    )
    sides = "".join(
        f"M{x} {thick + 8 + run * high:.0f}v{length * high:.0f}"
        for x, run, length in ((5, 0.1, 0.3), (10, 0.45, 0.35), (wide - 6, 0.05, 0.4), (wide - 11, 0.5, 0.3))
    )
    path(parent, grain + sides, edge=GRAIN, thick=1, opacity=0.45)
    path(parent, f"{corners}M{wide - 3} {high - 6}l{3 - thick} {3 - thick}", edge=GRAIN, thick=1.5, opacity=0.7)
    path(parent, f"M{round_} 1.5H{wide - round_}", edge=LIGHT, thick=2, opacity=0.35)
    inner = (thick, thick, wide - 2 * thick, high - 2 * thick - 3)
    box(parent, inner, GRASS, edge=GRAIN, thick=2, round_=7)
    path(parent, f"M{thick + 4} {thick + 3}H{wide - thick - 4}", edge=SHADOW, thick=5, opacity=0.25)


def bed(parent: Element, frame: tuple[float, float, float, float], round_: float, *, is_plain: bool = False) -> None:
    """Dark earth, lower than what is around it: its upper edge lies in the shadow. `frame` is x, y, width, height."""
    x, y, wide, high = frame
    box(parent, frame, EARTH_EDGE, round_=round_)
    box(parent, (x + 2, y + 5, wide - 4, high - 6), EARTH, round_=round_ - 2)
    if is_plain:
        return
    box(parent, (x + 8, y + 13, wide - 16, high - 20), EARTH_LIGHT, round_=round_, opacity=0.55)
    crumbs = (
        (0.2, 0.3, 2.2),
        (0.68, 0.2, 1.6),
        (0.84, 0.62, 2.4),
        (0.3, 0.78, 1.8),
        (0.56, 0.88, 1.4),
        (0.12, 0.6, 1.4),
    )
    for across, down, size in crumbs:
        oval(parent, (x + across * wide, y + down * high), (size * 1.2, size), EARTH_EDGE, opacity=0.6)


def star(parent: Element, x: float, y: float) -> None:
    """The sign of a winner, 22 units wide."""
    rays = "M0 -12L3.2 -4.2L11.6 -3.6L5.2 1.8L7.2 10L0 5.6L-7.2 10L-5.2 1.8L-11.6 -3.6L-3.2 -4.2Z"
    path(at(parent, x, y), rays, "#e0a81c", edge="#6b4a06", thick=1.5)


def arrow(parent: Element, x: float, y: float) -> None:
    """The sign of the seat whose turn it is: a triangle that points right."""
    path(at(parent, x, y), "M-6 -8L9 0L-6 8Z", TURN, edge=TURN, thick=2)


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`; `none` where there is nothing."""
    *others, last = [*words] or ["none"]
    return f"{', '.join(others)} and {last}" if others else last


def counted(count: int, one: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def _daisy(group: Element) -> None:
    for turn in range(0, 180, 36):
        oval(at(group, 0, 0, turn=turn), (0, 0), (2.6, 9), tone("#ffffff", "#dfe3d2"))
    oval(group, (0, 0), (3.6, 3.6), "#f2b92e")


def _headline(parent: Element, words: str) -> None:
    """A band at the top; words too long for one line are written smaller in two."""
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


def _finish(shape: Element, edge: str | None, thick: float, opacity: float) -> None:
    if opacity != 1:
        shape.set("opacity", _number(opacity))
    if edge:
        shape.set("stroke", edge)
        shape.set("stroke-width", _number(thick))
        shape.set("stroke-linecap", "round")
        shape.set("stroke-linejoin", "round")


def _number(value: float) -> str:
    """At most two decimals and no trailing zeros: short, and the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
