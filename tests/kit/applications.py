"""Applications that serve one server after another, as to make their routes takes longer than most tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from litestar import Litestar

from jardinet.games import playable_games
from jardinet.server.app import Application
from jardinet.server.boards.layer import BOARDS
from jardinet.server.services import services_of
from jardinet.server.settings import Settings

_free: defaultdict[Hashable, list[Application]] = defaultdict(list)


@contextmanager
def application(settings: Settings) -> Iterator[Litestar]:
    """An application with these settings, to be served once."""
    files = {BOARDS.of(name).static for name in playable_games()}
    routes = (tuple(settings.keys.all), settings.metrics_token, settings.is_secure, frozenset(files))
    free = _free[routes]
    app = free.pop() if free else Application(settings.keys, settings.metrics_token, is_secure=settings.is_secure)
    app.serve(settings, services_of(settings))
    yield app
    free.append(app)  # a test that fails leaves none behind
