"""Request observer: ASGI middleware that gives every request an id, and measures how long answers take.

It stands outside of everything else, so that what is turned away is measured too. An id that a proxy has given is kept, so
that its logs and ours can be read together.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Awaitable
from time import perf_counter

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import Histogram

from jardinet.server.logs import NOWHERE, request_id
from jardinet.server.metrics import ERRORS, REQUESTS

_HEADER = b"x-request-id"
_TRUSTED = re.compile(rb"[A-Za-z0-9_-]{1,64}")

_log = logging.getLogger(__name__)


class RequestObserver:
    """Middleware that gives every request an id, and measures how long its answer takes. It costs a request some microseconds."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self._app = app
        self._known: dict[tuple[str, int], Histogram] = {}  # to look one up by its labels takes as long as all the rest

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on, with an id, and measure its answer (ASGI)."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            return self._app(scope, receive, send)
        own, begun = _id_of(scope), perf_counter()
        request_id.set(own.decode("ascii"))  # each request is a task of its own, and so is what it begins

        def observed(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (_HEADER, own)]
                self._observe(scope, message["status"], perf_counter() - begun)
            return send(message)

        return self._app(scope, receive, observed)

    def _observe(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope.get("path_template", NOWHERE)
        seen = route, status // 100
        if seen not in self._known:
            self._known[seen] = REQUESTS.labels(route, f"{status // 100}xx")
        self._known[seen].observe(seconds)
        if status >= 500:
            ERRORS.labels(str(status)).inc()
        if _log.isEnabledFor(logging.INFO):
            told = {"method": scope["method"], "route": route, "status": status}  # type: ignore[typeddict-item]
            _log.info("answered", extra={**told, "milliseconds": round(seconds * 1000, 3)})


def _id_of(scope: Scope) -> bytes:
    """The id that a proxy has given a request, if it is of a form that may stand in a log; else one of our own."""
    for name, value in scope["headers"]:
        if name == _HEADER and _TRUSTED.fullmatch(value):
            return value
    return secrets.token_hex(8).encode("ascii")
