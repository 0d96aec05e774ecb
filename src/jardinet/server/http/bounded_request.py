"""Bounded request: any body costs little to read, and one that cannot be read is answered by a sentence."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import FormMultiDict
from litestar.enums import RequestEncodingType
from litestar.exceptions import SerializationException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.types import Empty
from litestar.utils.scope.state import ScopeState

from jardinet.server.http.bounds import LARGEST_BODY, MOST_FIELDS
from jardinet.server.http.request_error import RequestError


class BoundedRequest(Request[Any, Any, Any]):
    """Request whose body costs little to read; an unreadable one is refused by a sentence."""

    async def body(self) -> bytes:
        """The request's body, within the server's bounds; see Request.body."""
        state = ScopeState.from_scope(self.scope)  # where Litestar keeps it, for every other Request of the same scope
        if state.body is Empty:
            state.body = await self._whole()
        return state.body

    async def _whole(self) -> bytes:
        """The body as it arrives: mostly in one piece, for which Litestar begins an asynchronous generator."""
        body, has_more, announced = b"", True, self.content_length or 0
        while has_more and max(announced, len(body)) <= LARGEST_BODY:
            message = await self.receive()
            if message["type"] != "http.request":  # the client has gone: no fault of ours, and nobody gets an answer
                raise RequestError(400, "body-absent", "the body did not arrive.")
            body += message.get("body", b"")
            has_more = message.get("more_body", False)
        if max(announced, len(body)) > LARGEST_BODY:
            raise RequestEntityTooLarge
        if body.count(b"&") >= MOST_FIELDS:
            raise RequestError(
                400, "too-many-fields", "the body has too many fields: {most} at most.", most=MOST_FIELDS
            )
        return body

    async def json(self) -> Any:
        """The request's body as JSON, within the server's bounds; see Request.json."""
        try:
            return await super().json()
        except RecursionError:
            raise RequestError(400, "body-too-deep", "the body is nested too deep.") from None
        except UnicodeDecodeError:
            raise RequestError(400, "body-not-utf-8", "the body is not UTF-8.") from None
        except SerializationException:
            raise RequestError(400, "body-not-json", "the body is not JSON.") from None

    async def form(self) -> FormMultiDict:
        """The request's form, within the server's bounds; see Request.form; no page of ours sends files."""
        if self.content_type[0] == RequestEncodingType.MULTI_PART:
            raise RequestError(415, "form-type", "forms must be sent as application/x-www-form-urlencoded.")
        return await super().form()
