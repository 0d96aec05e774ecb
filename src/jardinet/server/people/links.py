"""Links by which a person goes on on another device: each works once, for ten minutes, and the latest of a person alone.

Only the key's hash is kept: whoever reads the database learns no link.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import Connection, delete, select

from jardinet.games.parameters import GameError
from jardinet.server.storage.account_models import LinkRow
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import PersonRow

MINUTES = 10
_BYTES = 24


class LinkOverError(GameError):
    """No link of that key works, or none any more."""


class UnknownPersonError(GameError):
    """Nobody has that id."""


def make_link(connection: Connection, person: str, at: datetime) -> str:
    """A new key of a person's link, at the time `at`; an older one stops to work.

    Raises:
        UnknownPersonError: nobody has that id.
    """
    if connection.scalar(select(PersonRow.id).where(PersonRow.id == person)) is None:
        raise UnknownPersonError(
            "nobody-to-link", "{whom!r} is nobody: give a person's id as in `jardinet admin list --json`.", whom=person
        )
    key = secrets.token_urlsafe(_BYTES)
    connection.execute(delete(LinkRow).where(LinkRow.until < at))
    row = {"person_id": person, "digest": _digest(key), "until": at + timedelta(minutes=MINUTES)}
    connection.execute(upsert(connection, LinkRow, "digest", "until"), row)
    return key


def person_of_link(connection: Connection, key: str, at: datetime) -> tuple[str, str]:
    """The id and the name of whose link it is; looking changes nothing.

    Raises:
        LinkOverError: it does not work.
    """
    found = select(PersonRow.id, PersonRow.name).join(LinkRow, LinkRow.person_id == PersonRow.id)
    row = connection.execute(found.where(LinkRow.digest == _digest(key), LinkRow.until > at)).one_or_none()
    if row is None:
        raise _over()
    return row.id, row.name


def use_link(connection: Connection, key: str, at: datetime) -> str:
    """The id of whose link it is, which works no more.

    Raises:
        LinkOverError: it does not work; of two who use it at one moment that holds for one.
    """
    used = delete(LinkRow).where(LinkRow.digest == _digest(key), LinkRow.until > at).returning(LinkRow.person_id)
    person = connection.scalar(used)
    if person is None:
        raise _over()
    return str(person)


def _over() -> LinkOverError:
    return LinkOverError(
        "link-over",
        "this link does not work any more: it opens one device once, within {minutes} minutes. Make a new one where you are signed in.",
        minutes=MINUTES,
    )


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()
