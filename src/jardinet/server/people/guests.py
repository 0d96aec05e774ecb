"""Tokens of guests, who play from a terminal as others do in a browser: signed with the keys of cookies, stored nowhere.

A guest has made no token at /account/tokens: they stay a guest, like a visitor who has nothing but a cookie.
"""

from __future__ import annotations

import hmac
import re

from jardinet.server.keys import Key, Keys

_TOKEN = re.compile(r"jardinet_guest_([0-9a-f]{32})_([0-9a-f]{64})")


def guest_token(keys: Keys, person: str) -> str:
    """The token that acts for a guest, whose id is that of a person."""
    return f"jardinet_guest_{person}_{_signature(keys.sealing(), person)}"


def guest_in(keys: Keys, token: str) -> str | None:
    """The id of the guest for whom a token acts; None: it is no guest's, or no key that is still read has signed it."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    person, signature = found.groups()
    return person if any(hmac.compare_digest(signature, _signature(key, person)) for key in keys.reading()) else None


def _signature(key: Key, person: str) -> str:
    return hmac.digest(key.secret, f"guest {person}".encode(), "sha256").hex()
