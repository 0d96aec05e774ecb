"""Profiles: a handle is one person's, as their password's or their profile's, whoever comes first."""

from __future__ import annotations

import asyncio
from functools import partial
from time import sleep

import pytest
from sqlalchemy import Connection, insert
from tests.kit.harness import Harness

from jardinet.server.people.handles import HandleTakenError
from jardinet.server.people.passwords import keep_password
from jardinet.server.people.profiles import NoProfileError, NoSuchProfileError, keep_profile, shown_profile
from jardinet.server.storage.account_models import DeviceRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import now

pytestmark = pytest.mark.anyio


async def account(harness: Harness, name: str) -> str:
    """Somebody who has a way back."""
    person = await harness.person(name)
    device = {"id": f"device of {name}", "person_id": person, "label": "", "made_at": now(), "seen_at": now()}
    await harness.database.write(lambda connection: connection.execute(insert(DeviceRow), device))
    return person


async def profile(database: Database, person: str, handle: str, *, is_public: bool = True) -> None:
    job = partial(keep_profile, person=person, handle=handle, at=now(), is_public=is_public)
    await database.write(job)


async def password(database: Database, person: str, handle: str) -> None:
    await database.write(partial(keep_password, person=person, handle=handle, proof=f"proof of {person}", at=now()))


async def test_a_guest_has_no_profile(harness: Harness) -> None:
    ada = await harness.person("Ada")
    with pytest.raises(NoProfileError, match="way back"):
        await profile(harness.database, ada, "ada-99")


async def test_a_handle_is_free_if_nobody_else_has_it_in_either_way(harness: Harness) -> None:
    ada, ben = await account(harness, "Ada"), await account(harness, "Ben")
    await password(harness.database, ada, "ada-99")
    await profile(harness.database, ben, "ben-99", is_public=False)
    with pytest.raises(HandleTakenError):
        await profile(harness.database, ben, "ada-99")
    with pytest.raises(HandleTakenError):
        await password(harness.database, ada, "ben-99")
    await profile(harness.database, ada, "ada-99")  # her own
    await password(harness.database, ben, "ben-99")
    await profile(harness.database, ada, "ada-2")
    with pytest.raises(HandleTakenError):
        await password(harness.database, ben, "ada-2")
    with pytest.raises(HandleTakenError):
        await profile(harness.database, ben, "ada-2")
    assert (await harness.database.read(partial(shown_profile, handle="BEN-99 ", reader=ben))).person == ben
    assert (await harness.database.read(partial(shown_profile, handle="ada-2"))).person == ada
    for handle, reader in (("ben-99", None), ("ben-99", ada), ("ada-99", None), ("nobody", None), ("a\0b", None)):
        with pytest.raises(NoSuchProfileError):
            await harness.database.read(partial(shown_profile, handle=handle, reader=reader))


async def test_of_two_processes_that_take_a_handle_at_once_one_is_too_late(harness: Harness, url: str) -> None:
    ada, ben = await account(harness, "Ada"), await account(harness, "Ben")

    def slowly(connection: Connection, job: partial[None]) -> None:
        job(connection)
        sleep(0.05)  # before the commit

    async with Database.open(url) as other:
        for number in range(5):
            handle = f"both-{number}"
            first = partial(keep_profile, person=ada, handle=handle, at=now(), is_public=True)
            second = partial(keep_password, person=ben, handle=handle, proof=f"proof {number}", at=now())
            told = await asyncio.gather(
                harness.database.write(partial(slowly, job=first)),
                other.write(partial(slowly, job=second)),
                return_exceptions=True,
            )
            assert [type(one) for one in told if one is not None] == [HandleTakenError], told
