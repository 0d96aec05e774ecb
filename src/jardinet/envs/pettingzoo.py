"""PettingZoo environments: agents one after the other (AEC), or all in every step (parallel).

Agents are `player_0`, `player_1`, …, one a seat. Chance moves inside, drawn by a generator that `reset(seed=…)` seeds.
Rewards are zero until the game is over, then its returns. docs/pettingzoo.md has examples of both.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jardinet.envs.rendering import METADATA, Frame, check_render_mode, close_window, frame
from jardinet.envs.spaces import NO_OP, Observation, mask_of, new_chances, observation_space, observe
from jardinet.games import load_game
from jardinet.games.api import NO_ACTION, Action, IllegalActionError, State, let_chance_move
from jardinet.games.parameters import ParameterError
from jardinet.games.sentences import Either, Every

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("PettingZoo is not installed here: pip install jardinet[envs] adds it.") from error

Infos = dict[str, dict[str, Any]]


MASKS = ("both", "observation", "info")
OBSERVATIONS = ("dict", "vector")


def aec_env(
    name: str,
    *,
    mask: str = "both",
    observation: str = "dict",
    render_mode: str | None = None,
    **parameters: int | str | None,
) -> AECEnv:
    """A game whose agents act one after the other, as PettingZoo's own classic games do.

    At a simultaneous move the agents that have a choice act one after the other, in the order of their seats. Until the
    last of them has chosen, no observation shows the choices that were made before.

    An observation is a dict: `observation`, float32 in 0..1 (`State.observation_tensor` of the agent's seat), and
    `action_mask`, int8: 1 for each action that is legal now, all 0 for every agent but `agent_selection`. `infos` hold
    the same mask, for learners that look for it there. Actions are those of the game. PettingZoo's own wrappers do the
    rest: an illegal action ends the game at once, truncated as well as terminated; its agent gets the least possible
    return, all others get nothing. An action outside of the space is an AssertionError.

    Once the game is over, every mask allows only action 0 (`NO_OP` of spaces.py), so that a learner that is still asked
    has something to choose: `step(0)` removes a finished agent just as `step(None)` does. A game that ends before
    anybody could choose is replaced by a new one.

    Copies and pickles are independent, and continue exactly as the original would, chance included.

    Args:
        name: one of `registered_games()`.
        mask: where agents find their mask: in their `observation`, in their `info`, or in `both`.
        observation: a `dict`, as above; or a `vector`, for learners that take nothing else: only the `observation` of
            that dict. It has no mask then: with `both` the mask is in the infos only.
        render_mode: `human` (a window), `ansi` (a str), `rgb_array` (uint8, height by width by 3), or None.
        parameters: of the game, as in `load_game`.

    Raises:
        ParameterError: the game, a parameter or a value is unknown, or two contradict each other.

    >>> aec_env("maudits_criquets", observation="vector").observation_space("player_0").shape
    (67,)
    >>> env = aec_env("lucky_numbers", players=3)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     if termination or truncation:
    ...         env.step(None)
    ...     else:
    ...         env.step(observation["action_mask"].argmax())  # the first legal action
    >>> env.unwrapped.position.is_terminal()
    True
    """
    form = _Form.of(mask, observation)
    env = AecGame(name, render_mode, mask=mask, **parameters)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=env.game.min_utility())
    return _Outermost(wrappers.AssertOutOfBoundsWrapper(env), form)


@dataclass(frozen=True)
class _Form:
    """Form of observations: where the mask is, and whether they are dicts or vectors."""

    has_mask: bool  # in the observation
    is_vector: bool
    informs: bool  # whether the infos have the mask

    @classmethod
    def of(cls, mask: str, observation: str) -> _Form:
        """The form for these arguments of `aec_env`; raises ParameterError if they are not possible."""
        for name, given, possible in ("mask", mask, MASKS), ("observation", observation, OBSERVATIONS):
            if given not in possible:
                raise ParameterError(
                    "observation-form",
                    "{name}={given!r} is not possible: it must be {possible}.",
                    name=name,
                    given=given,
                    possible=Either(possible),
                )
        if (mask, observation) == ("observation", "vector"):
            raise ParameterError(
                "mask-in-vector",
                "mask='observation' and observation='vector' contradict each other: a vector has no place for the mask.",
            )
        return cls(mask != "info" and observation == "dict", observation == "vector", mask != "observation")

    def space(self, whole: spaces.Dict) -> spaces.Space[Any]:
        """The space of observations of this form; `whole` is the space with all parts."""
        if self.is_vector:
            return whole["observation"]
        return whole if self.has_mask else spaces.Dict({"observation": whole["observation"]})

    def shown(self, whole: Observation) -> Any:
        """An observation with the parts that this form has, from one with all parts."""
        if self.is_vector:
            return whole["observation"]
        return whole if self.has_mask else {"observation": whole["observation"]}


class _Outermost(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's wrapper plus the conversion of observations, which must be outermost: the wrapper for illegal actions needs all parts.

    A copy of PettingZoo's own wrapper would share the game with the original.
    """

    def __init__(self, env: AECEnv, form: _Form) -> None:
        super().__init__(env)
        self._form = form
        self._spaces = {agent: form.space(env.observation_space(agent)) for agent in env.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of `agent`; always the same object."""
        return self._spaces[agent]

    def observe(self, agent: str) -> Any:
        """The observation of `agent`, in the form that was asked for."""
        return self._form.shown(super().observe(agent))

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __str__(self) -> str:
        return str(self.env)


def parallel_env(
    name: str,
    *,
    mask: str = "both",
    observation: str = "dict",
    render_mode: str | None = None,
    **parameters: int | str | None,
) -> ParallelGame:
    """A game in which every agent acts in every step; agents that have nothing to choose wait.

    Waiting is an action of its own, the last one (`ParallelGame.wait`), and the only one that the mask of an agent
    allows while others move and once the game is over. So a mask always allows something, any game can be played this
    way, and where all players move at once all their choices go into one step. PettingZoo's
    `turn_based_aec_to_parallel` lets one agent act per step and ignores the actions of the others; here these count,
    and an agent that does not wait plays an illegal action.

    Observations and infos are those of `aec_env`, with masks longer by one action. Illegal actions, also numbers
    outside of the space, end the game as there: each agent that played one gets the least possible return, all others
    get nothing.

    Args, errors: see `aec_env`.

    >>> env = parallel_env("maudits_criquets", players=3)
    >>> observations, infos = env.reset(seed=1)
    >>> while env.agents:
    ...     actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
    ...     observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> sum(rewards.values())
    0.0
    """
    return ParallelGame(name, render_mode, mask=mask, observation=observation, **parameters)


class _Table:
    """Base of both environments: a game, its seats as agents, their spaces, chance and pictures.

    Copies and pickles are independent, and continue as the original would.

    Attributes:
        game: the game with its parameters.
        position: the game's State, only for reading: the environment would not notice a move on it.
        state_space: the space of `state()`.
    """

    def __init__(
        self, name: str, render_mode: str | None, form: _Form, more_actions: int, parameters: Mapping[str, Any]
    ) -> None:
        self.game = load_game(name, **parameters)
        self.position: State = self.game.new_initial_state()
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {**METADATA, "name": f"{name}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents: list[str] = []
        actions = self.game.num_distinct_actions() + more_actions
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._form = form
        self._observation_spaces = {
            agent: form.space(observation_space(self.game, actions)) for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0.0, 1.0, self.game.observation_tensor_shape(), np.float32)
        self._generator = seeding.np_random()[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of `agent`; always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of `agent`; always the same object."""
        return self._action_spaces[agent]

    def state(self) -> NDArray[np.float32]:
        """The global state, for a learner that sees everything: the view of seat 0, since nothing is hidden."""
        return self.position.observation_tensor(0)

    def render(self) -> Frame:
        """The position in the form of `render_mode`; None without one, and for `human`, which every play shows by itself."""
        return frame(self.position, self.render_mode)

    def close(self) -> None:
        """Close the window, if `render_mode` is `human`."""
        if self.render_mode == "human":
            close_window()

    def __copy__(self) -> Self:
        """An independent environment: a copy that shares its position would play in both."""
        return deepcopy(self)

    def _begin(self, seed: int | None) -> None:
        """Begin a new game; without a seed the generator continues."""
        if seed is not None:
            self._generator = seeding.np_random(seed)[0]
        for chance in new_chances(self.game, self._generator):
            self._chance = chance
            self.position = self.game.new_initial_state()
            let_chance_move(self.position, self._chance)
            if not self.position.is_terminal():
                break
        self.agents = self.possible_agents[:]
        self._show()

    def _play(self, chosen: Mapping[int, Action]) -> None:
        """Play the choices of the acting seats, and then chance's moves."""
        if self.position.is_simultaneous_node():
            self.position.apply(tuple(chosen.get(seat, NO_ACTION) for seat in range(self.game.num_players())))
        else:
            self.position.apply(chosen[self.position.current_player()])
        let_chance_move(self.position, self._chance)
        self._show()

    def _informed(self, masks: Mapping[str, NDArray[np.int8]]) -> Infos:
        """Infos of agents with these masks."""
        return {agent: {"action_mask": mask} if self._form.informs else {} for agent, mask in masks.items()}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _returns(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.position.returns(), strict=True))


class AecGame(_Table, AECEnv):  # type: ignore[misc]
    """Agents one after the other, without PettingZoo's wrappers: see `aec_env`, which puts them round it.

    Observations are always dicts with masks: the outermost wrapper converts them to the form that was asked for.
    """

    def __init__(
        self, name: str, render_mode: str | None = None, *, mask: str = "both", **parameters: int | str | None
    ) -> None:
        """Begin the environment of a game, one agent after the other; see `aec_env`."""
        form = dataclasses.replace(_Form.of(mask, "dict"), has_mask=True)
        _Table.__init__(self, name, render_mode, form, 0, parameters)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; `options` changes nothing."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._chosen: dict[int, Action] = {}  # by the seats asked so far, where all move at once
        self._select()

    def observe(self, agent: str) -> Observation:
        """The observation of `agent`: see `aec_env`."""
        return observe(self.position, self._seats[agent], self._mask(agent))

    def step(self, action: Any) -> None:
        """Play `action` for `agent_selection`; once its game is over, None or NO_OP, which remove it.

        Raises:
            IllegalActionError: it is not legal; the wrappers of `aec_env` prevent such actions.
        """
        agent = self.agent_selection
        if self._is_over():
            self._was_dead_step(action)
            return
        self._chosen[self._seats[agent]] = action
        if len(self._chosen) == len(self.position.acting_seats()):
            chosen, self._chosen = self._chosen, {}
            self._play(chosen)
        if self.position.is_terminal():
            self._end()
        else:
            self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.position.acting_seats()[len(self._chosen)]]
        self._inform()

    def _mask(self, agent: str) -> NDArray[np.int8]:
        if self._is_over():
            legal = [NO_OP]
        else:
            legal = self.position.legal_actions(self._seats[agent]) if agent == self.agent_selection else []
        return mask_of(self.game.num_distinct_actions(), legal)

    def _inform(self) -> None:
        self.infos: Infos = self._informed({agent: self._mask(agent) for agent in self.agents})

    def _deads_step_first(self) -> Any:
        """Override of PettingZoo's method, which is called whenever a game is over, also by its wrapper after an illegal action."""
        self._inform()
        return super()._deads_step_first()

    def _is_over(self) -> bool:
        """Whether the game is over: all agents end together, also when one plays an illegal action."""
        return any(self.terminations.values()) or not self.agents

    def _was_dead_step(self, action: Any) -> None:
        """Remove a finished agent; PettingZoo's own method only accepts None."""
        super()._was_dead_step(None if action == NO_OP else action)

    def _end(self) -> None:
        self.rewards = self._returns()
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


