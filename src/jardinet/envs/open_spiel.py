"""Jardinet's games as OpenSpiel games, so that its algorithms and tools work on them.

`register()` makes `pyspiel.load_game("python_lucky_numbers(players=3,bruno=true)")` work, with every parameter that a
game declares. Rules, texts and tensors are those of games/; nothing here names a game. Errors have our messages and are
also of OpenSpiel's error class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from jardinet.games import entry_of, load_game, registered_games, title_of
from jardinet.games.api import NO_ACTION, Game, IllegalActionError, State, TextError
from jardinet.games.information import (
    fill_history,
    has_history_tensor,
    information_layout,
    information_text,
    observation_text,
    position_text,
)
from jardinet.games.layout import size_of, slices_of
from jardinet.games.parameters import GameError, ParameterError

try:
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed here: pip install jardinet[envs] adds it.") from error

PREFIX = "python_"  # as OpenSpiel calls its own games written in Python
AS_THE_OTHERS_SAY = ""  # a parameter that is not given and depends on others: OpenSpiel knows no None


def register() -> None:
    """Register every game of ours with OpenSpiel, under its name with `python_` before it; idempotent.

    >>> import pyspiel
    >>> register()
    >>> game = pyspiel.load_game("python_lucky_numbers(players=3,bruno=true)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.string_to_action("reveal-7"))
    >>> state.history()
    [7]
    """
    known = set(pyspiel.registered_names())
    for name in registered_games():
        if PREFIX + name not in known:
            # A class of its own, since it lives as long as Python does: pyspiel would drop anything lighter
            # after that, and abort.
            game_class = type(PREFIX + name, (SpielGame,), {"name": name})
            pyspiel.register_game(_game_type(load_game(name)), game_class)


class SpielIllegalActionError(IllegalActionError, pyspiel.SpielError):  # type: ignore[misc]  # OpenSpiel has no types
    """The action is not legal now; nothing has changed."""


class SpielTextError(TextError, pyspiel.SpielError):  # type: ignore[misc]
    """A text, or a number, is not one of this game's actions."""


class SpielParameterError(ParameterError, pyspiel.SpielError):  # type: ignore[misc]
    """A game parameter has a value it cannot have, or contradicts another."""


class SpielGameError(GameError, pyspiel.SpielError):  # type: ignore[misc]
    """Something else is not possible: there is no such seat."""


def _as_spiel(error: GameError) -> GameError:
    """The same error as a subclass of `pyspiel.SpielError`: wrappers of OpenSpiel's games catch nothing else."""
    kinds = (SpielIllegalActionError, SpielTextError, SpielParameterError)
    kind = next((kind for kind in kinds if isinstance(error, kind.__bases__[0])), SpielGameError)
    return kind(error.code, error.text, **error.values)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters, as a `pyspiel.Game`; make it by `pyspiel.load_game`.

    Attributes:
        name: of our game, as `jardinet.load_game` takes it.
        jardinet: our game itself.
    """

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, int | str]) -> None:
        """Not for callers: pyspiel calls it with every parameter; "" counts as not given.

        Raises:
            SpielParameterError: a value is unknown, or two contradict each other.
        """
        try:
            self.jardinet = load_game(self.name, **{k: v for k, v in parameters.items() if v != AS_THE_OTHERS_SAY})
        except ParameterError as error:
            raise _as_spiel(error) from None
        self._beginning = self.jardinet.new_initial_state()  # a clone of it costs a quarter of a new one, or less
        super().__init__(_game_type(self.jardinet), _game_info(self.jardinet), self.jardinet.parameters)

    def new_initial_state(self) -> SpielState:
        """A game about to begin."""
        return SpielState(self, self._beginning.clone())

    def max_chance_nodes_in_history(self) -> int:
        """The most times chance can move in one game."""
        return self.jardinet.max_chance_nodes_in_history()

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of `SpielState.information_state_tensor`; raises SpielError if there is none."""
        _check_history_tensor(self.jardinet)
        shape: list[int] = super().information_state_tensor_shape()
        return shape

    def information_state_tensor_size(self) -> int:
        """How many numbers `SpielState.information_state_tensor` has; raises SpielError if there is none."""
        return int(np.prod(self.information_state_tensor_shape()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None) -> Observer:
        """The observer that turns states into tensors and texts; `iig_obs_type` is a `pyspiel.IIGObservationType`."""
        return Observer(self.jardinet, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled_game, (str(self),)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of one of our games as a `pyspiel.State`.

    Some methods that pyspiel's C++ would answer by several calls to Python are answered here directly: this makes a
    Python loop over `legal_actions` and `apply_action` two to three times as fast.
    """

    def __init__(self, game: SpielGame, state: State) -> None:
        """Not for callers: see `SpielGame.new_initial_state`."""
        super().__init__(game)
        self._kept = _Kept(state)

    @property
    def jardinet(self) -> State:
        """Our state behind it, with its views, events and pictures; only for reading."""
        return self._kept.state

    def current_player(self) -> int:
        """Whose action comes next: a seat, or a `pyspiel.PlayerId`."""
        return self._kept.state.current_player()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._kept.state.is_terminal()

    def is_chance_node(self) -> bool:
        """Whether chance moves next."""
        return self._kept.state.is_chance_node()

    def is_simultaneous_node(self) -> bool:
        """Whether all players move next, at once."""
        return self._kept.state.is_simultaneous_node()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of `player` (default: whose action comes next, chance included), in rising order.

        Raises:
            SpielGameError: there is no such player.
        """
        try:
            return self._kept.state.legal_actions(player)
        except GameError as error:
            raise _as_spiel(error) from None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of chance now, each with its exact probability."""
        return self._kept.state.chance_outcomes()

    def string_to_action(self, *player_and_text: Any) -> int:
        """The action of a text, case-blind: `(text)` of the player that moves next, or `(player, text)`.

        Raises:
            SpielTextError: it is no action.
        """
        *player, text = player_and_text
        state = self._kept.state
        try:
            return state.string_to_action(player[0] if player else state.current_player(), text)
        except TextError as error:
            raise _as_spiel(error) from None

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Play an action of every seat; the value for a seat that has nothing to choose is ignored.

        If one seat moves alone, its action is played: in a game with simultaneous moves, OpenSpiel's `rl_environment`
        always passes an action for every seat.

        Raises:
            SpielIllegalActionError: an action is not legal, or chance moves; nothing has changed.
        """
        player = self._kept.state.current_player()
        if player >= 0 and len(actions) == self.num_players():
            self.apply_action(actions[player])
        else:
            super().apply_actions(actions)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The position as `player` (default: whose action comes next) sees it, as numbers in 0..1.

        Raises:
            SpielError: there is no such player, or nobody moves next and none is given.
        """
        seat = self._kept.state.current_player() if player is None else player
        if 0 <= seat < self.num_players():
            tensor: list[float] = self._kept.state.observation_tensor(seat).tolist()
        else:
            tensor = super().observation_tensor(seat)  # which refuses it
        return tensor

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The information state of `player` (default: whose action comes next) as numbers in 0..1.

        Raises:
            SpielError: the game has no such tensor.
        """
        _check_history_tensor(self._kept.state.get_game())
        asked = () if player is None else (player,)
        tensor: list[float] = super().information_state_tensor(*asked)
        return tensor

    def returns(self) -> list[float]:
        """The return of each seat, zeros until the game is over."""
        return self._kept.state.returns()

    def __str__(self) -> str:
        """The position as text; two states have the same text only if they have the same value."""
        return position_text(self._kept.state, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    # Called by pyspiel's C++ on a state written in Python

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)  # whose errors are OpenSpiel's

    def _apply_action(self, action: int) -> None:
        try:
            self._kept.state.apply_action(action)
        except IllegalActionError as error:
            raise _as_spiel(error) from None

    def _apply_actions(self, actions: Sequence[int]) -> None:
        # OpenSpiel wants an action of every seat, and passes any action for a seat that has nothing to choose.
        state = self._kept.state
        acting = state.acting_seats()
        try:
            state.apply_actions([action if seat in acting else NO_ACTION for seat, action in enumerate(actions)])
        except IllegalActionError as error:
            raise _as_spiel(error) from None

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return self._kept.state.action_to_string(player, action)
        except TextError as error:
            raise _as_spiel(error) from None


class Observer:
    """Observer: it turns states into tensors and texts of what a seat knows, as OpenSpiel asks for them (open_spiel/python/observation.py).

    Our games have no private information, so a seat knows exactly what is public: with perfect recall the whole
    history, otherwise the position. Private observations are empty.

    With perfect recall the tensor is that of the position, then one's own seat (`seat`, one-hot), then every move
    (`history`, see `games.information`). Games without simultaneous moves have no such tensor: there only the
    position matters.

    Attributes:
        tensor: filled in by `set_from`, float32 in 0..1; None if there is none.
        dict: views of its parts by name, those of `Game.observation_layout` first.
    """

    def __init__(self, game: Game, kind: Any, params: Mapping[str, object] | None) -> None:
        """`kind` is a `pyspiel.IIGObservationType`.

        Raises:
            ValueError: `params` are given; there are none.
        """
        if params:
            raise ValueError(f"observers have no parameters here, and {', '.join(params)} is given.")
        self._is_public, self._is_history = kind.public_info, kind.perfect_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not self._is_public or (self._is_history and not has_history_tensor(game)):
            return
        layout = information_layout(game) if self._is_history else game.observation_layout()
        self._size = size_of(game.observation_layout())
        self.tensor = np.zeros(size_of(layout), np.float32)
        self.dict = {part.name: self.tensor[where] for part, where in slices_of(layout)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` with what `player` knows."""
        if self.tensor is None:
            return
        self.tensor[: self._size] = state.jardinet.observation_tensor(player)
        if self._is_history:
            self.dict["seat"][:] = np.arange(state.num_players()) == player
            fill_history(self.dict["history"], state.jardinet, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The observation of `player` as text; empty if only private information is asked for."""
        if not self._is_public:
            return ""
        ask = information_text if self._is_history else observation_text
        return ask(state.jardinet, player)


def _check_history_tensor(game: Game) -> None:
    """Raises SpielError, as OpenSpiel's own games do."""
    if not has_history_tensor(game):
        raise pyspiel.SpielError(
            f"{PREFIX}{game.name} has no information-state tensor: nothing in it is hidden, and observation_tensor tells all"
            " that counts."
        )


class _Kept:
    """Wrapper of our state as an attribute of OpenSpiel's state, which copies and pickles its attributes."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> Self:
        return type(self)(self.state.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.state.get_game()
        return _read, (game.name, game.parameters, self.state.serialize())


def _read(name: str, parameters: Mapping[str, int | str], text: str) -> _Kept:
    return _Kept(load_game(name, **parameters).deserialize_state(text))


def _unpickled_game(text: str) -> Any:
    register()  # a worker process that gets the pickle may not have done so
    return pyspiel.load_game(text)


def _unpickled_state(text: str) -> Any:
    register()
    return pyspiel.deserialize_game_and_state(text)[1]


def _game_type(game: Game) -> Any:
    kinds = pyspiel.GameType
    declared = entry_of(game.name)
    players = declared.players
    has_chance = game.max_chance_nodes_in_history() > 0
    moves_at_once = game.rules.has_joint_moves
    return kinds(
        short_name=PREFIX + game.name,
        long_name=title_of(game.name),
        dynamics=kinds.Dynamics.SIMULTANEOUS if moves_at_once else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else kinds.ChanceMode.DETERMINISTIC,
        # Perfect information also with simultaneous moves: the choices are the moves, and nothing already known is
        # hidden.
        information=(
            kinds.Information.IMPERFECT_INFORMATION if game.has_secrets() else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if game.utility_sum() == 0 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=has_history_tensor(game),
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            parameter.name: AS_THE_OTHERS_SAY if parameter.default is None else parameter.default
            for parameter in game.declared
        },
    )


def _game_info(game: Game) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=game.max_chance_outcomes(),
        num_players=game.num_players(),
        min_utility=game.min_utility(),
        max_utility=game.max_utility(),
        utility_sum=game.utility_sum(),
        max_game_length=game.max_game_length(),
    )
