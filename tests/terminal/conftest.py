"""A server in a process of its own, and people with tokens there, whose terminals join its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.kit.servers import ServerProcess, site_in
from tests.kit.terminals import TerminalPlayer


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    one = site_in(tmp_path_factory.mktemp("site"))
    yield one
    one.close()


@pytest.fixture
def player(site: ServerProcess) -> Iterator[Callable[[str], TerminalPlayer]]:
    """Makes an account of that name."""
    players: list[TerminalPlayer] = []

    def make(name: str) -> TerminalPlayer:
        players.append(TerminalPlayer(site.address, name))
        return players[-1]

    yield make
    for one in players:
        one.leaves()
