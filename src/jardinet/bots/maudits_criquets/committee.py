"""Ensemble of independently trained nets: its score is the mean of theirs, which averages out their errors.

A best responder to a master (reader.py) exploits the errors of its net. Nets of different seeds make different errors,
and as scores are sums over hidden units, several nets side by side are one wider net: see docs/bots.md for what a
reader gains against one net and against a committee.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets import value
from jardinet.bots.maudits_criquets.trainer import ValueTrainer
from jardinet.bots.training import Arrays
from jardinet.bots.weights import to_arrays
from jardinet.games.api import Game

MEMBERS = 6


class Committee:
    """Trainer of several nets, which play as one: see `Trainer`. Each learns by self-play alone, on a core of its own.

    Attributes:
        name: of the net.
        games: how many all members have played together.
    """

    def __init__(self, game: Game, seed: int, **options: int) -> None:
        """Begin with random weights.

        Args:
            game: a Maudits Criquets.
            seed: a whole number from 0; the members have this one and those after it.
            options: of each member, see `ValueTrainer`.

        Raises:
            ValueError: as `ValueTrainer` does.
        """
        self.name = f"{game.players}-players"
        self.games = 0
        self._members = [ValueTrainer(game, seed + k, **options) for k in range(MEMBERS)]

    def step(self) -> dict[str, float]:
        """Play some games and learn from them; see `Trainer.step`.

        A step of each member, in parallel on all cores; returns the means.

        Threads are enough, as the kernels release the GIL; more threads than cores contend for it (six on two cores:
        1,460 games a second; two: 1,750). Members are independent, so their order does not matter.
        """
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            measured = list(pool.map(ValueTrainer.step, self._members))
        self._count()
        return {name: float(np.mean([one[name] for one in measured])) for name in measured[0]}

    def state(self) -> dict[str, NDArray[Any]]:
        """Copies of all data that later steps depend on, by name; see `Trainer.state`."""
        states = (member.state() for member in self._members)
        return {f"{k}_{name}": array for k, state in enumerate(states) for name, array in state.items()}

    def restore(self, state: Arrays) -> None:
        """Continue from the `state()` of an equal trainer; see `Trainer.restore`."""
        for k, member in enumerate(self._members):
            prefix = f"{k}_"
            own = {name.removeprefix(prefix): array for name, array in state.items() if name.startswith(prefix)}
            member.restore(own)
        self._count()

    def weights(self) -> dict[str, NDArray[np.float16]]:
        """The net's weights by name, as a bot takes them; see `Trainer.weights`."""
        nets = [value.from_arrays(member.weights()) for member in self._members]
        return to_arrays(value.side_by_side(nets))

    def final_weights(self, tell: Callable[[float], None] = lambda _: None) -> dict[str, NDArray[np.float16]]:
        """The net to ship if training ends here; see `Trainer.final_weights`."""
        return self.weights()

    def _count(self) -> None:
        self.games = sum(member.games for member in self._members)
