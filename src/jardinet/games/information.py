"""What a seat knows of a game, in OpenSpiel's terms: an *observation* is the position, an *information state* its history.

In Jardinet's own games nothing is hidden, and the position holds all that matters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from jardinet.games.kernels import NO_ACTION
from jardinet.games.layout import Part, size_of
from jardinet.games.moves import Move, flat

if TYPE_CHECKING:
    from jardinet.games.api import Game
    from jardinet.games.state import State


def has_history_tensor(game: Game) -> bool:
    """Whether an information state holds more than the position.

    It does if something is hidden, or if seats move at once somewhere: made turn-based, such a game no longer has
    perfect information.
    """
    return game.rules.has_joint_moves or game.rules.hides


def known_history(state: State, player: int | None) -> list[Move]:
    """The history as `player` (None: a spectator) knows it: NO_ACTION stands for what chance brought face down."""
    game = state.get_game()
    if not game.rules.hides or state.is_terminal():
        return state.history()
    return [
        NO_ACTION if before.is_chance_node() and _is_hidden(before, move, player) else move
        for before, move in state.steps()
    ]


def known_texts(state: State, player: int | None) -> str:
    """The history as `State.serialize` writes it, but with `?` for what chance brought face down."""
    return " ".join(
        "?" if before.is_chance_node() and known == NO_ACTION else before.move_to_string(move)
        for (before, move), known in zip(state.steps(), known_history(state, player), strict=True)
    )


def _is_hidden(before: State, move: Move, player: int | None) -> bool:
    return not isinstance(move, tuple) and before.get_game().is_hidden_from(before, move, player)


def information_layout(game: Game) -> tuple[Part, ...]:
    """The layout of `State.information_state_tensor`: see there."""
    layout = game.observation_layout()
    if not has_history_tensor(game):
        return layout
    return (
        *layout,
        Part("seat", game.num_players(), "one-hot", "the seat that sees it", ()),
        Part("history", game.max_history_length(), "(action + 2) / (actions + 1)", "every move in its order", ()),
    )


def information_tensor(state: State, player: int) -> NDArray[np.float32]:
    """The tensor of a seat's information state; see `State.information_state_tensor`."""
    game = state.get_game()
    position = state.observation_tensor(player)
    if not has_history_tensor(game):
        return position
    tensor = np.zeros(size_of(information_layout(game)), np.float32)
    at = position.size
    tensor[:at] = position.reshape(-1)
    tensor[at + player] = 1
    fill_history(tensor[at + game.num_players() :], state, player)
    return tensor


def information_text(state: State, player: int) -> str:
    """The text of a seat's information state; see `State.information_state_string`."""
    return f"seat {player + 1} after {', '.join(map(str, flat(known_history(state, player))))}"


def observation_text(state: State, player: int) -> str:
    """The text of a seat's observation; see `State.observation_string`."""
    return f"seen by seat {player + 1}\n{position_text(state, player)}"


def position_text(state: State, player: int) -> str:
    """The position as people see it, then the tensor, which holds everything else that distinguishes positions."""
    tensor = state.observation_tensor(player).reshape(-1)
    return f"{state}\n" + " ".join(f"{place}:{tensor[place]:.7g}" for place in np.flatnonzero(tensor))


def fill_history(places: NDArray[np.float32], state: State, player: int) -> None:
    """Write all moves in order, one place each (a joint move: one per seat), and zeros behind them.

    An action *a* is (a + 2) / (n + 1), where n is how many actions or outcomes there are; NO_ACTION, and what `player` may
    not know, is 1 / (n + 1).
    """
    game = state.get_game()
    scale = max(game.num_distinct_actions(), game.max_chance_outcomes()) + 1
    actions = flat(known_history(state, player))
    places[: len(actions)] = np.array(actions, np.float32)
    places[: len(actions)] += 2
    places[: len(actions)] /= scale
    places[len(actions) :] = 0
