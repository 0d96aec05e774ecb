"""Preparation beside what runs: it ends with all in the cache, waits for others at the same work, and ends when we do."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.kit.waiting import until

from jardinet.arena import preparation, prepared
from jardinet.arena.prepared import is_prepared, note_prepared

GAME = "fireflies"  # the smallest there is
PATIENCE = 240  # seconds
PREPARE = [sys.executable, "-m", "jardinet.arena.prepare", GAME, "--tell"]

BESIDE = """
import sys, time
from jardinet import load_game
from jardinet.arena.preparation import Preparation
from jardinet.arena.prepared import is_prepared
from jardinet.games.tiers import interpreting_first

told = []
with interpreting_first() as tiers:
    one = Preparation(tiers, lambda now: told.append((now.percent, now.is_over)), [sys.argv[1]])
    with one.running():
        state = load_game(sys.argv[1]).new_initial_state()
        state.legal_actions()  # which nobody waits for
        while not one.is_over:
            time.sleep(0.05)
    print(is_prepared(sys.argv[1]), tiers.compiles, told[0], told[-1][1])
    again = Preparation(tiers, games=[sys.argv[1]])
    tiers.interprets = True
    with again.running():
        print(tiers.interprets)
"""

ALONE = """
import sys, time
from jardinet.arena.prepared import preparing_alone
with preparing_alone("fireflies"):
    print("in", flush=True)
    sys.stdin.readline()
    print("out", flush=True)
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, of this process and those that it starts."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_what_is_prepared_beside_is_in_the_cache_and_known_to_be(cache: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", BESIDE, GAME], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert ran.stdout.splitlines() == ["True True (None, False) True", "False"], (
        "what is in the cache is not interpreted"
    )
    files = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")}
    assert files
    with subprocess.Popen(PREPARE, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as again:
        assert again.wait(PATIENCE) == 0
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")} == files


def test_whoever_prepares_ends_with_whom_it_does_it_for(cache: Path) -> None:
    with subprocess.Popen(PREPARE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as one:
        assert one.stdin
        assert one.stdout
        one.stdout.readline()  # it is at work
        one.stdin.close()
        assert one.wait(PATIENCE) == 1
    assert not is_prepared(GAME)


def test_two_that_begin_at_once_prepare_one_after_the_other(cache: Path) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with (
        subprocess.Popen([sys.executable, "-c", ALONE], text=True, **pipes) as one,  # type: ignore[call-overload]
        subprocess.Popen([sys.executable, "-c", ALONE], text=True, **pipes) as other,  # type: ignore[call-overload]
    ):
        os.set_blocking(other.stdout.fileno(), False)
        os.set_blocking(one.stdout.fileno(), False)
        inside: list[subprocess.Popen[str]] = []

        def is_one_inside() -> bool:
            inside.extend(each for each in (one, other) if each.stdout.read(3))
            return bool(inside)

        until(is_one_inside)
        (first,) = inside
        second = other if first is one else one
        assert not second.stdout.read(3)
        first.kill()  # a lock that whoever held it left behind would last for ever
        until(lambda: second.stdout.read(3))
        second.stdin.write("\n")
        second.stdin.close()
        assert second.wait(PATIENCE) == 0


def test_a_mark_is_of_the_sources_as_they_were(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_prepared(GAME)
    note_prepared(GAME)
    assert is_prepared(GAME)
    monkeypatch.setattr(prepared, "version", lambda _: "another Numba")
    assert not is_prepared(GAME)


def test_where_nothing_can_be_kept_there_is_room_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/dev/null/cache")
    monkeypatch.setattr(preparation, "cache_folder", lambda: None)
    with ExitStack() as folders:
        preparation._find_room(folders)
        folder = Path(os.environ["NUMBA_CACHE_DIR"])
        assert folder.is_dir()
        assert folder.stat().st_mode & 0o077 == 0  # what is loaded from there is code
    assert not folder.exists()
