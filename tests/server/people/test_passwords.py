"""Passwords: what is possible, what is kept, and how many are checked however many are tried."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.kit.harness import Harness

from jardinet.server.people.passwords import (
    AT_ONCE,
    MOST_WAITING,
    BusyError,
    PasswordError,
    Passwords,
    WrongPasswordError,
    checked_handle,
    checked_password,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
async def passwords(harness: Harness) -> AsyncIterator[Passwords]:
    yield Passwords(harness.database)


@pytest.mark.parametrize("handle", ["", "ab", "a" * 21, "ada lovelace", "ädä", "ada_l", "ada\n1", "ａｄａ"])
def test_what_is_no_handle_is_refused(handle: str) -> None:
    with pytest.raises(PasswordError, match="3 to 20"):
        checked_handle(handle)
    assert checked_handle(" Ada-99 ") == "ada-99"


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
def test_what_is_no_password_is_refused(password: str) -> None:
    with pytest.raises(PasswordError, match="8 to 200"):
        checked_password(password)
    assert checked_password("cafe\u0301 au lait") == "caf\u00e9 au lait"


async def test_what_is_kept_is_argon2id_with_nineteen_megabytes(passwords: Passwords) -> None:
    proof = await passwords.proof_of("correct horse")
    assert proof.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await passwords.check(("ada", proof), "correct horse") == ("ada", proof)
    for holder, password in ((("ada", proof), "wrong horse"), (None, "correct horse"), (("ada", proof), "x" * 5000)):
        with pytest.raises(WrongPasswordError):
            await passwords.check(holder, password)


async def test_two_are_checked_at_a_time_twenty_wait_and_the_rest_is_told(passwords: Passwords) -> None:
    asked = [passwords.check(None, "correct horse") for _ in range(40)]
    told = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(one, WrongPasswordError) for one in told) == AT_ONCE + MOST_WAITING == 22
    assert sum(isinstance(one, BusyError) for one in told) == 18
    with pytest.raises(WrongPasswordError):
        await passwords.check(None, "correct horse")
