"""Extras of pyproject.toml (optional libraries), and the error message if one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jardinet.games.parameters import GameError


class MissingExtraError(GameError, ImportError):
    """A library that comes with an extra is not installed here; the message says how to get it.

    Attributes:
        library: the module that was not found.
        extra: the name of the extra that brings it, as in `pip install "jardinet[server]"`.
    """

    def __init__(self, library: str, extra: str) -> None:
        """Make the error from the names of the library and of its extra."""
        super().__init__(
            "missing-extra",
            '{library} is not installed here: pip install "jardinet[{extra}]" adds it.',
            library=library,
            extra=extra,
        )
        self.library = library
        self.extra = extra


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Context for imports that need an extra.

    Args:
        name: of the extra, one of `[project.optional-dependencies]`.

    Raises:
        MissingExtraError: a library is not installed. A missing module of Jardinet itself is our bug, and stays a
            ModuleNotFoundError.

    >>> with extra("cluster"):
    ...     import a_library_that_nobody_has
    Traceback (most recent call last):
    ...
    jardinet.extras.MissingExtraError: a_library_that_nobody_has is not installed here: pip install "jardinet[cluster]" adds it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library in ("", "jardinet"):
            raise
        raise MissingExtraError(library, name) from error
