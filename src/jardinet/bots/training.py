"""Interface of training: a game's bot learns by self-play, step by step, from a seed.

A game whose bot learns names its training in its BotsLayer (`training`). The loop around it – checkpoints, the learning
curve, the card that goes with the weights – is the same for every game: arena/training.py and `jardinet train`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jardinet.bots.api import Bot
    from jardinet.games.api import Game

Arrays = Mapping[str, "NDArray[Any]"]


class Trainer(Protocol):
    """Learner of one net, by self-play of one game with its parameters.

    Training is deterministic in the game and the seed: two trainers made with the same ones have equal weights after as
    many steps, bit by bit on one kind of machine, even if one was stored and restored in between. So all randomness in
    step k follows from the seed and k (`np.random.SeedSequence(seed, spawn_key=(k,))`), and nothing depends on the
    clock or on how many steps there will be.

    Attributes:
        name: of the net, in its files' names: lower-case letters, digits and hyphens, such as `2-players-bruno`.
        games: how many games have been played so far.
    """

    name: str
    games: int

    def step(self) -> dict[str, float]:
        """Play some games, a second's worth or so, and learn from them.

        Returns:
            the figures of the learning curve by name, the same names at every step; the first one is plotted.
        """
        ...

    def state(self) -> dict[str, NDArray[Any]]:
        """All that later steps depend on, except the constructor's arguments: copies, by name."""
        ...

    def restore(self, state: Arrays) -> None:
        """Continue from the `state()` of a trainer made with the same arguments."""
        ...

    def weights(self) -> dict[str, NDArray[Any]]:
        """The net as `Training.bot` takes it, by name: at most 2 MB, float16 if that is enough."""
        ...

    def final_weights(self, tell: Callable[[float], None] = ...) -> dict[str, NDArray[Any]]:
        """The net to ship if training ends here: `weights`, possibly after some last processing.

        It follows from the seed and the games so far; the trainer is not changed and can go on learning.

        Args:
            tell: is called with the part that is done, 0 to 1, if it takes long.
        """
        ...


@dataclass(frozen=True)
class Training:
    """Training of a game's bot; its functions import what they need when they are called.

    Attributes:
        make: makes a trainer from the game with its parameters and a seed from 0.
        bot: makes the level that learns, playing the game with a net's weights, shipped or not.
    """

    make: Callable[[Game, int], Trainer]
    bot: Callable[[Game, Arrays], Bot]
