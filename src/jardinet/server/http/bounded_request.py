"""Bounded request: any body costs little to read, and one that cannot be read is answered by a sentence."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import FormMultiDict
from litestar.enums import RequestEncodingType
from litestar.exceptions import InternalServerException, SerializationException

from jardinet.server.http.bounds import MOST_FIELDS
from jardinet.server.http.request_error import RequestError


class BoundedRequest(Request[Any, Any, Any]):
    """Request whose body costs little to read; an unreadable one is refused by a sentence."""

    async def body(self) -> bytes:
        """The request's body, within the server's bounds; see Request.body."""
        try:
            body = await super().body()
        except InternalServerException:  # the client has gone: no fault of ours, and nobody gets an answer
            raise RequestError(400, "body-absent", "the body did not arrive.") from None
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
