"""Gymnasium spaces of any game's observations and actions, and the chance moves inside an environment.

All environments of this folder share this module; turn order and the cost of an illegal action are their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Action, Game, State
from jardinet.games.chance import ChanceSequence, Deck
from jardinet.games.parameters import GameError, ParameterError

try:
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("Gymnasium is not installed here: pip install jardinet[envs] adds it.") from error

NO_OP = 0  # the only action in the masks of a finished game, so that something can always be chosen
MOST_UNPLAYED = 10_000  # games in a row that may end before anybody could choose

Observation = dict[str, Any]  # of arrays: see `observe`


def observation_space(game: Game, actions: int) -> spaces.Dict:
    """The space of what `observe` returns, for an environment with so many actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, game.observation_tensor_shape(), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def seats_of(seat: int | None, game: Game) -> list[int]:
    """The seats that a learner may get that asked for this seat, or for any (None); raises ParameterError if there is no such seat."""
    seats = range(game.num_players())
    if seat is not None and seat not in seats:
        raise ParameterError(
            "environment-seat",
            "seat={seat!r} is not possible: a seat is 0 to {last}, or None for any.",
            seat=seat,
            last=seats[-1],
        )
    return [*seats] if seat is None else [seat]


def mask_of(actions: int, legal: list[Action]) -> NDArray[np.int8]:
    """A mask of `actions` entries, int8: 1 for legal actions, else 0."""
    mask = np.zeros(actions, np.int8)
    mask[legal] = 1
    return mask


def observe(state: State, seat: int, mask: NDArray[np.int8]) -> Observation:
    """The observation of `seat`: float32 in 0..1, the game's `observation_tensor_shape`, and its mask of 0 and 1."""
    return {"observation": state.observation_tensor(seat), "action_mask": mask}


def new_chances(game: Game, generator: np.random.Generator) -> Iterator[ChanceSequence]:
    """Yield the chance outcomes of one new game after another, for a caller that looks for a game that is not over at once.

    Raises:
        GameError: there seems to be none.
    """
    for _ in range(MOST_UNPLAYED):
        yield fixed_chance(game, generator)
    raise GameError("no-choice-in-game", "{game!r} cannot be played so: it ends before anybody can choose.", game=game)


def fixed_chance(game: Game, generator: np.random.Generator) -> ChanceSequence:
    """The chance outcomes of one game: decks shuffled once, as at a table, dice rolled when they are asked."""
    return ChanceSequence(
        game.chance_sources(),
        lambda source: (
            iter(generator.permutation(source.outcomes).tolist())
            if isinstance(source, Deck)
            else _Rolls(source.outcomes, generator)
        ),
    )


class _Rolls:
    """An endless iterator of a die's faces; unlike a generator function it can be copied and pickled."""

    def __init__(self, faces: Sequence[Action], generator: np.random.Generator) -> None:
        self._faces = faces
        self._generator = generator

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Action:
        return self._faces[int(self._generator.integers(len(self._faces)))]
