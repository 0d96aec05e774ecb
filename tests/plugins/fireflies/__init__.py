"""Fireflies, a game for tests: it comes as a package of its own and does whatever the games of the house do not.

It can hide something: with `wishes` each seat has a card that no other seat sees. It ends on an outcome of chance, has forced moves, seats with nothing to choose where others choose at once, a die beside
a deck, ties in which nobody has anything, two to six players, and more than 63 actions.
"""

from __future__ import annotations

from pathlib import Path

from fireflies.parameters import PARAMETERS, settle
from jardinet.games.registry import GameEntry

ENTRY = GameEntry(
    name="fireflies",
    title="Fireflies",
    order=900,
    parameters=PARAMETERS,
    settle=settle,
    game="fireflies.game:FirefliesGame",
    drawing="fireflies.drawing:LAYER",
    bots="fireflies.bots:LAYER",
    words="fireflies.words:LAYER",
    terminal="fireflies.terminal:LAYER",
    board="fireflies.board:LAYER",
    catalogues=Path(__file__).parent / "locale",
)
