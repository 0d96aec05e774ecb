"""Compiled and plain Python play byte-identical games, of every game that is registered (games/compiled.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.sizes import few

from jardinet.games import registered_games

SCRIPT = Path(__file__).with_name("playthrough.py")


@pytest.mark.parametrize("name", registered_games())
def test_compiled_and_uncompiled_games_are_byte_identical(name: str) -> None:
    """All variants, each in several games: the record's bytes and the key after every move."""
    compiled, plain = start_playing(name, "0"), start_playing(name, "1")
    lines = compiled.communicate()[0].splitlines()
    assert plain.communicate()[0].splitlines() == lines
    assert (compiled.returncode, plain.returncode) == (0, 0)
    assert len(lines) == len({line.split()[-1] for line in lines}) >= 3
    assert all(int(number) > 0 for line in lines for number in line.split()[-3:-1])


def start_playing(name: str, is_plain: str) -> subprocess.Popen[str]:
    """The script at work in a process of its own."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": is_plain}
    return subprocess.Popen(
        [sys.executable, SCRIPT, name, str(few(5, 2))], env=environment, stdout=subprocess.PIPE, text=True
    )
