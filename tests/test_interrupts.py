"""Ctrl-C, at the moments when libraries lose it or break by it."""

from __future__ import annotations

import subprocess
import sys

import pytest

MOMENTS = {
    "python drops it": """
class Cleared:
    def __del__(self): press()

def app(**_):
    Cleared()
    time.sleep(60)
""",
    "numpy raises something else": """
import numpy as np
from numpy._core import _internal

promote = _internal._promote_fields
_internal._promote_fields = lambda *of: press() or promote(*of)

def app(**_):
    record = np.zeros(3, "u1, u1")
    record[1:] == record[:-1]
    time.sleep(60)
""",
    "a kernel is compiled": """
from numba.extending import overload

from jardinet.games.machine_code import dispatcher_of

def halved(number): ...

@overload(halved)
def _(number):
    press()
    return lambda number: number // 2

def app(**_):
    kernel = dispatcher_of(lambda number: halved(number))
    try:
        kernel(4)
    except KeyboardInterrupt:
        print(kernel.nopython_signatures)
        raise
""",
}
TOLD = {"a kernel is compiled": "[(int64,) -> int64]\n"}  # it was not broken off


def run(moment: str) -> subprocess.CompletedProcess[str]:
    code = f"""
import signal, time
from jardinet import cli
def press(): signal.raise_signal(signal.SIGINT)
{moment}
cli.app = app
cli.main()
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("when", MOMENTS)
def test_it_ends_the_command_whenever_it_comes(when: str) -> None:
    done = run(MOMENTS[when])
    assert (done.returncode, done.stdout, done.stderr) == (130, TOLD.get(when, ""), "jardinet: interrupted\n")


def test_where_it_is_ignored_it_stays_ignored() -> None:
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    started = f"""
{code}
from jardinet import cli
cli.app = lambda **_: signal.raise_signal(signal.SIGINT)
cli.main()
"""
    done = subprocess.run([sys.executable, "-c", started], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_it_a_fault_is_still_a_fault() -> None:
    done = run("def app(**_): raise TypeError('of ours')")
    assert (done.returncode, "something is broken: of ours" in done.stderr) == (70, True)
