"""The compiled tensor is the one that plain NumPy makes of the record's fields."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jardinet.games import load_game
from jardinet.games.maudits_criquets import encoding

VARIANTS: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4},
    {"beginner": True, "majority_tie": "none"},
    {"players": 4, "crops": 2, "copies": 3, "locusts": 2, "numbers": 3, "specials": False, "loot": 2},
    {"players": 3, "crops": 1, "copies": 13, "locusts": 0, "numbers": 1, "loot": 1},
]


@pytest.mark.parametrize("given", VARIANTS, ids=str)
def test_the_tensor_is_what_numpy_makes_of_the_fields(given: dict[str, Any]) -> None:
    """Both kernels, every seat, every position of 20 games."""
    game = load_game("maudits_criquets", **given)
    generator = np.random.default_rng(1)
    rows = np.empty((1, *game.observation_tensor_shape()), np.float32)
    for _ in range(20):
        state = game.new_initial_state()
        while True:
            record = state.observation()
            for seat in range(game.num_players()):
                expected = by_numpy(record[0], seat).tobytes()
                encoding.ENCODING.encode_all(record, np.array([seat]), rows)
                assert rows.tobytes() == expected
                encoding.ENCODING.encode(record, 0, seat, rows[0])
                assert rows.tobytes() == expected
            if state.is_terminal():
                break
            if state.is_simultaneous_node():
                hands = [state.legal_actions(seat) for seat in range(game.num_players())]
                state.apply_actions([int(generator.choice(hand)) for hand in hands])
            else:
                state.apply_action(int(generator.choice(state.legal_actions())))


def by_numpy(record: Any, own: int) -> NDArray[np.float32]:
    players, cards = int(record["players"]), np.arange(8)
    parts: list[Any] = []
    for seat in [(own + k) % players for k in range(players)]:
        parts += [record["reserve"][seat] / 13, int(record["hand"][seat]) >> cards & 1, record["bid"][seat] == cards]
        tokens = min(1.0, record["tokens"][seat] / 24)
        parts.append([tokens, int(record["takers"]) >> seat & 1, seat == record["player"]])
    parts += [record["loot"] / 14, record["pile"] / 14, np.arange(4) == record["phase"]]
    parts.append([record["to_lay_out"] / 3, record["impasses"], record["has_taken"]])
    parts.append([record["beginner"], record["shares_majority"]])
    return np.concatenate(parts).astype(np.float32)
