"""Interface of games: `Game` holds the parameters that were agreed; `State`, a position, is in state.py.

The rules themselves, their texts and their views are in the game's own folder; nothing here names a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from jardinet.games import entry_of, load_game
from jardinet.games.chance import ChanceSequence, ChanceSource
from jardinet.games.information import has_history_tensor, information_layout
from jardinet.games.kernels import CHANCE, NO_ACTION, SIMULTANEOUS, TERMINAL, Encoding, Rules
from jardinet.games.layout import Part, size_of
from jardinet.games.moves import (
    Action,
    Event,
    IllegalActionError,
    Move,
    NamedError,
    TextError,
    Turn,
    check_is_one_turn,
)
from jardinet.games.parameters import GameError, Parameter, ParameterError
from jardinet.games.sentences import Either, Every
from jardinet.games.state import State
from jardinet.games.state_kernels import StateKernels, state_kernels

__all__ = [
    "CHANCE",
    "NO_ACTION",
    "SIMULTANEOUS",
    "TERMINAL",
    "TIES",
    "Action",
    "Encoding",
    "Event",
    "Game",
    "IllegalActionError",
    "Move",
    "NamedError",
    "Notation",
    "Rules",
    "State",
    "TextError",
    "Turn",
    "check_is_one_turn",
    "let_chance_move",
]

TIES = ("shared", "replay")  # how a match that ends in a tie is settled


class Notation(Protocol):
    """A game's module notation.py: the compact form of its records."""

    def write(self, state: State, moves: Sequence[Move], /) -> list[Turn]: ...
    def read(self, state: State, text: str, /) -> None: ...


