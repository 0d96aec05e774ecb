"""Refusal of a request by one sentence, before Litestar sees it: it costs next to nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from litestar.enums import ScopeType
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from jardinet.server.api.problems import Problem
from jardinet.server.people.reader import preferred
from jardinet.words.language import Language, load_language


def is_for_program(scope: Scope) -> bool:
    """Whether the answer is to be data, in English, and not words for a person."""
    return scope["path"].startswith("/api/")


def language_of(scope: Scope) -> Language:
    """The language that a browser asks for."""
    wanted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"").decode("latin-1")
    return load_language(preferred(wanted))


async def refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    status: int,
    told: str,
    *,
    code: int = 4403,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Answer by a status and a sentence; a WebSocket is closed by `code` before it is open."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": code, "reason": ""})
        return
    is_data = is_for_program(scope)
    response = ASGIResponse(
        body=msgspec.json.encode(Problem(told)) if is_data else told.encode(),
        status_code=status,
        media_type="application/json" if is_data else "text/plain",
        headers=dict(headers or {}),
    )
    await response(scope, receive, send)
