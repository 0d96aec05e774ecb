"""Lucky Numbers and 5 vor 12: rules/lucky-numbers.md is their law."""

from jardinet.games.lucky_numbers.parameters import PARAMETERS, settle
from jardinet.games.registry import GameEntry

ENTRY = GameEntry(
    name="lucky_numbers",
    title="Lucky Numbers",
    order=1,
    parameters=PARAMETERS,
    settle=settle,
    game="jardinet.games.lucky_numbers.game:GAME",
    drawing="jardinet.games.lucky_numbers.drawing:LAYER",
    bots="jardinet.bots.lucky_numbers:LAYER",
    words="jardinet.words.lucky_numbers:LAYER",
    terminal="jardinet.terminal.lucky_numbers:LAYER",
    board="jardinet.server.boards.lucky_numbers.board:LAYER",
    study="jardinet.study.lucky_numbers:LAYER",
)
