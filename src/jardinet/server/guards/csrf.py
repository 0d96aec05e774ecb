"""CSRF middleware: Litestar's, with key rotation, and safe for any text that a client sends as a token.

A cookie that an older key has signed is signed anew and keeps its token, so that open pages go on working. One that no
key has signed is replaced.
"""

from __future__ import annotations

from secrets import compare_digest
from typing import Any

from litestar import Request
from litestar.config.csrf import CSRFConfig
from litestar.enums import ScopeType
from litestar.middleware.csrf import CSRF_SECRET_LENGTH, CSRFMiddleware, generate_csrf_hash, generate_csrf_token
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState

from jardinet.server.http.sessions import CSRF_COOKIE, cookie_name
from jardinet.server.keys import Keys


class KeyedCsrfMiddleware(CSRFMiddleware):
    """CSRF middleware whose cookie is signed by keys that rotate."""

    def __init__(self, app: ASGIApp, keys: Keys, *, is_secure: bool) -> None:
        """Stand before `app`; `is_secure`: the cookie travels by https only."""
        config = CSRFConfig(
            secret="",  # Litestar needs none: there is always a cookie
            cookie_name=cookie_name(CSRF_COOKIE, is_secure=is_secure),
            cookie_secure=is_secure,
            cookie_httponly=True,
            cookie_samesite="lax",
        )
        super().__init__(app, config)
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the token of a form (ASGI), and renew a cookie that an older key has signed."""
        if scope["type"] != ScopeType.HTTP or scope["route_handler"].opt.get(self.config.exclude_from_csrf_key):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, self._with_cookie(scope, send))

    def _with_cookie(self, scope: HTTPScope, send: Send) -> Send:
        """Give the request a cookie that is signed by the newest key; the answer sets it if another one was sent."""
        name = self.config.cookie_name
        cookies = Request[Any, Any, Any](scope).cookies
        cookie = self._signed(cookies.get(name))
        if cookie == cookies.get(name):
            return send
        state = ScopeState.from_scope(scope)
        state.cookies = {**cookies, name: cookie}

        async def setting(message: Message) -> None:
            if message["type"] == "http.response.start" and state.csrf_token == cookie:  # it is in the page
                message.setdefault("headers", [])
                self._set_cookie_if_needed(message, cookie)
            await send(message)

        return setting

    def _signed(self, cookie: str | None) -> str:
        """The token of a cookie, signed by the newest key; a new token if the cookie holds none."""
        key = self._keys.sealing().secret.hex()
        token = self._decode_csrf_token(cookie)
        return generate_csrf_token(key) if token is None else token + generate_csrf_hash(token, key)

    def _decode_csrf_token(self, token: object) -> str | None:
        """The token without its signature, which any key that is still read may have made; None if it has no valid one.

        Digests are compared in ASCII only: anything else is no token.
        """
        if not isinstance(token, str) or not token.isascii():
            return None
        bare, signature = token[:CSRF_SECRET_LENGTH], token[CSRF_SECRET_LENGTH:]
        for key in self._keys.reading():
            if compare_digest(signature, generate_csrf_hash(bare, key.secret.hex())):
                return bare
        return None
