"""Positions of Maudits Criquets from everywhere in random games, for tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import jardinet
from jardinet.games.api import SIMULTANEOUS, Game
from jardinet.games.records import rows_of


def game_of(**parameters: int | str | bool) -> Game:
    return jardinet.load_game("maudits_criquets", **parameters)


def positions(game: Game, count: int, seed: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Records in which all bid, and in which one picks: `count` of each at most, from games that play on to their end."""
    rules, generator = game.rules, np.random.default_rng(seed)
    states = rows_of(game.new_initial_state().records, np.zeros(20, np.int64))
    bidding, picking = [], []
    while True:
        rules.reveal_all(states, generator)
        together = np.flatnonzero(states["player"] == SIMULTANEOUS)
        alone = np.flatnonzero(states["player"] >= 0)
        if not len(together) and not len(alone):
            break
        bidding.append(rows_of(states, together))
        picking.append(rows_of(states, alone))
        bids = np.empty((len(together), game.num_players()), np.int64)
        for seat in range(game.num_players()):
            drawn = np.empty(len(together), np.int64)
            rules.random_actions(states, together, np.full(len(together), seat), generator, drawn)
            bids[:, seat] = drawn
        picks = np.empty(len(alone), np.int64)
        rules.random_actions(states, alone, states["player"][alone].astype(np.int64), generator, picks)
        rules.apply_joint_all(states, together, bids)
        rules.apply_all(states, alone, picks)
    return tuple(_some(np.concatenate(kind), count, generator) for kind in (bidding, picking))  # type: ignore[return-value]


def _some(records: NDArray[Any], count: int, generator: np.random.Generator) -> NDArray[Any]:
    return rows_of(records, generator.permutation(len(records))[:count])
