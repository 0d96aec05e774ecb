"""Judgement of a position for a hint: which actions to advise, and how much more they are surely worth than others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jardinet.bots.levels import load_evaluator, openness_of, trust_of
from jardinet.games.api import Action, State
from jardinet.games.records import joined


@dataclass(frozen=True)
class Judgement:
    """Judgement of a position, for the seat that has to act in it.

    Attributes:
        best: the action to advise, the most frequent one of a mixture.
        costs: by legal action, how much less it is worth than the best, in shares of the victory, 0 to 1; 0 if nobody
            can tell. The nearest come first.
        mixture: the probability of each action that is advised; a single action unless choices must be mixed.
    """

    best: Action
    costs: Mapping[Action, float]
    mixture: Mapping[Action, float]

    def other(self) -> Action | None:
        """The best action that is not advised; None if all are."""
        others = [action for action in self.costs if action not in self.mixture]
        return min(others, key=lambda action: self.costs[action]) if others else None

    def lead(self) -> int:
        """How many more games of a hundred the advised actions win than the best other one; 0: about as many."""
        other = self.other()
        return 0 if other is None else round(100 * self.costs[other])


def judgement_of(state: State, seat: int) -> Judgement:
    """The judgement of a position by the game's evaluator, as far as it can be trusted, for a seat that has to act in it.

    The strongest bot's actions are advised, but among those that the evaluator cannot tell apart, the one that leaves
    the seat's board most open.
    """
    game, observation = state.get_game(), state.observation(seat)
    found, trust = load_evaluator(game).evaluate(observation, np.array([seat])), trust_of(game, observation)
    values, mixture = found.action_values[0], found.mixtures[0]
    most = float(np.nanmax(values))
    legal = sorted(state.legal_actions(seat), key=lambda action: -float(values[action]))  # costs keep that order
    costs = {action: trust.trusted(most - float(values[action])) for action in legal}
    likely = {action: float(mixture[action]) for action in legal if mixture[action] > 0}
    best = max(likely, key=lambda action: likely[action])
    if len(likely) > 1 or state.is_simultaneous_node():
        return Judgement(best, costs, likely)
    alike = [best, *(action for action in legal if costs[action] == 0 and action != best)]
    best = _most_open(state, seat, alike)
    return Judgement(best, costs, {best: 1.0})


def _most_open(state: State, seat: int, actions: list[Action]) -> Action:
    """The action after which the seat's board is most open; the first one if nothing tells, or the turn goes on after one."""
    after = [state.clone() for _ in actions]
    for one, action in zip(after, actions, strict=True):
        one.apply_action(action)
    others = set(range(state.get_game().num_players())) - {seat}
    if len(actions) == 1 or not all(one.current_player() in others for one in after):
        return actions[0]
    openness = openness_of(state.get_game(), joined([one.observation(seat) for one in after]), seat)
    return actions[0] if openness is None else actions[int(np.argmax(openness))]
