"""Interface of training: how a game's bot learns by playing itself, step by step, from a seed.

A game whose bot learns says so in its BotsLayer (`training`). The loop around it – checkpoints, the learning curve,
the card that goes with the weights – is the same for every game: arena/training.py and `jardinet train`.
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

    Everything follows from the game and the seed it was made with: two that were made alike and took as many steps
    have equal weights, bit by bit on one kind of machine, whether or not one was stored and restored in between. So
    what is random in step k follows from the seed and k (`np.random.SeedSequence(seed, spawn_key=(k,))`), and
    nothing depends on the clock or on how many steps there will be.

    Attributes:
        name: of the net, in its files' names: lower-case letters, digits and hyphens, such as `2-players-bruno`.
        games: how many games have been played so far.
    """

    name: str
    games: int

    def step(self) -> dict[str, float]:
        """Play some games, a second's worth or so, and learn from them.

        Returns:
            what the learning curve shows, by name, the same names at every step; the first is the one that is drawn.
        """
        ...

    def state(self) -> dict[str, NDArray[Any]]:
        """All that decides the steps to come, but what the trainer was made with: copies, by name."""
        ...

    def restore(self, state: Arrays) -> None:
        """Go on from a `state()` of a trainer that was made alike."""
        ...

    def weights(self) -> dict[str, NDArray[Any]]:
        """The net as `Training.bot` takes it, by name: at most 2 MB, float16 where that is enough."""
        ...

    def final_weights(self, tell: Callable[[float], None] = ...) -> dict[str, NDArray[Any]]:
        """The net as it is shipped where training ends here: `weights`, or what is still made of them.

        It follows from the seed and the games so far; whoever goes on learning has not been changed by it.

        Args:
            tell: is called with what part is done, 0 to 1, where it takes long.
        """
        ...


@dataclass(frozen=True)
class Training:
    """Training of a game's bot; what is called imports what it needs then.

    Attributes:
        make: a trainer for the game, as it was agreed, and a seed from 0.
        bot: the level that learns, playing the game with a net's weights, shipped or not.
    """

    make: Callable[[Game, int], Trainer]
    bot: Callable[[Game, Arrays], Bot]
