"""What every game answers: Game (what was agreed) and State (a position), in OpenSpiel's words.

A State is one record of the game's rules plus the list of actions that led to it. The rules
themselves, their texts and their views are in the game's own folder; nothing here names a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.games.chance import ChanceSource
from jardinet.games.compiled import bound
from jardinet.games.drawing import DRAWINGS
from jardinet.games.parameters import GameError, Parameter, ParameterError

if TYPE_CHECKING:
    from jardinet.games.drawing import Labels

CHANCE = -1
SIMULTANEOUS = -2
TERMINAL = -4

TIES = ("shared", "replay")  # how a match that ends in a tie is settled

Action = int
Move = int | tuple[int, ...]  # one action, or one of every player where all move at once


class IllegalActionError(GameError):
    """The action is not legal now; nothing has changed. The message says what is possible and why."""


class TextError(GameError):
    """A text is not one of this game's actions, or not a state of it."""


@lru_cache(65536)  # positions repeat their masks, and counting bits costs more than a play
def _bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits set in `mask`, rising."""
    bits = []
    while mask:
        lowest = mask & -mask
        bits.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(bits)


def copy_of(records: NDArray[Any]) -> NDArray[Any]:
    """A copy of an array of records, byte by byte: NumPy's own goes field by field, ten times slower."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


class Rules(Protocol):
    """The compiled functions of a game, its module rules.py: they work on game `i` of `states`.

    Every `STATE` has the fields `players`, `player` (whose action comes next, see
    `State.current_player`), `legal` (bit a: that player may play action a; where all move at
    once see `legal_mask`), `end` (0 while the game runs) and `winners` (bit s: seat s wins).
    """

    STATE: np.dtype[np.void]
    NUM_ACTIONS: int

    def start(self, states: NDArray[Any], i: int) -> None: ...
    def apply(self, states: NDArray[Any], i: int, action: int) -> bool: ...
    def legal_mask(self, states: NDArray[Any], i: int, player: int) -> int: ...
    def chance_weight(self, states: NDArray[Any], i: int, action: int) -> int: ...
    def reveal(self, states: NDArray[Any], i: int, generator: np.random.Generator) -> int: ...
    def reveal_all(self, states: NDArray[Any], generator: np.random.Generator) -> None: ...
    def apply_all(self, states: NDArray[Any], indices: NDArray[np.int64], actions: NDArray[np.int64]) -> int: ...
    def random_actions(
        self,
        states: NDArray[Any],
        indices: NDArray[np.int64],
        seats: NDArray[np.int64],
        generator: np.random.Generator,
        actions: NDArray[np.int64],
    ) -> None: ...
    def legal_masks(self, states: NDArray[Any], seats: NDArray[np.int64], masks: NDArray[np.int64]) -> None: ...
    def play_random(self, states: NDArray[Any], games: int, generator: np.random.Generator) -> int: ...


class JointRules(Rules, Protocol):
    """The rules of a game in which all players move at once somewhere (`player` is SIMULTANEOUS).

    `actions` has the shape (n, players); like `apply_all` it returns -1, or the first k not legal.
    """

    def apply_joint_all(self, states: NDArray[Any], indices: NDArray[np.int64], actions: NDArray[np.int64]) -> int: ...


class Encoding(Protocol):
    """The compiled functions of a game, its module encoding.py, that write `State.observation_tensor`.

    `out` has the shape `Game.observation_tensor_shape()`, in `encode_all` with one row a game before it.
    """

    def encode(self, states: NDArray[Any], i: int, player: int, out: NDArray[np.float32]) -> None: ...
    def encode_all(self, states: NDArray[Any], players: NDArray[np.int64], out: NDArray[np.float32]) -> None: ...


class Turn(msgspec.Struct, frozen=True):
    """One line of a record: a turn with what chance revealed in it, in the game's compact form."""

    seat: int | None  # None: a turn of all players together
    text: str


def check_is_one_turn(text: str, written: Sequence[Turn]) -> None:
    """What was read from `text` must be one turn that is written just so; raise TextError else."""
    texts = [turn.text for turn in written]
    if texts != [text]:
        raise TextError(f"{text!r} is not one turn as it is written: it reads {' and then '.join(texts)!r}.")


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """Something that happened, as plain data; each game adds its own kinds in view.py."""