class Game(ABC):
    """A game with all its parameters settled. Make one by `jardinet.load_game`."""

    name: ClassVar[str]
    declared: ClassVar[tuple[Parameter, ...]]
    rules: ClassVar[Rules]
    encoding: ClassVar[Encoding]
    notation: ClassVar[Notation]
    player_texts: ClassVar[Mapping[Action, str]]
    chance_texts: ClassVar[Mapping[Action, str]]
    has_private_events: ClassVar[bool] = False  # whether State.events tells some viewers what others may not know
    ends: ClassVar[Mapping[int, str]]  # the rules' field `end` in words: what can end a game

    def __init__(self, parameters: dict[str, int | str]) -> None:
        """`parameters`: every declared one, settled (the game's parameters.py)."""
        self.parameters = parameters
        self.players = int(parameters["players"])

    @cached_property
    def kernels(self) -> StateKernels:
        """The compiled kernels bound to one record; for State alone."""
        return state_kernels(self.rules, self.encoding, self.players, self.observation_tensor_shape())

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled_game, (self.name, self.parameters)

    def new_initial_state(self) -> State:
        """A game about to begin."""
        return self._beginning.clone()

    @cached_property
    def _beginning(self) -> State:
        return self._initial_state()

    @abstractmethod
    def _initial_state(self) -> State:
        """A game about to begin, made from the parameters; it is made once and then cloned."""

    def state_at(self, records: NDArray[Any], moves: Sequence[Move] = ()) -> State:
        """A state of this game at a record of its rules.

        Args:
            records: shape (1,), dtype rules.STATE, of a game with these parameters; copied.
            moves: the moves that led there; if they are not known, the state's history begins here.
        """
        return type(self.new_initial_state())(self, records, moves)

    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` wrote.

        Raises:
            GameError: a word is no action, or is not legal at its place; the message gives the number of the word.
        """
        state = self.new_initial_state()
        for number, word in enumerate(text.split(), 1):
            try:
                state.apply(state.string_to_move(word))
            except GameError as error:
                raise error.within("action {number} of the state: {reason}", number=number) from None
        return state

    def has_secrets(self) -> bool:
        """Whether, with these parameters, positions hide something from some seat; for the record, see `rules.hides`."""
        return self.rules.hides

    def is_hidden_from(self, state: State, outcome: Action, player: int | None) -> bool:
        """Whether `outcome`, brought by chance in `state`, is hidden from `player` (None: a spectator).

        Only asked of games whose rules have `_observe`, and only until the game is over.
        """
        return False

    @abstractmethod
    def chance_sources(self) -> tuple[ChanceSource, ...]:
        """The decks and dice that chance draws from, each with actions of its own; a deal fixes their order.

        At every chance node all outcomes belong to one source, and its `weights`, after all that it has given in the
        same game, are their probabilities.
        """

    def turns(self, moves: Sequence[Move]) -> list[Turn]:
        """A history as the lines of a record, one per turn: see the game's notation.py."""
        return self.notation.write(self.new_initial_state(), moves)

    def turns_of(self, moves: Sequence[Move], seat: int) -> int:
        """How many turns a seat had in a history, those of all players together included."""
        return sum(turn.seat in (None, seat) for turn in self.turns(moves))

    def turn_ends(self, moves: Sequence[Move]) -> list[int]:
        """The number of moves played by the end of each turn in `turns(moves)`."""
        state, ends = self.new_initial_state(), []
        for turn in self.turns(moves):
            self.read_turn(state, turn.text)
            ends.append(len(state.history()))
        return ends

    def read_turn(self, state: State, text: str) -> None:
        """Play one line of a record, the inverse of `turns`; raise GameError where it breaks the rules."""
        self.notation.read(state, text)

    def check_tie(self, tie: str) -> str:
        """Return `tie`, how a tied match is settled (one of TIES), if this game allows it.

        Raises:
            ParameterError: there is no such way, or the game's edition does not know it.
        """
        if tie not in TIES:
            raise ParameterError("tie", "tie={tie!r} is not possible: it must be {ties}.", tie=tie, ties=Either(TIES))
        return tie

    # Numbers that OpenSpiel's users ask for

    def num_players(self) -> int:
        """How many play."""
        return self.players

    def num_distinct_actions(self) -> int:
        """How many different actions players have; chance outcomes are numbered among them."""
        return self.rules.NUM_ACTIONS

    @abstractmethod
    def max_chance_outcomes(self) -> int:
        """An upper bound for the number of a chance action, plus one."""

    @abstractmethod
    def max_game_length(self) -> int:
        """The most decisions of players that a game can have; finite. Chance is not counted."""

    @abstractmethod
    def max_chance_nodes_in_history(self) -> int:
        """The most times chance can move in one game."""

    def max_history_length(self) -> int:
        """The most actions that a `State.full_history` can have: chance's, and each seat's of a joint move, counted."""
        at_once = self.num_players() if self.rules.has_joint_moves else 1
        return self.max_chance_nodes_in_history() + self.max_game_length() * at_once

    def max_move_number(self) -> int:
        """The most moves that a `State.history` can have, a joint one counted once."""
        return self.max_chance_nodes_in_history() + self.max_game_length()

    def get_parameters(self) -> dict[str, int | str]:
        """All parameters of the game: a copy of `parameters`."""
        return dict(self.parameters)

    def observation_layout(self) -> tuple[Part, ...]:
        """The layout of `State.observation_tensor`, part by part; a single part if the game declares none."""
        return (Part("observation", self.observation_tensor_size(), "0 to 1", "the whole position", ()),)

    @abstractmethod
    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The shape of `State.observation_tensor`."""

    def observation_tensor_size(self) -> int:
        """How many numbers `State.observation_tensor` has."""
        return prod(self.observation_tensor_shape())

    def information_state_layout(self) -> tuple[Part, ...]:
        """The layout of `State.information_state_tensor`: `observation_layout`, in some games followed by more."""
        return information_layout(self)

    def information_state_tensor_shape(self) -> tuple[int, ...]:
        """The shape of `State.information_state_tensor`."""
        return (size_of(information_layout(self)),) if has_history_tensor(self) else self.observation_tensor_shape()

    def information_state_tensor_size(self) -> int:
        """How many numbers `State.information_state_tensor` has."""
        return prod(self.information_state_tensor_shape())

    def returns_of(self, states: NDArray[Any]) -> NDArray[np.float64]:
        """The returns of each seat in each of many games; zeros for a game that still runs.

        Zero-sum: each of k winners among n gets (n/k - 1)/(n - 1), everybody else -1/(n - 1).

        Args:
            states: the games' records, shape (games,), dtype rules.STATE.

        Returns:
            shape (games, players).
        """
        players, wins = self.num_players(), self.wins_of(states)
        count = wins.sum(1, keepdims=True)
        won = (players / np.maximum(count, 1) - 1) / (players - 1)
        return np.where(count, np.where(wins, won, -1 / (players - 1)), 0.0)

    def wins_of(self, states: NDArray[Any]) -> NDArray[np.int64]:
        """The winners of each of many games: 1 for a seat that won, alone or with others, else 0.

        Args:
            states: the games' records, shape (games,), dtype rules.STATE.

        Returns:
            shape (games, players).
        """
        return states["winners"].astype(np.int64)[:, None] >> np.arange(self.num_players()) & 1

    def shares_of(self, states: NDArray[Any]) -> NDArray[np.float64]:
        """Each seat's share of the victory in each of many games: 1/k for one of k winners, else 0.

        Args:
            states: the games' records, shape (games,), dtype rules.STATE.

        Returns:
            shape (games, players).
        """
        wins = self.wins_of(states)
        shares: NDArray[np.float64] = wins / np.maximum(wins.sum(1, keepdims=True), 1)
        return shares

    @abstractmethod
    def match_points_of(self, states: NDArray[Any]) -> NDArray[np.int64]:
        """The match points of each seat in each of many games; zeros for a game that still runs.

        Args:
            states: the games' records, shape (games,), dtype rules.STATE.

        Returns:
            shape (games, players).
        """

    def utility_sum(self) -> float | None:
        """The sum of all seats' returns; None if it depends on the course of the game."""
        return 0.0

    @abstractmethod
    def min_utility(self) -> float:
        """The least that `returns` can hold."""

    @abstractmethod
    def max_utility(self) -> float:
        """The most that `returns` can hold."""

    # Texts of actions

    def texts_of(self, player: int) -> Mapping[Action, str]:
        """The text of each action of a seat, or of chance."""
        return self.chance_texts if player == CHANCE else self.player_texts

    def action_of(self, player: int, text: str) -> Action:
        """The action of a text, case-blind; raises TextError where there is none."""
        word = text.strip().lower()
        for action, known in self.texts_of(player).items():
            if known == word:
                return action
        raise TextError(
            "no-such-action",
            "{text!r} is not an action here: they read {actions}.",
            text=text,
            actions=Every(list(self.texts_of(player).values())),
        )

    # Which game this is

    def with_parameters(self, /, **changed: int | str) -> Self:
        """The same game with some parameters changed; raises ParameterError like `load_game`."""
        return type(self)(self.settle({**self.parameters, **changed}))

    @classmethod
    def settle(cls, given: dict[str, object]) -> dict[str, int | str]:
        """Complete and check given parameters, as the game's parameters.py does; raises ParameterError."""
        return entry_of(cls.name).settle(given)

    def __repr__(self) -> str:
        """The name and what differs from the defaults, in OpenSpiel's form: `lucky_numbers(players=3)`."""
        usual = self.settle({})
        changed = [p for p in self.declared if self.parameters[p.name] != usual[p.name]]
        return f"{self.name}({','.join(f'{p.name}={p.format(self.parameters[p.name])}' for p in changed)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.parameters) == (other.name, other.parameters)

    def __hash__(self) -> int:
        return hash((self.name, *self.parameters.items()))


def let_chance_move(state: State, chance: ChanceSequence) -> list[Action]:
    """Play chance's outcomes until a seat has to choose or the game is over; returns those outcomes."""
    brought = []
    while state.is_chance_node():
        brought.append(chance.next_outcome(state.legal_actions()))
        state.apply_action(brought[-1])
    return brought


def _unpickled_game(name: str, parameters: Mapping[str, int | str]) -> Game:
    """A pickle holds names, parameters, the bytes of a record and moves: nothing compiled."""
    return load_game(name, **parameters)
