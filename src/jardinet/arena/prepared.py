"""Marks beside Numba's cache: which games are prepared in their present version, and locks of those being prepared.

Marks are only hints: a lost one costs a preparation that finds everything in the cache, a wrong one leaves kernels to
be compiled when they are called.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from platformdirs import user_cache_path

from jardinet.games import entry_of

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


def cache_folder() -> Path | None:
    """The folder of the marks: the first writable folder for Numba's cache; None: there is none."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    package = find_spec("jardinet.games")
    assert package
    assert package.origin
    in_tree = Path(package.origin).parent / "__pycache__"
    for folder in ([Path(own)] if own else []) + [in_tree, user_cache_path("numba", appauthor=False)]:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    return None


def is_prepared(game: str) -> bool:
    """Whether, by the marks, everything that `prepare` would compile for a game is in the cache."""
    folder = cache_folder()
    with suppress(OSError):
        return folder is not None and _mark(folder, game).read_text("ascii") == _stamp(game)
    return False


def note_prepared(game: str) -> None:
    """Mark a game as prepared, if marks can be written."""
    folder = cache_folder()
    if folder is not None:
        with suppress(OSError):
            _mark(folder, game).write_text(_stamp(game), "ascii")


@contextmanager
def preparing_alone(game: str) -> Iterator[None]:
    """Context with a lock across processes for a game; without file locks nobody waits."""
    folder = cache_folder()
    with ExitStack() as opened:
        if folder is not None:
            with suppress(OSError):  # another user's file, or a network drive without locks
                _lock(opened.enter_context(_mark(folder, game).with_suffix(".lock").open("wb")))
        yield


def _mark(folder: Path, game: str) -> Path:
    return folder / f"prepared-{game}.txt"


def _stamp(game: str) -> str:
    """Hash of everything that machine code depends on: sources of rules and bots, Numba, Python, the kind of processor."""
    entry = entry_of(game)
    modules = {
        "jardinet.games",
        "jardinet.bots",
        *(place.partition(":")[0] for place in (entry.game, entry.bots) if place),
    }
    found = {Path(spec.origin).parent for spec in map(find_spec, modules) if spec and spec.origin}
    digest = hashlib.sha256(f"{version('numba')} {sys.version} {_processor()}".encode())
    for path in sorted({file for folder in found for file in folder.rglob("*.py")}):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _processor() -> str:
    """The processor's features, if the system tells them as Linux does; otherwise its kind."""
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        if told := [line for line in lines if line.startswith(("model name", "flags", "Features"))][:2]:
            return "\n".join(told)
    return platform.machine()
