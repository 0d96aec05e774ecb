"""Bounded request: whatever its body is, it costs little to read, and ends in a sentence where it cannot be read."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import FormMultiDict
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException, HTTPException, InternalServerException

from jardinet.server.guards.request_guard import MOST_FIELDS

LARGEST_BODY = 16 * 1024  # bytes; the largest that is meant well has not a tenth of it


class BoundedRequest(Request[Any, Any, Any]):
    """Request: see the module."""

    async def body(self) -> bytes:
        """See Request.body."""
        try:
            body = await super().body()
        except InternalServerException:  # whoever asked has gone: no fault of ours, and nobody hears of it
            raise ClientException("the body did not arrive.") from None
        if body.count(b"&") >= MOST_FIELDS:
            raise ClientException(f"the body has too many fields: {MOST_FIELDS} at most.")
        return body

    async def json(self) -> Any:
        """See Request.json."""
        try:
            return await super().json()
        except RecursionError:
            raise ClientException("the body is nested too deep.") from None
        except UnicodeDecodeError:
            raise ClientException("the body is no UTF-8.") from None

    async def form(self) -> FormMultiDict:
        """See Request.form; no page of ours sends files."""
        if self.content_type[0] == RequestEncodingType.MULTI_PART:
            raise HTTPException("forms are sent as application/x-www-form-urlencoded.", status_code=415)
        return await super().form()
