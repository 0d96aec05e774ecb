"""Plays the same seeded games of every variant and prints a SHA-256 over the record after every move.

test_compiled.py runs it twice, compiled and with NUMBA_DISABLE_JIT=1: the lines must be the same.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from typing import Any, cast

import numpy as np

from jardinet.games import load_game
from jardinet.games.api import SIMULTANEOUS
from jardinet.games.maudits_criquets import rules
from jardinet.games.maudits_criquets.game import MauditsCriquetsState

VARIANTS = list(itertools.product((2, 3, 4), (False, True), ("all", "none")))
GAMES_EACH = 12


def main() -> None:
    for players, beginner, tie in VARIANTS:
        digest = hashlib.sha256()
        agreed = {"players": players, "beginner": beginner, "majority_tie": tie}
        played = sum(play_by_state(seed, digest, **agreed) for seed in range(GAMES_EACH))
        counted = play_by_rules(digest, **agreed)
        print(players, beginner, tie, played, counted, digest.hexdigest())


def play_by_state(seed: int, digest: Any, **parameters: Any) -> int:
    """One game by State.apply; every seventh try is of an action that may be illegal."""
    state = cast(MauditsCriquetsState, load_game("maudits_criquets", **parameters).new_initial_state())
    generator, seats = random.Random(seed), range(state.num_players())
    while not state.is_terminal():
        if generator.random() < 1 / 7:
            digest.update(bytes([rules.RULES.apply(state.observation(), 0, generator.randrange(-1, 14))]))
            bids = np.array([generator.randrange(-1, 9) for _ in seats])
            digest.update(bytes([rules.RULES.apply_joint(state.observation(), 0, bids)]))
        if state.is_simultaneous_node():
            is_quarrel = generator.random() < seed / GAMES_EACH
            hands = [state.legal_actions(seat) for seat in seats]
            state.apply_actions([hand[0] if is_quarrel else generator.choice(hand) for hand in hands])
        else:
            state.apply_action(generator.choice(state.legal_actions()))
        digest.update(state.observation().tobytes())
    for seat in seats:
        digest.update(state.observation_tensor(seat).tobytes())
    return len(state.history())


def play_by_rules(digest: Any, **parameters: Any) -> int:
    """Games by the functions that play many at once, from one generator."""
    state = cast(MauditsCriquetsState, load_game("maudits_criquets", **parameters).new_initial_state())
    generator = np.random.default_rng(2025)
    records = state.observation()
    count = rules.RULES.play_random(records, 3, generator)
    digest.update(records.tobytes())
    states = np.repeat(state.observation(), 5)
    indices, actions = np.arange(5), np.empty(5, np.int64)
    for _ in range(40):
        rules.RULES.reveal_all(states, generator)
        all_bid = np.flatnonzero(states["player"] == SIMULTANEOUS)
        joint = np.empty((len(all_bid), state.num_players()), np.int64)
        for seat in range(state.num_players()):
            column = np.empty(len(all_bid), np.int64)
            rules.RULES.random_actions(states, all_bid, np.full(len(all_bid), seat), generator, column)
            joint[:, seat] = column
        assert rules.RULES.apply_joint_all(states, all_bid, joint) == -1
        rules.RULES.random_actions(states, indices, states["player"].astype(np.int64), generator, actions)
        running = actions >= 0
        assert rules.RULES.apply_all(states, indices[running], actions[running]) == -1
        digest.update(states.tobytes())
    digest.update(generator.bytes(16))  # both ways have drawn as much from it
    return int(count)


if __name__ == "__main__":
    main()
