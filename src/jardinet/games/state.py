"""A position of a game and its history: what is the same in every game, with OpenSpiel's names.

A State is one record of the game's rules plus the moves that led to it. The parts that differ from game to game, views
and events, are in the game's own folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Self, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.games.drawing import DRAWINGS
from jardinet.games.kernels import CHANCE, NO_ACTION, SIMULTANEOUS, TERMINAL, WORD_BITS
from jardinet.games.moves import (
    NOTHING_TO_CHOOSE,
    Action,
    Event,
    IllegalActionError,
    Move,
    NamedError,
    TextError,
    actions_in,
)
from jardinet.games.parameters import GameError
from jardinet.games.records import copy_of
from jardinet.games.sentences import Either, Every, Sentence
from jardinet.games.state_answers import StateAnswers

if TYPE_CHECKING:
    from jardinet.games.api import Game
    from jardinet.games.drawing import Labels

_FLOAT32 = np.dtype(np.float32)  # NumPy takes longer over the type than over a few numbers


class State(StateAnswers, ABC):
    """A position of a game and its history.

    >>> import jardinet
    >>> state = jardinet.load_game("lucky_numbers").new_initial_state()
    >>> state.current_player() == CHANCE
    True
    >>> state.apply_action(state.string_to_action(CHANCE, "reveal-7"))
    >>> [state.action_to_string(CHANCE, action) for action in state.history()]
    ['reveal-7']
    """

    __slots__ = ("__weakref__", "_array", "_buffer", "_game", "_kernels", "_legal", "_moves", "_player")

    def __init__(self, game: Game, records: NDArray[Any], moves: Sequence[Move] = ()) -> None:
        """Not for callers: see `Game.new_initial_state`, `Game.deserialize_state` and `clone`.

        Args:
            game: the game with its parameters.
            records: shape (1,), dtype rules.STATE: copied.
            moves: what led there.
        """
        self._game = game
        self._kernels = game.kernels
        self._buffer = bytearray(records.tobytes())
        self._array: NDArray[Any] | None = None  # the same memory, once somebody asks for it: see `records`
        # Copies of what the record holds, so that clones and loops in Python need not read it.
        self._player = int(records["player"][0])
        self._legal = -1  # the legal actions of the players that move, as `Rules.step` gives them; -1: not known
        self._moves: tuple[Any, Move] | None = None  # (all before, the last), so that clones share them
        for move in moves:
            self._moves = (self._moves, move)

    @property
    def records(self) -> NDArray[Any]:
        """The record of the rules, shape (1,), dtype rules.STATE: for the game's own files, not to be written."""
        if self._array is None:
            self._array = np.frombuffer(self._buffer, self._game.rules.STATE)
        return self._array

    @property
    def record(self) -> Any:
        """The same record itself, by field name."""
        return self.records[0]

    # Whose move, and which

    def get_game(self) -> Game:
        """The game this is a state of."""
        return self._game

    def num_players(self) -> int:
        """How many play."""
        return self._game.players

    def current_player(self) -> int:
        """Whose action comes next: a seat from 0, or CHANCE (-1), SIMULTANEOUS (-2), TERMINAL (-4)."""
        return self._player

    def is_chance_node(self) -> bool:
        """Whether chance moves next."""
        return self._player == CHANCE

    def is_simultaneous_node(self) -> bool:
        """Whether all players move next, at once: see `apply_actions`."""
        return self._player == SIMULTANEOUS

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._player == TERMINAL

    def acting_seats(self) -> list[int]:
        """The seats that choose now, rising; none where chance moves and at the end.

        Where all move at once these are the seats that have a legal action; NO_ACTION stands for the others.
        """
        if self._player == SIMULTANEOUS:
            return [seat for seat in range(self.num_players()) if self._mask_of(seat)]
        return [self._player] if self._player >= 0 else []

    def legal_actions(self, player: int | None = None) -> list[Action]:
        """The legal actions of `player` (default: whose action comes next, chance included), in rising order.

        Empty for a seat that does not move now, and when the game is over. A decision with a single legal action is
        still asked for: a State plays nothing by itself, except what the rules leave to nobody (MC-2.6: the last kind).

        Raises:
            GameError: there is no such seat.
        """
        if player is not None and player != self._player:
            return actions_in(self._mask_of(player))
        if self._player == SIMULTANEOUS:
            return []
        if self._legal < 0:
            self._legal = self._mask_of(self._player)
        return actions_in(self._legal)

    def _mask_of(self, player: int) -> int:
        """Bit a: the player may play action a now; raises GameError where it is neither a seat nor a documented number."""
        kernels = self._kernels
        if self._player == SIMULTANEOUS and self._legal >= 0 and 0 <= player < kernels.players:
            return self._legal >> player * kernels.actions & kernels.every_action
        if not CHANCE <= player < kernels.players:
            if player in (SIMULTANEOUS, TERMINAL):
                return 0
            self.check_seat(player)
        mask = 0
        for word in range(kernels.words):
            mask |= kernels.legal_word(self.records, 0, player, word) << word * WORD_BITS
        return mask

    def check_seat(self, player: int | None) -> None:
        """Raise GameError where `player` is no seat of this game; None is a spectator."""
        if player is not None and not 0 <= player < self._game.players:
            raise GameError(
                "no-such-seat-of-game",
                "seat {seat} is not possible: seats are 0 to {last}.",
                seat=player,
                last=self.num_players() - 1,
            )

    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.int8]:
        """The legal actions as 0 and 1: int8, shape (num_distinct_actions,); for chance (max_chance_outcomes,).

        Raises:
            GameError: there is no such seat.
        """
        is_chance = (self._player if player is None else player) == CHANCE
        game = self._game
        mask = np.zeros(game.max_chance_outcomes() if is_chance else game.num_distinct_actions(), np.int8)
        mask[self.legal_actions(player)] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """The possible outcomes of chance now, each with its exact probability; empty if chance does not move."""
        if self._player != CHANCE:
            return []
        return self._kernels.chance_outcomes(self._array if self._array is not None else self.records, 0)

    def apply_action(self, action: Action) -> None:
        """Play `action` for the player that moves next; at a chance node, the outcome.

        Raises:
            IllegalActionError: it is not legal now; the state is unchanged.
            TypeError: it is no whole number.
        """
        if type(action) is not int:
            action = index(action)
        try:
            is_legal, player, legal = self._kernels.step(
                self._array if self._array is not None else self.records, 0, action
            )
        except OverflowError:  # a number too large for a kernel is no action either
            is_legal = False
        if not is_legal:
            raise self.why_illegal(action)
        self._player, self._legal = player, legal
        self._moves = (self._moves, action)

    def apply_actions(self, actions: Sequence[Action]) -> None:
        """Play one action of every player, seat by seat, where all move at once.

        Args:
            actions: one a seat; NO_ACTION for each that is not one of `acting_seats`.

        Raises:
            IllegalActionError: the players do not move at once here, or one of the actions is not legal; the
                state is unchanged.
            TypeError: one of them is no whole number.
        """
        joint = tuple(actions)
        for action in joint:
            if type(action) is not int:
                joint = tuple(map(index, joint))
                break
        is_legal = False
        kernels = self._kernels
        if self._player == SIMULTANEOUS and len(joint) == kernels.players:
            records = self._array if self._array is not None else self.records
            try:
                is_legal, player, legal = kernels.step_joint(records, 0, joint)
            except OverflowError:
                is_legal = False
        if not is_legal:
            raise self.why_illegal_together(joint)
        self._player, self._legal = player, legal
        self._moves = (self._moves, joint)

    def apply(self, move: Move) -> None:
        """Play one element of `history()`, whether one player's action or everybody's."""
        if isinstance(move, tuple):
            self.apply_actions(move)
        else:
            self.apply_action(move)

    def why_illegal(self, action: Action) -> IllegalActionError:
        """The error for an illegal action: what was given, what is possible, and why not."""
        player = self.current_player()
        told = self._text(player, action)
        if player == TERMINAL:
            return IllegalActionError("game-over", "{action} is not possible: the game is over.", action=told)
        if player == SIMULTANEOUS:
            return IllegalActionError(
                "all-at-once",
                "{action} alone is not possible: all players move at once, by apply_actions.",
                action=told,
            )
        possible = self._possible(player)
        if reason := self._reason(action):
            return IllegalActionError(
                "illegal-because",
                "{action} is not possible: {reason}. Possible: {possible}.",
                action=told,
                reason=reason,
                possible=possible,
            )
        return IllegalActionError(
            "illegal", "{action} is not possible. Possible: {possible}.", action=told, possible=possible
        )

    def why_illegal_together(self, actions: Sequence[Action]) -> IllegalActionError:
        """The error for illegal actions of all players: what was given, what is possible, and why not."""
        if not self.is_simultaneous_node():
            return IllegalActionError(
                "one-at-a-time",
                "{action} is not possible: only one player moves at a time here.",
                action=f"apply_actions({list(actions)})",
            )
        if len(actions) != self.num_players():
            return IllegalActionError(
                "actions-for-players",
                "{actions} actions are given: there is one for each of the {players} players.",
                actions=len(actions),
                players=self.num_players(),
            )
        acting = self.acting_seats()
        for seat, action in enumerate(actions):
            told = self._text(seat, action)
            if seat not in acting and action != NO_ACTION:
                return IllegalActionError(
                    "seat-has-nothing-to-choose",
                    "{action} is not possible for seat {seat}: it has nothing to choose.",
                    action=told,
                    seat=seat + 1,
                )
            if seat in acting and action not in self.legal_actions(seat):
                return IllegalActionError(
                    "illegal-for-seat",
                    "{action} is not possible for seat {seat}. Possible: {possible}.",
                    action=told,
                    seat=seat + 1,
                    possible=self._possible(seat),
                )
        raise AssertionError("the rules refuse actions that they call legal")

    def decision_kind(self, player: int, action: Action) -> str:
        """What kind of decision a legal action of a seat is, a word by which errors are counted; "" where none are told apart."""
        return ""

    def error_named(
        self, player: int, action: Action, best: Action, likely: Mapping[int, Mapping[str, float]]
    ) -> NamedError | None:
        """The name of an error, if what is seen in this position bears one out; None where none does.

        Args:
            player: the seat that erred.
            action: what it played.
            best: what was better, the likeliest action of a mixture.
            likely: where all choose at once, by seat how likely each of the others was to play what, by the actions' texts.
        """
        return None

    def _possible(self, player: int) -> Either:
        return Either([self.action_to_string(player, legal) for legal in self.legal_actions(player)])

    def _reason(self, action: Action) -> Sentence | Every | None:
        """Why a known action of the player to move is not legal; None if it is obvious."""
        return None

    def _text(self, player: int, action: Action) -> str | Sentence:
        texts = self._game.texts_of(player)
        return texts[action] if action in texts else Sentence("action {action!r}", action=action)

    # Texts

    @overload
    def action_to_string(self, player: int, action: Action) -> str: ...
    @overload
    def action_to_string(self, action: Action, /) -> str: ...

    def action_to_string(self, player: int, action: Action | None = None) -> str:
        """The text of an action, from `(player, action)`, or `(action)` of the player to move; CHANCE is a player.

        Raises:
            TextError: the player has no such action in this game.

        >>> import jardinet
        >>> state = jardinet.load_game("lucky_numbers").new_initial_state()
        >>> state.action_to_string(13), state.action_to_string(0, 13)
        ('reveal-13', 'take-13')
        """
        if action is None:
            player, action = self._player, player
        texts = self._game.texts_of(player)
        if action in texts:
            return texts[action]
        raise TextError(
            "no-action-of-player",
            "{action!r} is not an action of this player: {actions} are.",
            action=action,
            actions=Every(list(texts.values())),
        )

    @overload
    def string_to_action(self, player: int, text: str) -> Action: ...
    @overload
    def string_to_action(self, text: str, /) -> Action: ...

    def string_to_action(self, player: int | str, text: str | None = None) -> Action:
        """The action of a text, case-blind: `(player, text)`, or `(text)` of the player that moves next; see `action_to_string`.

        Raises:
            TextError: no action has that text; it need not be legal now.
        """
        if isinstance(player, str):
            return self._game.action_of(self._player, player)
        assert text is not None
        return self._game.action_of(player, text)

    def move_to_string(self, move: Move) -> str:
        """The text of a move that is about to be played: `place-b3`, where all move at once `bid-4+bid-x`.

        A `-` stands for a seat that has nothing to choose.

        Raises:
            TextError: the player that moves next has no such action in this game.
        """
        player = self.current_player()
        if not isinstance(move, tuple):
            return self.action_to_string(player, move)
        return "+".join(
            NOTHING_TO_CHOOSE if part == NO_ACTION else self.action_to_string(player, part) for part in move
        )

    def string_to_move(self, text: str) -> Move:
        """The move of a text: the inverse of `move_to_string`.

        Raises:
            TextError: no action of the player that moves next has that text; it need not be legal.
        """
        player = self.current_player()
        parts = text.split("+")
        if len(parts) == 1:
            return self.string_to_action(player, text)
        return tuple(
            NO_ACTION if part.strip() == NOTHING_TO_CHOOSE else self.string_to_action(player, part) for part in parts
        )

    def history(self) -> list[Move]:
        """Everything played so far, chance included: actions, and tuples for joint moves."""
        moves = []
        rest = self._moves
        while rest is not None:
            rest, move = rest
            moves.append(move)
        return moves[::-1]

    def serialize(self) -> str:
        """The state as text, the texts of its history: read back by `Game.deserialize_state`.

        Raises:
            GameError: its history does not begin with the game: see `Game.state_at`.
        """
        return " ".join(before.move_to_string(move) for before, move in self.steps())

    def steps(self) -> Iterator[tuple[State, Move]]:
        """Every move with the state in which it was played; the next step changes that state object.

        Raises:
            GameError: the history does not begin with the game: see `Game.state_at`; raised at the end only.
        """
        replayed = self._game.new_initial_state()
        try:
            for move in self.history():
                yield replayed, move
                replayed.apply(move)
        except IllegalActionError:
            is_whole = False
        else:
            is_whole = replayed._buffer == self._buffer
        if not is_whole:
            raise GameError(
                "history-cut", "a state is written by its history, and this one's does not begin with the game."
            )

    def clone(self) -> Self:
        """An independent copy; it shares the history so far, so that a long game is copied as fast as a short one."""
        twin = self.__new__(type(self))
        twin._game = self._game
        twin._kernels = self._kernels
        twin._buffer = self._buffer[:]
        twin._array = None
        twin._player = self._player
        twin._legal = self._legal
        twin._moves = self._moves
        return twin

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled_state, (self._game, bytes(self._buffer), self.history())

    # Equality

    def key(self) -> bytes:
        """A key for transposition tables: all that the rest of the game depends on, equal exactly if the future is the same.

        Two states of equal games have the same key exactly if the same actions are legal from here on, chance has the
        same outcomes, and every way to play on ends in the same returns, however they were reached. The rules'
        `_write_key` makes it and says what is left out. It is shorter than the record, has the same length in all
        states of a game, and cannot be compared across games.

        >>> import jardinet
        >>> state = jardinet.load_game("maudits_criquets").new_initial_state()
        >>> other = state.clone()
        >>> for card in ("reveal-corn", "reveal-locust"):
        ...     state.apply(state.string_to_move(card))
        >>> for card in ("reveal-locust", "reveal-corn"):
        ...     other.apply(other.string_to_move(card))
        >>> state.key() == other.key(), state == other, state.history() == other.history()
        (True, True, False)
        """
        keys = np.zeros(1, self._game.rules.KEY)
        self._kernels.write_keys(self.records, keys)
        return keys.tobytes()

    def __eq__(self, other: object) -> bool:
        """Whether it is a state of an equal game with the same key; the way there does not count."""
        if not isinstance(other, State):
            return NotImplemented
        return self._game == other._game and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]  # a state changes; what stays is its key()

    # The end

    def end(self) -> str | None:
        """How the game ended, one of `Game.ends`; None while it runs."""
        return self._game.ends.get(int(self.records["end"][0]))

    def winners(self) -> list[int]:
        """The seats that win, in order; empty while the game runs."""
        mask = int(self.records["winners"][0])
        return [seat for seat in range(self.num_players()) if mask >> seat & 1]

    def returns(self) -> list[float]:
        """The return of each seat, zeros until the game is over: see `Game.returns_of`."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        returns: list[float] = self._game.returns_of(self.records)[0].tolist()
        return returns

    def match_points(self) -> list[int]:
        """The match points of each seat, zeros until the game is over: see `Game.match_points_of`."""
        points: list[int] = self._game.match_points_of(self.records)[0].tolist()
        return points

    # What a seat may know

    def observation(self, player: int | None = None) -> NDArray[Any]:
        """The observation of `player`, for bots: a new record with all that they may know, shape (1,), dtype rules.STATE.

        The order of a pile is in no record, since the caller brings chance's outcomes; hidden hands, if a game has any,
        are wiped out by the rules' `_observe`.

        Args:
            player: a seat; None: a spectator.

        Raises:
            GameError: there is no such seat.
        """
        self.check_seat(player)
        records = copy_of(self.records)
        if self._game.rules.hides:
            self._game.rules.observe_all(records, np.array([-1 if player is None else player]))
        return records

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The position seen from `player`, own seat first: float32 in 0..1, `Game.observation_tensor_shape`.

        Args:
            player: a seat; None, or the number of `current_player` when no single seat moves: the seat whose turn it
                is.

        Raises:
            GameError: there is no such seat.
        """
        kernels = self._kernels
        if player is None or not 0 <= player < kernels.players:
            player = self._viewer(player)
        tensor = np.empty(kernels.tensor_shape, _FLOAT32)
        kernels.encode(self._array if self._array is not None else self.records, 0, player, tensor)
        return tensor

    def _viewer(self, player: int | None) -> int:
        """The seat that `player` stands for; raises GameError if there is no such seat."""
        if player is not None and 0 <= player < self._game.players:
            return player
        if player not in (None, CHANCE, SIMULTANEOUS, TERMINAL):
            self.check_seat(player)
        return self._player if self._player >= 0 else self._own_seat()

    def _own_seat(self) -> int:
        """The seat from which a tensor is seen if none is named and none moves alone."""
        return 0

    @abstractmethod
    def view(self, player: int | None = None) -> msgspec.Struct:
        """The position as plain data for any face, seen by `player` (None: a spectator).

        Raises:
            GameError: there is no such seat.
        """

    @abstractmethod
    def events(self, move: Move, viewer: int | None = None) -> list[Event]:
        """The events of `move` if it is played now, in order, as plain data; the state is not changed.

        Args:
            move: the move to play.
            viewer: the seat that is told; None: a spectator. A game with hidden hands tells each seat only what
                it may know; where everything is open, all are told the same.

        Raises:
            GameError: there is no such seat, or the move is not legal.
        """

    def __repr__(self) -> str:
        return f"<{self._game!r} after {len(self.history())} moves>"

    def draw(self, player: int | None = None, labels: Callable[[Any], Labels] | None = None) -> str:
        """The position as a picture, an SVG: see the game's drawing.py.

        Args:
            player: the seat that looks; None: a spectator. Raises GameError if there is no such seat.
            labels: from the view, what is written in the picture (`jardinet.words.pictures` has it in every language);
                None: in English, seats by their numbers.
        """
        view = self.view(player)
        return DRAWINGS.of(self._game.name).draw(view, labels and labels(view))

    def _repr_svg_(self) -> str:
        """The picture as notebooks show it."""
        return self.draw()


def _unpickled_state(game: Game, record: bytes, moves: Sequence[Move]) -> State:
    """A state from its pickled parts; see `_unpickled_game`.

    Raises GameError where the record is of another version of the rules.
    """
    size = game.rules.STATE.itemsize
    if len(record) != size:
        raise GameError(
            "no-position",
            "a record of {size} bytes is not a position of {game!r}: those have {wanted}.",
            size=len(record),
            game=game,
            wanted=size,
        )
    return game.state_at(np.frombuffer(record, game.rules.STATE), moves)
