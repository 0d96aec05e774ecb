"""Plots as SVG: figures with intervals, histograms, stacked bars, heat maps, courses.

All are on light paper, with a title, named axes and a description for screen readers; the same figures give the same
text. The callers (arena, training, study) decide what they show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log2, log10
from typing import NamedTuple, Protocol
from xml.etree.ElementTree import Element, SubElement, tostring

WIDE, EDGE = 720, 24  # of every plot, in units: its width and its margin
NAMES = 210  # width of the names beside rows
ROW = 28  # height of a row
LINE = 20  # height of a line of writing

PAPER, GRID, MARK, INK, BLUE = "#fbf4e2", "#d9c9a5", "#8d7350", "#33291b", "#1f5f8b"
# Of adjacent parts: they also differ in lightness, for people who see few colours.
COLOURS = ("#0b3c5d", "#328cc1", "#8fc1e3", "#2c6e2f", "#8bbd5b", "#d3e6b5", "#b3541e", "#f0b27a")

Format = Callable[[float], str]


class Interval(Protocol):
    """Value with its 95 % interval."""

    @property
    def value(self) -> float:
        """The estimate."""

    @property
    def low(self) -> float:
        """The lower end of the interval."""

    @property
    def high(self) -> float:
        """The upper end of the interval."""


class Estimate(NamedTuple):
    """An Interval made of three numbers."""

    value: float
    low: float
    high: float


def in_percent(value: float) -> str:
    """A share as a percentage on an axis: no decimals unless needed.

    >>> in_percent(0.5), in_percent(0.125)
    ('50 %', '12.5 %')
    """
    return f"{100 * value:.3g} %"


def plain(value: float) -> str:
    """A number on an axis."""
    return f"{value:.6g}"


def intervals(
    title: str,
    axis: str,
    rows: Sequence[tuple[str, Interval]],
    tell: Format,
    mark: float | None = None,
    whole: tuple[float, float] | None = None,
) -> str:
    """A point with its interval for each figure, below each other.

    Args:
        title: what is shown.
        axis: the quantity on the scale.
        rows: a name with its figure each, at least one unless `mark` or `whole` is given.
        tell: writes a value.
        mark: the value of a reference line; None: no line.
        whole: the least range of the scale; None: the range of the rows and the mark.
    """
    ends = [end for _, one in rows for end in (one.low, one.high)]
    ends += [*([] if mark is None else [mark]), *(whole or ())]
    scale = _Scale(min(ends), max(ends), NAMES + EDGE, WIDE - 2 * EDGE)
    bottom = EDGE + LINE + ROW * len(rows) + 8
    told = "; ".join(f"{name}: {tell(one.value)}, {tell(one.low)} to {tell(one.high)}" for name, one in rows)
    svg = _paper(title, f"{axis}, with 95 % intervals. {told}.", bottom + 2 * LINE + EDGE / 2)
    scale.draw(svg, EDGE + LINE, bottom, axis, tell)
    if mark is not None:
        _line(svg, (scale.at(mark), EDGE + LINE), (scale.at(mark), bottom), MARK, 1.5)
    for k, (name, one) in enumerate(rows):
        y = EDGE + LINE + ROW * (k + 0.5) + 4
        _write(svg, NAMES + EDGE / 2, y + 4, name, "end")
        _line(svg, (scale.at(one.low), y), (scale.at(one.high), y), BLUE, 3)
        point = _point(svg, (scale.at(one.value), y), 4.5)
        SubElement(point, "title").text = f"{name}: {tell(one.value)} ({tell(one.low)} to {tell(one.high)})"
    return _text(svg)


def histograms(title: str, axis: str, series: Sequence[tuple[str, Sequence[int]]], width: int) -> str:
    """Histograms of whole numbers as SVG, one below the other on one scale.

    Args:
        title: what is shown.
        axis: what is counted.
        series: at least one; each a name and the values whose distribution is drawn, at least one value.
        width: how many numbers a bar stands for.
    """
    least = min(min(values) for _, values in series) // width * width
    most = (max(max(values) for _, values in series) // width + 1) * width
    scale = _Scale(least, most, EDGE + 30, WIDE - 2 * EDGE)
    high, top = 120, EDGE + LINE
    bottom = top + (high + LINE) * len(series)
    middles = "; ".join(f"{name}: half of the games have {sorted(v)[len(v) // 2]} at most" for name, v in series)
    svg = _paper(title, f"Distribution of {axis}. {middles}.", bottom + 2 * LINE + EDGE / 2)
    scale.draw(svg, top, bottom, axis, plain)
    counts = [
        [sum(begin <= one < begin + width for one in v) / len(v) for begin in range(least, most, width)]
        for _, v in series
    ]
    highest = max(max(one) for one in counts)
    for k, ((name, _), shares) in enumerate(zip(series, counts, strict=True)):
        ground = top + (high + LINE) * (k + 1)
        for one, share in enumerate(shares):
            x, tall = scale.at(least + one * width), high * share / highest
            step = scale.at(least + width) - scale.at(least)
            _box(svg, (x + 0.5, ground - tall, max(step - 1, 0.5), tall), BLUE)
        _line(svg, (scale.begin, ground), (scale.end, ground), MARK, 1)
        _write(svg, scale.end, ground - high + 4, name, "end")
        _write(svg, scale.begin - 4, ground - high + 4, f"{100 * highest:.0f} %", "end", size=11)
        _write(svg, scale.begin - 4, ground, "0 %", "end", size=11)
    return _text(svg)


def stacked(
    title: str, axis: str, parts: Sequence[str], bars: Sequence[tuple[str, Sequence[float]]], tell: Format
) -> str:
    """Bars of parts that are not negative, below each other, with a legend.

    Args:
        title: what is shown.
        axis: the quantity on the scale.
        parts: names of the parts, as many as COLOURS at most.
        bars: a name with the size of each part.
        tell: writes a value.
    """
    scale = _Scale(0.0, max(sum(sizes) for _, sizes in bars), NAMES + EDGE, WIDE - 2 * EDGE)
    legend = EDGE + LINE
    top = legend + LINE
    bottom = top + ROW * len(bars) + 8
    told = "; ".join(
        f"{name}: "
        + ", ".join(f"{part} {tell(size)}" for part, size in zip(parts, sizes, strict=True) if tell(size) != tell(0))
        for name, sizes in bars
    )
    svg = _paper(title, f"{axis}. {told}.", bottom + 2 * LINE + EDGE / 2)
    scale.draw(svg, top, bottom, axis, in_percent)
    x = float(NAMES + EDGE)
    for part, colour in zip(parts, COLOURS, strict=False):
        _box(svg, (x, legend, 12, 12), colour)
        _write(svg, x + 16, legend + 11, part, "start")
        x += 30 + 7.5 * len(part)
    for k, (name, sizes) in enumerate(bars):
        y, begun = top + ROW * k + 8, 0.0
        _write(svg, NAMES + EDGE / 2, y + 14, name, "end")
        for size, colour in zip(sizes, COLOURS, strict=False):
            _box(svg, (scale.at(begun), y, scale.at(begun + size) - scale.at(begun), ROW - 8), colour)
            begun += size
    return _text(svg)


def heat_map(
    title: str,
    axes: tuple[str, str],
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[float]],
    tell: Format,
) -> str:
    """SVG of a table of values: the smaller, the darker; the greatest has the colour of the paper.

    Args:
        title: what is shown.
        axes: what the columns are, and the rows.
        rows, columns: their names.
        cells: the value of each row and column.
        tell: writes a value.
    """
    left, top = EDGE + 60, EDGE + 2 * LINE
    wide = (WIDE - left - EDGE) / len(columns)
    bottom = top + ROW * len(rows)
    least, most = min(map(min, cells)), max(map(max, cells))
    told = "; ".join(
        f"{row}: " + ", ".join(f"{column} {tell(cell)}" for column, cell in zip(columns, line, strict=True))
        for row, line in zip(rows, cells, strict=True)
    )
    svg = _paper(title, f"Rows: {axes[1]}; columns: {axes[0]}. {told}.", bottom + LINE + EDGE / 2)
    _write(svg, (left + WIDE - EDGE) / 2, bottom + LINE - 4, axes[0], "middle")
    _write(svg, left - 6, top - 8, axes[1], "end")
    for k, column in enumerate(columns):
        _write(svg, left + wide * (k + 0.5), top - 8, column, "middle")
    for j, (row, line) in enumerate(zip(rows, cells, strict=True)):
        _write(svg, left - 6, top + ROW * (j + 0.5) + 4, row, "end")
        for k, cell in enumerate(line):
            depth = (most - cell) / (most - least) if most > least else 0.0
            x, y = left + wide * k, top + ROW * j
            _box(svg, (x + 0.5, y + 0.5, wide - 1, ROW - 1), _shade(depth))
            _write(svg, x + wide / 2, y + ROW / 2 + 4, tell(cell), "middle", "#ffffff" if depth > 0.5 else INK, 11)
    return _text(svg)


def courses(title: str, counted: str, parts: Sequence[tuple[str, Sequence[tuple[int, Interval]]]]) -> str:
    """SVG of the course of values: a plot for each part, one below the other, a line through points with their intervals.

    All have one scale of what is counted, on which each doubling is as wide as the one before.

    Args:
        title: what is shown.
        counted: what is counted, in the plural: "games".
        parts: a name with its points each, at least one, at rising counts from 1.
    """
    counts = [count for _, points in parts for count, _ in points]
    first, last = min(counts, default=1), max(counts, default=1)
    left, right, high = EDGE + 50, WIDE - 2 * EDGE, 220
    told = [
        f"Course over {counted}, from {first:,} to {last:,}",
        *(_told_course(name, points) for name, points in parts),
    ]
    svg = _paper(title, ". ".join(told) + ".", EDGE + 2 * LINE + (high + 3 * LINE) * len(parts))

    def across(count: int) -> float:
        return left + (right - left) * log2(count / first) / (log2(last / first) or 1.0)

    for k, (name, points) in enumerate(parts):
        bottom = EDGE + 2 * LINE + (high + 3 * LINE) * k + high
        ends = [end for _, one in points for end in (one.low, one.high)]
        scale = _Scale(min(ends), max(ends), bottom, bottom - high)
        scale.draw_upright(svg, left, right, plain)
        _write(svg, WIDE / 2, bottom - high - 8, name, "middle")
        _write(svg, left, bottom + LINE, f"{first:,} {counted}", "start")
        _write(svg, right, bottom + LINE, f"{last:,}", "end")
        line = " ".join(f"{_n(across(count))},{_n(scale.at(one.value))}" for count, one in points)
        SubElement(svg, "polyline", {"points": line, "fill": "none", "stroke": BLUE, "stroke-width": "1.5"})
        for count, one in points:
            if one.low < one.high:
                _line(svg, (across(count), scale.at(one.low)), (across(count), scale.at(one.high)), MARK, 1)
            _point(svg, (across(count), scale.at(one.value)), 2.5)
    return _text(svg)


def _told_course(name: str, points: Sequence[tuple[int, Interval]]) -> str:
    """The first and the last value of a course, in words for screen readers."""
    first, last = (f"{one.value:.3g}" for _, one in (points[0], points[-1]))
    return f"{name}: {first} at first, {last} at last"


class _Scale:
    """Scale with round numbers on it, from left to right or from the bottom to the top.

    Attributes:
        begin, end: where it begins and ends.
    """

    def __init__(self, least: float, most: float, begin: float, end: float) -> None:
        self.begin, self.end = begin, end
        span = (most - least) or abs(most) or 1.0
        self._step = _round_step(span / 5)
        self._low = floor(least / self._step + 1e-4) * self._step
        self._high = max(ceil(most / self._step - 1e-4) * self._step, self._low + self._step)

    def at(self, value: float) -> float:
        """The coordinate of a value."""
        return self.begin + (self.end - self.begin) * (value - self._low) / (self._high - self._low)

    def draw(self, svg: Element, top: float, bottom: float, axis: str, tell: Format) -> None:
        """Draw a horizontal axis: a vertical grid line at each round number, its label, and the axis title below."""
        for value in self._round():
            _line(svg, (self.at(value), top), (self.at(value), bottom), GRID, 1)
            _write(svg, self.at(value), bottom + LINE - 4, tell(round(value, 9)), "middle")
        _write(svg, (self.begin + self.end) / 2, bottom + 2 * LINE - 2, axis, "middle")

    def draw_upright(self, svg: Element, left: float, right: float, tell: Format) -> None:
        """Draw a vertical axis: a horizontal grid line at each round number, labelled with that number on the left."""
        for value in self._round():
            _line(svg, (left, self.at(value)), (right, self.at(value)), GRID, 1)
            _write(svg, left - 6, self.at(value) + 4, tell(round(value, 9)), "end", size=11)

    def _round(self) -> Iterator[float]:
        """The round numbers on the scale, rising."""
        return (self._low + k * self._step for k in range(round((self._high - self._low) / self._step) + 1))


def _round_step(about: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    power = 10.0 ** floor(log10(about))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= about * 0.999)


def _shade(depth: float) -> str:
    """From paper, 0, to dark blue, 1."""
    mixed = (round(a + (b - a) * depth) for a, b in zip((251, 244, 226), (11, 60, 93), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _paper(title: str, description: str, high: float) -> Element:
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDE} {_n(high)}", "role": "img"})
    svg.set("font-family", "sans-serif")
    svg.set("font-size", "13")
    SubElement(svg, "title").text = title
    SubElement(svg, "desc").text = description
    _box(svg, (0, 0, WIDE, high), PAPER)
    _write(svg, WIDE / 2, EDGE, title, "middle", size=15)
    return svg


def _box(svg: Element, frame: tuple[float, float, float, float], colour: str) -> None:
    names = zip(("x", "y", "width", "height"), map(_n, frame), strict=True)
    SubElement(svg, "rect", {**dict(names), "fill": colour})


def _line(svg: Element, start: tuple[float, float], end: tuple[float, float], colour: str, thick: float) -> None:
    ends = {"x1": _n(start[0]), "y1": _n(start[1]), "x2": _n(end[0]), "y2": _n(end[1])}
    SubElement(svg, "line", {**ends, "stroke": colour, "stroke-width": _n(thick)})


def _point(svg: Element, at: tuple[float, float], radius: float) -> Element:
    return SubElement(svg, "circle", {"cx": _n(at[0]), "cy": _n(at[1]), "r": _n(radius), "fill": BLUE})


def _write(svg: Element, x: float, y: float, text: str, anchor: str, colour: str = INK, size: float = 13) -> None:
    where = {"x": _n(x), "y": _n(y), "text-anchor": anchor, "fill": colour, "font-size": _n(size)}
    SubElement(svg, "text", where).text = text


def _text(svg: Element) -> str:
    return tostring(svg, encoding="unicode") + "\n"


def _n(value: float) -> str:
    """At most one decimal: short, and the same on every machine."""
    return f"{value:.1f}".removesuffix(".0")
