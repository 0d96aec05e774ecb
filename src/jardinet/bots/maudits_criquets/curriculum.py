"""Curriculum for three and four players: a net learns these games after smaller ones, which teach it most.

As features are summed over the other seats, a net trained with two players can play with three and four too, only less
well. A game of three takes some four times as long as one of two, a game of four twenty times: most is learned where it
costs least.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets.trainer import HALVED, ValueTrainer
from jardinet.bots.training import Arrays
from jardinet.games.api import Game

FEWEST = 2  # players
BEFORE_MORE = {2: 409_600, 3: 85_504}  # games by number of players, in whole steps, before a player is added
# Steps assumed to be behind a net that begins with so many players: a trained net takes smaller steps.
BEHIND = {3: HALVED, 4: 1400}


class Curriculum:
    """Trainer of a net for three or four players, by games of two, then of three, then of four: see `Trainer`.

    Attributes:
        name: of the net.
        games: how many have been played, of all numbers of players.
    """

    def __init__(self, game: Game, seed: int, *, before_more: Mapping[int, int] = BEFORE_MORE, **options: int) -> None:
        """Begin with random weights and games of two.

        Args:
            game: the final game, a Maudits Criquets.
            seed: a whole number from 0.
            before_more: how many games are played by number of players before a player is added.
            options: of the trainer for each number of players, see `ValueTrainer`.

        Raises:
            ValueError: as `ValueTrainer` does.
        """
        self.name = f"{game.players}-players"
        self.games = 0
        self._game = game
        self._seed = seed
        self._before_more = before_more
        self._options = options
        self._trainer = self._trainer_of(FEWEST)

    def step(self) -> dict[str, float]:
        """Play some games and learn from them; see `Trainer.step`: a step with the current number of players."""
        players = self._trainer.players
        if players < self._game.players and self._trainer.games >= self._before_more[players]:
            knowing = self._trainer.values()
            self._trainer = self._trainer_of(players + 1)
            self._trainer.begin_with(knowing, BEHIND[players + 1])
        before = self._trainer.games
        measured = self._trainer.step()
        self.games += self._trainer.games - before
        return measured

    def state(self) -> dict[str, NDArray[Any]]:
        """Copies of all data that later steps depend on, by name; see `Trainer.state`."""
        return self._trainer.state() | {"reached": np.array([self._trainer.players, self.games])}

    def restore(self, state: Arrays) -> None:
        """Continue from the `state()` of an equal trainer; see `Trainer.restore`."""
        players, self.games = (int(number) for number in state["reached"])
        self._trainer = self._trainer_of(players)
        self._trainer.restore(state)

    def weights(self) -> dict[str, NDArray[Any]]:
        """The net's weights by name, as a bot takes them; see `Trainer.weights`."""
        return self._trainer.weights()

    def final_weights(self, tell: Callable[[float], None] = lambda _: None) -> dict[str, NDArray[Any]]:
        """The net to ship if training ends here; see `Trainer.final_weights`."""
        return self.weights()

    def _trainer_of(self, players: int) -> ValueTrainer:
        return ValueTrainer(self._game.with_parameters(players=players), self._seed, **self._options)
