"""Compression of answers: ASGI middleware, in place of Litestar's, which makes a file of each answer and flushes it twice.

A whole answer is compressed by one call. One that comes in pieces, or that a handler's `opt` excludes, is sent as it is.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from jardinet.server.http.weights import weighed

EXCLUDED = "exclude_from_compression"  # in a handler's `opt`
MOST_HEADERS = 64  # different ones in the cache of what they accept: programs of a kind send the same
SMALLEST = 500  # bytes of a body that is compressed
CLOSELY, QUICKLY = 6, 1  # of pages each byte counts; what programs read is small, and comes with every play
_GZIP = 16  # added to the window's bits: zlib makes a gzip header
_SMALLEST_WINDOW = 11  # bits; zlib looks back 262 bytes less far
LARGEST_WINDOW = 1 << zlib.MAX_WBITS  # bytes


class Compression:
    """Middleware that compresses answers, if the client accepts that."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and compress its answer (ASGI)."""
        if scope["type"] != ScopeType.HTTP or scope["route_handler"].opt.get(EXCLUDED):
            await self._app(scope, receive, send)
            return
        is_welcome = _is_welcome(scope)
        held: HTTPResponseStartEvent | None = None

        async def compressing(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start":
                held = message  # its headers depend on the body
                return
            if held is not None:
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    message["body"] = _encoded(held, message["body"], is_welcome)
                begun, held = held, None
                await send(begun)
            await send(message)

        await self._app(scope, receive, compressing)


def _is_welcome(scope: Scope) -> bool:
    """Whether the client accepts gzip."""
    return _reads_gzip(b",".join(value for name, value in scope["headers"] if name == b"accept-encoding"))


@lru_cache(MOST_HEADERS)
def _reads_gzip(header: bytes) -> bool:
    """Whether an Accept-Encoding header accepts gzip: RFC 9110, section 12.5.3."""
    weights = dict(weighed(header.decode("latin-1")))
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0))) > 0


def _encoded(begun: HTTPResponseStartEvent, body: bytes, is_welcome: bool) -> bytes:
    """The body as it is sent; headers are added that name its compression, and that it varies by what a client accepts."""
    if len(body) < SMALLEST:
        return body
    headers = [(name.lower(), value) for name, value in begun["headers"]]
    known = dict(headers)
    if b"content-encoding" in known:
        return body
    vary = known.get(b"vary")
    changed = {b"vary": vary + b", Accept-Encoding" if vary else b"Accept-Encoding"}
    if is_welcome:
        body = _zipped(body, QUICKLY if known.get(b"content-type") == b"application/json" else CLOSELY)
        changed |= {b"content-encoding": b"gzip", b"content-length": str(len(body)).encode("ascii")}
    begun["headers"] = [*(one for one in headers if one[0] not in changed), *changed.items()]
    return body


def _zipped(body: bytes, level: int) -> bytes:
    """The body in gzip's form, made with no more memory than its length needs.

    zlib clears 270 kB before it begins, which takes three times as long as to compress a play's answer. A window as long as the
    body finds nearly all that a longer one would; its hash table has as many places.
    """
    window = min(max(len(body).bit_length(), _SMALLEST_WINDOW), zlib.MAX_WBITS)
    packing = zlib.compressobj(level, zlib.DEFLATED, window + _GZIP, min(window - 7, zlib.DEF_MEM_LEVEL))
    return packing.compress(body) + packing.flush()
