"""Web Push: one message to one browser, signed (RFC 8292), encrypted (RFC 8291), and with what its service needs to know (RFC 8030)."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cache
from hashlib import sha256
from time import time
from typing import Literal, NamedTuple

import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, derive_private_key
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from py_vapid import Vapid02

from jardinet.server.keys import Keys
from jardinet.server.notifications.chosen import Subscription
from jardinet.server.notifications.encryption import OVERHEAD, BrowserKeys, encoded_point, encrypted
from jardinet.server.notifications.endpoints import audience_of

LARGEST = 300  # bytes of a message as it travels
PATIENCE = 10.0  # seconds for a push service to answer
SIGNED_FOR = 12 * 3600  # seconds; RFC 8292 allows a day at most
LONGEST_KEPT = 28 * 86400  # seconds for which the services keep a message
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256 (FIPS 186)
_LONGEST_WAIT = timedelta(days=1)

Urgency = Literal["low", "normal", "high"]
Outcome = Literal["sent", "gone", "later", "refused"]


class PushMessage(msgspec.Struct, frozen=True):
    """What a notification shows; `url` is where it leads, `tag` what it replaces, `count` how many tables wait."""

    title: str
    body: str
    url: str
    tag: str
    count: int = 0


class PushAnswer(NamedTuple):
    """Answer of a push service: `gone`: the browser has ended the subscription; `later`: not before `after`."""

    outcome: Outcome
    after: timedelta = timedelta()


@cache
def signing_key(secret: bytes) -> EllipticCurvePrivateKey:
    """The key by which this server signs, made from one of its secrets, so that all its processes have the same one."""
    wide = HKDF(SHA512(), 48, None, b"jardinet web push").derive(secret)
    return derive_private_key(int.from_bytes(wide, "big") % (_ORDER - 1) + 1, SECP256R1())


def public_key_of(key: EllipticCurvePrivateKey) -> str:
    """The public key as browsers take it: base64url without padding."""
    return urlsafe_b64encode(encoded_point(key.public_key())).rstrip(b"=").decode()


def own_public_key(keys: Keys) -> str:
    """The public key for which browsers subscribe now."""
    return public_key_of(signing_key(keys.sealing().secret))


def content_of(message: PushMessage) -> bytes:
    """A message as JSON that fits; a text that is too long ends in an ellipsis."""
    content, body = msgspec.json.encode(message), message.body
    while len(content) > LARGEST - OVERHEAD and body:
        body = body[:-1]
        content = msgspec.json.encode(msgspec.structs.replace(message, body=f"{body.rstrip()}…"))
    return content


class PushSender:
    """Sender of push messages; it follows no redirect, as it posts to allowed addresses alone."""

    def __init__(self, keys: Keys, contact: str) -> None:
        """Sign by `keys`, and tell services whom they may write to: `contact`."""
        self._keys, self._contact = keys, contact
        self._client = httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False)

    async def send(
        self, to: Subscription, message: PushMessage, keep: timedelta, urgency: Urgency = "normal"
    ) -> PushAnswer:
        """Post a message.

        Args:
            to: the browser.
            message: what it shows.
            keep: how long the service keeps it for a browser that is off.
            urgency: whether it may wake a phone that saves its battery.
        """
        keys = {public_key_of(key): key for one in self._keys.reading() for key in [signing_key(one.secret)]}
        if (own := keys.get(to.server_key)) is None:
            return PushAnswer("gone")  # its key is no longer read here: the page subscribes anew
        claims = {"aud": audience_of(to.endpoint), "exp": int(time()) + SIGNED_FOR, "sub": self._contact}
        headers = {
            **Vapid02(own).sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(min(LONGEST_KEPT, max(0, int(keep.total_seconds())))),
            "Topic": _topic(message.tag),
            "Urgency": urgency,
        }
        body = encrypted(content_of(message), BrowserKeys.of(to.p256dh, to.auth))
        try:
            answer = await self._client.post(to.endpoint, content=body, headers=headers)
        except httpx.HTTPError:
            return PushAnswer("later")
        if answer.is_success:
            return PushAnswer("sent")
        if answer.status_code in (404, 410):
            return PushAnswer("gone")
        if answer.status_code == 429 or answer.status_code >= 500:
            return PushAnswer("later", _wait(answer.headers.get("retry-after", "")))
        return PushAnswer("refused")

    async def close(self) -> None:
        """Close its connections."""
        await self._client.aclose()


def _topic(tag: str) -> str:
    """A name of 32 signs at most under which the service keeps the latest message alone; it says nothing about the table."""
    return urlsafe_b64encode(sha256(tag.encode()).digest()[:24]).decode()


def _wait(text: str) -> timedelta:
    """What Retry-After asks for, in seconds or as a date; a day at most."""
    try:
        wait = (
            timedelta(seconds=min(int(text), 86400))
            if text.isdigit()
            else parsedate_to_datetime(text) - datetime.now(UTC)
        )
    except (ValueError, TypeError):
        return timedelta()
    return min(max(wait, timedelta()), _LONGEST_WAIT)
