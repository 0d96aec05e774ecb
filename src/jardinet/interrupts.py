"""Ctrl-C: not within what breaks when it is broken off, and never lost on its way."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

AGAIN_AFTER = 0.01  # seconds

_came = threading.Event()


def watch() -> None:
    """From now on know whether Ctrl-C has come, and let it come again where Python drops what it raised."""
    sys.unraisablehook = _come_again
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, as below `nohup`
        signal.signal(signal.SIGINT, _come)


def has_come() -> bool:
    """Whether Ctrl-C has come since `watch`.

    An error may be all that is left of it: NumPy raises a TypeError in its place while it compares records.
    """
    return _came.is_set()


@contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C takes effect afterwards, and never in a process that is started here.

    Blocking the signal is what such a process inherits, at its very start and whatever it imports; in this process
    another thread may still receive it, so that a handler has to keep it as well. Only the main thread has handlers.
    """
    kept: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    usual = signal.signal(signal.SIGINT, lambda number, _: kept.append(number)) if is_main else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_main:
            signal.signal(signal.SIGINT, usual)
        if kept:
            signal.raise_signal(signal.SIGINT)


def _come(_number: int, _frame: FrameType | None) -> NoReturn:
    _came.set()
    raise KeyboardInterrupt


def _come_again(lost: sys.UnraisableHookArgs) -> None:
    """What was dropped while something was cleared away, as every import does; anything but Ctrl-C is told as ever."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    main = threading.main_thread().ident
    has_kill = hasattr(signal, "pthread_kill")  # it wakes what waits
    call, to = (signal.pthread_kill, [main, signal.SIGINT]) if has_kill else (signal.raise_signal, [signal.SIGINT])
    threading.Timer(AGAIN_AFTER, call, to).start()
