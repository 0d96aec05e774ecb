"""Thousands of games side by side in one array, for learning; docs/vector.md shows a whole training.

The kernels here read only what every game's record has (see `Rules` in games/api.py); what an action
does, what is legal and what a position looks like is asked of the game's own kernels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jardinet.games import load_game
from jardinet.games.api import SIMULTANEOUS, TERMINAL, Game, IllegalActionError
from jardinet.games.compiled import compiled
from jardinet.games.kernels import WORD_BITS
from jardinet.games.parameters import GameError

if TYPE_CHECKING:
    from gymnasium import spaces

Info = dict[str, NDArray[Any]]
Indices = NDArray[np.int64]


class VectorEnv:
    """Many games of one kind; every step plays one action in each, of the seat that acts there.

    Reads like `gymnasium.vector.VectorEnv`, but is none: there each environment has one agent and one
    reward, here several seats take turns and each has its own. Chance moves by itself, from a generator
    that the environment owns. Where all seats move at once they are asked one after the other, from
    seat 0 on; their actions wait outside the game, so nobody's observation shows them, and are played
    together with the last one.

    A finished game begins anew in the same step (Gymnasium's mode SAME_STEP): `rewards` and
    `terminated` tell of the game that ended, observation and info of the one that begins, and
    `info["final_states"]` holds the records of the ended ones.

    Args:
        game: what is played, or its name.
        num_envs: how many games, at least 1.
        observations: `tensor`: what `State.observation_tensor` tells the acting seat; `record`: the
            games' records themselves, at no cost. No record holds anything hidden.
        parameters: of the game, as `load_game` takes them; given with a Game they change it.

    Raises:
        GameError: the game, a parameter or one of these arguments is not possible.

    >>> env = VectorEnv("maudits_criquets", 1000, players=3)
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((1000, 91), (1000, 13))
    >>> generator = np.random.default_rng(2)
    >>> observations, rewards, terminated, truncated, info = env.step(env.sample_actions(generator))
    >>> rewards.shape, info["players"][:3]
    ((1000, 3), array([1, 1, 1]))
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": "SameStep", "render_modes": []}

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        observations: Literal["tensor", "record"] = "tensor",
        **parameters: int | str,
    ) -> None:
        if num_envs < 1:
            raise GameError(f"num_envs={num_envs} is not possible: there is at least 1 game.")
        if observations not in ("tensor", "record"):
            raise GameError(f"observations={observations!r} is not possible: they are 'tensor' or 'record'.")
        self.game = load_game(game, **parameters) if isinstance(game, str) else game.with_parameters(**parameters)
        self.num_envs = num_envs
        self.observations = observations
        self._generator: np.random.Generator | None = None
        self._beginning = _bytes_of(self.game.new_initial_state().observation())
        self._bytes = np.repeat(self._beginning, num_envs, axis=0)
        self._states: NDArray[Any] = self._bytes.reshape(-1).view(self.game.rules.STATE)
        self._seats = np.zeros(num_envs, np.int64)
        # [k, a // 63]: bit a % 63: the acting seat of game k may play action a
        self._legal = np.zeros((num_envs, self.game.rules.NUM_WORDS), np.int64)
        self._waiting = np.zeros((num_envs, self.game.num_players()), np.int64)  # of those who move at once
        self._alone, self._together = np.zeros((2, num_envs), np.int64)  # indices, filled anew in every step

    # Playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], Info]:
        """Begin all games anew.

        Args:
            seed: of all chance from now on, a whole number from 0; None: chance goes on, at first unforeseeably.
            options: of no effect, as in Gymnasium.

        Returns:
            observations and info, as `step` does; no `final_states`.
        """
        if seed is not None or self._generator is None:
            self._generator = np.random.default_rng(seed)
        self._bytes[:] = self._beginning
        self._seats[:] = 0
        return self._go_on(self._generator)

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play one action in each game, then let chance move until a seat has to act.

        Args:
            actions: whole numbers, shape (num_envs,): of the seats `info["players"]`.

        Returns:
            - observations: what the seats see that act next. `tensor`: float32 in 0..1, shape
              (num_envs, size), own seat first. `record`: shape (num_envs,), dtype `game.rules.STATE`:
              a look at the running games that the next step changes, not to be written.
            - rewards: float32, shape (num_envs, players): where a game ended `State.returns()`, else 0.
            - terminated: bool, shape (num_envs,): the game ended and another has begun.
            - truncated: bool, shape (num_envs,): never.
            - info: `players` int64, shape (num_envs,): the seats that act next; `action_mask` int8, shape
              (num_envs, actions): 1 where they may play it; `final_states`: the records of the ended
              games, in order. All but `record` observations are the caller's to keep.

        Raises:
            IllegalActionError: an action is not legal; nothing has been played in any game.
            GameError: `actions` has another shape, or there was no `reset` yet.
            TypeError: they are no whole numbers.
        """
        if self._generator is None:
            raise GameError("there is nothing to play in yet: begin with reset().")
        self._play(self._checked(actions))
        terminated = self._states["player"] == TERMINAL
        ended = np.flatnonzero(terminated)
        final_states: NDArray[Any] = self._bytes[ended].reshape(-1).view(self._states.dtype)
        rewards = np.zeros(self._waiting.shape, np.float32)
        if len(ended):
            rewards[ended] = self.game.returns_of(final_states)
            self._bytes[ended] = self._beginning
        observations, info = self._go_on(self._generator)
        info["final_states"] = final_states
        return observations, rewards, terminated, np.zeros(self.num_envs, np.bool_), info

    def sample_actions(self, generator: np.random.Generator) -> Indices:
        """A legal action for each acting seat, all equally likely: int64, shape (num_envs,)."""
        actions = np.empty(self.num_envs, np.int64)
        self.game.rules.random_actions(self._states, np.arange(self.num_envs), self._seats, generator, actions)
        return actions

    def close(self) -> None:
        """Nothing is held open; here for callers who close every environment."""

    def _checked(self, actions: ArrayLike) -> Indices:
        """The actions as the kernels want them, all of them legal."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}.")
        if given.shape != self._seats.shape:
            raise GameError(f"actions have the shape {given.shape}: it is ({self.num_envs},), one for each game.")
        numbers = given.astype(np.int64)
        refused = first_illegal(self._legal, numbers)
        if refused >= 0:
            raise IllegalActionError(self._why_illegal(refused, int(given[refused])))
        return numbers

    def _why_illegal(self, i: int, action: int) -> str:
        seat, legal = int(self._seats[i]), self._legal[i].tolist()
        texts = self.game.texts_of(seat)
        possible = ", ".join(
            f"{number} {text}" for number, text in texts.items() if legal[number // WORD_BITS] >> number % WORD_BITS & 1
        )
        named = f"{action} {texts[action]}" if action in texts else f"action {action}"
        return f"game {i}: {named} is not possible for seat {seat + 1}. Possible: {possible}."

    def _play(self, actions: Indices) -> None:
        rules = self.game.rules
        single, joint = sort_out(self._states, self._seats, actions, self._waiting, self._alone, self._together)
        alone, together = self._alone[:single], self._together[:joint]
        rules.apply_all(self._states, alone, actions if single == self.num_envs else actions[alone])
        if joint:
            rules.apply_joint_all(self._states, together, self._waiting[together])

    def _go_on(self, generator: np.random.Generator) -> tuple[NDArray[Any], Info]:
        """Let chance move, and say who acts next, what they see and what they may do."""
        rules = self.game.rules
        rules.reveal_all(self._states, generator)
        find_seats(self._states, self._seats)
        rules.legal_masks(self._states, self._seats, self._legal)
        mask = np.empty((self.num_envs, rules.NUM_ACTIONS), np.int8)
        rules.legal_table(self._states, self._seats, mask)
        return self._observe(), {"players": self._seats.copy(), "action_mask": mask}

    def _observe(self) -> NDArray[Any]:
        if self.observations == "record":
            seen = self._states.view()
            seen.flags.writeable = False
            return seen
        rows = np.empty((self.num_envs, *self.game.observation_tensor_shape()), np.float32)
        self.game.encoding.encode_all(self._states, self._seats, rows)
        return rows

    # Spaces, for those who have Gymnasium installed; ImportError else

    @property
    def single_action_space(self) -> spaces.Discrete:
        """The actions of one seat, `Discrete(actions)`: see `action_mask` for the legal ones."""
        from gymnasium import spaces

        return spaces.Discrete(self.game.num_distinct_actions())

    @property
    def action_space(self) -> spaces.MultiDiscrete:
        """What `step` takes."""
        from gymnasium import spaces

        return spaces.MultiDiscrete(np.full(self.num_envs, self.game.num_distinct_actions()))

    @property
    def single_observation_space(self) -> spaces.Box:
        """What one seat sees; raises GameError with observations="record", which is in no space of Gymnasium."""
        return self._box()

    @property
    def observation_space(self) -> spaces.Box:
        """What `step` returns first; raises GameError like `single_observation_space`."""
        return self._box(self.num_envs)

    def _box(self, *rows: int) -> spaces.Box:
        from gymnasium import spaces

        if self.observations == "record":
            raise GameError("records are in no space of Gymnasium: make the environment with observations='tensor'.")
        return spaces.Box(0.0, 1.0, (*rows, *self.game.observation_tensor_shape()), np.float32)


def _bytes_of(records: NDArray[Any]) -> NDArray[np.uint8]:
    """Records as rows of bytes, which NumPy copies ten times faster than field by field."""
    return records.view(np.uint8).reshape(len(records), records.itemsize)


@compiled
def first_illegal(legal: Indices, actions: Indices) -> int:
    """The first k whose action is none of the bits of the words `legal[k]`; -1: there is none."""
    for k in range(len(legal)):
        action = actions[k]
        if action < 0 or action >= legal.shape[1] * WORD_BITS:
            return k
        if not (legal[k, action // WORD_BITS] >> (action % WORD_BITS)) & 1:
            return k
    return -1


@compiled
def sort_out(
    states: NDArray[Any], seats: Indices, actions: Indices, waiting: Indices, alone: Indices, together: Indices
) -> tuple[int, int]:
    """Tell the games in which an action is played now from those in which it waits for other seats'.

    Args:
        states: shape (n,); only `player` is read.
        seats: who acts; afterwards who acts next where all move at once, and 0 elsewhere.
        actions: theirs.
        waiting: shape (n, players): the actions of a joint move so far.
        alone: filled with the games whose action is to be played.
        together: filled with those whose joint move is complete.

    Returns:
        how many each of the last two are.
    """
    single = 0
    joint = 0
    players = waiting.shape[1]
    for i in range(len(states)):
        seat = seats[i]
        seats[i] = 0
        if states[i]["player"] != SIMULTANEOUS:
            alone[single] = i
            single += 1
            continue
        waiting[i, seat] = actions[i]
        if seat + 1 < players:
            seats[i] = seat + 1
        else:
            together[joint] = i
            joint += 1
    return single, joint


@compiled
def find_seats(states: NDArray[Any], seats: Indices) -> None:
    """Who acts next; where all move at once that is known already."""
    for i in range(len(states)):
        player = int(states[i]["player"])
        if player >= 0:
            seats[i] = player
