"""Compilation of rules: one decorator, so that every kernel is made the same way.

`NUMBA_DISABLE_JIT=1` turns it off and the same functions run as plain Python, for reading,
debugging and coverage; both ways play byte-identical games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba
from numba.core.dispatcher import Dispatcher

F = TypeVar("F", bound=Callable[..., object])


def compiled(kernel: F, *, nogil: bool = True, sums_in_any_order: bool = False) -> F:
    """Compile `kernel` at its first call and keep the machine code on disk for the next start.

    Numba's cache notices an edit in the kernel's own file only: keep all kernels that call one
    another in one file; kernels.py says how a template is no exception.

    Args:
        kernel: a function that Numba understands.
        nogil: whether Python's other threads run beside it. Not for what takes less than a microsecond: giving the
            lock away and waiting for it makes a loop of moves beside a busy thread 180 times as slow, and to other
            threads such a call is one step.
        sums_in_any_order: whether sums of floats may be added up side by side, many times as fast; how they are rounded
            then depends on the processor.
    """
    fastmath = {"reassoc", "nsz"} if sums_in_any_order else False
    return cast(F, numba.njit(cache=True, nogil=nogil, error_model="numpy", fastmath=fastmath)(kernel))


def bound(kernel: F, *arguments: object) -> F:
    """The code of `kernel` for the types of `arguments` alone, to be called with just those types.

    Numba looks at the types of every call from Python, which for a record costs three times as
    much as a play does. Whoever uses this guards the types: nothing else does.
    """
    if not isinstance(kernel, Dispatcher):
        return kernel
    return cast(F, kernel.compile(tuple(numba.typeof(argument) for argument in arguments)))  # type: ignore[no-untyped-call]
