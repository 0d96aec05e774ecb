"""Machine code of kernels: no compiler is woken for what is in the cache, and nothing fails where there is no cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SQUARES = """
from jardinet.games.compiled import compiled

@compiled
def square(x: int) -> int:
    return x * x

@compiled
def cube(x: int) -> int:
    return x * square(x)
"""

COMPILERS_OWN = "numba.np.linalg"  # what Numba reads before it compiles anything


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module of kernels, and room for their machine code."""
    (tmp_path / "squares.py").write_text(SQUARES)
    return tmp_path


def test_rules_can_be_imported_without_numba() -> None:
    script = "import sys, jardinet; jardinet.load_game('maudits_criquets'); print('numba' in sys.modules)"
    assert run(script) == "False"


def test_what_is_in_the_cache_wakes_no_compiler(folder: Path) -> None:
    script = f"import sys, squares; print(squares.square(7), {COMPILERS_OWN!r} in sys.modules)"
    assert run(script, folder) == "49 True"
    assert run(script, folder) == "49 False"


def test_a_new_kernel_calls_one_that_came_from_the_cache(folder: Path) -> None:
    assert run("import squares; print(squares.square(3))", folder) == "9"
    script = (
        "import squares; print(squares.square(3), squares.cube(3), squares.cube.dispatcher.stats.cache_misses.total())"
    )
    assert run(script, folder) == "9 27 1"
    assert run(script, folder) == "9 27 0"


def test_a_kernel_that_makes_arrays_works_from_the_cache() -> None:
    script = (
        "from jardinet import load_game; from jardinet.games.lucky_numbers import rules\n"
        "state = load_game('lucky_numbers').new_initial_state()\n"
        "print(sum(rules.every_accepts(state.records, 0, 0)), rules.every_violation(state.records, 0, 0, 3).shape)\n"
        "print(state.chance_outcomes()[0])"
    )
    assert run(script) == run(script) != ""


def test_where_nothing_can_be_kept_everything_is_compiled(folder: Path) -> None:
    nowhere = {"NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator", "NUMBA_CACHE_DIR": "/dev/null/cache"}
    script = "import squares; print(squares.cube(2))"
    assert [run(script, folder, nowhere), run(script, folder, nowhere)] == ["8", "8"]


def test_a_disk_that_takes_nothing_more_costs_time_alone(folder: Path) -> None:
    script = (
        "from resource import RLIMIT_FSIZE, setrlimit; from signal import SIG_IGN, SIGXFSZ, signal\n"
        "signal(SIGXFSZ, SIG_IGN); setrlimit(RLIMIT_FSIZE, (1000, 1000))\n"
        "import squares; print(squares.cube(2))"
    )
    assert [run(script, folder), run(script, folder)] == ["8", "8"]
    assert not list((folder / "__pycache__").glob("*.nbc"))


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_a_file_of_the_cache_that_was_cut_off_is_made_anew(folder: Path, ending: str) -> None:
    script = "import squares; print(squares.square(5))"
    assert run(script, folder) == "25"
    (file,) = (folder / "__pycache__").glob(f"squares.square-*{ending}")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert run(script, folder) == "25"
    assert run(script, folder) == "25"
    assert len(file.read_bytes()) == len(whole)


def run(script: str, folder: Path | None = None, environment: dict[str, str] | None = None) -> str:
    """What a process of its own prints."""
    found = os.environ | {"NUMBA_DISABLE_JIT": "0"} | (environment or {})
    if folder:
        found |= {"PYTHONPATH": str(folder)}
    ran = subprocess.run([sys.executable, "-c", script], env=found, capture_output=True, text=True, check=True)
    return ran.stdout.strip()
