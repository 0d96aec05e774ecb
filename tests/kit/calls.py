"""Who takes a server's calls: a push service and a mail server on loopback, and browsers that subscribe and read."""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from time import sleep
from typing import Any, NamedTuple

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from tests.kit.stores import free_port


def text_of(content: bytes) -> str:
    """Bytes as base64url without padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


class Pushed(NamedTuple):
    """Message that a push service was given."""

    path: str
    headers: dict[str, str]
    body: bytes


class Phone:
    """Browser that has subscribed, and reads what comes as RFC 8291 says."""

    def __init__(self, origin: str, name: str, key: EllipticCurvePrivateKey | None = None, secret: bytes = b"") -> None:
        self.endpoint = f"{origin}/push/{name}"
        self._key, self._secret = key or generate_private_key(SECP256R1()), secret or os.urandom(16)
        self._point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        """What it tells a site, besides its endpoint."""
        return {"p256dh": text_of(self._point), "auth": text_of(self._secret)}

    def read(self, body: bytes) -> Any:
        """The JSON in a message for it."""
        return msgspec.json.decode(self.decrypted(body))

    def decrypted(self, body: bytes) -> bytes:
        """What is in a message of one record for it."""
        salt, length = body[:16], body[20]
        point, sealed = body[21 : 21 + length], body[21 + length :]
        sender = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
        info = b"WebPush: info\0" + self._point + point
        shared = HKDF(SHA256(), 32, self._secret, info).derive(self._key.exchange(ECDH(), sender))
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(shared)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(shared)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\2")
        return padded[:-1]


class PushService:
    """Push service: `messages` are those that it has taken, `answers` the statuses and headers of the next ones.

    While `holds` is set it answers nobody.
    """

    def __init__(self) -> None:
        self.messages: list[Pushed] = []
        self.asked = 0
        self.holds = Event()
        self.answers: list[tuple[int, dict[str, str]]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.asked += 1
                status, headers = service.answers.pop(0) if service.answers else (201, {})
                if status < 300:
                    sent = {name.lower(): value for name, value in self.headers.items()}
                    service.messages.append(Pushed(self.path, sent, body))
                while service.holds.is_set():
                    sleep(0.01)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_more: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    @contextmanager
    def running(self) -> Iterator[PushService]:
        thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            thread.join()
            self._server.server_close()

    def phone(self, name: str) -> Phone:
        """A browser that uses it."""
        return Phone(self.origin, name)


class Mailbox:
    """Mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name
        content = envelope.content
        assert isinstance(content, bytes)
        self.raw.append(content)
        message = message_from_bytes(content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        return "250 taken"

    @contextmanager
    def running(self) -> Iterator[str]:
        """Within this it runs, at that URL."""
        port = free_port()
        controller = Controller(self, hostname="127.0.0.1", port=port)
        controller.start()
        try:
            yield f"smtp://127.0.0.1:{port}?from=garden@example.org"
        finally:
            controller.stop()
