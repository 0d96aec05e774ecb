"""Security headers: ASGI middleware that puts them on every answer, refusals, errors and files among them.

Litestar's own `response_headers` are only on what a handler returns: any site could put an error page into a frame.
Style sheets, scripts and pixels get only the headers that protect them: the page that loads them says what they may do.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping

from litestar.types import ASGIApp, Message, Receive, Scope, Send

# Everything comes from here, and no page holds a script or a style of its own.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Of a page that is a frame of our own pages.
FRAME_POLICY = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # an address may hold a seat's key
    "cross-origin-resource-policy": "same-origin",  # what a page of another site embeds tells it at least its size
    "cache-control": "private, no-store",
}
# What no browser opens as a page of its own that could run or load anything. SVG and XML are none of these.
PARTS = (b"text/css", b"text/javascript", b"application/javascript", b"image/png", b"application/manifest+json")
FOR_PARTS = (b"x-content-type-options", b"cross-origin-resource-policy")
# A month: an operator who gives up https again waits no longer than that. Other hosts of the domain are not ours to bind.
HTTPS_ONLY = {"strict-transport-security": "max-age=2592000"}


class SecurityHeaders:
    """Middleware that puts security headers on every answer. If an answer has one of the headers already, that one stays."""

    def __init__(self, app: ASGIApp, *, is_secure: bool) -> None:
        """Stand before `app`; `is_secure`: people come by https only, and browsers are told to come by nothing else."""
        self._app = app
        told = HEADERS | HTTPS_ONLY if is_secure else HEADERS
        self._headers = [(name.encode("ascii"), value.encode("ascii")) for name, value in told.items()]
        self._headers_of_parts = [header for header in self._headers if header[0] in FOR_PARTS]

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on, and add the headers to its answer (ASGI)."""

        def secured(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                known = {name.lower(): value for name, value in headers}
                told = self._headers_of_parts if _is_part(message["status"], known) else self._headers
                message["headers"] = [*headers, *[header for header in told if header[0] not in known]]
            return send(message)

        return self._app(scope, receive, secured)


def _is_part(status: int, headers: Mapping[bytes, bytes]) -> bool:
    """Whether an answer is one of PARTS, the same for everybody, or says that the client's copy is still right (304)."""
    is_public = b"public" in headers.get(b"cache-control", b"")
    return is_public and (status == 304 or headers.get(b"content-type", b"").startswith(PARTS))
