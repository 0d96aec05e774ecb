"""Blocks: neither seats nor invitations meet, whichever of two has blocked the other, and nobody is told why."""

from __future__ import annotations

import re
from functools import partial

import pytest
from msgspec.structs import replace
from tests.kit.harness import Harness
from tests.server.tables.test_lists import fill, plans_of

from jardinet.server.people.blocks import MOST_BLOCKED, BlockError, block, blocked_with, blocks_of, unblock
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import NotForYouError, NotInvitedError, StaleError
from jardinet.server.tables.invitations import open_to
from jardinet.server.tables.lists import open_tables
from jardinet.server.tables.table import TableState

pytestmark = pytest.mark.anyio

THREE = Agreement("lucky_numbers", {}, ["person", "person", "person"], is_listed=True)
TWO = Agreement("lucky_numbers", {}, ["person", "person"], is_listed=True)


async def apart(harness: Harness, one: str, other: str) -> None:
    """Let one person block another one."""
    await harness.database.write(partial(block, person=one, other=other, at=harness.service.now()))


async def sits(harness: Harness, table_id: str, person: str) -> TableState:
    """Let somebody sit down at the first free seat."""
    free = (await harness.service.load(table_id)).free_seats()[0]
    return await harness.service.sit(table_id, free, person, "Somebody new")


@pytest.mark.parametrize("is_blocker", [True, False], ids=["the one who has blocked", "the one who is blocked"])
async def test_two_who_are_apart_do_not_sit_down_at_one_table(harness: Harness, is_blocker: bool) -> None:
    ada, ben, eve = [await harness.person(name) for name in ("Ada", "Ben", "Eve")]
    await apart(harness, *((ada, ben) if is_blocker else (ben, ada)))
    own = await harness.service.open_table(ben, "Ben", THREE)
    joined = await harness.service.open_table(eve, "Eve", THREE)
    await sits(harness, joined, ben)
    for table_id in (own, joined):
        with pytest.raises(NotForYouError, match="choose another table"):
            await sits(harness, table_id, ada)
        assert (await harness.service.load(table_id)).seats_of(ada) == []
    await sits(harness, own, eve)


async def test_a_table_of_a_host_without_a_seat_is_theirs_too(harness: Harness) -> None:
    ada, ben = [await harness.person(name) for name in ("Ada", "Ben")]
    await apart(harness, ada, ben)
    table_id = await harness.service.open_table(ada, "Ada", TWO, sits=False)
    with pytest.raises(NotForYouError):
        await sits(harness, table_id, ben)


async def test_who_sits_at_one_table_already_stays(harness: Harness) -> None:
    ada, ben = [await harness.person(name) for name in ("Ada", "Ben")]
    table_id = await harness.service.open_table(ada, "Ada", THREE)
    await sits(harness, table_id, ben)
    await apart(harness, ada, ben)
    with pytest.raises(StaleError, match="already sit"):  # as to everybody else
        await sits(harness, table_id, ben)
    table = await harness.service.sit(table_id, 2, ben, "Cyd", beside=True)
    assert (table.seats_of(ada), table.seats_of(ben)) == ([0], [1, 2])
    assert not table.is_waiting


@pytest.mark.parametrize("is_blocker", [True, False], ids=["the host has blocked", "the host is blocked"])
async def test_invitations_do_not_meet(harness: Harness, is_blocker: bool) -> None:
    ada, ben, eve = [await harness.person(name) for name in ("Ada", "Ben", "Eve")]
    before = await harness.service.open_table(ada, "Ada", TWO)
    await harness.service.invite(before, 1, ada, ben)
    assert [one.table_id for one in await open_to(harness.database, ben)] == [before]
    await apart(harness, *((ada, ben) if is_blocker else (ben, ada)))
    assert await open_to(harness.database, ben) == [], "one from before is shown no longer"
    with pytest.raises(NotForYouError):
        await harness.service.accept(before, ben, "Ben")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    with pytest.raises(NotInvitedError, match="cannot be invited"):
        await harness.service.invite(table_id, 1, ada, ben)
    with pytest.raises(NotInvitedError):
        await harness.service.open_table(ada, "Ada", TWO, guests={1: (ben, "Ben")})
    with_guest = await harness.service.open_table(ada, "Ada", TWO, guests={1: (eve, "Eve")})
    assert [one.table_id for one in await open_to(harness.database, eve)] == [with_guest]
    await harness.service.invite(table_id, 1, ada, eve)
    await harness.service.accept(table_id, eve, "Eve")


async def test_an_invited_person_does_not_sit_down_beside_whom_they_do_not_meet(harness: Harness) -> None:
    ada, ben, eve = [await harness.person(name) for name in ("Ada", "Ben", "Eve")]
    table_id = await harness.service.open_table(eve, "Eve", THREE)
    await harness.service.invite(table_id, 2, eve, ben)
    await sits(harness, table_id, ada)
    await apart(harness, ada, ben)
    with pytest.raises(NotForYouError):
        await harness.service.accept(table_id, ben, "Ben")


