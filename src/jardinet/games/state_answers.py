"""Further methods of a state that OpenSpiel's users know; all are built on those of `State` itself.

docs/from-elsewhere.md compares the names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, cast

import numpy as np
from numpy.typing import NDArray

from jardinet.games.information import information_tensor, information_text, observation_text
from jardinet.games.moves import Action, Move, flat

if TYPE_CHECKING:
    from jardinet.games.state import State


@dataclass(frozen=True, slots=True)
class PlayerAction:
    """Action, and who played it.

    Attributes:
        player: a seat, or CHANCE.
        action: its number; NO_ACTION for a seat that had nothing to choose in a joint move.
    """

    player: int
    action: Action


class StateAnswers:
    """Base of `State` with further methods that OpenSpiel's users know."""

    __slots__ = ()

    if TYPE_CHECKING:  # what State answers by itself

        def apply(self, move: Move) -> None: ...  # noqa: D102
        def check_seat(self, player: int | None) -> None: ...  # noqa: D102
        def clone(self) -> Self: ...  # noqa: D102
        def current_player(self) -> int: ...  # noqa: D102
        def history(self) -> list[Move]: ...  # noqa: D102
        def returns(self) -> list[float]: ...  # noqa: D102
        def steps(self) -> Iterator[tuple[State, Move]]: ...  # noqa: D102
        def _viewer(self, player: int | None) -> int: ...

    # Whose move

    def is_player_node(self) -> bool:
        """Whether one seat moves next, alone."""
        return self.current_player() >= 0

    def is_initial_state(self) -> bool:
        """Whether nothing has been played yet, not even by chance."""
        return not self.history()

    def child(self, move: Move) -> Self:
        """A copy in which `move`, an action or a joint move's tuple, has been played; this state is not changed.

        Raises:
            IllegalActionError: it is not legal.
        """
        child = self.clone()
        child.apply(move)
        return child

    # What was played

    def move_number(self) -> int:
        """How many moves have been played, chance included; a joint move counts as one."""
        return len(self.history())

    def full_history(self) -> list[PlayerAction]:
        """Everything played so far with who played it, chance included; a joint move as an action of each seat.

        Raises:
            GameError: the history does not begin with the game: see `Game.state_at`.

        >>> import jardinet
        >>> state = jardinet.load_game("lucky_numbers").new_initial_state()
        >>> state.child(7).full_history()
        [PlayerAction(player=-1, action=7)]
        """
        played = []
        for before, move in self.steps():
            if isinstance(move, tuple):
                played += [PlayerAction(seat, action) for seat, action in enumerate(move)]
            else:
                played.append(PlayerAction(before.current_player(), move))
        return played

    def history_str(self) -> str:
        """The numbers of all actions so far, as OpenSpiel writes them: `7, 12, 21`; a joint move is one of each seat."""
        return ", ".join(map(str, flat(self.history())))

    # What it is worth

    def rewards(self) -> list[float]:
        """The reward of each seat for the last move: `returns` at the end, zeros before; nothing is earned on the way."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """The return of one seat: see `returns`.

        Raises:
            GameError: there is no such seat.
        """
        self.check_seat(player)
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """The reward of one seat for the last move: see `rewards`.

        Raises:
            GameError: there is no such seat.
        """
        self.check_seat(player)
        return self.rewards()[player]

    # What a seat knows

    def observation_string(self, player: int | None = None) -> str:
        """The position as `player` (default: whose turn it is) sees it: in words, then the non-zero entries of the tensor.

        Positions that have the same text have the same future.

        Raises:
            GameError: there is no such seat.
        """
        return observation_text(cast("State", self), self._viewer(player))

    def information_state_string(self, player: int | None = None) -> str:
        """The information state of `player` (default: whose turn it is) as text: in an open game, the whole history.

        Raises:
            GameError: there is no such seat.
        """
        return information_text(cast("State", self), self._viewer(player))

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The information state of `player` (default: whose turn it is) as a tensor: float32 in 0..1, shape (size,).

        In games in which seats never move at once it is `observation_tensor` itself, as only the position matters. In
        others that comes first, then one's own seat (`seat`), then every move so far (`history`): see
        `Game.information_state_layout`.

        Raises:
            GameError: there is no such seat.
        """
        return information_tensor(cast("State", self), self._viewer(player))
