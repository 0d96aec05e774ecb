"""What errors a decision cost the bots, level by level: the scale on which a person's own are told.

The figures lie beside each game's bots, in error_rates.json, which `make bench-errors` writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from jardinet.bots.levels import measured_beside_bots

FILE = "error_rates.json"


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
    """Errors of all levels of a game, in games of so many seats among them: a row of the file.

    Attributes:
        seats: how many.
        games: how many were played.
        seed: of everything random.
        commit: of the code that played and judged.
        levels: the weakest first.
    """

    seats: int
    games: int
    seed: int
    commit: str
    levels: list[LevelErrors]


_DECODER = msgspec.json.Decoder(list[ErrorRates])


@cache
def level_errors(game_name: str, seats: int) -> Sequence[LevelErrors]:
    """The errors of the levels in a game of so many seats, the weakest level first; empty where nobody has measured them.

    They fall from level to level: one that was measured to err less than a stronger one, within their doubts, is given its rate.

    Raises:
        ParameterError: there is no such game.
    """
    content = measured_beside_bots(game_name, FILE)
    rows = _DECODER.decode(content) if content is not None else []
    levels = next((one.levels for one in rows if one.seats == seats), [])
    falling = list(accumulate((one.rate for one in reversed(levels)), max))[::-1]
    return [replace(one, rate=rate) for one, rate in zip(levels, falling, strict=True)]
