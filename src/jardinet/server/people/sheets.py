"""Recovery sheets: 128 bits of chance to be printed, by which a person signs in once. Only their hashes are kept.

A sheet is written in Crockford's base 32, which has no letters that look like digits, in groups of four; its last two signs are
a check, so that a slip of the pen is told from a sheet that was used.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from hashlib import sha256

from sqlalchemy import Connection, delete

from jardinet.games.parameters import GameError
from jardinet.server.people.ways import SHEET, add_way
from jardinet.server.storage.account_models import WayRow

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_BYTES = 16
_LENGTH = 28  # signs, of five bits each: 26 for 128 bits, and two to check them
_GROUP = 4
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})


class SheetError(GameError):
    """What was typed is on no sheet that still works; the message says whether it can be a slip of the pen."""


def make_sheet(connection: Connection, person: str, at: datetime) -> str:
    """What a new sheet of a person says, to be shown to them alone; nobody can ever read it again.

    Raises:
        TooManyWaysError: they have too many ways back.
    """
    secret = secrets.token_bytes(_BYTES)
    add_way(connection, person, SHEET, sha256(secret).hexdigest(), at)
    return written(secret)


def use_sheet(connection: Connection, text: str) -> str:
    """The id of the person whose sheet says that; it works no more.

    Raises:
        SheetError: no sheet that still works says that.
    """
    digest = sha256(read(text)).hexdigest()
    used = delete(WayRow).where(WayRow.kind == SHEET, WayRow.proof == digest).returning(WayRow.person_id)
    person = connection.scalar(used)
    if person is None:
        raise SheetError(
            "sheet-unknown", "no sheet says that any more: each works once. Was it used, or removed from your account?"
        )
    return str(person)


def written(secret: bytes) -> str:
    """A sheet's secret as it is printed.

    >>> written(bytes(16))
    '0000-0000-0000-0000-0000-0000-00CR'
    """
    number = int.from_bytes(secret) << 10 | _check(secret)
    signs = "".join(_SIGNS[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))
    return "-".join(signs[first : first + _GROUP] for first in range(0, _LENGTH, _GROUP))


def read(text: str) -> bytes:
    """The secret of a sheet as somebody types it, in capitals or not, with or without what stands between the groups.

    Raises:
        SheetError: something is mistyped.
    """
    signs = "".join(sign for sign in text.upper().translate(_READ_AS) if not sign.isspace() and sign not in "-–—‐")
    if len(signs) == _LENGTH and set(signs) <= set(_SIGNS):
        number = 0
        for sign in signs:
            number = number << 5 | _SIGNS.index(sign)
        if number >> 10 < 1 << 8 * _BYTES:
            secret = (number >> 10).to_bytes(_BYTES)
            if _check(secret) == number & 1023:
                return secret
    raise SheetError(
        "sheet-mistyped", "that is not what a sheet says: it has {groups} groups of {signs} letters and digits.",
        groups=_LENGTH // _GROUP, signs=_GROUP,
    )  # fmt: skip


def _check(secret: bytes) -> int:
    """Ten bits that tell a slip of the pen."""
    return int.from_bytes(sha256(b"check " + secret).digest()[:2]) & 1023
