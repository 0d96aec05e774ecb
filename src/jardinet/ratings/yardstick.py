"""Yardstick of a game: the strength of its levels, measured by `jardinet arena --yardstick` and never changed by play.

It is a file `yardstick.json` beside a game's bots, so a game from another package brings its own. A family of three has
a scale by it, and no rating of people moves it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from jardinet.bots.levels import measured_beside_bots
from jardinet.games.parameters import GameError
from jardinet.games.registry import entry_of
from jardinet.ratings.scale import MIDDLE, Z, are_about_level

FILE = "yardstick.json"


class Measured(msgspec.Struct, frozen=True):
    """Strength of a level, as games of one number of players have it.

    Attributes:
        strength: in points; that of the middle level is MIDDLE.
        error: its standard error in points, 0 of the middle level; games on one deal count as one observation.
    """

    strength: float
    error: float

    @property
    def doubt(self) -> float:
        """What stands behind ±: half of the interval of 95 %, in points."""
        return Z * self.error


class Sizing(msgspec.Struct, frozen=True):
    """Measurement of all levels by games of one number of players.

    Attributes:
        parameters: all of the game's, `players` and the edition among them.
        games, deals: how many were played.
        seeds: of all chance, in order.
        jardinet: the version that played.
        nets: SHA-256 of the nets that played; empty: none did.
        levels: by name, weakest first.
        scatter: how much the share of a victory scatters around its expectation, as a part of the scatter of victories
            that are won alone: of results about 1, see `bradley_terry.sizing`.
        adjusted: the same of results less luck; None: luck was not counted.
    """

    parameters: dict[str, bool | int | str]
    games: int
    deals: int
    seeds: list[int]
    jardinet: str
    nets: str
    levels: dict[str, Measured]
    scatter: float
    adjusted: float | None = None

    @property
    def players(self) -> int:
        """How many played."""
        return int(self.parameters["players"])


class Yardstick(msgspec.Struct, frozen=True):
    """Strengths of a game's levels, and what a difference in strength means with how many players.

    Attributes:
        game: its name.
        sizings: by the number of players, fewest first: the first one has the scale.
    """

    game: str
    sizings: tuple[Sizing, ...]

    @property
    def levels(self) -> dict[str, Measured]:
        """The levels by name, weakest first, as games of the fewest players have them."""
        return self.sizings[0].levels

    def factor(self, players: int) -> float:
        """What a difference in strength counts with so many players, as a part of what it counts with the fewest.

        The slope, by least squares through the middle level, of the strengths measured with so many players over those
        of the scale. A number that was not measured has the factor of the nearest that was.
        """
        sized, scale = self._nearest(players).levels, self.levels
        both = [(one.strength - MIDDLE, sized[name].strength - MIDDLE) for name, one in scale.items() if name in sized]
        square = sum(x * x for x, _ in both)
        return sum(x * y for x, y in both) / square if square else 1.0

    def factor_doubt(self, players: int) -> float:
        """Half of the interval of 95 % of `factor`, from the errors of both measurements, taken as independent; 0 of the scale's own."""
        sized, factor = self._nearest(players), self.factor(players)
        if sized is self.sizings[0]:
            return 0.0
        both = [(one, sized.levels[name]) for name, one in self.levels.items() if name in sized.levels]
        square = sum((one.strength - MIDDLE) ** 2 for one, _ in both)
        variance = sum(
            (one.strength - MIDDLE) ** 2 * (other.error**2 + (factor * one.error) ** 2) for one, other in both
        )
        return Z * variance**0.5 / square if square else 0.0

    def weight(self, players: int, *, adjusted: bool) -> float:
        """What a game of so many players tells of a level, beside a victory that is won alone (`LevelGame.weight`)."""
        sizing = self._nearest(players)
        return 1 / (sizing.adjusted if adjusted and sizing.adjusted else sizing.scatter)

    def among(self, value: float, doubt: float) -> tuple[str | None, str | None]:
        """The levels between which a strength lies, the weaker one and the stronger one; None: it is beyond all of them.

        Of the levels that it is about level with (`scale.are_about_level`) these are the weakest and the strongest: the
        same one twice if there is one alone. If there is none, they are the next ones.
        """
        levels = sorted(self.levels.items(), key=lambda one: one[1].strength)
        alike = [name for name, one in levels if are_about_level(value, doubt, one.strength, one.doubt)]
        if alike:
            return alike[0], alike[-1]
        below = [name for name, one in levels if one.strength < value]
        above = [name for name, one in levels if one.strength >= value]
        return below[-1] if below else None, above[0] if above else None

    def with_sizing(self, sizing: Sizing) -> Yardstick:
        """The yardstick with a measurement in the place of the older one of as many players."""
        others = [one for one in self.sizings if one.players != sizing.players]
        return Yardstick(self.game, tuple(sorted([*others, sizing], key=lambda one: one.players)))

    def _nearest(self, players: int) -> Sizing:
        return min(self.sizings, key=lambda one: (abs(one.players - players), one.players))


_YARDSTICK = msgspec.json.Decoder(Yardstick)


@cache
def load_yardstick(game: str) -> Yardstick | None:
    """The yardstick that comes with a game; None: it has none, and nobody is rated in it.

    Raises:
        ParameterError: there is no such game.

    >>> round(load_yardstick("lucky_numbers").levels["skilled"].strength)
    1500
    """
    content = measured_beside_bots(game, FILE)
    return None if content is None else _YARDSTICK.decode(content)


def read_yardstick(path: Path, game: str) -> Yardstick:
    """The yardstick in a file; one without measurements if there is no file yet.

    Raises:
        GameError: it holds something else, or the yardstick of another game.
        OSError: it cannot be read.
    """
    if not path.exists():
        return Yardstick(game, ())
    try:
        found = _YARDSTICK.decode(path.read_bytes())
    except msgspec.DecodeError:
        found = None
    if found is None or found.game != game:
        raise GameError(
            "no-yardstick",
            "{file} is not a yardstick of {game}, as “jardinet arena --yardstick” writes it.",
            file=path,
            game=entry_of(game).title,
        )
    return found


def text_of(yardstick: Yardstick) -> str:
    """What the file of a yardstick holds."""
    return msgspec.json.format(msgspec.json.encode(yardstick), indent=2).decode() + "\n"
