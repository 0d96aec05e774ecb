"""WebSocket protocol that compresses a message once, however many readers it is sent to, and drops clients that read none.

A client that breaks the protocol is answered and dropped too: that is no fault of ours, and not for the log.

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
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

NO_QUESTION = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
NO_TEXT = 1007  # RFC 6455: data that is not what its type says

WINDOW_BITS = 15  # a page is longer than a smaller window, and repeats itself from end to end


class SharedDeflate(PerMessageDeflate):
    """Extension permessage-deflate (RFC 7692) that compresses a message once for all connections: the last few are cached."""

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
        """Negotiate that neither side keeps what was sent before."""
        super().__init__(True, True, WINDOW_BITS, WINDOW_BITS)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Agree on the parameters of compression with a client; returns them, and the extension."""
        agreed, one = super().process_request_params(params, accepted_extensions)
        return agreed, SharedDeflate(True, True, one.remote_max_window_bits, one.local_max_window_bits)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol for a live page, except for the compression and for clients that do not answer."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Begin a connection; arguments as for WebSocketsSansIOProtocol."""
        super().__init__(*arguments, **named)
        self.conn = ServerProtocol(
            extensions=[SharedDeflateFactory()],
            max_size=self.config.ws_max_size,
            logger=logging.getLogger("uvicorn.error"),
        )

    def data_received(self, data: bytes) -> None:
        """Take bytes; refuse a request that is no handshake, such as one with a body, which would wait for ever."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or NO_QUESTION)
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application; close on invalid text, which the base class would log as a fault of ours."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            if self.conn.state is State.OPEN:  # else the client has closed at the same time
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Drop a client after a violation of the protocol; for the application it is gone too."""
        super().handle_parser_exception()
        self.disconnected = True

    def keepalive_timeout(self) -> None:
        """Cut off a client that has not answered a ping: a close would wait until it has read all that was sent before."""
        super().keepalive_timeout()
        self.disconnected = True
        self.transport.abort()
