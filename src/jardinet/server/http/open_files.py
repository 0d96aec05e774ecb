"""Limit of a process's open files, of which each connection is one: raised to what the system allows, and read."""

from __future__ import annotations

import sys
from contextlib import suppress

_USUAL = 1024


def open_many_files() -> None:
    """Raise this process's limit as far as it may: it begins with 1024, which one visitor alone can use up by waiting."""
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # macOS says that there is no limit, and refuses to set none
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def files_at_most() -> int:
    """How many files this process may have open."""
    if sys.platform == "win32":
        return _USUAL
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft
