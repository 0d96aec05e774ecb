"""Getting the rules ready: what is said about it, and that nothing is left to compile afterwards."""

from __future__ import annotations

import subprocess
import sys

import pytest

from jardinet.arena.prepare import prepare
from jardinet.games.parameters import ParameterError


def test_one_line_is_all_it_says_to_a_file() -> None:
    done = subprocess.run([sys.executable, "-m", "jardinet.arena.prepare"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["Getting the rules ready (once, a few seconds)"]
    assert done.stderr == ""


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ParameterError, match="there is no game 'chess'"):
        prepare("chess")