async def test_lists_leave_out_tables_at_which_one_could_not_sit_down(harness: Harness) -> None:
    ada, ben, eve = [await harness.person(name) for name in ("Ada", "Ben", "Eve")]
    of_ada, of_eve = [await harness.service.open_table(*who, THREE) for who in ((ada, "Ada"), (eve, "Eve"))]
    await sits(harness, of_eve, ada)
    hers = await harness.service.open_table(ada, "Ada", TWO, sits=False)
    theirs = await harness.service.open_table(eve, "Eve", TWO)

    async def listed(reader: str | None) -> set[str]:
        return {one.id for one in (await open_tables(harness.database, reader=reader)).entries}

    every = {of_ada, of_eve, hers, theirs}
    assert await listed(ben) == every
    await apart(harness, ben, ada)
    assert (await listed(ben), await listed(eve), await listed(None)) == ({theirs}, every, every)
    assert await listed(ada) == every  # Ben sits nowhere
    own = await harness.service.open_table(ben, "Ben", TWO)
    assert own not in await listed(ada)


async def test_a_rematch_brings_nobody_together_who_does_not_meet_any_more(harness: Harness) -> None:
    ada, ben = [await harness.person(name) for name in ("Ada", "Ben")]
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    await sits(harness, table_id, ben)
    await harness.play_to_its_end(table_id)
    await apart(harness, ben, ada)
    for person in (ada, ben):
        with pytest.raises(NotForYouError):
            await harness.service.rematch(table_id, person)
    await harness.database.write(partial(unblock, person=ben, block_id=await the_block_of(harness, ben)))
    assert (await harness.service.load(await harness.service.rematch(table_id, ada))).seats_of(ben)


@pytest.mark.parametrize("host", [0, 2], ids=["one of the two is the host", "the third is the host"])
async def test_a_third_person_s_rematch_leaves_the_seats_of_two_who_do_not_meet_free(
    harness: Harness, host: int
) -> None:
    people = ada, ben, eve = [await harness.person(name) for name in ("Ada", "Ben", "Eve")]
    table_id = await harness.service.open_table(people[host], "Host", replace(THREE, seconds_a_turn=60))
    for person in people[:host] + people[host + 1 :]:
        await sits(harness, table_id, person)
    await harness.play_to_its_end(table_id)
    await apart(harness, ada, ben)
    again = await harness.service.load(await harness.service.rematch(table_id, eve))
    assert (again.is_waiting, len(again.free_seats()), len(again.seats_of(eve)), again.host) == (True, 2, 1, eve)
    await sits(harness, again.id, ben)
    with pytest.raises(NotForYouError):
        await sits(harness, again.id, ada)
    assert (await sits(harness, again.id, await harness.person("Dan"))).game


async def test_only_whoever_has_blocked_undoes_it(harness: Harness) -> None:
    ada, ben = [await harness.person(name) for name in ("Ada", "Ben")]
    for _twice in range(2):
        await apart(harness, ada, ben)
    [one] = await harness.database.read(partial(blocks_of, person=ada))
    assert (one.blocked, one.name) == (ben, "Ben")
    assert await harness.database.read(partial(blocks_of, person=ben)) == []
    await harness.database.write(partial(unblock, person=ben, block_id=one.id))
    for person, other in ((ada, ben), (ben, ada)):
        assert await harness.database.read(partial(blocked_with, person=person)) == {other}
    await harness.database.write(partial(unblock, person=ada, block_id=one.id))
    assert await harness.database.read(partial(blocked_with, person=ben)) == frozenset()


async def test_a_list_of_blocks_has_an_end_and_nobody_blocks_themselves(harness: Harness) -> None:
    ada = await harness.person("Ada")
    with pytest.raises(BlockError, match="yourself"):
        await apart(harness, ada, ada)
    people = [await harness.person(f"Ben {number}") for number in range(MOST_BLOCKED + 1)]
    for one in people[:-1]:
        await apart(harness, ada, one)
    with pytest.raises(BlockError, match="500"):
        await apart(harness, ada, people[-1])


async def test_whom_one_does_not_meet_is_found_by_indexes(harness: Harness) -> None:
    ada = await harness.person("Ada")
    await harness.database.write(partial(fill, person=ada, count=200))
    for other in ("p1", "p2"):
        await apart(harness, ada, other)
    plans = await plans_of(harness, lambda: harness.database.read(partial(blocked_with, person=ada)))
    plans += await plans_of(harness, lambda: open_tables(harness.database, reader=ada))
    for plan in plans:
        assert not re.search(r"SCAN (tables|seats|blocks)|Seq Scan", plan), plan


async def the_block_of(harness: Harness, person: str) -> int:
    [one] = await harness.database.read(partial(blocks_of, person=person))
    return one.id


async def test_a_decision_needs_no_look_at_the_database(harness: Harness) -> None:
    ada, ben = [await harness.person(name) for name in ("Ada", "Ben")]
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    with pytest.raises(NotForYouError):
        await harness.service.do(table_id, commands.Sit(1, ben, "Ben", apart=frozenset([ada])))
