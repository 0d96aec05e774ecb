"""Tiered execution: kernels run as plain Python until their machine code is there, so that nobody waits for a compiler.

A thread gets the machine code of each kernel that is called: from the cache, or by compiling it. While other processes
compile into the cache, it leaves that to them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from jardinet.games import compiled

if TYPE_CHECKING:
    from jardinet.games.compiled import Kernel

_log = logging.getLogger(__name__)


class _AskedKernel(NamedTuple):
    """Request for a kernel's machine code: for which arguments, and the callback that gets it."""

    kernel: Kernel
    arguments: tuple[object, ...]
    use: Callable[[Callable[..., Any]], None]


class Tiers:
    """Thread that gets machine code ready, one kernel after another: see the module.

    Attributes:
        compiles: whether kernels that are not in the cache are compiled here; if not, `look_again` looks for them
            again.
        interprets: whether a kernel that is called for the first time runs as plain Python. Not if everything is in the
            cache: to load it takes hundredths of a second, while one call of plain Python may take many seconds.
    """

    def __init__(self) -> None:
        """Begin with nothing in the queue; kernels are interpreted first and compiled here."""
        self.compiles = self.interprets = True
        self._queue: SimpleQueue[_AskedKernel | None] = SimpleQueue()  # None: look again
        self._missing: list[_AskedKernel] = []
        self._has_ended = False

    def ask(self, kernel: Kernel, arguments: tuple[object, ...], use: Callable[[Callable[..., Any]], None]) -> None:
        """Have `use` called with machine code for the types of `arguments`, as soon as it is there."""
        self._queue.put(_AskedKernel(kernel, arguments, use))

    def look_again(self) -> None:
        """Look for missing kernels again: the cache may hold more now, or `compiles` has changed."""
        self._queue.put(None)

    def end(self) -> None:
        """Ask for nothing more; what is being compiled is still finished."""
        self._has_ended = True
        self._queue.put(None)

    def run(self) -> None:
        """Work until the `end`."""
        while not self._has_ended:
            asked = self._queue.get()
            due, self._missing = ([asked], self._missing) if asked else (self._missing, [])
            for one in due:
                if self._has_ended:
                    return
                self._get(one)

    def _get(self, asked: _AskedKernel) -> None:
        try:
            code = asked.kernel.machine_code(asked.arguments, compiles=self.compiles)
        except Exception:  # it runs on as plain Python
            _log.exception("%s cannot be compiled", asked.kernel.stamped_name)
            return
        if code is None:
            self._missing.append(asked)
        else:
            asked.use(code)


@contextmanager
def interpreting_first(begin: Callable[[], None] = lambda: None) -> Iterator[Tiers]:
    """Context in which kernels run as plain Python until their machine code is there; the process must not have called any before.

    Args:
        begin: called first by the thread that gets machine code ready: for example, to lower its priority.
    """
    tiers = Tiers()

    def run() -> None:
        begin()
        tiers.run()

    thread = Thread(target=run, name="machine code")
    thread.start()
    compiled.run_in(tiers)
    try:
        yield tiers
    finally:
        compiled.run_in(None)
        tiers.end()
        thread.join()
