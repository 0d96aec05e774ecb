"""Vectorised environment: thousands of games in one array; docs/vector.md shows a whole training.

Actions, legality and observations come from the game's own kernels, the acting seats from those in vector_kernels.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jardinet.envs.many_games import Indices, ManyGames
from jardinet.envs.opponents import Opponent, Opponents
from jardinet.envs.snapshots import Snapshot, read, written
from jardinet.envs.streams import Streams
from jardinet.envs.vector_kernels import first_illegal, spread
from jardinet.games import load_game
from jardinet.games.api import Game, IllegalActionError
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Either

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # the value of its enum, for use without Gymnasium
    SAME_STEP: Any = "SameStep"
else:
    SAME_STEP = AutoresetMode.SAME_STEP

if TYPE_CHECKING:
    from gymnasium import spaces

Info = dict[str, NDArray[Any]]


class VectorEnv(ManyGames):
    """Many games of one kind; every step plays one action in each, for the seat that acts there.

    It looks like `gymnasium.vector.VectorEnv`, but is none: there each environment has one agent and one reward, here
    several seats take turns and each has its own reward. Chance moves by itself, from a generator that the environment
    owns. Where all seats move at once they are asked one after the other, from seat 0 on; their actions wait outside
    the game, so nobody's observation shows them, and are played together with the last one.

    A finished game is reset in the same step (Gymnasium's mode SAME_STEP): `rewards` and `terminated` are about the
    game that ended, observation and info about the new one, and `info["final_states"]` holds the records of the ended
    games. A game that ends before the learner could choose is reset at once, and only appears in
    `info["unplayed_states"]`.

    Copies and pickles are independent and continue exactly as the original would, chance included.

    Args:
        game: the game, or its name.
        num_envs: how many games, at least 1.
        observations: `tensor`: `State.observation_tensor` of the acting seat; `record`: the games' records themselves,
            at no cost. No record holds anything hidden, and `records` has them with tensors too.
        opponent: a level's name, `FILE.py:CLASS` or a `Bot` of jardinet.bots.api (see `bots.own.bot_of`), the bot at
            every seat but the first; or a mapping from seats to bots. Their actions are played inside `step`: the
            learner only plays the other seats. None: it plays all seats.
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

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        observations: Literal["tensor", "record"] = "tensor",
        opponent: Opponent | Mapping[int, Opponent] | None = None,
        **parameters: int | str,
    ) -> None:
        if observations not in ("tensor", "record"):
            raise GameError(
                "observations",
                "observations={given!r} is not possible: they are 'tensor' or 'record'.",
                given=observations,
            )
        game = load_game(game, **parameters) if isinstance(game, str) else game.with_parameters(**parameters)
        opponents = Opponents(game, opponent)
        if len(opponents.seats) == game.num_players():
            raise GameError("no-learner", "opponent at every seat is not possible: one at least is the learner's.")
        super().__init__(game, num_envs, opponents)
        self.observations = observations

    # Playing

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], Info]:
        """Reset all games.

        Args:
            seed: of all chance from now on, a whole number from 0: all places draw from one generator. Or such a number
                for each place: then each has a generator of its own, and chance there, in one game after another, does
                not depend on other places. Bots have a generator of their own. None: the generators continue; before
                the first seed they are unpredictable.
            options: ignored, as in Gymnasium.

        Returns:
            observations and info, as `step` does; no `final_states` and no `unplayed_states`.

        Raises:
            GameError: as in `step`, or there are seeds, but not one for each place.
        """
        if seed is not None:
            self._seed(seed)
        self._has_begun = True
        self._begin_anew(self._everywhere)
        self._go_on()
        return self._observe(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play one action in each game, then let chance move until a seat has to act.

        Args:
            actions: whole numbers, shape (num_envs,): of the seats `info["players"]`.

        Returns:
            The same values as `step` of Gymnasium's vector environments, in the same order.

            - observations: of the seats that act next. `tensor`: float32 in 0..1, shape (num_envs, size), own seat
              first. `record`: shape (num_envs,), dtype `game.rules.STATE`: a view of the running games, which the
              next step changes; not to be written.
            - rewards: float32, shape (num_envs, players): `State.returns()` for a game that ended, else 0.
            - terminated: bool, shape (num_envs,): whether the game ended and another has begun.
            - truncated: bool, shape (num_envs,): always False.
            - info: `players` int64, shape (num_envs,): the seats that act next; `action_mask` int8, shape
              (num_envs, actions): 1 where they may play it; `final_states`: the records of the ended
              games, in order; `unplayed_states`: the records of those that chance ended before anybody could
              choose, in the order of their places. All but `record` observations are the caller's to keep.

        Raises:
            IllegalActionError: an action is not legal; nothing has been played in any game.
            GameError: `actions` has another shape, there was no `reset` yet, or chance always ends the game
                before anybody can choose.
            TypeError: they are no whole numbers.
        """
        if not self._has_begun:
            raise GameError("reset-to-play", "there is nothing to play in yet: begin with reset().")
        self._play(self._everywhere, self._checked(actions))
        rewards, terminated, told = self._told(self._go_on())
        return self._observe(), rewards, terminated, np.zeros(self.num_envs, np.bool_), self._info() | told

    def sample_actions(self, generator: np.random.Generator) -> Indices:
        """Legal actions of the acting seats, all equally likely: int64, shape (num_envs,)."""
        actions = np.empty(self.num_envs, np.int64)
        self.game.rules.random_actions(self._states, self._everywhere, self._seats, generator, actions)
        return actions

    def close(self) -> None:
        """Does nothing; for callers that close every environment."""

    def _checked(self, actions: ArrayLike) -> Indices:
        """The actions in the form for the kernels, checked to be legal."""
        numbers = self._numbers(actions)
        refused = first_illegal(self._legal, self._everywhere, numbers)
        if refused >= 0:
            raise self._why_illegal(refused, int(np.asarray(actions)[refused]))
        return numbers

    def _why_illegal(self, i: int, action: int) -> IllegalActionError:
        seat = int(self._seats[i])
        mask = np.empty((1, self.game.num_distinct_actions()), np.int8)
        spread(self._legal[i : i + 1], mask)
        texts = self.game.texts_of(seat)
        possible = Either([f"{number} {text}" for number, text in texts.items() if mask[0, number]])
        named = f"{action} {texts[action]}" if action in texts else f"action {action}"
        told = IllegalActionError(
            "illegal-for-seat",
            "{action} is not possible for seat {seat}. Possible: {possible}.",
            action=named,
            seat=seat + 1,
            possible=possible,
        )
        return told.within("game {i}: {reason}", i=i)

    def _told(
        self, passed: list[tuple[Indices, NDArray[np.uint8]]]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], Info]:
        """The results of `step` for the games that ended in it: rewards, terminated, and their part of info."""
        rewards, terminated = np.zeros(self._waiting.shape, np.float32), np.zeros(self.num_envs, np.bool_)
        if not passed:
            none = self._as_records(self._bytes[:0])
            return rewards, terminated, {"final_states": none, "unplayed_states": none}
        unplayed = self._bytes[:0]
        places, rows = passed[0]
        if len(passed) > 1:
            places, rows = (np.concatenate(parts) for parts in zip(*passed, strict=True))
            order = np.argsort(places, kind="stable")  # a place's first game is the one in which an action was played
            places, rows = places[order], rows[order]
            is_first = np.diff(places, prepend=-1) > 0
            places, rows, unplayed = places[is_first], rows[is_first], rows[~is_first]
        final_states = self._as_records(rows)
        rewards[places] = self.game.returns_of(final_states)
        terminated[places] = True
        return rewards, terminated, {"final_states": final_states, "unplayed_states": self._as_records(unplayed)}

    def _info(self) -> Info:
        """The seats that act next, and their legal actions."""
        return {"players": self._seats.copy(), "action_mask": self._mask()}

    def _observe(self) -> NDArray[Any]:
        return self.records if self.observations == "record" else self._tensors(self._seats)

    # Keeping

    def save(self) -> bytes:
        """The running games, mid-game, with the generators of chance: see `restore`.

        Bots are not in it: the memory of a bot is not saved.

        Raises:
            GameError: there was no `reset` yet.
        """
        if not self._has_begun:
            raise GameError("reset-to-save", "there is nothing to save yet: begin with reset().")
        return Snapshot(
            game=repr(self.game),
            layout=repr(self.game.rules.STATE.descr),
            opponents=self._opponents.seats,
            states=self._bytes.tobytes(),
            seats=self._seats.tobytes(),
            waiting=self._waiting.tobytes(),
            chance=written(self._chance),
            choices=written(self._choices),
            streams=b"" if self._streams is None else self._streams.rows.tobytes(),
        ).encode()

    def restore(self, snapshot: bytes) -> tuple[NDArray[Any], Info]:
        """Continue from the result of `save`, exactly as that environment would have, here or in another one of as many games.

        Args:
            snapshot: from a trusted source: positions are not checked against the rules.

        Returns:
            observations and info, as `reset` does.

        Raises:
            GameError: it is no snapshot, or one of another game, of other parameters, of another number of games, or
                with opponents at other seats; nothing has changed.
        """
        kept = Snapshot.decode(snapshot)
        kept.check(repr(self.game), repr(self.game.rules.STATE.descr), self._opponents.seats, self._bytes.nbytes)
        self._has_begun, self._chance, self._choices = True, read(kept.chance), read(kept.choices)
        self._streams = Streams.of_bytes(kept.streams) if kept.streams else None
        for own, saved in (self._bytes, kept.states), (self._seats, kept.seats), (self._waiting, kept.waiting):
            own[:] = np.frombuffer(saved, own.dtype).reshape(own.shape)
        self.game.rules.legal_masks(self._states, self._seats, self._legal)
        return self._observe(), self._info()

    # Spaces; ImportError if Gymnasium is not installed

    @property
    def single_action_space(self) -> spaces.Discrete:
        """The actions of one seat, `Discrete(actions)`: see `action_mask` for the legal ones."""
        from gymnasium import spaces

        return spaces.Discrete(self.game.num_distinct_actions())

    @property
    def action_space(self) -> spaces.MultiDiscrete:
        """The space of the argument of `step`."""
        from gymnasium import spaces

        return spaces.MultiDiscrete(np.full(self.num_envs, self.game.num_distinct_actions()))

    @property
    def single_observation_space(self) -> spaces.Box:
        """The space of one seat's observations; raises GameError with observations="record", for which Gymnasium has no space."""
        return self._box()

    @property
    def observation_space(self) -> spaces.Box:
        """The space of the observations of `step`; raises GameError like `single_observation_space`."""
        return self._box(self.num_envs)

    def _box(self, *rows: int) -> spaces.Box:
        from gymnasium import spaces

        if self.observations == "record":
            raise GameError(
                "records-no-space",
                "records are in no space of Gymnasium: make the environment with observations='tensor'.",
            )
        return spaces.Box(0.0, 1.0, (*rows, *self.game.observation_tensor_shape()), np.float32)
