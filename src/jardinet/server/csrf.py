"""CSRF middleware: Litestar's, for which a token may be anything that somebody sends."""

from __future__ import annotations

from litestar.middleware.csrf import CSRFMiddleware


class TolerantCsrfMiddleware(CSRFMiddleware):
    """Middleware: see the module."""

    def _decode_csrf_token(self, token: object) -> str | None:
        """See CSRFMiddleware, which compares digests and can do so with ASCII only: anything else is no token."""
        return super()._decode_csrf_token(token) if isinstance(token, str) and token.isascii() else None
