"""What is made from a template: compiled anew where either file has changed, and read in tracebacks like any other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import jardinet
from jardinet.games import load_game, registered_games

SCRIPT = """
import numpy as np
from jardinet.games.lucky_numbers import rules
states, masks = np.zeros(1, rules.STATE), np.zeros((1, 1), np.int64)
states["legal"] = 5
rules.RULES.legal_masks(states, np.zeros(1, np.int64), masks)
stats = rules.RULES.legal_masks.dispatcher.stats
print(masks[0, 0], sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


class Ran(NamedTuple):
    """What the script printed: a mask, and whether its kernel came from the cache."""

    mask: int
    hits: int
    misses: int


def test_an_edit_of_the_template_and_one_of_the_game_are_both_compiled(tmp_path: Path) -> None:
    """Numba's cache alone would go on with what it compiled from the other file."""
    package = tmp_path / "jardinet"
    shutil.copytree(
        Path(jardinet.__file__).parent / "games", package / "games", ignore=shutil.ignore_patterns("__pycache__")
    )
    for file in ("__init__.py", "interrupts.py"):  # all that the games import
        shutil.copy(Path(jardinet.__file__).with_name(file), package)
    assert run(tmp_path) == Ran(5, hits=0, misses=1)
    assert run(tmp_path) == Ran(5, hits=1, misses=0)
    edit(package / "games/kernels.py", "masks[k, word] = _legal_word(", "masks[k, word] = 8 + _legal_word(")
    assert run(tmp_path) == Ran(13, hits=0, misses=1)
    assert run(tmp_path) == Ran(13, hits=1, misses=0)
    edit(
        package / "games/lucky_numbers/rules.py", 'return int(state["legal"]) if', 'return 16 + int(state["legal"]) if'
    )
    assert run(tmp_path) == Ran(29, hits=0, misses=1)
    assert run(tmp_path) == Ran(29, hits=1, misses=0)


def run(path: Path) -> Ran:
    environment = os.environ | {"PYTHONPATH": str(path), "NUMBA_DISABLE_JIT": "0"}
    printed = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    return Ran(*map(int, printed.stdout.split()))


def edit(path: Path, old: str, new: str) -> None:
    source = path.read_text()
    assert source.count(old) == 1
    path.write_text(source.replace(old, new))


def test_a_traceback_of_uncompiled_kernels_names_them_and_shows_their_lines() -> None:
    script = (
        "import numpy as np\n"
        "from jardinet.games.maudits_criquets.rules import RULES\n"
        "RULES.apply_all(np.zeros(1, RULES.STATE), np.array([3]), np.array([0]))\n"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "kernels.py" in ran.stderr
    assert "in apply_all" in ran.stderr
    assert "if not _apply(states[indices[k]], actions[k]):" in ran.stderr


@pytest.mark.parametrize("name", registered_games())
def test_every_game_has_kernels_of_its_own_under_their_plain_names(name: str) -> None:
    rules = load_game(name).rules
    others = [load_game(other).rules for other in registered_games() if other != name]
    assert rules.apply_all.__name__ == "apply_all"
    assert rules.apply_all.__module__.endswith(f"{name}.rules")
    assert all(other.apply_all is not rules.apply_all for other in others)
    assert rules.NUM_WORDS == -(-rules.NUM_ACTIONS // 63)
