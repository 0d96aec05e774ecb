"""Start of the server: the database is opened, the server's address told, and a browser opened if there is one."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable

from jardinet.arena.preparation import Preparation
from jardinet.games.tiers import interpreting_first
from jardinet.server.addresses import authority_of
from jardinet.server.app import create_app
from jardinet.server.background import give_way
from jardinet.server.http.http_server import HttpServer
from jardinet.server.http.open_files import open_many_files
from jardinet.server.logs import set_up_logs
from jardinet.server.reach import Reach
from jardinet.server.settings import SettingError, Settings
from jardinet.system_errors import reason_of

HOST, PORT = "127.0.0.1", 8012
EVERYWHERE = "0.0.0.0"  # noqa: S104 - never without a yes
LONGEST_UNREAD = 30_000  # milliseconds until a client that takes nothing of what was sent to it is dropped


def serve(
    settings: Settings,
    *,
    host: str = HOST,
    port: int | None = None,
    on_start: Callable[[Reach], None],
    browse: bool,
    on_progress: Callable[[Preparation], None] = lambda _: None,
) -> None:
    """Serve until Ctrl-C.

    Args:
        settings: see Settings.
        host: the address to listen at.
        port: None: PORT, or a free one where that is taken.
        on_start: called as soon as it answers, with where it is reached.
        browse: whether to open it in the reader's browser, if there is one.
        on_progress: called, by threads, as the rules get ready beside it, if they are not ready.

    Raises:
        SettingError: the port is taken, or the address is not this machine's; the database or Redis cannot be used.
    """
    set_up_logs(settings.log)
    open_many_files()
    listening = _listen(host, port)
    reach = Reach(host, listening.getsockname()[1], settings.origins)

    async def started() -> None:
        on_start(reach)
        if browse and _has_screen():
            await asyncio.to_thread(webbrowser.open, reach.own)

    with interpreting_first(give_way) as tiers:
        preparation = Preparation(tiers, on_progress)
        with preparation.running():
            _run(HttpServer(create_app(settings, preparation, reach)), listening, started)


def _run(server: HttpServer, listening: socket.socket, started: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            await started()
        await serving

    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(run())


def _has_screen() -> bool:
    """Whether a browser would open in a window: one in the terminal would hide what we say there."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _listen(host: str, port: int | None) -> socket.socket:
    for candidate in (PORT, 0) if port is None else (port,):
        # With the protocol named, asyncio sends small answers at once (TCP_NODELAY).
        one = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, proto=socket.IPPROTO_TCP)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux, where connections inherit it
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LONGEST_UNREAD)
        try:
            one.bind((host, candidate))
            one.listen()  # two that have bound one port find out only here
        except OSError as error:
            one.close()
            if candidate != PORT or port is not None:
                raise SettingError(
                    "cannot-listen-at-port",
                    "cannot listen at {address}: {reason}.",
                    address=authority_of(host, candidate),
                    reason=reason_of(error),
                ) from None
        else:
            return one
    raise SettingError("cannot-listen", "cannot listen at {host}.", host=host)
