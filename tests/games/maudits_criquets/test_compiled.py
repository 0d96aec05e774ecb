"""Compiled and plain Python play byte-identical games (games/compiled.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("playthrough.py")


def test_compiled_and_uncompiled_games_are_byte_identical() -> None:
    """Twelve variants, more than a hundred games: the record's bytes after every action."""
    compiled, plain = start_playing("0"), start_playing("1")
    lines = compiled.communicate()[0].splitlines()
    assert plain.communicate()[0].splitlines() == lines
    assert (compiled.returncode, plain.returncode) == (0, 0)
    assert len(lines) == len(set(lines)) == 12
    assert sum(int(line.split()[3]) for line in lines) > 8_000


def start_playing(is_plain: str) -> subprocess.Popen[str]:
    """The script at work in a process of its own."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": is_plain}
    return subprocess.Popen([sys.executable, SCRIPT], env=environment, stdout=subprocess.PIPE, text=True)
