"""Accounts that are kept for a while: never longer than their token acts for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

import pytest
from tests.kit.harness import Harness

from jardinet.server.keys import Keys
from jardinet.server.people.tokens import Accounts, make_token, revoke_token, tokens_of
from jardinet.server.storage.database import Database

pytestmark = pytest.mark.anyio


class LateDatabase:
    """A database whose answers arrive when they may."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.has_read, self.may_answer = asyncio.Event(), asyncio.Event()

    async def read(self, job: Callable[[Any], Any]) -> Any:
        found = await self._database.read(job)
        self.has_read.set()
        await self.may_answer.wait()
        return found


@pytest.fixture
async def token(harness: Harness) -> AsyncIterator[tuple[str, str]]:
    """A person, and a token of theirs."""
    ada = await harness.person("Ada")
    yield ada, await make_token(harness.database, ada, "bot")


async def test_a_token_that_is_revoked_while_it_is_looked_up_is_not_kept(
    harness: Harness, token: tuple[str, str]
) -> None:
    person, text = token
    late = LateDatabase(harness.database)
    accounts = Accounts(cast("Database", late), lambda _person: False, Keys.new())
    looking = asyncio.create_task(accounts.of(text))
    await late.has_read.wait()
    (kept,) = await tokens_of(harness.database, person)
    await revoke_token(harness.database, person, kept.id)
    accounts.forget(person)
    late.may_answer.set()
    account = await looking  # it was asked before
    assert account is not None
    assert not await accounts.still(account)
    assert await accounts.of(text) is None
