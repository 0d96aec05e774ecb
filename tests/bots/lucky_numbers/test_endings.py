"""The solver of endings: it agrees with brute force by the slow referee, and what it says holds at every depth."""

from __future__ import annotations

import itertools
import random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tests.bots.lucky_numbers.brute import BruteForce, TooLargeError

from jardinet.bots.lucky_numbers.endings import EndingSolver, Solution
from jardinet.games import load_game
from jardinet.games.api import State
from jardinet.games.parameters import GameError

SIZES = ((2, 3), (2, 5), (2, 8), (3, 5), (3, 7), (3, 12), (4, 7), (4, 9))  # side, numbers
MOST = 1_500  # positions behind one that brute force tries; it takes most of a millisecond for each
NEAR = 1e-9


def test_the_solver_agrees_with_brute_force(referee: ModuleType) -> None:
    """On every action of small positions, also near the stall; tests/long has a thousand of them."""
    agreed = compare(referee, 40, seed=1)
    assert agreed["positions"] == 40
    assert min(agreed.values()) > 0


def compare(referee: ModuleType, count: int, seed: int | str) -> dict[str, int]:
    """Compare the solver with brute force on so many small positions; how many there were of which kind."""
    rng = random.Random(seed)
    seen = {"positions": 0, "placing": 0, "takes": 0, "undecided at a glance": 0}
    while seen["positions"] < count:
        side, numbers = rng.choice(SIZES)
        limit = rng.choice((1, 2, 3, 4, 6))
        game = load_game("lucky_numbers", side=side, numbers=numbers, stall_limit=limit)
        judge, state = _position(referee, game.new_initial_state(), rng, limit)
        if judge is None:
            continue
        brute = BruteForce(MOST)
        try:
            worth = brute.worth(judge)
        except TooLargeError:
            continue
        found = EndingSolver(game, 1 << 16).solve(state)
        told = {text: found.bounds[state.string_to_action(text)] for text in worth}
        for text, value in worth.items():
            low, high = told[text]
            assert low - NEAR <= value <= high + NEAR, (game, state.serialize(), text, value, told)
            assert high - low < NEAR, (game, state.serialize(), text, value, told)
        seen["positions"] += 1
        seen["placing"] += judge.phase == "placing"
        seen["takes"] += judge.takes > 0
        seen["undecided at a glance"] += len(brute.known) > 100
    return seen


def _position(referee: ModuleType, state: State, rng: random.Random, limit: int) -> tuple[Any, State]:
    """A position with few hidden tiles in a random game, for the referee and for the solver; None where the game was over."""
    game = state.get_game()
    side, numbers = int(game.parameters["side"]), int(game.parameters["numbers"])
    judge = referee.Referee(2, 0, "standard", False, limit, side, numbers)
    hidden, filling = rng.randrange(1, 6), rng.choice((0.3, 0.8, 1.0))
    while not judge.end and (
        judge.phase not in ("choosing", "placing") or judge.pile.total() > hidden or rng.random() < 0.3
    ):
        legal = judge.legal()
        board = judge.boards[judge.seat]
        free = [text for text in legal if text.startswith("place") and board[text[6:]] is None]
        takes = [text for text in legal if text.startswith("take")]
        text = rng.choice(free if free and rng.random() < filling else takes if takes and rng.random() < 0.5 else legal)
        judge.play(text)
        state.apply_action(state.string_to_action(text))
    return (None if judge.end else judge), state


def test_what_is_certain_stays_so_however_far_the_solver_looks() -> None:
    game = load_game("lucky_numbers", side=3, numbers=9)
    rng = random.Random(5)
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal() and (state.is_chance_node() or int(state.record["pile_size"]) > 5):
            state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal() or state.is_chance_node():
            continue
        found: list[Solution] = []
        EndingSolver(game, 1 << 16).solve(state, positions=3000, tell=found.append)
        for before, after in itertools.pairwise(found):
            assert (np.nan_to_num(after.bounds[:, 0]) >= np.nan_to_num(before.bounds[:, 0])).all()
            assert (np.nan_to_num(after.bounds[:, 1]) <= np.nan_to_num(before.bounds[:, 1])).all()
            assert np.nanmax(after.bounds[:, 0] - after.bounds[:, 1]) <= NEAR


def test_the_best_action_has_the_best_worth_where_only_that_is_asked_for() -> None:
    game = load_game("lucky_numbers", side=3, numbers=7, stall_limit=3)
    rng = random.Random(8)
    compared = 0
    while compared < 10:
        state = game.new_initial_state()
        while not state.is_terminal() and (state.is_chance_node() or int(state.record["pile_size"]) > 3):
            state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        whole = EndingSolver(game, 1 << 16).solve(state)
        quick = EndingSolver(game, 1 << 16).solve(state, wants="best")
        assert quick.is_decided
        assert whole.bounds[quick.best, 0] == pytest.approx(whole.value[0])
        assert EndingSolver(game, 1 << 16).solve(state, wants="value").value == pytest.approx(whole.value)
        compared += 1


def test_the_same_effort_gives_the_same_bytes() -> None:
    game = load_game("lucky_numbers", side=3, numbers=9)
    state, rng = game.new_initial_state(), random.Random(2)
    while state.is_chance_node() or int(state.record["pile_size"]) > 8:
        state.apply_action(rng.choice(state.legal_actions()))
    one, two = (EndingSolver(game).solve(state, positions=500) for _ in range(2))
    assert one.bounds.tobytes() == two.bounds.tobytes()
    assert (one.positions, one.depth) == (two.positions, two.depth)


def test_what_cannot_be_solved_is_an_error_that_says_why() -> None:
    for parameters in ({"players": 3}, {"bruno": True}):
        with pytest.raises(GameError, match="of two"):
            EndingSolver(load_game("lucky_numbers", **parameters))
    game = load_game("lucky_numbers")
    with pytest.raises(GameError, match="after the set-up"):
        EndingSolver(game, 1 << 4).solve(game.new_initial_state())
