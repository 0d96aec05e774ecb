"""Record files on disk, written atomically, and the sealed secret beside a game that is not over.

A record must not tell the secret of a running game, yet the game must go on with the same deck
when it is resumed: so `seal` puts the secret into a file of its own, readable by its owner alone,
which the caller removes at the end.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from jardinet.games.parameters import GameError
from jardinet.play.deal import Sealed
from jardinet.play.record import Record
from jardinet.play.record_format import read

_SEALED_TEXT = """\
The secret of a deal whose game is not over. Do not look before the end!
It goes with the record beside it; whoever resumes that game needs this file.
commitment {commitment}
secret {secret}
"""
_SEALED = re.compile(
    re.escape(_SEALED_TEXT).replace(r"\{commitment\}", "(.{64})").replace(r"\{secret\}", "([0-9a-f]{64})")
)


class SealedError(GameError):
    """The sealed secret of a game is missing, or not the one of that game."""


def save(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a text as UTF-8 so that at any moment the file holds either the old text or the new one.

    Args:
        path: the file; a link is followed.
        mode: permissions of the new file, before the user's mask.

    Raises:
        OSError: it cannot be written; the old file is as it was.
    """
    save_bytes(path, text.encode("utf-8"), mode)


def save_bytes(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Save bytes as `save` does a text."""
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            beside.unlink()
        raise


def load(path: Path) -> list[Record]:
    """The records in a file.

    Raises:
        RecordError: it is not what `record_format.write` writes.
        OSError: it cannot be read.
    """
    return read(path.read_bytes())


def sealed_path(path: Path) -> Path:
    """The path of the sealed secret of a record's running game: `game.jdn.sealed` beside `game.jdn`."""
    return path.with_name(f"{path.name}.sealed")


def seal(path: Path, sealed: Sealed) -> Path:
    """Put the secret of a running game beside its record `path`, readable by its owner alone; returns its path.

    Raises:
        OSError: it cannot be written.
    """
    save(sealed_path(path), _SEALED_TEXT.format(commitment=sealed.commitment, secret=sealed.secret.hex()), 0o600)
    return sealed_path(path)


def unseal(path: Path, commitment: str) -> Sealed:
    """The secret that `seal` put beside the record `path`.

    Args:
        path: the record's file.
        commitment: the one in the record, which the secret must keep.

    Raises:
        SealedError: there is none, it is damaged, or it belongs to another game.
    """
    place = sealed_path(path)
    try:
        text = place.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise SealedError(
            "sealed-missing",
            "{path} is missing: it holds the deck of this game, which cannot go on without it.",
            path=place,
        ) from None
    except UnicodeDecodeError:
        text = ""
    match = _SEALED.fullmatch(text)
    if not match:
        raise SealedError(
            "sealed-damaged", "{path} is damaged: it is not a sealed secret as it was written.", path=place
        )
    sealed = Sealed(bytes.fromhex(match[2]))
    if match[1] != sealed.commitment:
        raise SealedError(
            "sealed-contradicts", "{path} is damaged: its secret and its commitment do not match.", path=place
        )
    if sealed.commitment != commitment:
        raise SealedError(
            "sealed-of-another",
            "{path} belongs to another game: it does not match the commitment in {record}.",
            path=place,
            record=path,
        )
    return sealed
