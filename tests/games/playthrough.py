"""Plays the same seeded games of every variant of a game and prints a SHA-256 over the record after every move.

`python playthrough.py lucky_numbers 5`, five games of each: test_compiled.py runs it twice, compiled and with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from jardinet.games import entry_of, load_game
from jardinet.games.api import NO_ACTION, SIMULTANEOUS, Game, State
from jardinet.games.parameters import ParameterError
from jardinet.games.records import copy_of


def main(name: str, games_each: int) -> None:
    for given in variants(name):
        digest = hashlib.sha256()
        played = sum(play_by_state(varied(name, given, seed), seed, digest) for seed in range(games_each))
        counted = play_by_rules(load_game(name, **given), digest)
        print(*(f"{key}={value}" for key, value in given.items()), played, counted, digest.hexdigest())


def variants(name: str) -> Iterator[dict[str, Any]]:
    """Every number of players with every combination of rules that are words, or on and off."""
    words = [p for p in entry_of(name).parameters if p.is_rule and not isinstance(p.allowed, range)]
    for players, *values in itertools.product(entry_of(name).players, *(p.allowed for p in words)):
        given = {"players": players} | {p.name: value for p, value in zip(words, values, strict=True)}
        try:
            load_game(name, **given)
        except ParameterError:
            continue
        yield given


def varied(name: str, given: dict[str, Any], seed: int) -> Game:
    """The variant with one of its numbers changed, now and then."""
    generator = random.Random(seed)
    numbers = [p for p in entry_of(name).parameters if isinstance(p.allowed, range) and p.name != "players"]
    if seed % 2 and numbers:
        parameter = generator.choice(numbers)
        given = given | {parameter.name: generator.choice(parameter.allowed[: given["players"]])}
    return load_game(name, **given)


def play_by_state(game: Game, seed: int, digest: Any) -> int:
    """One game by State.apply; every seventh try is of an action, or of one a seat, that may be illegal."""
    state, generator = game.new_initial_state(), random.Random(seed)
    most = game.num_distinct_actions()
    while not state.is_terminal():
        if generator.random() < 1 / 7:
            digest.update(bytes([game.rules.apply(copy_of(state.records), 0, generator.randrange(-1, most + 1))]))
            joint = np.array([generator.randrange(-1, most + 1) for _ in range(state.num_players())])
            digest.update(bytes([game.rules.apply_joint(copy_of(state.records), 0, joint)]))
        state.apply(some_move(state, generator))
        digest.update(state.records.tobytes())
        digest.update(state.key())
    for seat in range(state.num_players()):
        digest.update(state.observation_tensor(seat).tobytes())
        digest.update(msgspec.json.encode(state.view(seat)))
    return len(state.history())


def some_move(state: State, generator: random.Random) -> int | tuple[int, ...]:
    """Anything legal; now and then the first, which in many games brings the end nearer."""
    if not state.is_simultaneous_node():
        legal = state.legal_actions()
        return legal[0] if generator.random() < 0.3 else generator.choice(legal)
    hands = [state.legal_actions(seat) for seat in range(state.num_players())]
    is_quarrel = generator.random() < 0.3
    return tuple((hand[0] if is_quarrel else generator.choice(hand)) if hand else NO_ACTION for hand in hands)


def play_by_rules(game: Game, digest: Any) -> int:
    """Games by the functions that play many at once, from one generator."""
    rules, generator = game.rules, np.random.default_rng(2025)
    record = copy_of(game.new_initial_state().records)
    count = int(rules.play_random(record, 2, generator))
    digest.update(record.tobytes())
    states = np.repeat(game.new_initial_state().records, 5)
    indices, actions = np.arange(5), np.empty(5, np.int64)
    for _ in range(30):
        rules.reveal_all(states, generator)
        all_move = np.flatnonzero(states["player"] == SIMULTANEOUS)
        joint = np.empty((len(all_move), game.num_players()), np.int64)
        for seat in range(game.num_players()):
            column = np.empty(len(all_move), np.int64)
            rules.random_actions(states, all_move, np.full(len(all_move), seat), generator, column)
            joint[:, seat] = column
        assert (
            rules.first_illegal_joint(states, all_move, joint) == rules.apply_joint_all(states, all_move, joint) == -1
        )
        rules.random_actions(states, indices, states["player"].astype(np.int64), generator, actions)
        running = np.flatnonzero((states["player"] >= 0) & (actions >= 0))
        assert rules.first_illegal(states, running, actions[running]) == -1
        assert rules.apply_all(states, running, actions[running]) == -1
        digest.update(states.tobytes())
    table, lengths = np.empty((5, rules.NUM_ACTIONS), np.int8), np.empty(5, np.int64)
    rules.legal_table(states, np.zeros(5, np.int64), table)
    rules.rollouts(states[:1], generator, lengths[:1])
    digest.update(table.tobytes() + states.tobytes())
    digest.update(generator.bytes(16))  # both ways have drawn as much from it
    return count + int(lengths[0])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
