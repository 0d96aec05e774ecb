"""Kernels run as plain Python until their machine code is there, and nobody can tell but by the time it takes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.test_compiled import SCRIPT

from jardinet.games import registered_games

# A game is played again and again until the machine code of every kernel that State calls is there.
UNTIL_COMPILED = """
import sys
from random import Random
from jardinet import load_game
from jardinet.games.compiled import progress
from jardinet.games.tiers import interpreting_first

def play(seed):
    state, random, said = game.new_initial_state(), Random(seed), []
    while not state.is_terminal():
        player = state.current_player()
        if state.is_simultaneous_node():
            acting = state.acting_seats()
            seats = range(game.num_players())
            state.apply_actions([random.choice(state.legal_actions(seat)) if seat in acting else -1 for seat in seats])
        else:
            legal = [action for action, _ in state.chance_outcomes()] if player == -1 else state.legal_actions()
            state.apply_action(random.choice(legal))
        said.append((state.key(), str(state.view(0)), state.legal_actions(), state.chance_outcomes(), state.returns()))
    return said

with interpreting_first() as tiers:
    game = load_game(sys.argv[1])
    first = play(1)
    while type(game.kernels.legal_word).__name__ == "function":
        assert play(2) == play(2)
    assert play(1) == first
    print(progress()[0] > 0)
"""

# Nothing is in the cache, and others are said to compile: until that is over no kernel is compiled here.
HELD_BACK = """
import time
from jardinet import load_game
from jardinet.games.compiled import progress
from jardinet.games.tiers import interpreting_first

with interpreting_first() as tiers:
    tiers.compiles = False
    state = load_game("fireflies").new_initial_state()
    state.legal_actions(0)
    while not tiers._missing:
        time.sleep(0.01)
    before = progress()[0]
    tiers.compiles = True
    tiers.look_again()
    while not progress()[0]:
        time.sleep(0.01)
    print(before)
"""

# All is in the cache: the first call waits for it, and is one of machine code.
LOADED = """
from jardinet import load_game
from jardinet.games.compiled import progress
from jardinet.games.tiers import interpreting_first

with interpreting_first() as tiers:
    tiers.interprets = False
    load_game("fireflies").new_initial_state().legal_actions(0)
    print(progress()[0] > 0)
"""


@pytest.mark.parametrize("name", registered_games())
def test_a_game_goes_on_alike_when_machine_code_takes_over(name: str) -> None:
    assert run(UNTIL_COMPILED, name) == "True"


def test_nothing_is_compiled_here_while_others_do(tmp_path: Path) -> None:
    assert run(HELD_BACK, NUMBA_CACHE_DIR=str(tmp_path)) == "0"


def test_where_all_is_in_the_cache_nothing_is_interpreted() -> None:
    assert run(LOADED) == "True"


@pytest.mark.parametrize("name", registered_games())
def test_a_game_that_is_interpreted_first_is_byte_identical(name: str) -> None:
    """The records of all variants: what State plays, and arrays of games."""
    interpreted = (
        "import runpy, sys; from jardinet.games.tiers import interpreting_first\n"
        "with interpreting_first(): sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    plain = subprocess.run([sys.executable, SCRIPT, name, "1"], capture_output=True, text=True, check=True)
    assert run(interpreted, str(SCRIPT), name, "1") == plain.stdout.strip()


def run(script: str, *arguments: str, **settings: str) -> str:
    """What a process of its own prints."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0"} | settings
    ran = subprocess.run(
        [sys.executable, "-c", script, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()
