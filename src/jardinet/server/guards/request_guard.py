"""Request guard: ASGI middleware that turns away what cannot be meant well, before anything of it is read or kept.

It stands outside of all that Litestar does, addresses that do not exist included.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Collection

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from jardinet.server.guards.refusal import refuse
from jardinet.server.http.bounds import LONGEST_ADDRESS, MOST_FIELDS
from jardinet.server.http.request_error import RequestError
from jardinet.server.origins import host_of, is_ours, usual_host

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
FOR_EVERY_HOST = ("/healthz", "/readyz", "/metrics")  # monitoring asks a server by any name it has
_READ = frozenset((b"host", b"origin", b"sec-fetch-site", b"cookie"))

_log = logging.getLogger(__name__)


class RequestGuard:
    """Middleware that refuses hostile or malformed requests before their bodies are read."""

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        """Guard `app`; `origins`: those that are allowed; empty: only the one by which the request came."""
        self._app = app
        self._origins = frozenset(origins)
        self._hosts = frozenset(map(host_of, origins))
        self._has_told = False

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on, unless it must be refused (ASGI)."""
        refused = self._refused(scope)
        return self._app(scope, receive, send) if refused is None else refuse(scope, receive, send, refused)

    def _refused(self, scope: Scope) -> RequestError | None:
        """Why a request is refused; None: it is not."""
        query = scope["query_string"]
        if len(scope["path"]) > LONGEST_ADDRESS:
            return RequestError(404, "nothing-here", "there is nothing here.")
        if len(query) > LONGEST_ADDRESS or query.count(b"&") >= MOST_FIELDS:
            return RequestError(
                414,
                "address-too-long",
                "the address is too long: it has {characters} characters and {fields} fields at most.",
                characters=LONGEST_ADDRESS,
                fields=MOST_FIELDS,
            )
        read = [(name, value.decode("latin-1")) for name, value in scope["headers"] if name in _READ]
        headers = dict(read)
        if headers.get(b"cookie", "").count(";") >= MOST_FIELDS:
            return RequestError(431, "too-many-cookies", "you send too many cookies: {most} at most.", most=MOST_FIELDS)
        # One would be checked here, another one stand in links.
        if len(read) > len(headers) and [name for name, _value in read].count(b"host") > 1:
            return RequestError(400, "host-twice", "there is more than one header `Host`.")
        host = usual_host(headers.get(b"host", "")) or ""
        if not host and headers.get(b"host"):
            return RequestError(400, "no-host", "the header `Host` does not name a host.")
        if self._hosts and host not in self._hosts and scope["path"] not in FOR_EVERY_HOST:
            return RequestError(421, "other-name", "this server is reached by another name.")
        if self._needs_origin(scope):
            origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site")
            if not is_ours(origin, site, host, self._origins):
                self._tell(origin, host)
                return RequestError(403, "other-site", "this comes from a page of another site.")
        return None

    @staticmethod
    def _needs_origin(scope: Scope) -> bool:
        """Whether a request acts by cookies, and changes or tells something; below /api only tokens count."""
        if scope["type"] == ScopeType.WEBSOCKET:
            return True
        return scope["method"] not in SAFE_METHODS and not scope["path"].startswith("/api/")

    def _tell(self, origin: str | None, host: str) -> None:
        """Warn the operator once: perhaps the proxy does not pass on the name by which people come."""
        if not self._has_told:
            self._has_told = True
            _log.warning(
                "refused what a page of %.100r sent to %.100r: where that page is of this server, the proxy has to hand on "
                "`Host`, or JARDINET_ORIGINS to name it (docs/hosting.md). It is said only once.",
                origin,
                host,
            )
