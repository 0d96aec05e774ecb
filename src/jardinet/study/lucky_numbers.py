"""Study of Lucky Numbers: its variants, its turns, and the chapter of the first placements."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.lockstep import Played
from jardinet.games.api import Game
from jardinet.games.lucky_numbers.rules import SIDE
from jardinet.study.layer import StudyLayer, Variant

STANDARD = Variant("standard set-up")
MICHAEL = Variant("Michael's set-up", {"setup": "michael"})
BRUNO = Variant("Bruno's variant", {"bruno": True})


def _turns(game: Game, played: Played) -> NDArray[np.int64]:
    """The turns after the set-up, in which a hand of four is one run of decisions, and each tile of Michael's another."""
    runs = game.num_players() * (SIDE if game.parameters["setup"] == "michael" else 1)
    return played.turns - runs


LAYER = StudyLayer(
    players=(2, 3, 4),
    variants=(STANDARD, MICHAEL, BRUNO),
    turn="A turn is what a player does until the next one plays: a tile drawn, or taken, and where it goes; with Bruno's "
    "variant all that is played again belongs to it. The set-up is no turn.",
    turns=_turns,
)