class State(ABC):
    """A position of a game and how it came about.

    >>> import jardinet
    >>> state = jardinet.load_game("lucky_numbers").new_initial_state()
    >>> state.current_player() == CHANCE
    True
    >>> state.apply_action(state.string_to_action(CHANCE, "reveal-7"))
    >>> [state.action_to_string(CHANCE, action) for action in state.history()]
    ['reveal-7']
    """

    def __init__(self, game: Game, record: NDArray[Any], moves: list[Move]) -> None:
        """Not for callers: see `Game.new_initial_state`, `Game.deserialize_state` and `clone`."""
        self._game = game
        self._rules = game.rules
        self._record = record  # shape (1,), dtype rules.STATE
        self._player = record["player"]  # views: reading them is five times faster than asking a kernel
        self._legal = record["legal"]
        self._apply = game.apply_kernel
        self._moves = moves

    # Whose move, and which

    def get_game(self) -> Game:
        """The game this is a state of."""
        return self._game

    def num_players(self) -> int:
        """How many play, 2 to 4."""
        return int(self._game.parameters["players"])

    def current_player(self) -> int:
        """Whose action comes next: a seat from 0, or CHANCE (-1), SIMULTANEOUS (-2), TERMINAL (-4)."""
        player: int = self._player.item()
        return player

    def is_chance_node(self) -> bool:
        """Whether chance moves next."""
        return self.current_player() == CHANCE

    def is_simultaneous_node(self) -> bool:
        """Whether all players move next, at once: see `apply_actions`."""
        return self.current_player() == SIMULTANEOUS

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self._player.item() == TERMINAL)

    def legal_actions(self, player: int | None = None) -> list[Action]:
        """What `player` (default: whose action comes next, chance included) may do, in rising order.

        Empty for a seat that does not move now, and when the game is over.
        """
        if player is None or player == self._player.item():
            mask = self._legal.item()
        else:
            mask = self._rules.legal_mask(self._record, 0, player)
        return list(_bits(mask))

    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.int8]:
        """The legal actions as 0 and 1: int8, shape (num_distinct_actions,)."""
        mask = np.zeros(self._game.num_distinct_actions(), np.int8)
        mask[self.legal_actions(player)] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """What chance may reveal now, each with its exact probability; empty elsewhere."""
        actions = self.legal_actions(CHANCE)
        weights = [self._rules.chance_weight(self._record, 0, action) for action in actions]
        return [(action, weight / sum(weights)) for action, weight in zip(actions, weights, strict=True)]

    def apply_action(self, action: Action) -> None:
        """Play `action` for whoever moves next; at a chance node, the outcome.

        Raises:
            IllegalActionError: it is not legal now; the state is unchanged.
            TypeError: it is no whole number.
        """
        number = index(action)
        try:
            is_legal = self._apply(self._record, 0, number)
        except OverflowError:  # a number too large for a kernel is no action either
            is_legal = False
        if not is_legal:
            raise IllegalActionError(self.why_illegal(number))
        self._moves.append(number)

    def apply_actions(self, actions: Sequence[Action]) -> None:
        """Play one action of every player, seat by seat, where all move at once.

        Raises:
            IllegalActionError: the players do not move at once here, or one of the actions is not legal.
        """
        raise IllegalActionError(f"apply_actions({list(actions)}) is not possible: one moves at a time here.")

    def apply(self, move: Move) -> None:
        """Play one element of `history()`, whether one player's action or everybody's."""
        if isinstance(move, tuple):
            self.apply_actions(move)
        else:
            self.apply_action(move)

    def why_illegal(self, action: Action) -> str:
        """The message of an illegal action: what was given, what is possible, and why not."""
        player = self.current_player()
        if player == TERMINAL:
            return f"{self._text(player, action)} is not possible: the game is over."
        if player == SIMULTANEOUS:
            return f"{self._text(player, action)} alone is not possible: all players move at once, by apply_actions."
        possible = ", ".join(self.action_to_string(player, legal) for legal in self.legal_actions())
        return f"{self._text(player, action)} is not possible{self._reason(action)}. Possible: {possible}."

    def _reason(self, action: Action) -> str:
        """Why a known action of the player to move is not legal, from `: ` on; nothing where it is obvious."""
        return ""

    def _text(self, player: int, action: Action) -> str:
        texts = self._game.texts_of(player)
        return texts.get(action, f"action {action!r}")

    # Texts

    def action_to_string(self, player: int, action: Action) -> str:
        """The text of an action of `player` (CHANCE for an outcome): `take-13`, `reveal-13`.

        Raises:
            TextError: the player has no such action in this game.
        """
        try:
            return self._game.texts_of(player)[action]
        except KeyError:
            known = ", ".join(map(str, self._game.texts_of(player)))
            raise TextError(f"{action!r} is not an action of this player: {known} are.") from None

    def string_to_action(self, player: int, text: str) -> Action:
        """The action of `player` that a text names, case-blind: the inverse of `action_to_string`.

        Raises:
            TextError: no action has that text; it need not be legal now.
        """
        return self._game.action_of(player, text)

    def move_to_string(self, move: Move) -> str:
        """The text of a move that is about to be played: `place-b3`, where all move at once `bid-4+bid-x`.

        Raises:
            TextError: whoever moves next has no such action in this game.
        """
        player = self.current_player()
        return "+".join(self.action_to_string(player, part) for part in (move if isinstance(move, tuple) else (move,)))

    def string_to_move(self, text: str) -> Move:
        """The move of a text: the inverse of `move_to_string`.

        Raises:
            TextError: no action of whoever moves next has that text; it need not be legal.
        """
        player = self.current_player()
        actions = [self.string_to_action(player, part) for part in text.split("+")]
        return actions[0] if len(actions) == 1 else tuple(actions)

    def history(self) -> list[Move]:
        """Everything played so far, chance included: actions, and tuples where all moved at once."""
        return list(self._moves)

    def serialize(self) -> str:
        """The state as text, the texts of its history: read back by `Game.deserialize_state`."""
        texts = []
        replayed = self._game.new_initial_state()
        for move in self._moves:
            texts.append(replayed.move_to_string(move))
            replayed.apply(move)
        return " ".join(texts)

    def clone(self) -> Self:
        """An independent copy."""
        return type(self)(self._game, copy_of(self._record), self._moves.copy())

    # The end

    def end(self) -> str | None:
        """How the game ended, one of `Game.ends`; None while it runs."""
        return self._game.ends.get(int(self._record["end"][0]))

    def winners(self) -> list[int]:
        """The seats that win, in order; empty while the game runs."""
        mask = int(self._record["winners"][0])
        return [seat for seat in range(self.num_players()) if mask >> seat & 1]

    def returns(self) -> list[float]:
        """What the game is worth to each seat, zeros until it is over: see `Game.returns_of`."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        returns: list[float] = self._game.returns_of(self._record)[0].tolist()
        return returns

    @abstractmethod
    def match_points(self) -> list[int]:
        """What the finished game counts in a match, for each seat."""

    # What a seat may know

    def observation(self, player: int | None = None) -> NDArray[Any]:
        """What `player` may know, as a record of its own (shape (1,), dtype rules.STATE): for bots.

        A state holds nothing hidden: the order of a pile is not in it, since chance is played from outside.
        """
        return copy_of(self._record)

    @abstractmethod
    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The position seen from `player`, own seat first: float32 in 0..1, `Game.observation_tensor_shape`."""

    @abstractmethod
    def view(self, player: int | None = None) -> msgspec.Struct:
        """The position as plain data for any face, seen by `player` (None: a spectator)."""

    @abstractmethod
    def events(self, move: Move, viewer: int | None = None) -> list[Event]:
        """What happens if `move` is played now, in order, as plain data; the state stays as it is.

        Args:
            move: what is played.
            viewer: the seat that is told; None: a spectator. A game with hidden hands tells each seat only what
                it may know; where everything is open, all are told the same.
        """

    def __repr__(self) -> str:
        return f"<{self._game!r} after {len(self._moves)} moves>"

    def draw(self, player: int | None = None, labels: Callable[[Any], Labels] | None = None) -> str:
        """The position as a picture, an SVG: see the game's drawing.py.

        Args:
            player: the seat that looks; None: a spectator.
            labels: from the view, what is written in the picture (`jardinet.words.pictures` has it in every language);
                None: in English, seats by their numbers.
        """
        view = self.view(player)
        return DRAWINGS.of(self._game.name).draw(view, labels and labels(view))

    def _repr_svg_(self) -> str:
        """The picture as notebooks show it."""
        return self.draw()


