"""What OpenSpiel's users ask of a state beside what `State` answers by itself: all of it is made of that.

docs/from-elsewhere.md tells what is called what.
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
        action: its number; NO_ACTION for a seat that had nothing to choose where all moved at once.
    """

    player: int
    action: Action


class StateAnswers:
    """Base of `State`: see the module."""

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
        """Whether nothing has been played yet, by chance neither."""
        return not self.history()

    def child(self, move: Move) -> Self:
        """A copy in which `move` has been played, an action or where all move at once a tuple; this state stays as it is.

        Raises:
            IllegalActionError: it is not legal.
        """
        child = self.clone()
        child.apply(move)
        return child

    # What was played

    def move_number(self) -> int:
        """How many moves have been played, chance's counted, and those of all seats at once as one."""
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
        """What the last move brought each seat: `returns` at the end, zeros before; nothing is earned on the way."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What the game is worth to one seat: see `returns`.

        Raises:
            GameError: there is no such seat.
        """
        self.check_seat(player)
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """What the last move brought one seat: see `rewards`.

        Raises:
            GameError: there is no such seat.
        """
        self.check_seat(player)
        return self.rewards()[player]

    # What a seat knows

    def observation_string(self, player: int | None = None) -> str:
        """The position as `player` (default: whose turn it is) sees it, in words and then as the tensor's entries but zeros.

        Positions that have the same text have the same future.

        Raises:
            GameError: there is no such seat.
        """
        return observation_text(cast("State", self), self._viewer(player))

    def information_state_string(self, player: int | None = None) -> str:
        """All that `player` (default: whose turn it is) knows of what was played: of an open game the whole history.

        Raises:
            GameError: there is no such seat.
        """
        return information_text(cast("State", self), self._viewer(player))

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """What `player` (default: whose turn it is) knows of all that happened: float32 in 0..1, shape (size,).

        Where seats never move at once it is `observation_tensor` itself, as nothing counts beside the position.
        Elsewhere that comes first, then the own seat (`seat`), then every move so far (`history`): see
        `Game.information_state_layout`.

        Raises:
            GameError: there is no such seat.
        """
        return information_tensor(cast("State", self), self._viewer(player))
