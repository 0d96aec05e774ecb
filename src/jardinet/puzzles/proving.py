"""Proof that an answer is right: by exact values of short endings, else by rollouts to the end of the game.

Rollouts are paired: all actions meet the same chance, and the luck that the net can see is left out. They are looked at
after each round, so the interval that must hold then is one of 99 %.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.evaluation import DeepEvaluator
from jardinet.bots.levels import exact_worth, load_evaluator
from jardinet.games.api import Action, State

MARGIN = 0.05  # share of the victory: every other answer must be worth that much less, and surely less
RIVALS = 3  # actions, the nearest to the right one, that rollouts compare with it
FAR = 0.15  # of the victory: an action that much behind the nearest rival is none
ROUND = 64  # rollouts of each action between two looks
ROUNDS = 4
TOLD, STRICT = 1.96, 2.58  # standard errors on each side of an interval of 95 %, and of 99 %


class Proof(NamedTuple):
    """Comparison of the best action of a position with the others, in shares of the victory.

    Attributes:
        costs: by action, how much less it is worth.
        lead: the least of those that were compared.
        doubt: half the width of the 95 % interval of `lead`; 0: exact.
        surely: the lower end of the 99 % intervals of all that were compared; the lead itself if it is exact.
        at_most: the upper end, of the one that is nearest.
        rollouts: of each action; 0: exact.
    """

    costs: Mapping[Action, float]
    lead: float
    doubt: float
    surely: float
    at_most: float
    rollouts: int


def proof_of(
    state: State,
    seat: int,
    worth: NDArray[np.float64],
    best: Action,
    seeds: Sequence[int],
    *,
    least: float = MARGIN,
    rivals: Sequence[Action] | None = None,
    rounds: int = ROUNDS,
) -> Proof | None:
    """Compare the best action of a position with its rivals, until it is clear whether it is better than all of them.

    Args:
        state: in which the seat has to act.
        seat: it.
        worth: shape (NUM_ACTIONS,): what each of its actions is worth by the net; NaN where it is not legal.
        best: the action that the others are compared with.
        seeds: of the rollouts.
        least: the lead that the best action must have, and surely some.
        rivals: the actions to compare; None: the nearest ones.
        rounds: of ROUND rollouts each, at most.

    Returns:
        The comparison as far as it went; None: nothing can tell in such a position.
    """
    observation = state.observation(seat)
    by_net = {action: float(worth[best] - worth[action]) for action in state.legal_actions(seat)}
    exact = None if state.is_simultaneous_node() else exact_worth(state.get_game(), observation)
    if exact is not None:
        costs = {action: float(exact[best] - exact[action]) for action in by_net}
        lead = min(costs[action] for action in (rivals or costs) if action != best)
        return Proof(costs, lead, 0.0, lead, lead, 0)
    evaluator = load_evaluator(state.get_game())
    if not isinstance(evaluator, DeepEvaluator):
        return None
    near = sorted((action for action in rivals or by_net if action != best), key=lambda action: by_net[action])
    near = [action for action in near if by_net[action] <= by_net[near[0]] + FAR][:RIVALS]
    generator, changes, proof = np.random.default_rng(seeds), list[NDArray[np.float64]](), None
    actions = np.array([best, *near])
    while len(changes) < rounds:
        found = evaluator.roll_out(observation, seat, actions, ROUND, generator, to_the_end=True)
        if not len(found):
            return None
        changes.append(found)
        proof = _compared(by_net, near, np.concatenate(changes))
        if (proof.lead >= least and proof.surely > 0) or proof.at_most < least:
            break
    return proof


def _compared(by_net: Mapping[Action, float], near: Sequence[Action], changes: NDArray[np.float64]) -> Proof:
    """The comparison after some rollouts, shape (n, 1 + rivals), the best action first."""
    leads = changes[:, :1] - changes[:, 1:] + np.array([by_net[action] for action in near])
    means, errors = leads.mean(0), leads.std(0, ddof=1) / np.sqrt(len(leads))
    costs = {**by_net, **dict(zip(near, means.tolist(), strict=True))}
    nearest = int(means.argmin())
    return Proof(
        costs,
        float(means[nearest]),
        float(TOLD * errors[nearest]),
        float((means - STRICT * errors).min()),
        float((means + STRICT * errors).min()),
        len(leads),
    )
