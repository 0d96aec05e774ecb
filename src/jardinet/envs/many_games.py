"""Many games of one kind in one array: the common base of both vector environments.

Playing on with bots and chance is here; resets, the cost of an illegal action and the results of a step are in the
environments themselves (vector.py, gymnasium_vector.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jardinet.envs.opponents import Opponents
from jardinet.envs.streams import Streams
from jardinet.envs.vector_kernels import find_seats, first_illegal, pass_over, sort_out, spread
from jardinet.games.api import Game, IllegalActionError
from jardinet.games.parameters import GameError
from jardinet.games.records import bytes_of, copy_of, records_in, rows_of

MOST_UNPLAYED = 10_000  # times per step that games may end before anybody could choose

Indices = NDArray[np.int64]


class ManyGames:
    """Base of the vector environments: games side by side, their chance, and the bots that play in them.

    Where all seats move at once they are asked one after the other, from seat 0 on; their actions wait outside the
    game, and are played together with the last one. Copies and pickles are independent and continue exactly as the
    original would.

    Raises:
        GameError: the number of games is less than 1.
    """

    def __init__(self, game: Game, num_envs: int, opponents: Opponents) -> None:
        """`num_envs` games about to begin, with `opponents` at their seats."""
        if num_envs < 1:
            raise GameError(
                "environments", "num_envs={given} is not possible: there is at least 1 game.", given=num_envs
            )
        self.game = game
        self.num_envs = num_envs
        self._opponents = opponents
        self._has_begun = False
        self._chance = np.random.default_rng()  # of all games, unless they have streams
        (self._choices,) = self._chance.spawn(1)  # of bots
        self._streams: Streams | None = None
        self._beginning = bytes_of(copy_of(self.game.new_initial_state().records))
        self._bytes = np.repeat(self._beginning, num_envs, axis=0)
        self._states = self._as_records(self._bytes)
        self._everywhere = np.arange(num_envs)
        self._seats = np.zeros(num_envs, np.int64)
        # [k, a // 63]: bit a % 63: the acting seat of game k may play action a
        self._legal = np.zeros((num_envs, self.game.rules.NUM_WORDS), np.int64)
        self._waiting = np.zeros((num_envs, self.game.num_players()), np.int64)  # of seats that move at once
        # whether a bot has the seat, in each game
        self._is_taken = np.repeat([[seat in opponents.seats for seat in range(game.num_players())]], num_envs, axis=0)
        self._restarts = np.ones(num_envs, np.bool_)  # whether a game begins anew at once when it is over
        self._is_over = np.zeros(num_envs, np.bool_)  # and has not been reset

    @property
    def records(self) -> NDArray[Any]:
        """The games' records: shape (num_envs,), dtype `game.rules.STATE`; a read-only, live view.

        In a game with hidden information they are copies, with what the acting seats may know.
        """
        if self.game.has_secrets():
            records = copy_of(self._states)
            self.game.rules.hide(records, self._seats)
        else:
            records = self._states.view()
        records.flags.writeable = False
        return records

    def _go_on(self) -> list[tuple[Indices, NDArray[np.uint8]]]:
        """Let chance and bots move, and reset the games that are due, until a learner has to choose in every running game.

        Returns:
            for each round of resets: the places of the reset games, and the records of the games that ended there, as
            bytes.

        Raises:
            GameError: the learner never seems to get a choice.
        """
        passed = []
        ended, waiting, asked = np.empty((3, self.num_envs), np.int64)
        moved, taken = self._everywhere, 0
        while True:
            over, later, taken = find_seats(
                self._states,
                moved,
                self._seats,
                self._restarts,
                self._is_taken,
                self._is_over,
                ended,
                waiting,
                asked,
                taken,
            )
            if over:
                passed.append((ended[:over].copy(), self._bytes.take(ended[:over], axis=0)))
                self._begin_anew(passed[-1][0])
                if len(passed) > MOST_UNPLAYED:
                    raise GameError(
                        "no-choice-for-learner",
                        "{game!r} cannot be played so: it ends before the learner can choose.",
                        game=self.game,
                    )
            if later:
                self._let_chance_move()
                moved = waiting[:later]
                continue
            self.game.rules.legal_masks(self._states, self._seats, self._legal)
            if self.game.rules.has_joint_moves and self._pass_over_idle_seats():
                moved, taken = self._everywhere, 0
                continue
            if not taken:
                return passed
            moved, taken = asked[:taken], 0
            moved.sort(kind="stable")  # bots draw from their generator in the order of places
            self._play(moved, self._chosen_by_opponents(moved))

    def _begin_anew(self, places: Indices) -> None:
        """Put new games in these places; chance has yet to move there."""
        self._bytes[places] = self._beginning
        self._seats[places] = 0

    def _numbers(self, actions: ArrayLike) -> Indices:
        """The actions in the form for the kernels, one for each game."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}.")
        if given.shape != self._seats.shape:
            raise GameError(
                "environment-actions",
                "actions have the shape {shape}: it is ({environments},), one for each game.",
                shape=given.shape,
                environments=self.num_envs,
            )
        return given.astype(np.int64)

    def _play(self, places: Indices, actions: Indices) -> None:
        """Play an action in each of these games, or let it wait for the other seats'."""
        rules = self.game.rules
        if not rules.has_joint_moves:
            rules.apply_all(self._states, places, actions)
            return
        alone, chosen, together = np.empty((3, len(places)), np.int64)
        single, joint = sort_out(self._states, places, self._seats, actions, self._waiting, alone, chosen, together)
        rules.apply_all(self._states, alone[:single], chosen[:single])
        if joint:
            self._play_together(together[:joint])

    def _play_together(self, places: Indices) -> None:
        self.game.rules.apply_joint_all(self._states, places, self._waiting[places])

    def _seed(self, seed: int | Sequence[int]) -> None:
        """Seed chance, and the bots: by one number for all games, or by one for each."""
        if isinstance(seed, int | np.integer):
            self._streams = None
        elif len(seed) == self.num_envs:
            self._streams = Streams.of_seeds(seed)
        else:
            raise GameError(
                "environment-seeds",
                "{seeds} seeds are given: it is one, or {environments}, one for each game.",
                seeds=len(seed),
                environments=self.num_envs,
            )
        self._chance = np.random.default_rng(seed)
        (self._choices,) = self._chance.spawn(1)

    def _let_chance_move(self) -> None:
        if self._streams is None:
            self.game.rules.reveal_all(self._states, self._chance)
        else:
            self._streams.reveal_all(self.game.rules, self._states)

    def _pass_over_idle_seats(self) -> bool:
        """Where all move at once, skip acting seats that have nothing to choose; returns whether one was skipped."""
        together = np.empty(self.num_envs, np.int64)
        passed, joint = pass_over(self._states, self._seats, self._legal, self._waiting, together)
        if joint:
            self._play_together(together[:joint])
        return passed + joint > 0

    def _chosen_by_opponents(self, places: Indices) -> Indices:
        seats = self._seats[places]
        seen = rows_of(self._states, places)
        self.game.rules.hide(seen, seats)
        actions = self._opponents.act(seen, seats, self._choices)
        refused = first_illegal(self._legal, places, actions)
        if refused >= 0:
            seat, action = int(seats[refused]), int(actions[refused])
            text = self.game.texts_of(seat).get(action, action)
            raise IllegalActionError(
                "opponent-illegal",
                "opponent {opponent!r} played {action} at seat {seat}, which is not legal there.",
                opponent=self._opponents.name(seat),
                action=text,
                seat=seat,
            )
        return actions

    def _as_records(self, rows: NDArray[np.uint8]) -> NDArray[Any]:
        return records_in(rows, self.game.rules.STATE)

    def _mask(self) -> NDArray[np.int8]:
        """The legal actions of the acting seats: 0 or 1, shape (num_envs, actions)."""
        mask = np.empty((self.num_envs, self.game.num_distinct_actions()), np.int8)
        spread(self._legal, mask)
        return mask

    def _tensors(self, seats: Indices) -> NDArray[np.float32]:
        """The observation tensors of these seats, one per game: shape (num_envs, size)."""
        rows = np.empty((self.num_envs, *self.game.observation_tensor_shape()), np.float32)
        self.game.encoding.encode_all(self._states, seats, rows)
        return rows

    def __copy__(self) -> Self:
        """An independent environment: a copy that shares its arrays would play in both."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_states"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():  # arrays from Ray are read-only
            setattr(self, name, value.copy() if isinstance(value, np.ndarray) else value)
        self._states = self._as_records(self._bytes)
