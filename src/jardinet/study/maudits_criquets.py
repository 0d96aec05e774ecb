"""Study of Maudits Criquets: its turns, and the chapter of the bids."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.lockstep import Played
from jardinet.games.api import Game
from jardinet.games.maudits_criquets.names import bids_of
from jardinet.study.layer import StudyLayer, Variant


def _turns(game: Game, played: Played) -> NDArray[np.int64]:
    """How often all bid: whole rounds, in which every card is bid once, and what was bid of the last."""
    cards = len(bids_of(game.parameters))
    left = np.bitwise_count(played.states["hand"][:, 0]).astype(np.int64)
    turns: NDArray[np.int64] = played.states["rounds"].astype(np.int64) * cards - left
    return turns


LAYER = StudyLayer(
    players=(2,),
    variants=(Variant("usual rules"), Variant("beginners' rules", {"beginner": True})),
    turn="A turn is one bid of everybody, with all that is picked after it.",
    turns=_turns,
)
