"""Fast JSON response of the API: skips Litestar's preparation of cookies, headers and other media types."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from litestar import Request, Response
from litestar.enums import MediaType
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

_ENCODER = msgspec.json.Encoder()


class JsonResponse(Response[Any]):
    """Response class for the data that handlers return: see the module. With cookies or headers it falls back to Litestar's own."""

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **given: Any) -> ASGIResponse:
        """The response as an ASGI application: a fast one for plain data, else Litestar's."""
        has_more = any((self.background, self.cookies, self.headers, given.get("cookies"), given.get("headers")))
        if has_more or self.media_type != MediaType.JSON or not isinstance(self.content, msgspec.Struct | list):
            return super().to_asgi_response(app, request, **given)
        return cast("ASGIResponse", _Answer(self.status_code or 200, _ENCODER.encode(self.content)))


class _Answer:
    """ASGI application that sends a body which is already encoded."""

    def __init__(self, status: int, body: bytes) -> None:
        self._status, self._body = status, body

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        length = str(len(self._body)).encode("ascii")
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        await send({"type": "http.response.start", "status": self._status, "headers": headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})