class ParallelGame(_Table, ParallelEnv):  # type: ignore[misc]
    """All agents in every step: see `parallel_env`.

    Attributes:
        wait: the action of an agent that has nothing to choose, the last of its space.
    """

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        *,
        mask: str = "both",
        observation: str = "dict",
        **parameters: int | str | None,
    ) -> None:
        """Begin the environment of a game, all agents in every step; see `parallel_env`."""
        _Table.__init__(self, name, render_mode, _Form.of(mask, observation), 1, parameters)
        self.wait = self.game.num_distinct_actions()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], Infos]:
        """Begin a new game and return everybody's observations and infos; `options` changes nothing."""
        self._begin(seed)
        return self._observations(), self._infos(self.agents)

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play everybody's action: observations, rewards, terminations, truncations and infos, by agent.

        Args:
            actions: one of each agent, `wait` of those that have nothing to choose.

        Raises:
            IllegalActionError: there is no game to play on, or an agent's action is missing.
        """
        if not self.agents:
            raise IllegalActionError("reset-first", "no game is going on: reset() begins one.")
        absent = [agent for agent in self.agents if agent not in actions]
        if absent:
            raise IllegalActionError(
                "absent-agents",
                "no action is given for {agents}: every agent acts in every step.",
                agents=Every(absent),
            )
        agents = self.agents
        offenders = [agent for agent in agents if actions[agent] not in self._legal(agent)]
        if offenders:
            rewards = {agent: self.game.min_utility() if agent in offenders else 0.0 for agent in agents}
        else:
            self._play({seat: actions[self.possible_agents[seat]] for seat in self.position.acting_seats()})
            rewards = self._returns()
        is_over = bool(offenders) or self.position.is_terminal()
        if is_over:
            self.agents = []
        return (
            self._observations(),
            rewards,
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, bool(offenders)),
            self._infos(agents),
        )

    def _legal(self, agent: str) -> list[Action]:
        return (self.position.legal_actions(self._seats[agent]) if self.agents else []) or [self.wait]

    def _observations(self) -> dict[str, Any]:
        return {
            agent: self._form.shown(observe(self.position, seat, self._mask(agent)))
            for agent, seat in self._seats.items()
        }

    def _infos(self, agents: Sequence[str]) -> Infos:
        return self._informed({agent: self._mask(agent) for agent in agents})

    def _mask(self, agent: str) -> NDArray[np.int8]:
        return mask_of(self.wait + 1, self._legal(agent))
