"""The compiled tensor is the one that plain NumPy makes of the record's fields."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jardinet.games import load_game
from jardinet.games.lucky_numbers import encoding, rules

VARIANTS = list(itertools.product((2, 3, 4), ("standard", "michael"), (False, True), (3, 100)))


@pytest.mark.parametrize(("players", "setup", "bruno", "stall_limit"), VARIANTS)
def test_the_tensor_is_what_numpy_makes_of_the_fields(players: int, setup: str, bruno: bool, stall_limit: int) -> None:
    """Both kernels, every seat, 60 games from their beginning to their end."""
    game = load_game(
        "lucky_numbers", players=players, first=players - 1, setup=setup, bruno=bruno, stall_limit=stall_limit
    )
    states = np.repeat(game.new_initial_state().observation(), 60)
    generator = np.random.default_rng(players)
    rows = np.empty((60, *game.observation_tensor_shape()), np.float32)
    seen = 0
    while (states["player"] >= -1).any():
        for seat in range(players):
            expected = np.array([by_numpy(record, seat) for record in states[seen % 4 :: 4]])
            encoding.ENCODING.encode_all(states, np.full(60, seat), rows)
            assert rows[seen % 4 :: 4].tobytes() == expected.tobytes()
            encoding.ENCODING.encode(states, seen % 60, seat, rows[0])
            assert rows[0].tobytes() == by_numpy(states[seen % 60], seat).tobytes()
        seen += 1
        for _ in range(10):
            actions = np.array([some_action(states, i, generator) for i in range(60)])
            running = np.flatnonzero(actions >= 0)
            assert rules.RULES.apply_all(states, running, actions[running]) == -1
    assert seen > 5


def some_action(states: NDArray[Any], i: int, generator: np.random.Generator) -> int:
    """A legal one, chance's too; rather a placement than a discard; -1 at the end."""
    legal = np.flatnonzero(int(states["legal"][i]) >> np.arange(rules.NUM_ACTIONS) & 1)
    return int(legal[int(generator.random() ** 2 * len(legal))]) if len(legal) else -1


def by_numpy(record: Any, own: int) -> NDArray[np.float32]:
    players = int(record["players"])
    seats = [(own + k) % players for k in range(players)]
    parts: list[Any] = [record["board"][seats].ravel() / 20, record["hand"][seats].ravel() / 20]
    parts += [record["pile"][1:] / players, record["table"][1:] / players]
    parts.append(np.arange(1, 21) == record["tile"])
    parts += [np.array(seats) == record["seat"], np.array(seats) == record["first"]]
    parts.append(np.arange(7) == record["phase"])
    parts.append([record["taken"] and record["tile"] > 0, record["takes_in_a_row"] / record["stall_limit"]])
    if record["bruno"]:
        parts.append((record["earned"][:, None] >> np.arange(1, 21) & 1).ravel())
    return np.concatenate(parts).astype(np.float32)
