"""Gymnasium environments: one seat of a game learns, bots play the others.

Importing this module registers every game, `jardinet/LuckyNumbers-v0` for `lucky_numbers`, so that `gymnasium.make`
knows it. Bots only get what their seats may know. docs/gymnasium.md shows an example.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.api import choose
from jardinet.bots.own import bot_of
from jardinet.envs.opponents import Opponent
from jardinet.envs.rendering import METADATA, Frame, check_render_mode, close_window, frame
from jardinet.envs.spaces import NO_OP, Observation, mask_of, new_chances, observation_space, observe, seats_of
from jardinet.games import load_game, registered_games
from jardinet.games.api import NO_ACTION, Action, IllegalActionError, Move, State, let_chance_move

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("Gymnasium is not installed here: pip install jardinet[envs] adds it.") from error


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """Environment of one seat of a game; everything that happens until it acts again happens inside `step`.

    An observation is a dict: `observation`, float32 in 0..1 (`State.observation_tensor` of the seat), and
    `action_mask`, int8: 1 for each action that is legal now. Actions are those of the game. The reward is zero until
    the game is over, then the seat's return. An illegal action ends the game at once, with the least possible return.
    When the game is over, the mask allows only action 0 (`NO_OP` of spaces.py), which plays nothing: it is for learners
    that have to choose an action for the last observation too, as with Gymnasium's autoreset. A game that ends before
    the learner could choose is replaced by a new one.

    `info` also has the `action_mask`, the learner's `seat`, and `is_illegal`: whether the last action was illegal;
    `action_masks()` returns the same mask under the name that MaskablePPO of sb3-contrib asks for. Chance, the seat and
    the bots draw from `np_random`, which `reset(seed=…)` seeds. Copies and pickles are independent, and continue
    exactly as the original would.

    Args:
        game: one of `registered_games()`.
        opponent: the bot in each of the other seats: a level, one of `jardinet.bots.levels.levels_of(game)`,
            `FILE.py:CLASS`, or a `Bot` of jardinet.bots.api (see `bots.own.bot_of`).
        seat: the learner's, from 0; None: drawn anew by every reset.
        render_mode: `human` (a window), `ansi` (a str), `rgb_array` (uint8, height by width by 3), or None.
        parameters: of the game, as in `jardinet.load_game`.

    Raises:
        ParameterError: the game, the bot, the seat, a parameter or a value is unknown.

    >>> env = gymnasium.make("jardinet/LuckyNumbers-v0", opponent="greedy", players=3, seat=1)
    >>> observation, info = env.reset(seed=1)
    >>> terminated = False
    >>> while not terminated:
    ...     action = info["action_mask"].argmax()  # the first legal action
    ...     observation, reward, terminated, truncated, info = env.step(action)
    >>> reward
    -0.5
    """

    metadata = METADATA

    def __init__(
        self,
        game: str,
        opponent: Opponent = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **parameters: int | str | None,
    ) -> None:
        """Load the game and its bots; arguments as for the class."""
        self.game = load_game(game, **parameters)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space(self.game, self.game.num_distinct_actions())
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self._opponent = opponent
        self._bot = bot_of(opponent, self.game)
        self._seats = seats_of(seat, self.game)  # the seats that the learner may get
        self._seat = self._seats[0]
        self._is_over = True
        self.position: State = self.game.new_initial_state()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and play it up to the learner's first choice; `options` changes nothing.

        Raises:
            GameError: the game always ends before that.
        """
        super().reset(seed=seed)
        self._seat = self._seats[int(self.np_random.integers(len(self._seats)))]
        self._is_over = False
        (self._choices,) = self.np_random.spawn(1)
        for chance in new_chances(self.game, self.np_random):
            self._chance = chance
            self.position = self.game.new_initial_state()
            self._play_on()
            if not self.position.is_terminal():
                break
        return self._told(is_illegal=False)

    def step(self, action: Action | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play `action` and go on to the learner's next choice, or to the end; never truncated.

        Raises:
            IllegalActionError: there is no game to play on.
        """
        if self._is_over:
            raise IllegalActionError("reset-first", "no game is going on: reset() begins one.")
        is_illegal = action not in self.position.legal_actions(self._seat)
        if is_illegal:
            reward = self.game.min_utility()
        else:
            self.position.apply(self._move({self._seat: int(action)}))
            self._play_on()
            reward = self.position.returns()[self._seat]
        self._is_over = is_illegal or self.position.is_terminal()
        observation, info = self._told(is_illegal=is_illegal)
        return observation, reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now: bool, shape (actions,), under the name that sb3-contrib asks for.

        Wrappers of Gymnasium pass it on by `env.get_wrapper_attr("action_masks")()`.
        """
        return mask_of(self.game.num_distinct_actions(), self._legal()).astype(np.bool_)

    def render(self) -> Frame:
        """The position in the form of `render_mode`; None without one, and for `human`, which every step shows by itself."""
        return frame(self.position, self.render_mode)

    def close(self) -> None:
        """Close the window, if `render_mode` is `human`."""
        if self.render_mode == "human":
            close_window()

    def __copy__(self) -> Self:
        """An independent environment: a copy that shares its position would play in both."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_bot"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bot = bot_of(self._opponent, self.game)

    def _move(self, chosen: dict[int, Action]) -> Move:
        """The move from the learner's choice, if there is one, and the bots' choices, made without seeing it."""
        actions = {seat: self._chosen(seat) for seat in self.position.acting_seats() if seat not in chosen} | chosen
        if not self.position.is_simultaneous_node():
            return actions[self.position.current_player()]
        return tuple(actions.get(seat, NO_ACTION) for seat in range(self.game.num_players()))

    def _play_on(self) -> None:
        """Let chance and the bots move until the learner has to choose, or the game is over."""
        let_chance_move(self.position, self._chance)
        while not (self.position.is_terminal() or self.position.legal_actions(self._seat)):
            self.position.apply(self._move({}))
            let_chance_move(self.position, self._chance)

    def _chosen(self, seat: int) -> Action:
        return choose(self._bot, self.position, seat, self._choices)

    def _legal(self) -> list[Action]:
        return [NO_OP] if self._is_over else self.position.legal_actions(self._seat)

    def _told(self, *, is_illegal: bool) -> tuple[Observation, dict[str, Any]]:
        """Observation and info; shows the position in the window first, if there is one."""
        if self.render_mode == "human":
            self.render()
        masks = (mask_of(self.game.num_distinct_actions(), self._legal()) for _ in range(2))
        observation = observe(self.position, self._seat, next(masks))
        return observation, {"action_mask": next(masks), "seat": self._seat, "is_illegal": is_illegal}


def env_id(game: str) -> str:
    """The name by which `gymnasium.make` knows a game.

    >>> env_id("lucky_numbers")
    'jardinet/LuckyNumbers-v0'
    """
    return f"jardinet/{''.join(word.capitalize() for word in game.split('_'))}-v0"


for _name in registered_games():
    gymnasium.register(
        env_id(_name),
        f"{__name__}:{SeatEnv.__name__}",
        vector_entry_point="jardinet.envs.gymnasium_vector:SeatVectorEnv",
        kwargs={"game": _name},
    )
