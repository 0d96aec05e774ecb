"""Interface of evaluation: what every action is worth to whom, as a game's strongest bot reckons it.

A game that can be evaluated says so in its BotsLayer (`evaluator`); `levels.load_evaluator` makes it. As a bot does, an
evaluator sees observations alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What n positions are worth, in shares of the victory, 0 to 1: of all seats together they are 1.

    Attributes:
        seats: shape (n,): who chooses in each.
        worth: shape (n, NUM_ACTIONS, players): what each action of that seat is worth to every seat, if all play well
            from there on; NaN where it is not legal. Where all choose at once: while the others play by their mixtures.
        mixtures: shape (n, NUM_ACTIONS): how likely the strongest bot plays each, 0 where it is not legal. It is 1 for
            one of them but where a choice has to be kept secret.
        values: shape (n, players): what the position is worth to every seat if all, that seat too, play so.
    """

    seats: NDArray[np.int64]
    worth: NDArray[np.float64]
    mixtures: NDArray[np.float64]
    values: NDArray[np.float64]

    @property
    def action_values(self) -> NDArray[np.float64]:
        """What each action is worth to the seat that chooses it: shape (n, NUM_ACTIONS), NaN where it is not legal.

        The greatest is the best action; where choices are mixed, all that the mixture plays are as good as each other, and
        whoever always plays one of them can be read. `best - action_values` is what an action costs, 0 or more.
        """
        own: NDArray[np.float64] = self.worth[np.arange(len(self.seats)), :, self.seats]
        return own


class Evaluator(Protocol):
    """Judge of positions and actions of one game; nothing in it is random.

    What it says is as good as what it has learned: see docs/bots.md for how far that can be relied on.
    """

    def evaluate(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> Evaluation:
        """What positions, and every action in them, are worth.

        Args:
            observations: shape (n,), dtype `rules.STATE`, in which a seat chooses, alone or together with all the
                others; not to be written.
            seats: shape (n,): the seat that chooses in each.
        """
        ...

    def values_together(self, observations: NDArray[Any], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """What it is worth to every seat that all play `actions` at once, if all play well from there on.

        Args:
            observations: shape (n,), dtype `rules.STATE`, in which all choose at once.
            actions: shape (n, players): what each plays; legal.

        Returns:
            Shares of the victory, shape (n, players).
        """
        ...


@runtime_checkable
class DeepEvaluator(Evaluator, Protocol):
    """Judge that can also play on from a position, to find out where it is wrong."""

    def roll_out(
        self,
        observation: NDArray[Any],
        seat: int,
        actions: NDArray[np.int64],
        count: int,
        generator: np.random.Generator,
    ) -> NDArray[np.float64]:
        """By how much its mind changes of each action on the way of each rollout, luck as far as possible left out.

        Args:
            observation: shape (1,), dtype `rules.STATE`, in which the seat chooses.
            seat: whose actions they are.
            actions: shape (k,), legal.
            count: how many rollouts each gets; the same chance for all of them.
            generator: supplies everything random.

        Returns:
            Shares of the victory of that seat, shape (count, k): their mean is to be added to what the actions are worth.
            Shape (0, k): from such a position nothing is played on.
        """
        ...
