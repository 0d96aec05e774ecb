"""Passwords with a handle: made and checked slowly on purpose (argon2id), few at a time, so that nobody's play waits for them.

Who gives a wrong password, or a handle that nobody has, gets the same answer after the same work. A device at which that person
was signed in before is never made to wait for others; for all the rest sign-ins are counted by handle and by address.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, select
from sqlalchemy.exc import IntegrityError

from jardinet.games.parameters import GameError
from jardinet.server.people.handles import HandleTakenError, check_free
from jardinet.server.people.ways import PASSWORD, add_way
from jardinet.server.storage.account_models import WayRow
from jardinet.server.storage.database import Database

SHORTEST, LONGEST = 8, 200  # signs of a password
LONGEST_HANDLE = 20
AT_ONCE = 2
MOST_WAITING = 20
_HANDLE = re.compile(r"[a-z0-9-]{3,20}")
_TIME, _MEMORY = 2, 19 * 1024  # passes, and KiB: what OWASP asks for
# Of no password: checking it takes as long as checking a real one.
_NOBODYS = f"$argon2id$v=19$m={_MEMORY},t={_TIME},p=1${'A' * 22}${'A' * 43}"

T = TypeVar("T")


class PasswordError(GameError):
    """A handle or a password is not possible; the message says what is."""


class WrongPasswordError(GameError):
    """Nobody has that handle, or their password is another one."""

    def __init__(self) -> None:
        super().__init__("wrong-password", "nobody is known here by that handle with that password.")


class BusyError(GameError):
    """So many people sign in at this moment that no more can wait."""


def checked_handle(handle: str) -> str:
    """A handle as it is kept: in small letters.

    Raises:
        PasswordError: it is none.
    """
    handle = handle.strip().lower()
    if not _HANDLE.fullmatch(handle):
        raise PasswordError(
            "handle", "that handle is not possible: it has 3 to {most} of the letters a to z, digits and hyphens.",
            most=LONGEST_HANDLE,
        )  # fmt: skip
    return handle


def checked_password(password: str) -> str:
    """A password in Unicode's composed form, so that every keyboard's is the same.

    Raises:
        PasswordError: it is too short or too long.
    """
    password = normalize("NFC", password)
    if not SHORTEST <= len(password) <= LONGEST:
        raise PasswordError(
            "password-length",
            "that password is not possible: it has {least} to {most} characters.",
            least=SHORTEST,
            most=LONGEST,
        )
    return password


def keep_password(connection: Connection, person: str, handle: str, proof: str, at: datetime) -> None:
    """Let a person sign in by a handle and a password from now on, in place of an earlier one of theirs.

    Raises:
        HandleTakenError: somebody else has that handle.
        TooManyWaysError: they have too many ways back.
    """
    check_free(connection, person, handle)
    connection.execute(delete(WayRow).where(WayRow.person_id == person, WayRow.kind == PASSWORD))
    try:
        add_way(connection, person, PASSWORD, proof, at, handle=handle)
    except IntegrityError:  # a process of an older version was first
        raise HandleTakenError from None


def still_holds(connection: Connection, person: str, proof: str) -> str:
    """The person's id, if that is still their password.

    Raises:
        WrongPasswordError: it was changed or removed meanwhile.
    """
    found = select(WayRow.person_id).where(WayRow.person_id == person, WayRow.proof == proof)
    if connection.scalar(found) is None:
        raise WrongPasswordError
    return person


class Passwords:
    """Service that makes and checks what is kept of passwords, AT_ONCE at a time while MOST_WAITING wait."""

    def __init__(self, database: Database) -> None:
        """Check by what `database` holds."""
        self._database = database
        self._hasher = PasswordHasher(time_cost=_TIME, memory_cost=_MEMORY, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._asked = 0

    async def proof_of(self, password: str) -> str:
        """What is kept of a password.

        Raises:
            BusyError: too many wait.
        """
        return await self._in_turn(partial(self._hasher.hash, _bytes(password)))

    async def holder_of(self, handle: str) -> tuple[str, str] | None:
        """Whose handle that is, and what is kept of their password; None: nobody's."""
        found = select(WayRow.person_id, WayRow.proof).where(WayRow.handle == handle.strip().lower())
        row = await self._database.read(lambda connection: connection.execute(found).one_or_none())
        return None if row is None else (row.person_id, row.proof)

    async def check(self, holder: tuple[str, str] | None, password: str) -> tuple[str, str]:
        """Check a password; returns `holder`, the person and what is kept of their password.

        Raises:
            WrongPasswordError: there is no holder, or it is another password; both take the same time.
            BusyError: too many wait.
        """
        password = normalize("NFC", password)
        given = password if len(password) <= LONGEST else ""
        is_right = await self._in_turn(partial(self._verified, holder[1] if holder else _NOBODYS, _bytes(given)))
        if holder is None or not is_right:
            raise WrongPasswordError
        return holder

    def _verified(self, proof: str, password: bytes) -> bool:
        try:
            return self._hasher.verify(proof, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _in_turn(self, job: Callable[[], T]) -> T:
        if self._asked >= AT_ONCE + MOST_WAITING:
            raise BusyError("sign-in-busy", "too many people sign in at this moment: try again in some seconds.")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, job)
        finally:
            self._asked -= 1


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
