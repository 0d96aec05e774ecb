"""Ctrl-C: held back within code that must not be interrupted, and never lost."""

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
    """From now on remember whether Ctrl-C has come, and raise it again if Python drops the exception."""
    sys.unraisablehook = _come_again
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # otherwise it is ignored, as under `nohup`
        signal.signal(signal.SIGINT, _come)


def has_come() -> bool:
    """Whether Ctrl-C has come since `watch`.

    It may have become another error: while comparing records, NumPy raises a TypeError instead.
    """
    return _came.is_set()


@contextmanager
def held_back() -> Iterator[None]:
    """Context that delays Ctrl-C until its end, and blocks it in processes that are started within.

    Such a process inherits the blocked signal from its very start, during all its imports. In this process another
    thread may still receive the signal, so a handler has to hold it back as well. Only the main thread has handlers.
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
    """Raise a Ctrl-C again that was dropped during a clean-up, as happens in every import; report other exceptions as usual."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    main = threading.main_thread().ident
    has_kill = hasattr(signal, "pthread_kill")  # it wakes blocking calls
    call, to = (signal.pthread_kill, [main, signal.SIGINT]) if has_kill else (signal.raise_signal, [signal.SIGINT])
    threading.Timer(AGAIN_AFTER, call, to).start()
