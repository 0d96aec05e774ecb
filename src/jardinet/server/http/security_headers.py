"""Security headers: ASGI middleware that puts them on every answer, refusals, errors and files among them.

Litestar's own `response_headers` are on what a handler returns alone: an error page could be framed by anybody's.
"""

from __future__ import annotations

from litestar.types import ASGIApp, Message, Receive, Scope, Send

# Everything comes from here, and no page holds a script or a style of its own.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # an address may hold a seat's key
    "cross-origin-resource-policy": "same-origin",  # what a page of another site embeds tells it at least its size
    "cache-control": "private, no-store",
}
# A month: whoever gives up https again waits no longer than that. Other hosts of the domain are not ours to bind.
HTTPS_ONLY = {"strict-transport-security": "max-age=2592000"}


class SecurityHeaders:
    """Middleware: see the module. Where an answer has one of the headers already, that one stays."""

    def __init__(self, app: ASGIApp, *, is_secure: bool) -> None:
        """Stand before `app`; `is_secure`: people come by https only, and browsers are told to come by nothing else."""
        self._app = app
        told = HEADERS | HTTPS_ONLY if is_secure else HEADERS
        self._headers = [(name.encode("ascii"), value.encode("ascii")) for name, value in told.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                known = {name.lower() for name, _value in headers}
                message["headers"] = [*headers, *(header for header in self._headers if header[0] not in known)]
            await send(message)

        await self._app(scope, receive, secured)
