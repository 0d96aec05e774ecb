"""Fireflies in a capable terminal: the jar, and a line a seat."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from fireflies.view import View
from fireflies.words import FirefliesWords
from jardinet.terminal.position import TerminalLayer


def draw(view: View, words: FirefliesWords, seat: int) -> RenderableType:
    """The position within 80 columns."""
    lines = [Text(f"{words.heading(k)}: {caught}") for k, caught in enumerate(view.caught)]
    return Group(Text(f"Jar {view.jar}, deck {view.deck}, owls {view.owls}"), *lines)


LAYER: TerminalLayer[View, FirefliesWords] = TerminalLayer(draw)
