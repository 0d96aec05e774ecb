"""Positions of Lucky Numbers from everywhere in random games, and their features, for tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.lucky_numbers.features import slots_of, write_rows
from jardinet.games.api import Game
from jardinet.games.records import rows_of


def positions(game: Game, count: int, seed: int, steps: int = 60) -> NDArray[Any]:
    """Records from everywhere in random games of at most so many decisions; chance moves in none, some are over."""
    generator = np.random.default_rng(seed)
    states = rows_of(game.new_initial_state().observation(), np.zeros(count, np.int64))
    stops = generator.integers(steps, size=count)
    for step in range(steps):
        game.rules.reveal_all(states, generator)
        moving = np.flatnonzero((states["player"] >= 0) & (stops > step))
        actions = np.empty(len(moving), np.int64)
        game.rules.random_actions(states, moving, states["player"][moving].astype(np.int64), generator, actions)
        assert game.rules.apply_all(states, moving, actions) == -1
    return states


def rows(records: NDArray[Any], viewers: NDArray[np.int64], symmetries: int = 0) -> NDArray[np.int16]:
    slots = slots_of(int(records["players"][0]))
    found = np.full((len(records), len(slots) - 1), -1, np.int16)
    write_rows(records, viewers, np.full(len(records), symmetries), slots, found)
    return found
