"""A bot's own modules: its file and the modules beside it that it imports, isolated from those of other bots.

Two bots may each have a `helper.py`. So the modules beside a bot are in `sys.modules` only while that bot imports, at
its start or later inside a function.
"""

from __future__ import annotations

import builtins
import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from threading import RLock
from types import CodeType, ModuleType

_importing = RLock()  # `sys.modules` and `sys.meta_path` belong to the whole process
_loaded: dict[Path, OwnModules] = {}


def module_of_file(path: Path) -> ModuleType:
    """The module of a file: executed once, and again when the file, or a module beside it that it imports, has changed.

    Raises:
        OSError: it cannot be read.
        Exception: anything that its code raises.
    """
    path = path.resolve()
    known = _loaded.get(path)
    if known is None or known.has_changed():
        known = OwnModules(path)
        _loaded[path] = known
    return known.module


def files_of(kind: type) -> list[Path]:
    """The files of the bot that defines a class, sorted; none if the class is not from a bot's own file."""
    found = (own for own in _loaded.values() if any(getattr(one, kind.__name__, None) is kind for one in own.modules))
    return next((sorted(own.files) for own in found), [])


class OwnModules:
    """A bot's file, executed, and the modules beside it that it imports, isolated from other bots.

    Attributes:
        module: the file itself.
    """

    def __init__(self, path: Path) -> None:
        """Execute the file `path`; raises what it raises."""
        self._folder = path.parent
        self._beside: dict[str, ModuleType] = {}  # by the name under which the bot imports it
        self._digests: dict[Path, str] = {}
        self._finders = _Finder(self.find_within), _Finder(self.find_beside)
        self.builtins = {**vars(builtins), "__import__": self._import}
        digest = hashlib.sha256(str(path).encode() + path.read_bytes()).hexdigest()
        name = f"jardinet_own_{path.stem}_{digest[:12]}"  # hides no module of Python's
        loader = _OwnLoader(name, path, self)
        spec = spec_from_loader(name, loader)
        assert spec
        PathFinder.invalidate_caches()  # files may be a moment old
        self.module = module_from_spec(spec)
        before, sys.modules[name] = sys.modules.get(name), self.module
        try:
            with self._among_all():
                loader.exec_module(self.module)
        except BaseException:
            del sys.modules[name]
            if before:
                sys.modules[name] = before
            raise

    @property
    def modules(self) -> list[ModuleType]:
        """The file's own module, and the modules beside it that it has imported."""
        return [self.module, *self._beside.values()]

    @property
    def files(self) -> list[Path]:
        """The files of these modules."""
        return list(self._digests)

    def has_changed(self) -> bool:
        """Whether a file that was read has changed or is gone."""
        return any(_digest_of(path) != digest for path, digest in self._digests.items())

    def note(self, path: Path, content: bytes) -> None:
        """Note that a file was read."""
        self._digests[path] = hashlib.sha256(content).hexdigest()

    def find_beside(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Spec of a module beside the file; asked last, as the standard library and installed packages come first."""
        return self._spec_of(name, [str(self._folder)], target) if path is None else None

    def find_within(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Spec of a submodule of a package beside the file; asked first, as Python's own finder would find it too."""
        is_own = path is not None and any(self._folder in Path(place).parents for place in path)
        return self._spec_of(name, path, target) if is_own else None

    def _spec_of(self, name: str, path: Sequence[str] | None, target: ModuleType | None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _OwnLoader(name, Path(spec.loader.path), self)
        return spec

    @contextmanager
    def _among_all(self) -> Iterator[None]:
        """Context in which modules beside the file can be imported, and those imported before are in `sys.modules`."""
        with _importing:
            if self._finders[0] in sys.meta_path:  # a nested import
                yield
                return
            hidden = {name: sys.modules[name] for name in self._beside if name in sys.modules}
            sys.modules.update(self._beside)
            within, beside = self._finders
            sys.meta_path[:] = [within, *sys.meta_path, beside]
            try:
                yield
            finally:
                sys.meta_path[:] = [finder for finder in sys.meta_path if finder not in self._finders]
                for name, module in list(sys.modules.items()):
                    loader = getattr(getattr(module, "__spec__", None), "loader", None)
                    if isinstance(loader, _OwnLoader) and loader.owner is self and module is not self.module:
                        self._beside[name] = sys.modules.pop(name)
                sys.modules.update(hidden)

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 - as Python calls it
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """`__import__` of the bot's own modules."""
        if not level and name in sys.modules and name.partition(".")[0] not in self._beside:
            return builtins.__import__(name, globals, locals, fromlist or ())
        with self._among_all():
            return builtins.__import__(name, globals, locals, fromlist or (), level)


class _Finder:
    """Finder for `sys.meta_path`."""

    def __init__(self, find_spec: Callable[..., ModuleSpec | None]) -> None:
        self.find_spec = find_spec


class _OwnLoader(SourceFileLoader):
    """Loader of a bot's module: never from a compiled file, which misses edits within the same second."""

    def __init__(self, name: str, path: Path, owner: OwnModules) -> None:
        super().__init__(name, str(path))
        self.owner = owner

    def get_code(self, fullname: str) -> CodeType:
        """The file compiled as it stands."""
        content = self.get_data(self.path)
        self.owner.note(Path(self.path), content)
        return self.source_to_code(content, self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the module with imports of the bot's own."""
        vars(module)["__builtins__"] = self.owner.builtins
        super().exec_module(module)


def _digest_of(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
