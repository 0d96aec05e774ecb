"""States of Lucky Numbers that tests of its view and its notation begin with."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from jardinet.games import load_game
from jardinet.games.lucky_numbers.game import LuckyNumbersState

SET_UP = """
    reveal-1 reveal-6 reveal-11 reveal-16  reveal-2 reveal-7 reveal-12 reveal-17
    place-a1 place-b2 place-c3 place-d4    place-a1 place-b2 place-c3 place-d4
"""


def read(text: str, **parameters: Any) -> LuckyNumbersState:
    return cast(LuckyNumbersState, load_game("lucky_numbers", **parameters).deserialize_state(text))


def some_state(seed: int, length: int) -> LuckyNumbersState:
    """A state of a random game of any variant, after so many moves or at its end."""
    generator = np.random.default_rng(seed)
    players = int(generator.integers(2, 5))
    state = read(
        "",
        players=players,
        first=int(generator.integers(players)),
        setup=["standard", "michael"][seed % 2],
        bruno=bool(seed // 2 % 2),
        stall_limit=9,
    )
    for _ in range(length):
        if state.is_terminal():
            break
        state.apply_action(int(generator.choice(state.legal_actions())))
    return state