class Game(ABC):
    """A game with everything agreed that can be. Make one by `jardinet.load_game`."""

    name: ClassVar[str]
    declared: ClassVar[tuple[Parameter, ...]]
    rules: ClassVar[Rules]
    encoding: ClassVar[Encoding]
    player_texts: ClassVar[Mapping[Action, str]]
    chance_texts: ClassVar[Mapping[Action, str]]
    ends: ClassVar[Mapping[int, str]]  # the rules' field `end` in words: what can end a game

    def __init__(self, parameters: dict[str, int | str]) -> None:
        """`parameters`: every declared one, settled (the game's parameters.py)."""
        self.parameters = parameters

    @cached_property
    def apply_kernel(self) -> Callable[[NDArray[Any], int, int], bool]:
        """rules.apply for one record: for State alone."""
        return bound(self.rules.apply, np.zeros(1, self.rules.STATE), 0, 0)

    @abstractmethod
    def new_initial_state(self) -> State:
        """A game about to begin."""

    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` wrote.

        Raises:
            GameError: a word is no action, or not legal where it stands; the message counts the words.
        """
        state = self.new_initial_state()
        for number, word in enumerate(text.split(), 1):
            try:
                state.apply(state.string_to_move(word))
            except GameError as error:
                raise type(error)(f"action {number} of the state: {error}") from None
        return state

    @abstractmethod
    def chance_sources(self) -> tuple[ChanceSource, ...]:
        """The decks and dice that chance draws from, told apart by their actions: what a deal puts in order.

        At every chance node all outcomes belong to one source, and their probabilities are those of its `weights`
        after what it gave before in the same game.
        """

    @abstractmethod
    def turns(self, moves: Sequence[Move]) -> list[Turn]:
        """A history as the lines of a record, one a turn."""

    @abstractmethod
    def read_turn(self, state: State, text: str) -> None:
        """Play one line of a record, the inverse of `turns`; raise GameError where it breaks the rules."""

    def check_tie(self, tie: str) -> str:
        """Return how a tied match is settled, one of TIES, where this game allows it.

        Raises:
            ParameterError: there is no such way, or the game's edition does not know it.
        """
        if tie not in TIES:
            raise ParameterError(f"tie={tie!r} is not possible: tie is {' or '.join(TIES)}.")
        return tie

    # Numbers that OpenSpiel's users ask for

    def num_players(self) -> int:
        """How many play."""
        return int(self.parameters["players"])

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

    @abstractmethod
    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The shape of `State.observation_tensor`."""

    def returns_of(self, states: NDArray[Any]) -> NDArray[np.float64]:
        """What each of many games is worth to each seat, zeros where one still runs.

        Zero-sum: each of k winners among n gets (n/k - 1)/(n - 1), everybody else -1/(n - 1).

        Args:
            states: the games' records, shape (games,), dtype rules.STATE.

        Returns:
            shape (games, players).
        """
        players = self.num_players()
        wins = states["winners"].astype(np.int64)[:, None] >> np.arange(players) & 1
        count = wins.sum(1, keepdims=True)
        won = (players / np.maximum(count, 1) - 1) / (players - 1)
        return np.where(count, np.where(wins, won, -1 / (players - 1)), 0.0)

    def utility_sum(self) -> float | None:
        """What the returns of all seats add up to; None where that depends on the game's course."""
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
        texts = list(self.texts_of(player).values())
        raise TextError(f"{text!r} is not an action here: they read {', '.join(texts)}.")

    # Which game this is

    def with_parameters(self, **changed: int | str) -> Self:
        """The same game with some parameters changed; raises ParameterError like `load_game`."""
        return type(self)(self.settle({**self.parameters, **changed}))

    @classmethod
    @abstractmethod
    def settle(cls, given: dict[str, object]) -> dict[str, int | str]:
        """Complete and check given parameters; raises ParameterError."""

    def __repr__(self) -> str:
        """The name and what differs from the defaults, in OpenSpiel's form: `lucky_numbers(players=3)`."""
        usual = self.settle({})
        changed = [p for p in self.declared if self.parameters[p.name] != usual[p.name]]
        return f"{self.name}({','.join(f'{p.name}={p.format(self.parameters[p.name])}' for p in changed)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.parameters) == (other.name, other.parameters)

    def __hash__(self) -> int:
        return hash((self.name, *self.parameters.items()))
