"""What all tests share: how they are spread over workers, the slow referee of each game, and packages that bring games."""

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
from tests.kit.spending import Spending

__all__ = ["install"]

TESTS = Path(__file__).parent

# The files that take longest, as the end of a run tells ("where the time went").
LONGEST = (
    "server/browser/test_practice.py",
    "server/browser/test_pages.py",
    "test_cli.py",
    "server/browser/test_layout.py",
    "server/browser/test_lessons.py",
    "server/browser/test_analysis.py",
    "server/browser/test_stillness.py",
    "server/browser/test_one_screen.py",
    "server/browser/test_fifth_language.py",
    "arena/test_simulate.py",
    "server/browser/test_games.py",
    "server/browser/test_secrets.py",
    "arena/test_cluster.py",
    "server/browser/test_steps.py",
    "server/browser/test_firefox.py",
    "study/test_playing.py",
    "server/browser/test_keyboard.py",
    "server/browser/test_tiles_set_up.py",
    "bots/lucky_numbers/test_trainer.py",
    "server/operation/test_admin.py",
    "terminal/test_remote_table.py",
    "terminal/test_session.py",
    "study/test_writing.py",
    "analysis/test_ledger.py",
    "envs/test_vector_keeping.py",
    "test_extras.py",
    "server/browser/test_skipping.py",
    "server/browser/test_mishaps.py",
    "server/browser/test_speech.py",
    "server/pages/test_practice.py",
    "server/api/test_analysis.py",
    "test_packages.py",
    "benches/test_bots.py",
    "server/operation/test_health.py",
    "server/browser/test_way_in.py",
    "games/test_compiled.py",
)

# Programs that tests start feel Ctrl-C, though this process may have been started in the background, where a shell takes
# that away.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Programs that tests start find the game that only tests have, tests/plugins/fireflies, as this process does.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(TESTS / "plugins"), os.environ.get("PYTHONPATH", "")]))

compile_catalogues(TESTS / "plugins" / "fireflies" / "locale")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Spending())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that no core waits for one at the end."""
    order = {TESTS / file: place for place, file in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path, len(order)))


def pytest_xdist_auto_num_workers() -> int:
    """More workers than cores: many tests wait for a browser or a server, and others compute meanwhile."""
    return 2 * len(os.sched_getaffinity(0))


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
