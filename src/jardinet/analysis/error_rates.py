"""What errors a decision cost the bots, level by level: the scale on which a person's own are told.

The figures are in error_rates.json, which `make bench-errors` writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec


class LevelErrors(msgspec.Struct, frozen=True):
    """Errors of a level.

    Attributes:
        level: of the bots.
        rate: the mean cost of a decision among several actions, in shares of the victory, 0 or more.
        doubt: half the width of its 95 % interval.
        decisions: how many there were.
    """

    level: str
    rate: float
    doubt: float
    decisions: int


class ErrorRates(msgspec.Struct, frozen=True):
    """Errors of all levels of a game, in games of so many seats among them.

    Attributes:
        game: which game.
        seats: how many.
        games: how many were played.
        seed: of everything random.
        commit: of the code that played and judged.
        levels: the weakest first.
    """

    game: str
    seats: int
    games: int
    seed: int
    commit: str
    levels: list[LevelErrors]


_DECODER = msgspec.json.Decoder(list[ErrorRates])


def level_errors(game_name: str, seats: int) -> Sequence[LevelErrors]:
    """The errors of the levels in a game of so many seats, the weakest level first; empty where nobody has measured them."""
    return next((one.levels for one in measured() if (one.game, one.seats) == (game_name, seats)), [])


@cache
def measured() -> Sequence[ErrorRates]:
    """All that is measured."""
    return _DECODER.decode(files("jardinet.analysis").joinpath("error_rates.json").read_bytes())
