"""Limits of guesses: of sign-ins by password, for devices at which that person was never signed in, by handle and by address;
and of links that are asked for by mail.

They hold on this machine itself too, and whatever the server's other limits are: a password can be guessed from anywhere.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from litestar.connection import ASGIConnection

from jardinet.games.parameters import GameError
from jardinet.server.guards.counters import Counters
from jardinet.server.guards.limits import MINUTE, network_of

A_HANDLE, AN_ADDRESS = 5, 20  # sign-ins a minute
MAILS_TO_ONE, HOUR = 3, 60 * 60  # links by mail an hour
_LONGEST = 20  # signs of a handle that count


class SignInsExceededError(GameError):
    """Too many sign-ins by one handle, or from one address, within a minute."""


class SignInLimits:
    """Limits of sign-ins of one server: see the module."""

    def __init__(self, counters: Counters) -> None:
        """Count by `counters`."""
        self._counters = counters

    async def count(self, connection: ASGIConnection[Any, Any, Any, Any], handle: str) -> None:
        """Count one more sign-in by a handle, whether anybody has it or not.

        Raises:
            SignInsExceededError: it is one too many for this minute.
        """
        what = f"handle:{handle.strip().lower()[:_LONGEST]}"
        if not await may_guess(self._counters, connection, "sign-ins", AN_ADDRESS, what, A_HANDLE):
            raise SignInsExceededError(
                "too-many-sign-ins",
                "too many sign-ins by a password: wait a minute. A link from another device or a recovery sheet works meanwhile.",
            )

    async def count_mail(self, connection: ASGIConnection[Any, Any, Any, Any], address: str) -> None:
        """Count one more link that is asked for by mail, whether anybody has that mail address or not.

        Raises:
            SignInsExceededError: it is one too many for this minute, or that address for this hour.
        """
        to = sha256(address.lower().encode("utf-8", "replace")).hexdigest()
        if not await may_guess(self._counters, connection, "mail-links", AN_ADDRESS, to, MAILS_TO_ONE, HOUR):
            raise SignInsExceededError(
                "too-many-mails",
                "enough links were asked for by mail: look whether one has come, or wait an hour.",
            )


async def may_guess(
    counters: Counters,
    connection: ASGIConnection[Any, Any, Any, Any],
    kind: str,
    an_address: int,
    what: str,
    of_one: int,
    seconds: int = MINUTE,
) -> bool:
    """Count one more guess at a secret; returns whether it is within what is allowed.

    Args:
        counters: count.
        connection: by which it comes.
        kind: of secrets: each kind is counted for itself.
        an_address: how many guesses of that kind may come from one address, or network, in a minute.
        what: the thing whose secret is guessed.
        of_one: how many guesses there may be at it, wherever they come from, within `seconds`.
        seconds: see `of_one`.
    """
    host = connection.client.host if connection.client else ""
    if await counters.count(f"{kind}:address:{network_of(host) or host}", MINUTE) > an_address:
        return False
    return await counters.count(f"{kind}:{what}", seconds) <= of_one
