"""Request observer: ASGI middleware that measures how long answers take, by the route's template and the status' class.

It stands outside of everything else, so that what is turned away is measured too.
"""

from __future__ import annotations

from collections.abc import Awaitable
from time import perf_counter

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import Histogram

from jardinet.server.metrics import ERRORS, REQUESTS

NOWHERE = "none"  # the route of what is turned away, or looks for what is not here


class RequestObserver:
    """Middleware: see the module. It costs a request some microseconds."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self._app = app
        self._known: dict[tuple[str, int], Histogram] = {}  # to look one up by its labels takes as long as all the rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        begun = perf_counter()

        def observed(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                self._observe(scope.get("path_template", NOWHERE), message["status"], perf_counter() - begun)
            return send(message)

        await self._app(scope, receive, observed)

    def _observe(self, route: str, status: int, seconds: float) -> None:
        seen = route, status // 100
        if seen not in self._known:
            self._known[seen] = REQUESTS.labels(route, f"{status // 100}xx")
        self._known[seen].observe(seconds)
        if status >= 500:
            ERRORS.labels(str(status)).inc()
