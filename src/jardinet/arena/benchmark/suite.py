"""Suite of benchmark tasks, frozen as a JSON file of this folder: a later version is another file, under another name."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from jardinet.games import load_game
from jardinet.games.api import Game
from jardinet.games.parameters import ParameterError

NAME = "jardinet-bench-v1"

Parameters = dict[str, bool | int | str]


class PlayTask(msgspec.Struct, frozen=True, tag="play", tag_field="kind", forbid_unknown_fields=True):
    """Task of winning: the bot in one seat, the opponent in all others, each deal played from every seat.

    Attributes:
        name: unique in the suite.
        game, parameters: the game and all its parameters.
        opponent: a level or a baseline of the game.
        deals: how many; each is as many games as there are seats.
        seed: of all chance.
        metric: `share`: the share of victories; one shared by k counts 1/k, and equally strong bots have 1/players.
            `points`: the bot's match points less the mean of the others', a game.
    """

    name: str
    game: str
    parameters: Parameters
    opponent: str
    deals: int
    seed: int
    metric: Literal["share", "points"]

    def loaded(self) -> Game:
        """The game."""
        return load_game(self.game, **self.parameters)

    def players(self) -> int:
        """How many play it."""
        return int(self.parameters["players"])


class ExploitTask(msgspec.Struct, frozen=True, tag="exploitability", tag_field="kind", forbid_unknown_fields=True):
    """Task of low exploitability: half of NashConv, computed exactly in a cut-down game.

    Attributes:
        name, game, parameters: as of a PlayTask.
        positions: how many the game has.
        value: the value of the game for the first seat in equilibrium.
        random: the exploitability of `random`.
    """

    name: str
    game: str
    parameters: Parameters
    positions: int
    value: float
    random: float

    def loaded(self) -> Game:
        """The game."""
        return load_game(self.game, **self.parameters)


Task = PlayTask | ExploitTask


class Suite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Suite of tasks.

    Attributes:
        name: with its version.
        tasks: in the order in which they are run and listed.
    """

    name: str
    tasks: list[Task]

    def chosen(self, patterns: Sequence[str]) -> list[Task]:
        """The tasks whose names match one of the patterns, in which * stands for anything; all if there are no patterns.

        Raises:
            ParameterError: one of them matches no task.

        >>> [task.name for task in load_suite().chosen(["*-cut-*"])][:2]
        ['maudits-criquets-cut-tiny', 'maudits-criquets-cut-numbers']
        """
        for pattern in patterns:
            if not any(fnmatchcase(task.name, pattern) for task in self.tasks):
                raise ParameterError(
                    "no-such-task",
                    "there is no task {task!r}: “jardinet benchmark tasks” lists them.",
                    task=pattern,
                )
        return [
            task for task in self.tasks if not patterns or any(fnmatchcase(task.name, pattern) for pattern in patterns)
        ]


_SUITE = msgspec.json.Decoder(Suite)


@cache
def load_suite() -> Suite:
    """Load the benchmark's suite of tasks, that of NAME."""
    return _SUITE.decode((files(__package__) / f"{NAME}.json").read_bytes())
