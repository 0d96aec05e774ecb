"""Background compilation: each game that is not prepared yet is compiled in a process of low priority.

Processes that interpret first (`games/tiers.py`) then find the machine code in the cache. Several servers that start at
once wait for each other, game by game; if a process ends early, what it has compiled so far stays.
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

APART: Any  # from us: options to start a process that does not get the terminal's Ctrl-C
if sys.platform == "win32":
    APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
else:
    APART = {"start_new_session": True}  # it lowers its priority itself

NEEDED = 0.8  # about the share of the kernels that is compiled

_log = logging.getLogger(__name__)


class Preparation:
    """Preparation of all games: see the module; it runs within `running`.

    Attributes:
        is_over: whether everything that can be prepared is prepared.
        percent: the progress, 0 to 99; None: not known yet.
    """

    def __init__(
        self,
        tiers: Tiers,
        changed: Callable[[Preparation], None] = lambda _: None,
        games: Sequence[str] | None = None,
    ) -> None:
        """Set up the preparation of the games that are not prepared yet; it starts in `running`.

        Args:
            tiers: told when new machine code is in the cache.
            changed: called after each progress, from other threads.
            games: the games to prepare; None: all.
        """
        self._games = registered_games() if games is None else games
        self._tiers = tiers
        self._changed = changed
        self._kernels: dict[str, tuple[int, int]] = {}  # by game, kernels with machine code, and all kernels
        self._children: list[subprocess.Popen[str]] = []
        self._lock = Lock()  # of the children, and of what follows
        self._has_ended = Event()
        self.is_over = False
        tiers.compiles = False

    @property
    def percent(self) -> int | None:
        """How much of the needed machine code is there, 0 to 99; None if that is not known yet."""
        ready, of = map(sum, zip(*self._kernels.values(), strict=True)) if self._kernels else (0, 0)
        return min(99, round(100 * ready / (NEEDED * of))) if of else None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Context within which games are prepared; at its end the rest stays unprepared."""
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
        """Prepare a game in a process of its own, and read its progress."""
        with self._lock:
            if self._has_ended.is_set():
                return
            child = _started([sys.executable, "-m", "jardinet.arena.prepare", game, "--tell"])
            self._children.append(child)
        with child:
            assert child.stdout
            for line in child.stdout:
                with suppress(ValueError):  # lines that a game prints itself
                    ready, of = map(int, line.split())
                    self._kernels[game] = ready, of
                    self._tiers.look_again()
                    self._changed(self)
        if child.returncode and not self._has_ended.is_set():
            _log.warning("%s could not be prepared (%d): it is compiled when it is played", game, child.returncode)


def _missing(games: Sequence[str]) -> list[str]:
    """The games that are not prepared."""
    return [name for name in games if not is_prepared(name)] if IS_COMPILED else []


def _started(command: list[str]) -> subprocess.Popen[str]:
    """A process of low priority, which ends with us because its input is closed then."""
    child: subprocess.Popen[str] = subprocess.Popen(  # noqa: S603 - our own words
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **APART
    )
    return child


def _find_room(folders: ExitStack) -> None:
    """If no folder for Numba's cache can be written, use a temporary one until we end."""
    if cache_folder() is None:
        with suppress(OSError):
            os.environ["NUMBA_CACHE_DIR"] = folders.enter_context(tempfile.TemporaryDirectory(prefix="jardinet-"))
