"""Keys of a server, with rotation; they seal cookies and sign forms: the newest seals, older ones are read for a while.

A new key is read at once and seals only from a later day on: by then every process has been started again and reads what
the others seal. Written, a key is 64 hexadecimal digits, followed by both days, if there are any, as in ISO 8601:
`KEY@2026-11-24/2026-12-24`, with `..` for a missing one. Days are those of UTC.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from jardinet.games.parameters import GameError

KEY_BYTES = 32
MOST_KEYS = 10  # each of them may have to be tried for a cookie that nobody sealed
BEFORE_SEALING = timedelta(days=2)  # of the calendar: at least one to start all processes again
_NO_DAY = ".."
_WRITTEN = re.compile(rf"([0-9a-fA-F]{{{2 * KEY_BYTES}}})(?:@([0-9-]{{10}}|\.\.)/([0-9-]{{10}}|\.\.))?")


class KeysError(GameError):
    """Keys are not possible as they are; the message says what is."""


@dataclass(frozen=True)
class Key:
    """One key of a server.

    Attributes:
        secret: KEY_BYTES bytes; anybody who has them can play under any identity.
        seals_from: the day from which it seals; None: it always has.
        read_until: the day from which it is no longer read; None: it always is.
    """

    secret: bytes = field(repr=False)
    seals_from: date | None = None
    read_until: date | None = None

    def written(self) -> str:
        """The key as `Keys.of` reads it."""
        days = "/".join(_NO_DAY if day is None else str(day) for day in (self.seals_from, self.read_until))
        return self.secret.hex() + ("" if days == f"{_NO_DAY}/{_NO_DAY}" else f"@{days}")


@dataclass(frozen=True)
class Keys:
    """Keys of a server, the newest first: see the module."""

    all: Sequence[Key]

    @classmethod
    def of(cls, text: str, place: str = "the key") -> Keys:
        """The keys that are written in a text, with commas or white space between them.

        Args:
            text: what is written.
            place: where it is, for the message of an error.

        Raises:
            KeysError: they are none, or none of them is read any more.
        """
        try:
            found = [_key_of(one) for one in text.replace(",", " ").split()]
        except ValueError:
            found = []
        if not 1 <= len(found) <= MOST_KEYS:
            raise KeysError(
                "key-not-possible",
                "{path} is not possible: it must be {digits} hexadecimal digits, or what `jardinet admin rotate-key` makes.",
                path=place,
                digits=2 * KEY_BYTES,
            )
        keys = cls(tuple(found))
        if not keys.reading():
            raise KeysError("keys-expired", "{path} is not possible: every key there has expired.", path=place)
        return keys

    @classmethod
    def new(cls) -> Keys:
        """A single random key."""
        return cls((Key(secrets.token_bytes(KEY_BYTES)),))

    def reading(self) -> list[Key]:
        """The keys that are read now, the newest first."""
        today = _today()
        return [one for one in self.all if one.read_until is None or today < one.read_until]

    def sealing(self) -> Key:
        """The key that seals now."""
        today = _today()
        read = self.reading() or self.all
        return next((one for one in read if one.seals_from is None or one.seals_from <= today), read[-1])

    def rotated(self, days: int) -> Keys:
        """These keys after a new one, which seals soon; from then on the older ones are read for so many days.

        With 0 days the older ones are dropped, and the new one seals at once: nobody's cookie is valid any more.
        """
        new = secrets.token_bytes(KEY_BYTES)
        if days == 0:
            return Keys((Key(new),))
        seals_from = _today() + BEFORE_SEALING
        read_until = seals_from + timedelta(days=days)
        old = [replace(one, read_until=one.read_until or read_until) for one in self.reading()]
        if len(old) >= MOST_KEYS:
            raise KeysError(
                "too-many-keys",
                "there are {most} keys that are still accepted: wait until one of them expires.",
                most=MOST_KEYS,
            )
        return Keys((Key(new, seals_from), *old))


def _key_of(text: str) -> Key:
    """The key in a text; raises ValueError if it is none."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(text)
    seals_from, read_until = (None if one in (None, _NO_DAY) else date.fromisoformat(one) for one in match.groups()[1:])
    return Key(bytes.fromhex(match[1]), seals_from, read_until)


def _today() -> date:
    return datetime.now(UTC).date()
