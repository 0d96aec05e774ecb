"""Solver of endings of Lucky Numbers for two: what every action is worth if both play perfectly, in bounds or exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.lucky_numbers.ending_kernels import FRAME, ROOM, bound_actions
from jardinet.bots.lucky_numbers.ending_memo import DEEPEST, memo_of
from jardinet.games.api import Game, State
from jardinet.games.lucky_numbers.rules import CHOOSING, NUM_ACTIONS, PLACING
from jardinet.games.parameters import GameError

Wants = Literal["all", "value", "best"]

SLOTS = 1 << 20  # of a solver's memory, 56 bytes each
FEW_SLOTS = 1 << 16  # of one that solves a single short ending
CHUNK = 20_000  # positions between two looks at the clock
SHORT = 8  # tiles in the pile: with more, few endings are exact within POSITIONS
POSITIONS = 20_000  # less than a second
CLOSED = 1e-12  # bounds that are so near are equal


@dataclass(frozen=True, eq=False)
class Solution:
    """What is certain of a position, in shares of the victory of the seat that acts.

    Attributes:
        seat: it.
        bounds: float64, shape (NUM_ACTIONS, 2): the least and the most that each action is worth if both play perfectly
            afterwards; NaN where it is not legal.
        positions: how many positions were looked at.
        depth: how many turns ahead the last look went.
        seconds: of clock time.
    """

    seat: int
    bounds: NDArray[np.float64]
    positions: int
    depth: int
    seconds: float

    @property
    def value(self) -> tuple[float, float]:
        """The least and the most that the position is worth to the seat."""
        return float(np.nanmax(self.bounds[:, 0])), float(np.nanmax(self.bounds[:, 1]))

    @property
    def best(self) -> int:
        """The action with the greatest least worth, the first of equal ones: certainly the best where `is_decided`."""
        return int(np.nanargmax(self.bounds[:, 0]))

    @property
    def is_decided(self) -> bool:
        """Whether no action can be better than `best`."""
        return bool(np.nanmax(np.delete(self.bounds[:, 1], self.best), initial=0.0) <= self.value[0] + CLOSED)

    @property
    def is_exact(self) -> bool:
        """Whether the value of the position is known exactly."""
        low, high = self.value
        return high - low <= CLOSED

    @property
    def is_exact_everywhere(self) -> bool:
        """Whether the value of every action is known exactly."""
        return bool(np.nanmax(self.bounds[:, 1] - self.bounds[:, 0]) <= CLOSED)


class EndingSolver:
    """Solver of the endings of a game: it keeps what it has found out, so that related positions take less time."""

    def __init__(self, game: Game, slots: int = SLOTS) -> None:
        """Solve positions of `game`, a Lucky Numbers, small or not.

        Args:
            game: its parameters.
            slots: how many positions are remembered, a power of two; 56 bytes each.

        Raises:
            GameError: it is not for two players, or with Bruno's variant.
        """
        if game.num_players() != 2 or game.parameters["bruno"]:
            raise GameError(
                "endings-of-two", "{game!r} cannot be solved: endings are, of two without Bruno's variant.", game=game
            )
        self.game = game
        self._stack = np.zeros(ROOM, game.rules.STATE)
        self._frames = np.zeros(ROOM, FRAME)
        self._raw = self._stack.view(np.uint8).reshape(ROOM, -1)
        self._memo = memo_of(slots)

    def forget(self) -> None:
        """Forget all positions."""
        self._memo.keys[:] = 0

    def solve(
        self,
        position: State | NDArray[Any],
        *,
        positions: int | None = None,
        seconds: float | None = None,
        wants: Wants = "all",
        tell: Callable[[Solution], None] | None = None,
    ) -> Solution:
        """Bound what every action is worth, looking further and further ahead until all is exact or the effort is spent.

        Args:
            position: in which a seat chooses or places a tile, after the set-up; a State, or a record of shape (1,).
            positions: how many may be looked at; the same number gives the same result with a new solver.
            seconds: of clock time at most.
            wants: `all`: go on until every action's worth is exact; `value`: until that of the position is; `best`: until
                it is certain which action is best. For `value` and `best` little is spent on the other actions.
            tell: called with what is certain so far, after each look.

        Raises:
            GameError: no seat chooses or places a tile there.
        """
        record = position.records if isinstance(position, State) else position
        if record["phase"][0] not in (CHOOSING, PLACING):
            raise GameError(
                "no-ending", "nothing can be solved here: a seat must draw, take or place a tile, after the set-up."
            )
        begun, seen = perf_counter(), 0
        self._stack[0] = record[0]
        is_legal = (int(record["legal"][0]) >> np.arange(NUM_ACTIONS)) & 1 == 1
        bounds = np.zeros((NUM_ACTIONS, 2))
        bounds[:, 1] = is_legal
        depth, chunk = 1, CHUNK
        while True:
            left = chunk if positions is None else positions - seen
            budget = np.array([min(left, chunk) if seconds is not None else left])
            given = int(budget[0])
            bound_actions(self._stack, self._raw, self._frames, self._memo, depth, wants != "all", budget, bounds)
            seen += given - int(budget[0])
            spent = perf_counter() - begun
            told = np.where(is_legal[:, None], bounds, np.nan)
            found = Solution(int(record["player"][0]), told, seen, depth, spent)
            if tell is not None:
                tell(found)
            if found.is_exact_everywhere or (
                found.is_decided if wants == "best" else wants == "value" and found.is_exact
            ):
                return found
            if (positions is not None and seen >= positions) or (seconds is not None and spent >= seconds):
                return found
            if budget[0] <= 0:
                chunk *= 2  # where the memory is too small for a look, it would begin anew for ever
            elif depth == DEEPEST:
                return found
            else:
                depth += 1


def exact_worth(game: Game, record: NDArray[Any]) -> NDArray[np.float64] | None:
    """The exact worth of every action in a short ending of two; see `BotsLayer.exact`.

    None where the pile is longer than SHORT, or POSITIONS are too few.
    """
    is_ending = record["phase"][0] in (CHOOSING, PLACING) and record["pile_size"][0] <= SHORT
    if game.num_players() != 2 or game.parameters["bruno"] or not is_ending:
        return None
    found = EndingSolver(game, FEW_SLOTS).solve(record, positions=POSITIONS)
    return found.bounds.mean(1) if found.is_exact_everywhere else None
