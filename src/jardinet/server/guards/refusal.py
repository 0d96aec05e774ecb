"""Refusal of a request by one sentence, before Litestar sees it: it costs next to nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from litestar.enums import ScopeType
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from jardinet.server.http.problem import problem_in, spoken
from jardinet.server.http.request_error import RequestError
from jardinet.server.people.reader import language_of


async def refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    error: RequestError,
    *,
    code: int = 4403,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Answer by an error's status and sentence; a WebSocket is closed by `code` before it is open."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": code, "reason": ""})
        return
    language = language_of(scope)
    is_data = scope["path"].startswith("/api/")  # the answer is for a program
    response = ASGIResponse(
        body=msgspec.json.encode(problem_in(language, error)) if is_data else language.tell_alone(error).encode(),
        status_code=error.status,
        media_type="application/json" if is_data else "text/plain",
        headers={**(headers or {}), **spoken(language)},
    )
    await response(scope, receive, send)
