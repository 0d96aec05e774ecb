"""Tokens of programs, which act for a person. Shown once when made; only their hashes are kept."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from sqlalchemy import Connection, delete, func, insert, select

from jardinet.games.parameters import GameError
from jardinet.server.keys import Keys
from jardinet.server.people.guests import guest_in
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow, TokenRow
from jardinet.server.tables.errors import BannedError

PREFIX = "jardinet_"  # so that people, and programs that look for leaked secrets, know what it is
LONGEST_LABEL = 40
MOST_TOKENS = 20  # of one person
FRESH = 5.0  # seconds
MOST_KNOWN = 10_000
_GUEST = "guest "  # begins no digest


class TokenError(GameError):
    """A token cannot be made; the message says why."""


@dataclass(frozen=True)
class Account:
    """Account that a token acts for: a person like any other.

    Attributes:
        id: their id; by it bots are invited.
        name: what they are called.
        created_at: when they came here first.
        digest: of the token that was sent, or which guest it is; see `Accounts.still`.
    """

    id: str
    name: str
    created_at: datetime
    digest: str = field(repr=False)


@dataclass(frozen=True)
class KeptToken:
    """Entry of a token in its person's list, without the secret: its database id, its label, when it was made."""

    id: int
    label: str
    created_at: datetime


async def make_token(database: Database, person: str, label: str) -> str:
    """A new token of a person, to be shown to them alone; nobody can ever read it again.

    Raises:
        TokenError: the label is not possible, or the person has too many tokens.
    """
    return await database.write(lambda connection: add_token(connection, person, label, database.now()))


def add_token(connection: Connection, person: str, label: str, at: datetime) -> str:
    """A new token of a person, made at the time `at`, within a transaction; see `make_token`.

    Raises:
        TokenError: see `make_token`.
    """
    label = " ".join(label.split())
    if not 1 <= len(label) <= LONGEST_LABEL or not label.isprintable():
        raise TokenError(
            "token-label",
            "“{label}” is not possible: say in 1 to {most} characters what the token is for.",
            label=label,
            most=LONGEST_LABEL,
        )
    count = select(func.count()).select_from(TokenRow).where(TokenRow.person_id == person)
    if (connection.scalar(count) or 0) >= MOST_TOKENS:
        raise TokenError("too-many-tokens", "you have {count} tokens already: revoke one first.", count=MOST_TOKENS)
    token = PREFIX + secrets.token_urlsafe(32)
    row = {"person_id": person, "label": label, "digest": _digest(token), "created_at": at}
    connection.execute(insert(TokenRow).values(row))
    return token


async def revoke_token(database: Database, person: str, token_id: int) -> None:
    """Revoke a token of this person; nothing happens if they have no such token."""

    def job(connection: Connection) -> None:
        connection.execute(delete(TokenRow).where(TokenRow.id == token_id, TokenRow.person_id == person))

    await database.write(job)


async def tokens_of(database: Database, person: str) -> list[KeptToken]:
    """A person's tokens, the oldest first."""
    found = (
        select(TokenRow.id, TokenRow.label, TokenRow.created_at)
        .where(TokenRow.person_id == person)
        .order_by(TokenRow.id)
    )
    return [KeptToken(*row) for row in await database.read(lambda connection: connection.execute(found).all())]


class Accounts:
    """Cache of the accounts of tokens that came lately, so that a busy program is not looked up at every request.

    A revoked token, or a person's new name, takes effect at once in this process and after FRESH seconds in others. A text
    that is no token is never cached.
    """

    def __init__(
        self,
        database: Database,
        is_banned: Callable[[str], bool],
        keys: Keys,
        has_devices: Callable[[str], bool] = lambda _person: False,
    ) -> None:
        """The accounts of `database`, and guests by `keys`; the tokens of a person who `is_banned` are refused.

        A guest's token ends as soon as that person `has_devices`, which they can sign out.
        """
        self._database = database
        self._keys = keys
        self._is_banned = is_banned
        self._has_devices = has_devices
        self._known: OrderedDict[str, tuple[float, Account]] = OrderedDict()  # by the token's digest; until when
        self._forgotten = 0  # how often

    async def of(self, token: str) -> Account | None:
        """The account that a token acts for; None if it was never made, or is revoked.

        Raises:
            BannedError: the person is banned.
        """
        guest = guest_in(self._keys, token)
        account = await self._of(_GUEST + guest if guest else _digest(token))
        if account and self._is_banned(account.id):
            raise BannedError
        return account

    async def still(self, account: Account) -> bool:
        """Whether the token by which an account was found still acts for it: a stream may outlive its token."""
        return not self._is_banned(account.id) and await self._of(account.digest) is not None

    async def _of(self, digest: str) -> Account | None:
        if digest.startswith(_GUEST) and self._has_devices(digest.removeprefix(_GUEST)):
            return None
        at = time.monotonic()
        until, account = self._known.get(digest, (0.0, None))
        if at < until:
            return account
        found = select(PersonRow.id, PersonRow.name, PersonRow.created_at)
        if digest.startswith(_GUEST):
            found = found.where(PersonRow.id == digest.removeprefix(_GUEST))
        else:
            found = found.join(TokenRow, TokenRow.person_id == PersonRow.id).where(TokenRow.digest == digest)
        forgotten = self._forgotten
        row = await self._database.read(lambda connection: connection.execute(found).one_or_none())
        self._known.pop(digest, None)
        if row is None:
            return None
        account = Account(*row, digest)
        if (
            forgotten == self._forgotten
        ):  # else `forget` was called while it was read, and what was read may be outdated
            self._known[digest] = at + FRESH, account
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return account

    def forget(self, person: str) -> None:
        """Drop a person's tokens from the cache: one is revoked, or the person has a new name."""
        self._forgotten += 1
        for digest in [digest for digest, (_until, account) in self._known.items() if account.id == person]:
            del self._known[digest]


def _digest(token: str) -> str:
    """The hash of a token, which is 32 random bytes: one plain hash is as hard to invert as many, and quick to look up."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()
