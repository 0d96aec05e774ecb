"""Plays the same seeded games of every variant and prints a SHA-256 over the record after every action.

test_compiled.py runs it twice, compiled and with NUMBA_DISABLE_JIT=1: the lines must be the same.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from typing import Any, cast

import numpy as np

from jardinet.games import load_game
from jardinet.games.lucky_numbers import rules
from jardinet.games.lucky_numbers.game import LuckyNumbersState

VARIANTS = list(itertools.product((2, 3, 4), ("standard", "michael"), (False, True)))
GAMES_EACH = 20


def main() -> None:
    for players, setup, bruno in VARIANTS:
        digest = hashlib.sha256()
        played = sum(
            play_by_state(seed, digest, players=players, first=seed % players, setup=setup, bruno=bruno)
            for seed in range(GAMES_EACH)
        )
        counted = play_by_rules(digest, players=players, setup=setup, bruno=bruno, stall_limit=6)
        print(players, setup, bruno, played, counted, digest.hexdigest())


def play_by_state(seed: int, digest: Any, **parameters: Any) -> int:
    """One game by State.apply_action; every seventh try is of an action that may be illegal."""
    game = load_game("lucky_numbers", stall_limit=(2, 3, 5, 5, 100)[seed % 5], **parameters)
    state = cast(LuckyNumbersState, game.new_initial_state())
    generator = random.Random(seed)
    while not state.is_terminal():
        if generator.random() < 1 / 7:
            digest.update(bytes([rules.RULES.apply(state.records.copy(), 0, generator.randrange(-1, 39))]))
        actions = state.legal_actions()
        # rather take than draw, and rather place than discard: more happens in fewer moves
        is_late = generator.random() < 0.7
        state.apply_action(
            generator.choice([a for a in actions if a not in (0, 37)] or actions)
            if is_late
            else generator.choice(actions)
        )
        digest.update(state.records.tobytes())
    for seat in range(state.num_players()):
        digest.update(state.observation_tensor(seat).tobytes())
        for cell in range(rules.CELLS):
            told = [rules.violation(state.records, 0, seat, cell, 7, other) for other in range(rules.CELLS)]
            told += [rules.accepts(state.records, 0, seat, cell), rules.partners(state.records, 0, cell)]
            digest.update(repr([int(number) for number in told]).encode())
    return len(state.history())


def play_by_rules(digest: Any, **parameters: Any) -> int:
    """Games by the functions that play many at once, from one generator."""
    state = cast(LuckyNumbersState, load_game("lucky_numbers", **parameters).new_initial_state())
    generator = np.random.default_rng(2025)
    records = state.records.copy()
    count = rules.RULES.play_random(records, 3, generator)
    digest.update(records.tobytes())
    states = np.repeat(state.records, 5)
    indices, actions = np.arange(5), np.empty(5, np.int64)
    for _ in range(40):
        rules.RULES.reveal_all(states, generator)
        seats = states["player"].astype(np.int64)
        rules.RULES.random_actions(states, indices, seats, generator, actions)
        running = actions >= 0
        assert rules.RULES.apply_all(states, indices[running], actions[running]) == -1
        digest.update(states.tobytes())
    digest.update(generator.bytes(16))  # both ways have drawn as much from it
    return int(count)


if __name__ == "__main__":
    main()
