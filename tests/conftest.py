"""What several test files share: the slow referee of each game, and packages that bring games."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from pathlib import Path
from types import ModuleType

import pytest
from compile_catalogues import compile_catalogues
from tests.games.packages import install

__all__ = ["install"]

TESTS = Path(__file__).parent

# Programs that tests start feel Ctrl-C, though this process may have been started in the background, where a shell takes
# that away.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Programs that tests start find the game that only tests have, tests/plugins/fireflies, as this process does.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(TESTS / "plugins"), os.environ.get("PYTHONPATH", "")]))

compile_catalogues(TESTS / "plugins" / "fireflies" / "locale")


@pytest.fixture(scope="session")
def referee() -> ModuleType:
    """tests/games/lucky_numbers/referee.py: the rules once more, slow and plain."""
    return referee_of("lucky_numbers")


@pytest.fixture(scope="session")
def cricket_referee() -> ModuleType:
    """tests/games/maudits_criquets/referee.py: the rules once more, slow and plain."""
    return referee_of("maudits_criquets")


def referee_of(game: str) -> ModuleType:
    name = f"{game}_referee"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, TESTS / f"games/{game}/referee.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]
