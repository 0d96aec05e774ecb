"""Many positions of one game side by side, for search and learning: docs/batch.md shows how it is used.

A batch is an array of records and nothing else; every method here is one call of a compiled kernel.
`jardinet.envs.vector` has environments that reset themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL, Game, State
from jardinet.games.parameters import GameError
from jardinet.games.records import bytes_of, copy_of, rows_of

Indices = NDArray[np.int64]


class Rollouts(NamedTuple):
    """Results of random games.

    Attributes:
        returns: float64, shape (n, players): `State.returns` of each at its end.
        lengths: int64, shape (n,): how many actions were played, chance's and each seat's of a joint move counted.
    """

    returns: NDArray[np.float64]
    lengths: Indices


def rollouts(state: State, n: int, generator: np.random.Generator) -> Rollouts:
    """Play a position to its end n times at random: legal actions equally likely, chance by its own probabilities.

    Args:
        state: where all of them begin; it is not changed, and may be the end of a game.
        n: how many, at least 1.
        generator: supplies everything random; an equal one plays the same games.

    >>> import jardinet
    >>> state = jardinet.load_game("lucky_numbers").new_initial_state()
    >>> returns, lengths = rollouts(state, 1000, np.random.default_rng(1))
    >>> returns.shape, lengths.shape, bool(abs(returns.mean(0)).max() < 0.1)
    ((1000, 2), (1000,), True)
    """
    return StateBatch.of(state, n).rollouts(generator)


class StateBatch:
    """An array of n positions of one game; its methods do for all of them at once what `State` does for one.

    The histories that led there are not kept. Arrays that methods return are the caller's.

    Attributes:
        game: the game with its parameters.
        records: shape (n,), dtype `game.rules.STATE`: the positions, hidden information included (see `observations`);
            code that writes to them must keep to the rules.
    """

    def __init__(self, game: Game, records: NDArray[Any]) -> None:
        """`records` are kept, not copied: C-contiguous, of games with these parameters; see `of` and `from_states`."""
        self.game = game
        self.records = records

    @classmethod
    def of(cls, state: State, n: int) -> Self:
        """The same position n times, at least once; raises GameError."""
        if n < 1:
            raise GameError("batch-size", "a batch of {size} positions is not possible: it has at least 1.", size=n)
        return cls(state.get_game(), rows_of(state.records, np.zeros(n, np.int64)))

    @classmethod
    def from_states(cls, states: Sequence[State]) -> Self:
        """The positions of some states; raises GameError if there are none, or they are of different games."""
        if not states:
            raise GameError("batch-empty", "a batch of no positions is not possible: it has at least 1.")
        game = states[0].get_game()
        for state in states:
            if state.get_game() != game:
                raise GameError(
                    "batch-of-two-games",
                    "a batch holds positions of one game: {game!r} and {other!r} are two.",
                    game=game,
                    other=state.get_game(),
                )
        joined = bytearray(b"".join(state.records.tobytes() for state in states))
        return cls(game, np.frombuffer(joined, game.rules.STATE))

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, indices: ArrayLike) -> Self:
        """A batch of some of the positions, copied: `indices` are whole numbers, one more than once if need be."""
        chosen = np.asarray(indices)
        if chosen.ndim != 1 or chosen.dtype.kind not in "iu":
            raise TypeError("a batch is indexed by an array of whole numbers; state(i) is one position of it.")
        return type(self)(self.game, rows_of(self.records, chosen))

    def clone(self) -> Self:
        """An independent copy."""
        return type(self)(self.game, copy_of(self.records))

    def clone_into(self, other: StateBatch) -> None:
        """Copy all positions over those of another batch of the same size; no memory is allocated.

        Raises:
            GameError: it is of another game or another size.
        """
        if other.game != self.game or len(other) != len(self):
            raise GameError(
                "batch-room",
                "{size} positions of {game!r} do not go into a batch of {room} of {other!r}.",
                size=len(self),
                game=self.game,
                room=len(other),
                other=other.game,
            )
        bytes_of(other.records)[:] = bytes_of(self.records)

    def state(self, i: int) -> State:
        """Position i as a State of its own; its history begins here, so `serialize` raises GameError."""
        return self.game.state_at(self.records[i : i + 1] if i >= 0 else self.records[i:][:1])

    # Whose move, and which

    @property
    def players(self) -> Indices:
        """Whose action comes next, as `State.current_player` has it: int64, shape (n,)."""
        return self.records["player"].astype(np.int64)

    def is_terminal(self) -> NDArray[np.bool_]:
        """Which games are over: bool, shape (n,)."""
        return np.asarray(self.records["player"] == TERMINAL)

    def legal_actions_mask(self, seats: ArrayLike | None = None) -> NDArray[np.int8]:
        """The legal actions of seats as 0 and 1: int8, shape (n, num_distinct_actions).

        Args:
            seats: one per game, shape (n,), or a single one for all; may be CHANCE. None: the player that moves next in
                each game. Where all move at once that is nobody: ask for each seat.

        Raises:
            GameError: there is no such seat.
        """
        table = np.empty((len(self), self.game.num_distinct_actions()), np.int8)
        self.game.rules.legal_table(self.records, self._movers(seats), table)
        return table

    def legal_words(self, seats: ArrayLike | None = None) -> Indices:
        """Legal actions as bits, see `legal_actions_mask`: int64, shape (n, rules.NUM_WORDS): action a is bit a % 63 of word a // 63."""
        words = np.empty((len(self), self.game.rules.NUM_WORDS), np.int64)
        self.game.rules.legal_masks(self.records, self._movers(seats), words)
        return words

    # Playing

    def apply_all(self, actions: ArrayLike, indices: ArrayLike | None = None) -> None:
        """Play one action in each game, for the player that moves there, chance included.

        Args:
            actions: whole numbers, shape (k,).
            indices: of the games, shape (k,), none of them twice; None: all games, k = n.

        Raises:
            IllegalActionError: one is not legal, or all move at once there; nothing has been played in any game.
            GameError: the shapes do not fit, or there is no such game.
        """
        games = self._games(indices)
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != games.shape:
            raise GameError(
                "batch-actions",
                "actions have the shape {shape}: it is {wanted}, one for each game.",
                shape=chosen.shape,
                wanted=games.shape,
            )
        refused = self.game.rules.first_illegal(self.records, games, chosen)
        if refused >= 0:
            i = int(games[refused])
            raise self.state(i).why_illegal(int(chosen[refused])).within("game {i}: {reason}", i=i)
        self.game.rules.apply_all(self.records, games, chosen)

    def apply_joint_all(self, actions: ArrayLike, indices: ArrayLike | None = None) -> None:
        """Play one action of every seat in each game, where all move at once.

        Args:
            actions: whole numbers, shape (k, players); NO_ACTION for a seat that has nothing to choose.
            indices: see `apply_all`.

        Raises:
            IllegalActionError, GameError: as `apply_all`.
        """
        games = self._games(indices)
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(games), self.game.num_players()):
            shape = (len(games), self.game.num_players())
            raise GameError(
                "batch-joint-actions",
                "actions have the shape {shape}: it is {wanted}, one for each seat of each game.",
                shape=chosen.shape,
                wanted=shape,
            )
        refused = self.game.rules.first_illegal_joint(self.records, games, chosen)
        if refused >= 0:
            i = int(games[refused])
            raise self.state(i).why_illegal_together(chosen[refused].tolist()).within("game {i}: {reason}", i=i)
        self.game.rules.apply_joint_all(self.records, games, chosen)

    def reveal_all(self, generator: np.random.Generator) -> None:
        """Let chance move in every game until none waits for it."""
        self.game.rules.reveal_all(self.records, generator)

    def random_actions(self, generator: np.random.Generator, seats: ArrayLike | None = None) -> Indices:
        """A legal action of a seat in each game, all equally likely: int64, shape (n,).

        Args:
            generator: supplies what is random.
            seats: see `legal_actions_mask`; NO_ACTION where the seat has none, and where chance moves.
        """
        movers = self._movers(seats)
        movers[movers == CHANCE] = TERMINAL
        actions = np.empty(len(self), np.int64)
        self.game.rules.random_actions(self.records, np.arange(len(self)), movers, generator, actions)
        return actions

    def rollouts(self, generator: np.random.Generator) -> Rollouts:
        """Play each game on at random from where it is to its end, on a copy: this batch stays as it is."""
        ended = self.clone()
        lengths = np.empty(len(self), np.int64)
        self.game.rules.rollouts(ended.records, generator, lengths)
        return Rollouts(ended.returns(), lengths)

    # What they are worth, and what is seen

    def returns(self) -> NDArray[np.float64]:
        """The returns of each seat in each game, zeros while it still runs: shape (n, players)."""
        return self.game.returns_of(self.records)

    def state_keys(self) -> NDArray[np.uint8]:
        """`State.key` of each position, a row of bytes: shape (n, size)."""
        keys = np.zeros(len(self), self.game.rules.KEY)
        self.game.rules.write_keys(self.records, keys)
        return bytes_of(keys)

    def observations(self, seats: ArrayLike | None = None) -> NDArray[Any]:
        """`State.observation` of each position, a copy, which is the input of bots: shape (n,), dtype `game.rules.STATE`.

        Args:
            seats: see `legal_actions_mask`; a player that is no seat sees what a spectator sees.

        Raises:
            GameError: there is no such seat.
        """
        seen = copy_of(self.records)
        self.game.rules.hide(seen, np.maximum(self._movers(seats), -1))
        return seen

    def observation_tensors(self, seats: ArrayLike | None = None) -> NDArray[np.float32]:
        """`State.observation_tensor` of each position: float32 in 0..1, shape `(n, *observation_tensor_shape)`.

        Args:
            seats: the seats that look, one per game or one for all; None: in each game the seat that moves next, or
                seat 0 if no single seat does.

        Raises:
            GameError: there is no such seat.
        """
        tensors = np.empty((len(self), *self.game.observation_tensor_shape()), np.float32)
        self.game.encoding.encode_all(self.records, np.maximum(self._movers(seats), 0), tensors)
        return tensors

    def _movers(self, seats: ArrayLike | None) -> Indices:
        """One player per game, as a new array."""
        if seats is None:
            return self.players
        players = np.array(np.broadcast_to(np.asarray(seats, np.int64), (len(self),)))
        known = (players >= 0) & (players < self.game.num_players()) | np.isin(
            players, (CHANCE, SIMULTANEOUS, TERMINAL)
        )
        if not known.all():
            wrong = int(players[~known][0])
            raise GameError(
                "no-such-seat-of-game",
                "seat {seat} is not possible: seats are 0 to {last}.",
                seat=wrong,
                last=self.game.num_players() - 1,
            )
        return players

    def _games(self, indices: ArrayLike | None) -> Indices:
        if indices is None:
            return np.arange(len(self))
        games = np.ascontiguousarray(indices, np.int64)
        if games.ndim != 1 or (len(games) and not 0 <= games.min() <= games.max() < len(self)):
            raise GameError("batch-indices", "games are 0 to {last}, an array of one dimension.", last=len(self) - 1)
        return games

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.game!r}>"
