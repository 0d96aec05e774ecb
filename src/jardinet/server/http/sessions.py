"""Sessions of readers, kept in sealed cookies: Litestar's, with keys that change.

Every answer seals the session anew, so that a returning visitor is known by the newest key from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cryptography.exceptions import InvalidTag
from litestar.connection import ASGIConnection
from litestar.exceptions import SerializationException
from litestar.middleware import DefineMiddleware
from litestar.middleware.session import SessionMiddleware
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import Message, Scope, ScopeSession

from jardinet.server.keys import Keys

# For the `opt` of what is the same for everybody: shared caches may keep it, so it must bear nobody's cookies.
FOR_EVERYBODY = {"exclude_from_csrf": True, "skip_session": True}

CSRF_COOKIE = "csrftoken"
DEVICE_KEY = "device"  # in the session: see people/devices.py; a guest's has none
IsOutlived = Callable[[ASGIConnection[Any, Any, Any, Any]], bool]
YEAR = 365 * 24 * 60 * 60
# What Litestar raises for any cookie that no key here has sealed.
_NOT_SEALED = (InvalidTag, SerializationException, LookupError, TypeError, ValueError, RecursionError)


def cookie_name(name: str, *, is_secure: bool) -> str:
    """The name of a cookie; with a prefix by which browsers take it only from this very host, and by https (RFC 6265bis).

    Otherwise another host of the domain could set one here, and make a visitor play under an identity of its choice.
    """
    return f"__Host-{name}" if is_secure else name


class KeyedSessions(ClientSideSessionBackend):
    """Session backend that seals cookies with the newest key and reads those of older keys too."""

    def __init__(self, keys: Keys, is_outlived: IsOutlived, *, is_secure: bool) -> None:
        """Seal and open by `keys`; `is_secure`: the cookie travels by https only.

        Of a connection whose session `is_outlived` the browser's cookie is left alone: it may be a newer one by now.
        """
        backends = {
            key.secret: ClientSideSessionBackend(
                CookieBackendConfig(
                    secret=key.secret,
                    key=cookie_name("jardinet", is_secure=is_secure),
                    max_age=YEAR,
                    secure=is_secure,
                    httponly=True,
                    samesite="lax",
                )
            )
            for key in keys.all
        }
        super().__init__(backends[keys.sealing().secret].config)
        self._keys, self._backends, self._is_outlived = keys, backends, is_outlived

    async def store_in_message(
        self, scope_session: ScopeSession, message: Message, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> None:
        """Set the cookies of a session with an answer, unless a newer session has replaced it while that was made."""
        if not self._is_outlived(connection):
            await super().store_in_message(scope_session, message, connection)

    def dump_data(self, data: Any, scope: Scope | None = None) -> list[bytes]:
        """The cookies of a session, sealed with the newest key."""
        return self._backends[self._keys.sealing().secret].dump_data(data, scope)

    def load_data(self, data: list[bytes]) -> dict[str, Any]:
        """The session in cookies sealed with any key that is accepted; empty if none opens them.

        The base class reads when a cookie expires before it checks that this was sealed.
        """
        for key in self._keys.reading():
            with suppress(*_NOT_SEALED):
                return self._backends[key.secret].load_data(data)
        return {}


def sessions(keys: Keys, is_outlived: IsOutlived, *, is_secure: bool) -> DefineMiddleware:
    """The middleware that opens and seals them; see KeyedSessions."""
    return DefineMiddleware(SessionMiddleware, backend=KeyedSessions(keys, is_outlived, is_secure=is_secure))
