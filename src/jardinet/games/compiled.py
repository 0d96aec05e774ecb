"""Compilation of rules: one decorator, so that every kernel is made the same way.

Numba is imported when the first kernel is called, not before. The caller waits until the kernel is compiled or loaded
from the cache; within `tiers.interpreting_first` nobody waits. `NUMBA_DISABLE_JIT=1` turns Numba off and the same
functions run as plain Python, for reading, debugging and coverage; all ways play byte-identical games.
"""

from __future__ import annotations

import hashlib
import linecache
import os
from collections.abc import Callable, Mapping
from functools import cached_property, update_wrapper
from threading import RLock
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import numpy as np

if TYPE_CHECKING:
    from jardinet.games.tiers import Tiers

F = TypeVar("F", bound=Callable[..., object])

IS_COMPILED = not int(os.environ.get("NUMBA_DISABLE_JIT") or 0)

_making = RLock()  # a kernel gets one dispatcher only, even if several threads ask at once
_tiers: Tiers | None = None


def compiled(kernel: F, *, nogil: bool = True, is_inlined: bool = False, sums_in_any_order: bool = False) -> F:
    """Compile `kernel` at its first call and keep the machine code on disk for the next start.

    Numba's cache only checks whether the kernel's own file has changed. So the kernel's qualified name contains a hash
    of the sources of all files whose kernels it imports: after an edit there it is another kernel.

    Args:
        kernel: a function that Numba understands.
        nogil: whether the GIL is released, so that other Python threads run beside it. Not for kernels that take less
            than a microsecond: giving the lock away and waiting for it makes a loop of moves beside a busy thread 180
            times as slow, and with the lock such a call is atomic to other threads.
        is_inlined: whether the kernel is inlined into its callers; for a few lines in an inner loop, which a call would
            make take a quarter longer.
        sums_in_any_order: whether sums of floats may be vectorized, which is many times as fast; their rounding then
            depends on the processor. The kernel is inlined into its callers: otherwise every file on disk would have
            its own copy with its own rounding, and all callers would use the copy that is loaded first.
    """
    assert isinstance(kernel, FunctionType)
    if not IS_COMPILED:
        return kernel
    fastmath = {"reassoc", "nsz"} if sums_in_any_order else False
    return cast(F, Kernel(kernel, nogil=nogil, fastmath=fastmath, forceinline=is_inlined or sums_in_any_order))


def bind(kernel: F, arguments: tuple[object, ...], use: Callable[[F], None]) -> None:
    """Call `use` with the code of `kernel` for the types of `arguments`, which may only be called with those types.

    Within `interpreting_first` that is plain Python at once, and machine code some time later, by another thread. This
    skips Numba's check of the types at every call from Python, which for a record costs three times as much as a play.
    The caller must guarantee the types: nothing else checks them.
    """
    if not isinstance(kernel, Kernel):
        use(kernel)
    elif _tiers is None or not _tiers.interprets:
        use(cast(F, kernel.machine_code(arguments)))
    else:
        use(cast(F, kernel.interpreted))
        _tiers.ask(kernel, arguments, cast(Callable[[Callable[..., Any]], None], use))


def run_in(tiers: Tiers | None) -> None:
    """From now on let `tiers` get kernels ready; None: the caller of a kernel waits for it."""
    global _tiers  # noqa: PLW0603 - of the process, as compiled code is
    _tiers = tiers


def progress() -> tuple[int, int]:
    """How many kernels have machine code in this process, and how many there are in all modules that it has imported."""
    return sum(one.has_machine_code for one in Kernel.known), len(Kernel.known)


class Kernel:
    """A function of the rules or of a bot that runs as machine code; kernels call each other as Numba compiles them.

    Attributes:
        known: all kernels of this process.
        function: the Python function as it is written.
    """

    known: ClassVar[list[Kernel]] = []

    def __init__(self, function: FunctionType, **options: Any) -> None:
        """`options`: of `numba.njit`, in addition to those of all kernels."""
        update_wrapper(self, function)
        self.function = function
        self._options = options
        self._run: Callable[..., Any] = self._first
        self.known.append(self)

    def __call__(self, *args: Any) -> Any:
        """Call the kernel: as machine code, or as plain Python while that is not ready."""
        return self._run(*args)

    def _first(self, *args: Any) -> Any:
        if _tiers is None or not _tiers.interprets:
            self._run = self.dispatcher
        else:
            self._run = self.interpreted
            _tiers.ask(self, args, self._switch)
        return self._run(*args)

    def _switch(self, _code: Callable[..., Any]) -> None:
        """Run as machine code from now on: it is there for one kind of arguments at least."""
        self._run = self.dispatcher

    def machine_code(self, arguments: tuple[object, ...], *, compiles: bool = True) -> Callable[..., Any] | None:
        """Its machine code for the types of `arguments`.

        Args:
            arguments: of a call.
            compiles: whether to compile it if it is not in the cache; if False, None is returned in that case.
        """
        from jardinet.games.machine_code import code_of

        return code_of(self.dispatcher, arguments, compiles=compiles)

    @cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The function as plain Python; what it returns is of the types that machine code returns."""
        plain = self.plain
        return lambda *args: _of_python(plain(*args))

    @cached_property
    def plain(self) -> FunctionType:
        """The function as plain Python, and so are the kernels that it calls."""
        function = self.function
        names = _plain_names(function.__globals__)
        return FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)

    @property
    def has_machine_code(self) -> bool:
        """Whether it has been compiled, or loaded, in this process."""
        return "_dispatcher" in vars(self) and bool(self._dispatcher.overloads)

    @property
    def dispatcher(self) -> Any:
        """Its Numba dispatcher."""
        with _making:
            return self._dispatcher

    @cached_property
    def _dispatcher(self) -> Any:
        from jardinet.games.machine_code import dispatcher_of

        self.function.__qualname__ = self.stamped_name
        return dispatcher_of(self.function, error_model="numpy", **self._options)

    @property
    def _numba_type_(self) -> object:
        """Its Numba type inside a kernel that calls it."""
        return self.dispatcher._numba_type_

    @cached_property
    def stamped_name(self) -> str:
        """Its qualified name with a hash of the files whose kernels it imports, and recursively of the files that those import."""
        name, code = self.function.__qualname__, self.function.__code__
        known = [value for value in self.function.__globals__.values() if isinstance(value, Kernel)]
        file = code.co_filename  # of a copy of a template this is the template's, and not its module's
        imported = [
            one
            for one in known
            if one.function.__module__ != self.function.__module__ and one.function.__code__.co_filename != file
        ]
        if not imported:
            return name
        files = {one.function.__code__.co_filename: one.function.__globals__ for one in imported}
        sources = sorted("".join(linecache.getlines(path, names)) for path, names in files.items())
        parts = [*sources, *sorted(one.stamped_name for one in imported)]
        stamp = hashlib.sha256("\0".join(parts).encode()).hexdigest()
        return f"{name}_{stamp[:12]}"


_plain: dict[int, dict[str, Any]] = {}  # by the identity of names, which live as long as their module


def _plain_names(names: Mapping[str, Any]) -> dict[str, Any]:
    """A module's names, with plain Python functions in place of kernels."""
    if id(names) not in _plain:
        found = _plain[id(names)] = dict(names)  # known before it is filled: kernels may call each other
        found.update({name: value.plain for name, value in names.items() if isinstance(value, Kernel)})
    return _plain[id(names)]


def _of_python(value: Any) -> Any:
    """A result of plain Python with NumPy's scalars turned into Python's numbers."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple):
        parts = map(_of_python, value)
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    return [*map(_of_python, value)] if isinstance(value, list) else value
