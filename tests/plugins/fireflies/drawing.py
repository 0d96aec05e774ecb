"""A position of Fireflies as SVG: a line a seat, and the jar."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from fireflies.view import View
from jardinet.games.drawing import PAPER, WIDTH, DrawingLayer, Labels, picture, sheet, write, written

ROW = 32  # units


def draw(view: View, labels: Labels | None = None) -> str:
    """The position as a complete SVG."""
    said = labels or Labels(
        title="Fireflies",
        description=f"Night {view.night}: {view.jar} in the jar.",
        turn=view.phase,
        names=[f"Seat {seat + 1}" for seat in range(len(view.caught))],
        pile="Deck",
    )
    svg = picture(110 + ROW * len(view.caught), said)
    write(svg, (WIDTH / 2, 74), f"{view.jar} · {said.pile} {view.deck}", PAPER, 20)
    for seat, caught in enumerate(view.caught):
        write(svg, (24, 110 + ROW * seat), said.names[seat], PAPER, 18, anchor="start", room=WIDTH - 120)
        write(svg, (WIDTH - 24, 110 + ROW * seat), caught, PAPER, 18, anchor="end")
    return written(svg)


def symbols() -> str:
    """One piece: a firefly."""

    def firefly(parent: Element) -> None:
        SubElement(parent, "circle", {"cx": "8", "cy": "8", "r": "6", "fill": "#e3b505"})

    return sheet({"firefly": ("0 0 16 16", firefly)})


LAYER: DrawingLayer[View, Labels] = DrawingLayer(draw, symbols)
