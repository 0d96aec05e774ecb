"""Interface of evaluation: the value of every action for every seat, by the judgement of a game's strongest bot.

A game names its evaluator in its BotsLayer (`evaluator`); `levels.load_evaluator` makes it. Like a bot, an evaluator
only gets observations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Evaluation of n positions, in shares of the victory, 0 to 1; the shares of all seats add up to 1.

    Attributes:
        seats: shape (n,): the seat that chooses in each.
        worth: shape (n, NUM_ACTIONS, players): the value of each action of that seat for every seat, if all play well
            from there on; NaN if it is not legal. Where all choose at once: while the others play their mixtures.
        mixtures: shape (n, NUM_ACTIONS): how likely the strongest bot plays each, 0 if it is not legal. One of them has
            1, except where the bot must mix to be unpredictable.
        values: shape (n, players): the value of the position for every seat if all seats, that one too, play so.
    """

    seats: NDArray[np.int64]
    worth: NDArray[np.float64]
    mixtures: NDArray[np.float64]
    values: NDArray[np.float64]

    @property
    def action_values(self) -> NDArray[np.float64]:
        """The value of each action for the seat that chooses it: shape (n, NUM_ACTIONS), NaN if it is not legal.

        The action with the greatest value is best. All actions that a mixture plays are equally good, but a seat that
        always plays the same one becomes predictable. `best - action_values` is what an action costs, 0 or more.
        """
        own: NDArray[np.float64] = self.worth[np.arange(len(self.seats)), :, self.seats]
        return own


class Evaluator(Protocol):
    """Judge of positions and actions of one game; nothing in it is random.

    Its values are only as good as its training: see docs/bots.md for how reliable they are.
    """

    def evaluate(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> Evaluation:
        """The values of positions and of every action in them.

        Args:
            observations: shape (n,), dtype `rules.STATE`, in which a seat chooses, alone or together with all the
                others; not to be written.
            seats: shape (n,): the seat that chooses in each.
        """
        ...

    def values_together(self, observations: NDArray[Any], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """The value for every seat of all seats playing `actions` at once, if all play well from there on.

        Args:
            observations: shape (n,), dtype `rules.STATE`, in which all choose at once.
            actions: shape (n, players): the legal action of each seat.

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
        *,
        to_the_end: bool = False,
    ) -> NDArray[np.float64]:
        """The correction of each action's value by each rollout, with luck left out as far as possible.

        Args:
            observation: shape (1,), dtype `rules.STATE`, in which the seat chooses.
            seat: the seat that plays the actions.
            actions: shape (k,), legal.
            count: how many rollouts each action gets; chance is the same for all actions.
            generator: supplies everything random.
            to_the_end: whether rollouts go on to the end of the game, where no net errs, rather than for some turns.

        Returns:
            Shares of the victory of that seat, shape (count, k): add their mean to the values of the actions. Shape (0,
            k): such positions are not rolled out.
        """
        ...
