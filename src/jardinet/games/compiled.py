"""Compilation of rules: one decorator, so that every kernel is made the same way.

`NUMBA_DISABLE_JIT=1` turns it off and the same functions run as plain Python, for reading,
debugging and coverage; both ways play byte-identical games.
"""

from __future__ import annotations

import hashlib
import linecache
from collections.abc import Callable
from types import FunctionType
from typing import TypeVar, cast

import numba
from numba.core.dispatcher import Dispatcher

F = TypeVar("F", bound=Callable[..., object])


def compiled(kernel: F, *, nogil: bool = True, sums_in_any_order: bool = False) -> F:
    """Compile `kernel` at its first call and keep the machine code on disk for the next start.

    Numba's cache asks whether the kernel's own file has changed, and no other. So the files whose kernels it imports
    stand in its qualified name, as a hash of their sources: after an edit there it is another kernel.

    Args:
        kernel: a function that Numba understands.
        nogil: whether Python's other threads run beside it. Not for what takes less than a microsecond: giving the
            lock away and waiting for it makes a loop of moves beside a busy thread 180 times as slow, and to other
            threads such a call is one step.
        sums_in_any_order: whether sums of floats may be added up side by side, many times as fast; how they are rounded
            then depends on the processor. The kernel becomes a part of each that calls it: else every file on disk would
            have a copy of its own, rounding in its own way, and the one that is loaded first would be everybody's.
    """
    assert isinstance(kernel, FunctionType)
    if stamp := _stamp_of_imported_kernels(kernel):
        kernel.__qualname__ += f"_{stamp}"
    fastmath = {"reassoc", "nsz"} if sums_in_any_order else False
    made = numba.njit(cache=True, nogil=nogil, error_model="numpy", fastmath=fastmath, forceinline=sums_in_any_order)
    return cast(F, made(kernel))


def bound(kernel: F, *arguments: object) -> F:
    """The code of `kernel` for the types of `arguments` alone, to be called with just those types.

    Numba looks at the types of every call from Python, which for a record costs three times as
    much as a play does. Whoever uses this guards the types: nothing else does.
    """
    if not isinstance(kernel, Dispatcher):
        return kernel
    return cast(F, kernel.compile(tuple(numba.typeof(argument) for argument in arguments)))  # type: ignore[no-untyped-call]


def _stamp_of_imported_kernels(kernel: FunctionType) -> str:
    """Hash of the files, and of what stands in their kernels' names in turn; nothing where there are none."""
    known = [value.py_func for value in kernel.__globals__.values() if isinstance(value, Dispatcher)]
    file = kernel.__code__.co_filename  # of a copy of a template this is the template's, and not its module's
    imported = [one for one in known if one.__module__ != kernel.__module__ and one.__code__.co_filename != file]
    if not imported:
        return ""
    files = {one.__code__.co_filename: one.__globals__ for one in imported}
    sources = sorted("".join(linecache.getlines(name, names)) for name, names in files.items())
    parts = [*sources, *sorted(one.__qualname__ for one in imported)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]
