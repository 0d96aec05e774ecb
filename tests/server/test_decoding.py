"""Decoding: what several threads may decode at once is prepared before there are threads.

msgspec prepares a type at its first use and keeps it where others find it before it is ready: a thread that decodes one of
the same type meanwhile ends the process. A server that began anew fell at its first tables like that.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

IS_PREPARED = """
import gc, sys
from importlib import import_module
module, name, imported = sys.argv[1:]
import_module(imported)
held = gc.get_referents(getattr(import_module(module), name))
print(any(type(one).__name__ == "StructInfo" for one in held))
"""


@pytest.mark.parametrize(
    "struct",
    [
        "jardinet.server.tables.agreement:Agreement",
        "jardinet.server.tables.agreement:Bank",
        "jardinet.analysis.model:Analysis",
        "jardinet.analysis.model:Decision",
        "jardinet.analysis.practice:Position",
    ],
)
def test_what_is_stored_is_prepared_when_the_server_is_imported(struct: str) -> None:
    module, name = struct.split(":")
    assert is_prepared(module, name, "jardinet.server.app")


@pytest.mark.parametrize(
    ("module", "name"), [("jardinet.envs.snapshots", "Snapshot"), ("jardinet.arena.dataset", "Manifest")]
)
def test_what_a_library_s_user_may_decode_in_threads_is_prepared_with_its_module(module: str, name: str) -> None:
    assert is_prepared(module, name, module)


def is_prepared(module: str, name: str, imported: str) -> bool:
    """Whether a struct is ready to be decoded once a module is imported, in a process that has decoded nothing yet."""
    call = [sys.executable, "-c", IS_PREPARED, module, name, imported]
    told = subprocess.run(call, capture_output=True, text=True, check=True).stdout.strip()
    assert told in {"True", "False"}
    return told == "True"
