"""What tests of the API share: a server that listens, with a database of its own, and people with tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.kit.accounts import Player, Server
from tests.kit.applications import application
from tests.kit.servers import serving_app, settings_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("server") / "tables.sqlite3"
    with application(settings_of(f"sqlite:///{database}")) as app, serving_app(app) as url:
        yield Server(url, database, app)


@pytest.fixture
def player(server: Server) -> Callable[[str], Player]:
    """Makes an account of that name."""
    return lambda name: Player(server.url, name)
