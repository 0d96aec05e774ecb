"""Gymnasium's vector environments: one seat of each of thousands of games learns, bots play the others.

`gymnasium.make_vec` makes them, once jardinet.envs.gymnasium is imported; docs/gymnasium.md shows how. Rules, masks and
observations are compiled, as in jardinet.envs.vector, and the results are those of as many `SeatEnv`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jardinet.envs.many_games import Indices, ManyGames
from jardinet.envs.opponents import Opponent, Opponents
from jardinet.envs.rendering import METADATA, Frame, check_render_mode, frame
from jardinet.envs.spaces import NO_OP, Observation, observation_space, seats_of
from jardinet.envs.vector_kernels import part_games
from jardinet.games import load_game
from jardinet.games.api import IllegalActionError
from jardinet.games.parameters import GameError, ParameterError
from jardinet.games.records import rows_of
from jardinet.games.sentences import Either

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("Gymnasium is not installed here: pip install jardinet[envs] adds it.") from error

AutoresetMode = gymnasium.vector.AutoresetMode
RENDER_MODES = ("ansi", "rgb_array")  # no window could show many games

Told = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class SeatVectorEnv(ManyGames, gymnasium.vector.VectorEnv[Observation, ArrayLike, NDArray[Any]]):
    """Vector environment of one seat in each of many games; all that happens until it acts again happens inside `step`.

    Spaces, observations, rewards, infos and the result of an illegal action are those of `SeatEnv`
    (jardinet.envs.gymnasium), one row per game, in the layout of `gymnasium.vector.SyncVectorEnv`; `truncations` are
    all False. Returned arrays belong to the caller. Copies and pickles are independent, and continue exactly as the
    original would.

    Args:
        game: one of `registered_games()`.
        num_envs: how many games, at least 1.
        opponent: the bot in each of the other seats, as in `SeatEnv`.
        seat: the learner's, from 0; None: drawn anew for every game.
        render_mode: `ansi` (a str of each game), `rgb_array` (uint8, height by width by 3, of each), or None.
        autoreset_mode: one of Gymnasium's, or its value: `NextStep`: a finished game is reset in the next step, which
            plays nothing there; `SameStep`: in the same step, with `info["final_obs"]` and `info["final_info"]` about
            the game that ended; `Disabled`: by `reset(options={"reset_mask": …})`, and `step` raises an error until
            then.
        parameters: of the game, as in `jardinet.load_game`.

    Raises:
        GameError: the game, the number of games, the bot, the seat, a mode, a parameter or a value is unknown.

    >>> import jardinet.envs.gymnasium
    >>> envs = gymnasium.make_vec("jardinet/LuckyNumbers-v0", 1000, opponent="greedy", seat=0)
    >>> observations, infos = envs.reset(seed=1)
    >>> actions = observations["action_mask"].argmax(1)  # the first legal ones
    >>> observations, rewards, terminations, truncations, infos = envs.step(actions)
    >>> observations["observation"].shape, rewards.shape
    ((1000, 113), (1000,))
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: Opponent = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: gymnasium.vector.AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **parameters: int | str | None,
    ) -> None:
        """Make the games and load their bots; arguments as for the class."""
        played = load_game(game, **parameters)
        seats = range(played.num_players())
        super().__init__(played, num_envs, Opponents(played, dict.fromkeys(seats, opponent)))
        self.render_mode = check_render_mode(render_mode, RENDER_MODES)
        self._mode = _mode_of(autoreset_mode)
        self.metadata = {**METADATA, "render_modes": list(RENDER_MODES), "autoreset_mode": self._mode}
        actions = played.num_distinct_actions()
        self.single_observation_space: spaces.Dict = observation_space(played, actions)
        self.single_action_space: spaces.Discrete = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._possible = np.array(seats_of(seat, played))  # the learner's seats
        self._learners = np.full(num_envs, self._possible[0])
        self._taken_beside = ~np.eye(played.num_players(), dtype=np.bool_)  # the bots' seats, by the learner's
        self._is_taken[:] = self._taken_beside[self._learners]
        self._is_over[:] = True

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin new games, and play them up to the learner's first choice.

        Args:
            seed: of all chance from now on, for one generator for all games or one for each: see `VectorEnv.reset` of
                jardinet.envs.vector. Seats and bots share one generator.
            options: `reset_mask`, bool, shape (num_envs,): which games are reset; without it, all.

        Raises:
            GameError: there are seeds, but not one for each game; or the game always ends before the learner's choice.
            TypeError, ValueError: `reset_mask` is something else, or False everywhere.
        """
        mask = None if options is None else options.get("reset_mask")
        places = self._everywhere if mask is None or not self._has_begun else _marked(mask, self.num_envs)
        if seed is not None:
            self._seed(seed)
        self._has_begun = True
        self._begin_anew(places)
        self._go_on()
        return self._told(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: ArrayLike) -> Told:
        """Play one action in each running game, then play on to the learner's next choice, or to the end.

        Args:
            actions: whole numbers, shape (num_envs,); ignored for games that are reset in this step.

        Raises:
            IllegalActionError: with `Disabled`, a game is over; nothing has been played.
            GameError: `actions` has another shape, or there was no `reset` yet.
            TypeError: they are no whole numbers.
        """
        if not self._has_begun:
            raise GameError("reset-to-play", "there is nothing to play in yet: begin with reset().")
        numbers = self._numbers(actions)
        if self._mode is AutoresetMode.DISABLED and self._is_over.any():
            raise IllegalActionError("reset-first", "no game is going on: reset() begins one.")
        played, chosen, beginning = np.empty((3, self.num_envs), np.int64)
        is_illegal = np.empty(self.num_envs, np.bool_)
        count, over = part_games(self._legal, numbers, self._is_over, played, chosen, beginning, is_illegal)
        played = played[:count]
        self._restarts[played] = False
        self._play(played, chosen[:count])
        self._begin_anew(beginning[:over])
        self._go_on()
        rewards, terminations = self._ended(is_illegal)
        final: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and terminations.any():
            final = self._final(is_illegal, terminations)
            is_illegal = np.zeros(self.num_envs, np.bool_)  # nothing has been played yet in games just reset
            self._begin_anew(np.flatnonzero(terminations))
            self._go_on()
        observations, infos = self._told(is_illegal)
        return observations, rewards, terminations, np.zeros(self.num_envs, np.bool_), infos | final

    def sample_actions(self, generator: np.random.Generator) -> Indices:
        """Legal actions, all equally likely, and NO_OP (0) where the game is over: int64, shape (num_envs,)."""
        actions = np.empty(self.num_envs, np.int64)
        self.game.rules.random_actions(self._states, self._everywhere, self._learners, generator, actions)
        actions[self._is_over] = NO_OP
        return actions

    def render(self) -> tuple[Frame, ...] | None:  # type: ignore[override]  # a text is a frame too
        """Every game in the form of `render_mode`; None without one."""
        if self.render_mode is None:
            return None
        return tuple(frame(self.game.state_at(self._states[i : i + 1]), self.render_mode) for i in range(self.num_envs))

    def _begin_anew(self, places: Indices) -> None:
        if not len(places):
            return
        super()._begin_anew(places)
        self._is_over[places] = False
        self._restarts[places] = True  # until the learner has chosen
        if len(self._possible) > 1:
            drawn = self._possible[self._choices.integers(len(self._possible), size=len(places))]
            self._learners[places] = drawn
            self._is_taken[places] = self._taken_beside[drawn]

    def _ended(self, is_illegal: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Rewards and terminations of a step."""
        rewards = np.where(is_illegal, self.game.min_utility(), 0.0)
        ended = np.flatnonzero(self._is_over)
        returns = self.game.returns_of(rows_of(self._states, ended))
        rewards[ended] = returns[np.arange(len(ended)), self._learners[ended]]
        self._is_over |= is_illegal
        return rewards, self._is_over.copy()

    def _told(self, is_illegal: NDArray[np.bool_]) -> tuple[Observation, dict[str, Any]]:
        """The learners' observations and Gymnasium's infos of all games: see `spaces.observe` and `SeatEnv`, one row each."""
        over = np.flatnonzero(self._is_over)
        self._legal[over] = 0
        mask = self._mask()
        mask[over, NO_OP] = 1
        infos = {"action_mask": mask.copy(), "seat": self._learners.copy(), "is_illegal": is_illegal}
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"observation": self._tensors(self._learners), "action_mask": mask}, _marked_as(everywhere, infos)

    def _final(self, is_illegal: NDArray[np.bool_], terminations: NDArray[np.bool_]) -> dict[str, Any]:
        """Gymnasium's infos about the games that have ended in a step; zeros for all others."""
        ended = np.flatnonzero(terminations)
        learners = self._learners[ended]
        rows = np.empty((len(ended), *self.game.observation_tensor_shape()), np.float32)
        self.game.encoding.encode_all(rows_of(self._states, ended), learners, rows)
        masks = np.zeros((self.num_envs, self.game.num_distinct_actions()), np.int8)
        masks[ended, NO_OP] = 1
        final_obs = np.full(self.num_envs, None, object)
        for i, row in zip(ended.tolist(), rows, strict=True):
            final_obs[i] = {"observation": row, "action_mask": masks[i].copy()}
        seats = np.zeros(self.num_envs, np.int64)
        seats[ended] = learners
        final_info = {"action_mask": masks, "seat": seats, "is_illegal": is_illegal}
        return _marked_as(terminations, {"final_obs": final_obs, "final_info": _marked_as(terminations, final_info)})


def _marked_as(told: NDArray[np.bool_], infos: dict[str, Any]) -> dict[str, Any]:
    """Infos as in Gymnasium's vector environments: beside each, a mask of the games that it is about."""
    return infos | {f"_{name}": told.copy() for name in infos}


def _mode_of(given: gymnasium.vector.AutoresetMode | str) -> gymnasium.vector.AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        raise ParameterError(
            "autoreset-mode",
            "autoreset_mode={given!r} is not possible: it must be {modes}.",
            given=given,
            modes=Either([mode.value for mode in AutoresetMode]),
        ) from None


def _marked(mask: Any, games: int) -> Indices:
    """The places that a `reset_mask` marks."""
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"options['reset_mask'] is an array of bool, not {mask!r}.")
    if mask.shape != (games,):
        raise ValueError(f"options['reset_mask'] has the shape {mask.shape}: it is ({games},), one for each game.")
    if not mask.any():
        raise ValueError("options['reset_mask'] is False everywhere: it marks the games that begin anew, one at least.")
    return np.flatnonzero(mask)
