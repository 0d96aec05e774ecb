"""An authenticator of the tests' own: it makes passkeys and signs with them, as WebAuthn has it, without asking anybody."""

from __future__ import annotations

import json
import secrets
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

_PRESENT, _VERIFIED, _ATTESTED = 1, 4, 64


class Authenticator:
    """One passkey on P-256; it says that it never counts how often it signs, unless `counts`."""

    def __init__(self, origin: str, *, counts: bool = False) -> None:
        """One for pages of `origin`."""
        self.origin, self._counts = origin, counts
        self.credential = secrets.token_bytes(20)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._signed = 0

    def make(self, options: str, *, without: int = 0, **changed: Any) -> str:
        """The answer to a site's options for a new passkey.

        Its key lacks the COSE parameter `without`, and `changed` stands in place of what is in its response.
        """
        asked = json.loads(options)
        key = self._key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: key.x.to_bytes(32), -3: key.y.to_bytes(32)}
        cose.pop(without, None)
        attested = bytes(16) + len(self.credential).to_bytes(2) + self.credential + cbor2.dumps(cose)
        data = self._data(asked["rp"]["id"], _ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", asked["challenge"])
        return self._answer({"clientDataJSON": client, "attestationObject": attestation} | changed)

    def sign(self, options: str, **changed: Any) -> str:
        """The answer to a site's options to sign in."""
        asked = json.loads(options)
        client, data = self._client("webauthn.get", asked["challenge"]), self._data(asked["rpId"])
        signature = self._key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer({"clientDataJSON": client, "authenticatorData": data, "signature": signature} | changed)

    def _data(self, site: str, flags: int = 0) -> bytes:
        self._signed += self._counts
        return sha256(site.encode()).digest() + bytes([_PRESENT | _VERIFIED | flags]) + self._signed.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, response: dict[str, Any]) -> str:
        written = {
            name: bytes_to_base64url(value) if isinstance(value, bytes) else value for name, value in response.items()
        }
        own = bytes_to_base64url(self.credential)
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": written})
