"""A server that listens, in a thread of the test's own process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from litestar import Litestar

from jardinet.server.app import create_app
from jardinet.server.http.http_server import HttpServer
from jardinet.server.serve import HOST, _listen
from jardinet.server.settings import Settings


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """The address of a server with these settings."""
    with serving_app(create_app(settings)) as address:
        yield address


@contextmanager
def serving_app(app: Litestar, listening: socket.socket | None = None) -> Iterator[str]:
    """The address of an application, served as ours is, perhaps at a socket of the test's own."""
    listening = listening or _listen(HOST, 0)
    running = HttpServer(app)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not running.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://{HOST}:{listening.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join()
