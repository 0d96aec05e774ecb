"""WebSocket protocol that compresses a message once, however many readers it is sent to, and lets go of who reads none.

Every message is compressed by itself, without what was sent before: so its compressed form is the same for all readers,
and an idle connection holds no compressor's memory.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

WINDOW_BITS = 15  # a page is longer than a smaller window, and repeats itself from end to end


class SharedDeflate(PerMessageDeflate):
    """Extension permessage-deflate (RFC 7692) that remembers the last few messages it has compressed."""

    def encode(self, frame: Frame) -> Frame:
        """Compress an outgoing frame."""
        if frame.opcode in CTRL_OPCODES or not frame.fin:
            return super().encode(frame)
        return _compressed(frame.opcode, bytes(frame.data), self.local_max_window_bits)


@lru_cache(maxsize=32)
def _compressed(opcode: Any, data: bytes, window_bits: int) -> Frame:
    """A whole message, compressed by itself."""
    return PerMessageDeflate(True, True, window_bits, window_bits).encode(Frame(opcode, data))


class SharedDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiation of SharedDeflate."""

    def __init__(self) -> None:
        """Neither side keeps what was sent before."""
        super().__init__(True, True, WINDOW_BITS, WINDOW_BITS)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """See ServerExtensionFactory."""
        agreed, one = super().process_request_params(params, accepted_extensions)
        return agreed, SharedDeflate(True, True, one.remote_max_window_bits, one.local_max_window_bits)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Protocol that uvicorn speaks with a live page: its own, but for the compression and for who does not answer."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """See WebSocketsSansIOProtocol."""
        super().__init__(*arguments, **named)
        self.conn = ServerProtocol(
            extensions=[SharedDeflateFactory()],
            max_size=self.config.ws_max_size,
            logger=logging.getLogger("uvicorn.error"),
        )

    def keepalive_timeout(self) -> None:
        """Cut off who has not answered a ping: a close would wait until they have read all that was sent before."""
        super().keepalive_timeout()
        self.transport.abort()
