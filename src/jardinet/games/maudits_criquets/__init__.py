"""Maudits Criquets (Heuschrecken Poker): rules/maudits-criquets.md is its law."""

from jardinet.games.maudits_criquets.parameters import PARAMETERS, settle
from jardinet.games.registry import GameEntry

ENTRY = GameEntry(
    name="maudits_criquets",
    title="Maudits Criquets",
    order=2,
    parameters=PARAMETERS,
    settle=settle,
    game="jardinet.games.maudits_criquets.game:GAME",
    drawing="jardinet.games.maudits_criquets.drawing:LAYER",
    bots="jardinet.bots.maudits_criquets:LAYER",
    words="jardinet.words.maudits_criquets:LAYER",
    terminal="jardinet.terminal.maudits_criquets:LAYER",
    board="jardinet.server.boards.maudits_criquets.board:LAYER",
    study="jardinet.study.maudits_criquets:LAYER",
    nearest="goofspiel",
)
