"""Plot of a tournament as SVG: each bot's share of victories with its interval, best first."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from jardinet.arena.standings import Standing

LINE, NAMES, SCALE, EDGE = (
    32,
    200,
    400,
    24,
)  # height of a row; widths of the names, of the scale, of what is free around
LONGEST = 24  # characters of a name that have room


def plot_of(standings: Sequence[Standing], game: str, players: int) -> str:
    """The plot, the same text for the same standings.

    Args:
        standings: of `standings_of`.
        game: what was played, for the heading.
        players: by how many: a line stands at 1/players, where equally strong bots are.
    """
    bottom = EDGE + LINE * (len(standings) + 1)
    wide, high = NAMES + SCALE + 2 * EDGE, bottom + LINE + EDGE
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {wide} {high}", "role": "img"})
    svg.set("font-family", "sans-serif")
    svg.set("font-size", "13")
    SubElement(svg, "title").text = f"{game}: share of victories with 95 % intervals"
    SubElement(svg, "rect", {"width": str(wide), "height": str(high), "fill": "#fbf4e2"})
    _write(svg, wide / 2, EDGE + 4, f"{game}: share of victories, 95 % intervals", "middle")
    for tenth in range(0, 11, 2):
        _rule(svg, _x(tenth / 10), EDGE + LINE / 2, bottom, "#d9c9a5")
        _write(svg, _x(tenth / 10), bottom + LINE / 2, f"{tenth * 10} %", "middle")
    _rule(svg, _x(1 / players), EDGE + LINE / 2, bottom, "#8d7350")
    for number, one in enumerate(standings, 1):
        y = EDGE + LINE * number + LINE / 4
        _write(svg, NAMES, y + 4, one.bot if len(one.bot) <= LONGEST else f"…{one.bot[1 - LONGEST :]}", "end")
        ends = {"x1": f"{_x(one.share.low):.1f}", "x2": f"{_x(one.share.high):.1f}", "y1": f"{y}", "y2": f"{y}"}
        SubElement(svg, "line", {**ends, "stroke": "#1f5f8b", "stroke-width": "3"})
        point = SubElement(
            svg, "circle", {"cx": f"{_x(one.share.share):.1f}", "cy": f"{y}", "r": "4.5", "fill": "#1f5f8b"}
        )
        share = one.share
        SubElement(point, "title").text = f"{one.bot}: {share.share:.1%} ({share.low:.1%} – {share.high:.1%})"
    return tostring(svg, encoding="unicode") + "\n"


def _x(share: float) -> float:
    return NAMES + EDGE + SCALE * share


def _rule(svg: Element, x: float, top: float, bottom: float, colour: str) -> None:
    ends = {"x1": f"{x:.1f}", "x2": f"{x:.1f}", "y1": f"{top}", "y2": f"{bottom}"}
    SubElement(svg, "line", {**ends, "stroke": colour})


def _write(svg: Element, x: float, y: float, text: str, anchor: str) -> None:
    SubElement(svg, "text", {"x": f"{x:.1f}", "y": f"{y}", "text-anchor": anchor}).text = text
