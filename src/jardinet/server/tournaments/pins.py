"""PINs by which another device is the host's: shown once, kept as what cannot be turned back, and not to be guessed in time."""

from __future__ import annotations

import hmac
import secrets
from hashlib import scrypt
from typing import Any

from litestar.connection import ASGIConnection

from jardinet.games.parameters import GameError
from jardinet.server.guards.counters import Counters
from jardinet.server.guards.sign_in_limits import may_guess

DIGITS = 8
A_TOURNAMENT, AN_ADDRESS = 5, 10  # PINs tried a minute: to guess one takes twenty years on average
_COST = {"n": 2**14, "r": 8, "p": 1}


class WrongPinError(GameError):
    """That is not the PIN of the tournament, or too many have been tried."""


def new_pin() -> str:
    """A PIN of DIGITS digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def kept_pin(pin: str, salt: str) -> str:
    """A PIN as it is stored: takes 50 ms, so it belongs into a thread."""
    return scrypt(pin.encode("utf-8", "replace"), salt=salt.encode(), **_COST).hex()[:64]


def is_pin(given: str, kept: str, salt: str) -> bool:
    """Whether a PIN is the one that is kept; takes 50 ms too."""
    return hmac.compare_digest(kept_pin("".join(given.split())[:20], salt), kept)


async def count_try(counters: Counters, connection: ASGIConnection[Any, Any, Any, Any], tournament_id: str) -> None:
    """Count one more try of a PIN.

    Raises:
        WrongPinError: it is one too many for this minute.
    """
    if not await may_guess(counters, connection, "pins", AN_ADDRESS, f"tournament:{tournament_id[:16]}", A_TOURNAMENT):
        raise WrongPinError("too-many-pins", "too many PINs have been tried: wait a minute.")
