"""Preparation of machine code beside what runs: every game that is not prepared is, in a process of low priority each.

What they compile is found in the cache by whoever interprets first (`games/tiers.py`). Several servers that start at once wait
for each other, game by game; whatever ends a process leaves what it has compiled.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Any

from jardinet.arena.prepared import cache_folder, is_prepared
from jardinet.games import registered_games
from jardinet.games.compiled import IS_COMPILED
from jardinet.games.tiers import Tiers

APART: Any  # from us: how a process is started that is spared the terminal's Ctrl-C
if sys.platform == "win32":
    APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
else:
    APART = {"start_new_session": True}  # it gives way by itself

NEEDED = 0.8  # of the kernels is about what is compiled

_log = logging.getLogger(__name__)


class Preparation:
    """Preparation of all games: see the module; it works within `running`.

    Attributes:
        is_over: whether all that can be prepared is.
        percent: how far it is, 0 to 99; None: nobody knows yet.
    """

    def __init__(
        self,
        tiers: Tiers,
        changed: Callable[[Preparation], None] = lambda _: None,
        games: Sequence[str] | None = None,
    ) -> None:
        """Prepare what is not prepared.

        Args:
            tiers: are told what is in the cache.
            changed: called, by threads, whenever it is further than before.
            games: None: all.
        """
        self._games = registered_games() if games is None else games
        self._tiers = tiers
        self._changed = changed
        self._kernels: dict[str, tuple[int, int]] = {}  # by game, how many have machine code, and how many there are
        self._children: list[subprocess.Popen[str]] = []
        self._lock = Lock()  # of the children, and of what follows
        self._has_ended = Event()
        self.is_over = False
        tiers.compiles = False

    @property
    def percent(self) -> int | None:
        """See the class."""
        ready, of = map(sum, zip(*self._kernels.values(), strict=True)) if self._kernels else (0, 0)
        return min(99, round(100 * ready / (NEEDED * of))) if of else None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Prepare within this; at the end what is not ready stays so."""
        with ExitStack() as folders:
            _find_room(folders)
            missing = _missing(self._games)
            self._tiers.interprets = bool(missing)
            thread = Thread(target=self._run, args=(missing if cache_folder() else [],), name="preparation")
            thread.start()
            try:
                yield
            finally:
                with self._lock:
                    self._has_ended.set()
                    for child in self._children:
                        child.terminate()
                thread.join()

    def _run(self, games: list[str]) -> None:
        if games:
            self._changed(self)
            with ThreadPoolExecutor(min(len(games), os.cpu_count() or 1), "preparation") as together:
                list(together.map(self._prepare, games))
        if not self._has_ended.is_set():
            self._tiers.compiles, self._tiers.interprets = True, bool(_missing(self._games))
            self._tiers.look_again()
            self.is_over = True
            if games:
                self._changed(self)

    def _prepare(self, game: str) -> None:
        """Prepare a game in a process of its own, and listen how far it is."""
        with self._lock:
            if self._has_ended.is_set():
                return
            child = _started([sys.executable, "-m", "jardinet.arena.prepare", game, "--tell"])
            self._children.append(child)
        with child:
            assert child.stdout
            for line in child.stdout:
                with suppress(ValueError):  # whatever a game prints by itself
                    ready, of = map(int, line.split())
                    self._kernels[game] = ready, of
                    self._tiers.look_again()
                    self._changed(self)
        if child.returncode and not self._has_ended.is_set():
            _log.warning("%s could not be prepared (%d): it is compiled when it is played", game, child.returncode)


def _missing(games: Sequence[str]) -> list[str]:
    """Those that are not prepared."""
    return [name for name in games if not is_prepared(name)] if IS_COMPILED else []


def _started(command: list[str]) -> subprocess.Popen[str]:
    """A process that comes after all others, and ends with us: its input does."""
    child: subprocess.Popen[str] = subprocess.Popen(  # noqa: S603 - our own words
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **APART
    )
    return child


def _find_room(folders: ExitStack) -> None:
    """Where no folder for Numba's cache can be written, give it one until we end."""
    if cache_folder() is None:
        with suppress(OSError):
            os.environ["NUMBA_CACHE_DIR"] = folders.enter_context(tempfile.TemporaryDirectory(prefix="jardinet-"))
