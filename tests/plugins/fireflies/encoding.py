"""A position of Fireflies as a row of floats, compiled."""

from __future__ import annotations

from typing import Any

from fireflies.rules import CLEAR_CARDS, KINDS, OVER, OWL_CARDS, PLACES
from jardinet.games.compiled import compiled
from jardinet.games.kernels import encoding_of

MOST = 64  # fireflies: more than a game can bring


@compiled
def _encode(state: Any, player: int, out: Any) -> None:
    players = int(state["players"])
    for k in range(players):
        seat = (player + k) % players
        out[3 * k] = int(state["caught"][seat]) / MOST
        out[3 * k + 1] = (int(state["out"]) >> seat) & 1
        out[3 * k + 2] = (int(state["hanging"]) >> seat) & 1
    at = 3 * players
    for place in range(PLACES):
        out[at + place] = state["lanterns"][place] != 0
    at += PLACES
    for phase in range(OVER + 1):
        out[at + phase] = phase == state["phase"]
    at += OVER + 1
    out[at] = int(state["jar"]) / MOST
    out[at + 1] = int(state["owls"]) / 2
    out[at + 2] = int(state["clear_left"]) / CLEAR_CARDS
    out[at + 3] = int(state["owls_left"]) / (OWL_CARDS + 1)
    out[at + 4] = int(state["night"]) / 5
    if state["wishes"]:
        for kind in range(KINDS):
            out[at + 5 + kind] = int(state["wish"][player]) == kind + 1


ENCODING = encoding_of(globals())
