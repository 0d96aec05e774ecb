"""Decoding: what several threads may decode at once is prepared before there are threads.

msgspec prepares a type at its first use and keeps it where others find it before it is ready: a thread that decodes one of
the same type meanwhile ends the process. A server that began anew fell at its first tables like that.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

# In a process that has decoded nothing yet.
IS_PREPARED = """
import gc, sys
from importlib import import_module
imported, module, name = sys.argv[1:]
import_module(imported)
held = gc.get_referents(getattr(import_module(module), name))
print(any(type(one).__name__ == "StructInfo" for one in held))
"""


SERVER = "jardinet.server.app"


@pytest.mark.parametrize(
    ("imported", "module", "name"),
    [
        (SERVER, "jardinet.server.tables.agreement", "Agreement"),
        (SERVER, "jardinet.server.tables.agreement", "Bank"),
        (SERVER, "jardinet.analysis.model", "Analysis"),
        (SERVER, "jardinet.analysis.model", "Decision"),
        (SERVER, "jardinet.analysis.practice", "Position"),
        (SERVER, "jardinet.analysis.review", "Review"),
        ("jardinet.envs.snapshots", "jardinet.envs.snapshots", "Snapshot"),
        ("jardinet.arena.dataset", "jardinet.arena.dataset", "Manifest"),
    ],
)
def test_a_type_is_ready_to_be_decoded_once_what_decodes_it_is_imported(imported: str, module: str, name: str) -> None:
    call = [sys.executable, "-c", IS_PREPARED, imported, module, name]
    assert subprocess.run(call, capture_output=True, text=True, check=True).stdout == "True\n"
