"""Machine code of kernels: made by Numba, kept in its cache on disk, and loaded from there without starting the compiler.

Before Numba looks into its cache it loads everything that the compiler may need, compiles a library of its own and
parses the optimizer's form of each kernel: half a second and 75 MB for a server that plays both games and has nothing
to compile. Here only the machine code of a kernel is loaded from the cache. If it is missing, Numba compiles it as
usual.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def, call-arg, attr-defined"
from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from threading import local
from typing import Any, cast

import llvmlite.binding as llvm
import numba
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import _nrt

from jardinet.interrupts import held_back

Function = Callable[..., Any]


def dispatcher_of(function: Function, **options: Any) -> Any:
    """A Numba dispatcher of a function: when called, it loads machine code for these types from the cache, or compiles it.

    Args:
        function: one that Numba understands.
        options: of `numba.njit`.
    """
    made: Any = numba.njit(**options)(function)
    made.compile = _unbroken(made.compile)
    with suppress(RuntimeError):  # no folder for it can be written: it is compiled in every process
        made._cache = _Cache(function)
    return made


def code_of(dispatcher: Any, arguments: tuple[object, ...], *, compiles: bool) -> Function | None:
    """The machine code of a dispatcher for the types of `arguments`.

    Args:
        dispatcher: made by `dispatcher_of`.
        arguments: of a call.
        compiles: whether to compile it if it is not in the cache; if False, None is returned in that case.
    """
    signature = tuple(map(numba.typeof, arguments))
    if not compiles and not isinstance(dispatcher._cache, _Cache):
        return None
    _here.compiles = compiles
    try:
        return cast(Function, dispatcher.compile(signature))
    except _MissingError:
        return None
    finally:
        _here.compiles = True


def _unbroken(compile_for: Function) -> Function:
    """`compile_for` with Ctrl-C held back while it compiles or loads, for some seconds at most: LLVM frees interrupted work twice."""

    @wraps(compile_for)
    def unbroken(signature: object) -> Any:
        with held_back():
            return compile_for(signature)

    return unbroken


class _MissingError(Exception):
    """The machine code asked for is not in the cache, and must not be compiled."""


_here = local()  # .compiles: whether this thread compiles what is not in the cache


class _Cache(FunctionCache):
    """Numba's cache of one function; reading it starts no compiler, and a full disk costs nothing but time."""

    def load_overload(self, sig: object, target_context: Any) -> CompileResult | None:
        """The machine code for a signature; None: there is none yet."""
        try:
            stored = self._cache_file.load(self._index_key(sig, target_context.codegen()))
            found = stored and _result(target_context, *stored)
        except Exception:  # the files are damaged in some way: newly made ones replace them
            found = None
            with suppress(OSError):
                self.flush()
        if found is None and not getattr(_here, "compiles", True):
            raise _MissingError
        return found

    def save_overload(self, sig: object, data: CompileResult) -> None:
        """Keep what was compiled for a signature, where that is possible."""
        with suppress(OSError):
            super().save_overload(sig, data)


def _result(
    context: Any,
    library: tuple[str, str, tuple[bytes, bytes]],
    descriptor: Any,
    environment: Any,
    signature: object,
    *others: Any,
) -> CompileResult:
    """The result of `CompileResult._rebuild` for stored code, but with a `_Library`."""
    name, _kind, (machine_code, bitcode) = library
    environments = others[-1]
    _know_runtime()
    loaded = _Library(context.codegen(), name, machine_code, bitcode)
    result = CompileResult(
        target_context=context,
        typing_context=context.typing_context,
        entry_point=context.get_executable(loaded, descriptor, environment),
        signature=signature,
        objectmode=False,
        lifted=(),
        type_annotation=None,
        typing_error=None,
        call_helper=None,
        metadata=None,
        fndesc=descriptor,
        library=loaded,
        environment=environment,
        reload_init=(),
        referenced_envs=environments,
    )
    for one in environments:
        loaded.codegen.set_env(one.env_name, one)
    return result


class _Library(JITCodeLibrary):
    """Machine code from the cache; the optimizer's form of it is only parsed when a kernel that calls it is compiled."""

    def __init__(self, codegen: Any, name: str, machine_code: bytes, bitcode: bytes) -> None:
        super().__init__(codegen, name)
        self._bitcode = bitcode
        self.enable_object_caching()
        self._set_compiled_object(machine_code)
        self._finalize_final_module()

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function that is in the machine code."""
        return int(self._codegen._engine.get_function_address(name))

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
            self._codegen._engine._load_defined_symbols(self._shared_module)
        return self._shared_module


@cache
def _know_runtime() -> None:
    """Tell LLVM the addresses of Numba's runtime functions, which machine code calls to make arrays."""
    for name, address in _nrt.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
