"""Compiled and plain Python play byte-identical games, and no compiled code is older than what it was made from."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from tests.sizes import few

from jardinet.games import registered_games
from jardinet.games.compiled import compiled

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


@partial(compiled, sums_in_any_order=True)
def product_of(numbers: Any, others: Any) -> float:
    total = numbers[0] - numbers[0]
    for k in range(len(others)):
        total += max(numbers[k], total) * max(numbers[len(others) + k], total) * others[k]
    return float(total)


def test_a_kernel_that_may_round_differently_is_a_part_of_each_that_calls_it() -> None:
    """Called, it is whichever copy was loaded first: the first run after an installation would learn other weights."""

    @numba.njit
    def twice(numbers: Any, others: Any) -> Any:
        return product_of(numbers, others) + product_of(numbers[::-1].copy(), others)

    assert twice(np.ones(4, np.float32), np.ones(2, np.float32)) > 0
    (code,) = twice.inspect_llvm().values()
    assert not [line for line in code.splitlines() if " call " in line and product_of.__name__ in line]


KERNELS = {  # each calls the one below it
    "upper": "from lower import middle\n\n@compiled\ndef top(x: int) -> int:\n    return 100 + middle(x)\n",
    "lower": "from lowest import bottom\n\n@compiled\ndef middle(x: int) -> int:\n    return 10 + bottom(x)\n",
    "lowest": "@compiled\ndef bottom(x: int) -> int:\n    return 1 + x\n",
}


def test_an_edit_of_a_file_whose_kernels_are_called_is_compiled(tmp_path: Path) -> None:
    """Numba's cache alone would go on with what it compiled from the other files."""
    for name, source in KERNELS.items():
        (tmp_path / f"{name}.py").write_text(f"from jardinet.games.compiled import compiled\n{source}")
    assert [top(tmp_path), top(tmp_path)] == ["111 compiled", "111 cached"]
    for name, old, new, answer in (("lower", "10 +", "20 +", "121"), ("lowest", "1 +", "2 +", "122")):
        path = tmp_path / f"{name}.py"
        path.write_text(path.read_text().replace(old, new))
        assert [top(tmp_path), top(tmp_path)] == [f"{answer} compiled", f"{answer} cached"]


def top(path: Path) -> str:
    """What the upmost kernel says in a process of its own, and where it has it from."""
    script = "from upper import top; print(top(0), 'cached' if top.dispatcher.stats.cache_hits else 'compiled')"
    environment = os.environ | {"PYTHONPATH": str(path), "NUMBA_DISABLE_JIT": "0"}
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return ran.stdout.strip()
