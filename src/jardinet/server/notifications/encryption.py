"""Encryption of what a push service carries, so that it cannot read it: RFC 8291, with the content coding of RFC 8188."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode
from typing import NamedTuple

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

RECORD = 4096  # bytes of a record; what we send is one
OVERHEAD = 103  # bytes by which the encrypted body is longer than the content
POINT, SECRET, SALT = 65, 16, 16  # bytes of a public key, of a browser's secret, and of a salt


class BrowserKeys(NamedTuple):
    """Keys of a subscription, as the browser tells them: its public key, and a secret that the push service does not know."""

    public: bytes
    secret: bytes

    @classmethod
    def of(cls, p256dh: str, auth: str) -> BrowserKeys:
        """The keys as `PushSubscription.toJSON` writes them.

        Raises:
            ValueError: they are none.
        """
        keys = cls(decoded(p256dh), decoded(auth))
        if len(keys.secret) != SECRET:
            raise ValueError("a browser's secret has 16 bytes")
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), keys.public)
        return keys


def encrypted(
    content: bytes, keys: BrowserKeys, own: EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The body of a push message; OVERHEAD bytes longer than `content`.

    Args:
        content: at most RECORD - OVERHEAD bytes.
        keys: of the subscription.
        own: the key of this message; None: a new one.
        salt: of this message, SALT bytes; None: new ones.
    """
    own, salt = own or generate_private_key(SECP256R1()), salt or os.urandom(SALT)
    theirs = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), keys.public)
    point = encoded_point(own.public_key())
    shared = _derived(own.exchange(ECDH(), theirs), keys.secret, b"WebPush: info\0" + keys.public + point, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return header + AESGCM(key).encrypt(nonce, content + b"\2", None)  # the last record of one


def encoded_point(key: EllipticCurvePublicKey) -> bytes:
    """A public key, uncompressed, POINT bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def decoded(text: str) -> bytes:
    """The bytes of base64url, with or without its padding.

    Raises:
        ValueError: it is none.
    """
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
