"""Error of a request that cannot be read, or is not welcome, no matter what it asks for."""

from __future__ import annotations

from collections.abc import Mapping

from jardinet.games.parameters import GameError


class RequestError(GameError):
    """The request itself is not possible; the message says what is.

    Attributes:
        status: the HTTP status of the answer.
        headers: that go with it.
    """

    headers: Mapping[str, str] = {}

    def __init__(self, status: int, code: str, text: str, /, **values: object) -> None:
        """`status`: of the answer; the rest: see GameError."""
        self.status = status
        super().__init__(code, text, **values)


def too_many_requests() -> RequestError:
    """The error of a client that asks for too much at once."""
    return RequestError(429, "too-many-requests", "Too much at once: wait a moment.")
